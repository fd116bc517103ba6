//! A simulated user with a persistent browser: it repeats every request, at any replica, until there is a final answer.

mod enter;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::Instant;

use crate::history::{Action, History, RecordedAnswer};
use crate::http::{Answer, Ask, Line};
use crate::seeded::Seeded;
use crate::wallet::Factor;

pub use enter::{Outcome, bare};

/// The pause between two attempts.
const PAUSE: Duration = Duration::from_millis(25);
/// The percentage of keyed requests that are deliberately repeated. Refused ones are not, and the goal is a fifth of
/// all.
const REPEATS: u64 = 26;
/// The same percentage for requests that must succeed only once.
const ONCE_REPEATS: u64 = 20;
/// The percentage of the repetitions that are concurrent.
const AT_ONCE: u64 = 40;
/// The percentage of keys that are reused with another body.
const MISUSED: u64 = 3;

/// A signed-in user.
pub struct Person {
    pub number: usize,
    pub chance: Seeded,
    pub history: Arc<History>,
    lines: Vec<Line>,
    twins: Vec<Line>,
    run: u64,
    keys: u64,
    ports: Vec<u16>,
    token: String,
    refresh: String,
    /// The number of sign-ins by email code: a session that ends during sign-in is replaced by another one.
    sign_ins: u64,
    /// The number of attempts of the last request.
    pub asked: u64,
    /// The last request and its status.
    pub last: String,
    /// The email address, and the user id at the server.
    pub email: String,
    pub user: String,
    /// Accepts a 429 as the result instead of waiting.
    pub hurried: bool,
    /// The promo code at sign-in.
    pub promo: Option<&'static str>,
    /// The second factor, once there is one.
    pub factor: Option<Factor>,
    /// Whether the user's account is at the bank with slow payouts.
    pub paid_slowly: bool,
    /// The last verification of payee, and its time.
    pub payee: Option<(Value, Instant)>,
    /// The known orders at the time of the request for a data export, once there was one.
    pub copied: Option<BTreeSet<String>>,
    /// The end of the run for this user.
    pub until: Instant,
    /// Until then the user waits for another code (the app's next one, or one by email after a 429); afterwards the
    /// user skips actions that need a code.
    pub codes_until: Instant,
}

impl Person {
    pub fn new(number: usize, seed: u64, ports: &[u16], history: Arc<History>, until: Instant) -> Self {
        let lines = || ports.iter().map(|port| Line::to(*port)).collect();
        let chance = Seeded::new(seed, 1_000 + number as u64);
        let (token, refresh) = (String::new(), String::new());
        // Every fourth user has the limits of tier 3; the others have tier 4.
        let tier = if number % 4 == 3 { 3 } else { 4 };
        Self {
            number,
            chance,
            history,
            lines: lines(),
            twins: lines(),
            run: seed,
            keys: 0,
            ports: ports.to_vec(),
            token,
            refresh,
            sign_ins: 0,
            asked: 0,
            last: String::new(),
            email: format!("person-{seed}-{number}+t{tier}@example.test"),
            user: String::new(),
            hurried: false,
            promo: None,
            factor: None,
            paid_slowly: number % 2 == 1,
            payee: None,
            copied: None,
            until,
            codes_until: until,
        }
    }

    /// A new idempotency key.
    pub fn key(&mut self) -> String {
        self.keys += 1;
        format!("t-{:x}-{}-{}", self.run, self.number, self.keys)
    }

    /// Whether this user created the key.
    pub fn is_own_key(&self, key: &str) -> bool {
        key.starts_with(&format!("t-{:x}-{}-", self.run, self.number))
    }

    /// Sends a request once, without handling its result.
    pub async fn peek(&mut self, ask: &Ask) -> Option<Answer> {
        self.ask(ask).await
    }

    /// Whether the last request was sent only once, so that its answer is certain.
    pub const fn is_sure(&self) -> bool {
        self.asked == 1
    }

    /// Accepts a 429 as the result.
    fn will_not_come_again(&self) -> bool {
        self.hurried || Instant::now() >= self.codes_until
    }

    /// Sends a request once, to a random replica.
    async fn ask(&mut self, ask: &Ask) -> Option<Answer> {
        let place = self.chance.place(self.lines.len());
        let answer = self.lines[place].ask(ask, &self.token).await.ok();
        self.look(ask, answer.as_ref());
        self.last = format!("{} {}: {:?}", ask.method, ask.path, answer.as_ref().map(|answer| answer.status));
        answer
    }

    /// Records that a user who cannot be blocked could not continue.
    pub fn note_stuck(&self) {
        let text = format!("{} could not go on after {}", self.email, self.last);
        self.history.note(|seen| seen.broken.push(("I11", text)));
    }

    fn look(&self, ask: &Ask, answer: Option<&Answer>) {
        self.history.note(|seen| {
            seen.asked += 1;
            if let Some(answer) = answer.filter(|answer| answer.status == 500) {
                seen.broken.push(("E500", format!("{} {}: {}", ask.method, ask.path, answer.shown())));
            }
        });
    }

    /// Repeats a request until the answer is final; `None` if the run ends before.
    pub async fn insist(&mut self, ask: &Ask) -> Option<Answer> {
        let mut began = Instant::now();
        let mut first = true;
        let mut asked = 0;
        let mut heard = BTreeMap::<u16, u64>::new();
        loop {
            asked += 1;
            if !first {
                self.history.note(|seen| seen.retries += 1);
                tokio::time::sleep(PAUSE).await;
            }
            first = false;
            let answer = self.ask(ask).await;
            *heard.entry(answer.as_ref().map_or(0, |answer| answer.status)).or_default() += 1;
            if answer.as_ref().is_some_and(|answer| answer.status == 429) {
                // The server asked for a later retry: this is not an outage.
                began = Instant::now();
            }
            match answer {
                Some(answer)
                    if answer.status == 401
                        && !matches!(ask.path.as_str(), "auth" | "logout")
                        && !ask.path.starts_with("login")
                        && !ask.path.starts_with('/') =>
                {
                    self.renew().await?;
                }
                Some(answer) if is_final(&answer) || (answer.status == 429 && self.will_not_come_again()) => {
                    let took = began.elapsed();
                    self.asked = asked;
                    self.history.note(|seen| {
                        seen.waits.push((began, took));
                        if took > seen.worst {
                            let heard =
                                heard.iter().map(|(status, often)| format!(" {often}×{status}")).collect::<String>();
                            (seen.worst, seen.worst_at) = (took, format!("{} {}, heard{heard}", ask.method, ask.path));
                        }
                    });
                    return Some(answer);
                }
                _ => {}
            }
            if Instant::now() > self.until {
                return None;
            }
        }
    }

    /// Sends a request once: for requests that must not be repeated and whose effect is checked elsewhere.
    pub async fn nudge(&mut self, ask: &Ask) -> Option<Answer> {
        match self.ask(ask).await {
            Some(answer) if answer.status == 401 => {
                self.renew().await?;
                None
            }
            other => other,
        }
    }

    /// Executes an action under a new key, sometimes twice, and records the answer. Returns the answer if it is a
    /// success.
    pub async fn act(
        &mut self,
        action: Action,
        path: String,
        body: Option<Value>,
        about: Option<&str>,
    ) -> Option<Answer> {
        let key = self.key();
        let ask = Ask::once(path, &key, body);
        let twice = self.chance.percent(REPEATS);
        let at_once = twice && self.chance.percent(AT_ONCE);
        let early = if at_once { self.twin(&ask).await } else { None };
        if at_once {
            self.history.note(|seen| seen.doubled += 1);
        }
        let Some(answer) = self.insist(&ask).await else {
            self.history.note(|seen| seen.unanswered.push((action, key)));
            return None;
        };
        self.tell(action, &key, about, &answer);
        if let Some(early) = early.filter(|early| early.is_ok() && is_final(early)) {
            self.compare(&ask, &answer, &early);
        }
        if twice && !at_once && answer.is_ok() {
            self.history.note(|seen| seen.doubled += 1);
            let again = self.insist(&ask).await?;
            self.compare(&ask, &answer, &again);
        }
        if answer.is_ok() && ask.body.is_some() && self.chance.percent(MISUSED) {
            self.misuse(ask).await?;
        }
        answer.is_ok().then_some(answer)
    }

    /// Sends the same request concurrently over two connections; returns the first successful answer.
    async fn twin(&mut self, ask: &Ask) -> Option<Answer> {
        let (one, two) = (self.chance.place(self.lines.len()), self.chance.place(self.twins.len()));
        let token = self.token.clone();
        let (first, second) = tokio::join!(self.lines[one].ask(ask, &token), self.twins[two].ask(ask, &token));
        let (first, second) = (first.ok(), second.ok());
        self.look(ask, first.as_ref());
        self.look(ask, second.as_ref());
        if let (Some(first), Some(second)) = (&first, &second)
            && first.is_ok()
            && second.is_ok()
        {
            self.compare(ask, first, second);
        }
        first.filter(Answer::is_ok).or(second)
    }

    fn compare(&self, ask: &Ask, first: &Answer, again: &Answer) {
        let same = (first.status, &first.bytes) == (again.status, &again.bytes);
        self.history.note(|seen| {
            seen.repeats += 1;
            if !same {
                let (method, path) = (ask.method, &ask.path);
                let key = ask.key.as_deref().unwrap_or_default();
                let text = format!("{method} {path} {key}: {}\n   then: {}", first.shown(), again.shown());
                seen.broken.push(("I6", text));
            }
        });
    }

    /// Reuses a key with another body, which must be refused.
    async fn misuse(&mut self, mut ask: Ask) -> Option<()> {
        if !ask.body.as_mut().is_some_and(alter) {
            return Some(());
        }
        let refused = self.insist(&ask).await?;
        self.history.note(|seen| {
            seen.mismatches += 1;
            if refused.status != 422 {
                seen.broken.push(("I6", format!("another body under {:?}: {}", ask.key, refused.shown())));
            }
        });
        Some(())
    }

    fn tell(&self, action: Action, key: &str, about: Option<&str>, answer: &Answer) {
        let transaction = about.or_else(|| answer.text("/id").filter(|_| answer.is_ok())).map(str::to_owned);
        let stands = answer.text("/status").filter(|_| answer.is_ok()).map(str::to_owned);
        let (key, done, status) = (key.to_owned(), answer.is_ok(), answer.status);
        let told = RecordedAnswer { action, key, transaction, done, status, stands };
        self.history.note(|seen| seen.told.push(told));
    }
}

/// Changes the body into another valid one; false if that is not possible.
fn alter(body: &mut Value) -> bool {
    for (pointer, other) in [
        ("/requisite/full_name", json!("Grace Hopper")),
        ("/requisite/value", json!("ltc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry")),
        ("/expiry_year", json!(2035)),
        ("/code", json!("777124")),
    ] {
        if let Some(place) = body.pointer_mut(pointer) {
            *place = other;
            return true;
        }
    }
    false
}

/// Whether an answer is final: not if the server is overloaded, unavailable, or still processing the request.
fn is_final(answer: &Answer) -> bool {
    let busy = matches!(answer.status, 408 | 429 | 500 | 502 | 503 | 504);
    let at_work = answer.status == 409 && answer.retry_after.is_some();
    !busy && !at_work
}
