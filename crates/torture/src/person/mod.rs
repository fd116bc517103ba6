//! A person with a browser that does not give up: whatever is asked is asked again, of any replica, until it is answered.

mod enter;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::Instant;

use crate::history::{Deed, History, Told};
use crate::http::{Answer, Ask, Line};
use crate::seeded::Seeded;
use crate::wallet::Factor;

pub use enter::{Outcome, bare};

/// Between two attempts.
const PAUSE: Duration = Duration::from_millis(25);
/// Deliberate repeats, in percent of everything that is done under a key. What is refused is not repeated, and a fifth of all is to be.
const REPEATS: u64 = 26;
/// And of what is granted once.
const ONCE_REPEATS: u64 = 20;
/// Of these, how many at the same moment instead of afterwards.
const AT_ONCE: u64 = 40;
/// Keys that are used again with another body, in percent.
const MISUSED: u64 = 3;

/// A signed-in person.
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
    /// How often a session was begun by an address's code: one that ended on the way is replaced by another.
    sign_ins: u64,
    /// How often the last thing was asked until there was an answer.
    pub asked: u64,
    /// What was asked last, and the status that was heard.
    pub last: String,
    /// Where codes go, and who the server says they are.
    pub email: String,
    pub user: String,
    /// Takes it when told to come back later, instead of waiting.
    pub hurried: bool,
    /// Comes with signing in: what the person heard of the house by.
    pub promo: Option<&'static str>,
    /// What signing in asks for besides the code, once there is one.
    pub factor: Option<Factor>,
    /// Their account is at the bank whose payouts are under way for long.
    pub paid_slowly: bool,
    /// What a bank has said about the person's account, and when it was asked.
    pub payee: Option<(Value, Instant)>,
    /// The orders that were known when a copy of everything was asked for, once it was.
    pub copied: Option<BTreeSet<String>>,
    /// When the browser is closed at last.
    pub until: Instant,
    /// Until when another code is waited for, an app's next one or one by mail where too many were asked for: what takes one after
    /// it is left undone.
    pub codes_until: Instant,
}

impl Person {
    pub fn new(number: usize, seed: u64, ports: &[u16], history: Arc<History>, until: Instant) -> Self {
        let lines = || ports.iter().map(|port| Line::to(*port)).collect();
        let chance = Seeded::new(seed, 1_000 + number as u64);
        let (token, refresh) = (String::new(), String::new());
        // One of them is held to the limits of who has shown everything; the others are not.
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

    /// A key that was never used before.
    pub fn key(&mut self) -> String {
        self.keys += 1;
        format!("t-{:x}-{}-{}", self.run, self.number, self.keys)
    }

    /// Whether it was this person who used a key.
    pub fn is_own_key(&self, key: &str) -> bool {
        key.starts_with(&format!("t-{:x}-{}-", self.run, self.number))
    }

    /// What becomes of it when it is asked for once, as this browser, and nothing is done about the answer.
    pub async fn peek(&mut self, ask: &Ask) -> Option<Answer> {
        self.ask(ask).await
    }

    /// Whether the last answer is the one to the only time that it was asked.
    pub const fn is_sure(&self) -> bool {
        self.asked == 1
    }

    /// Takes it when told to come back later.
    fn will_not_come_again(&self) -> bool {
        self.hurried || Instant::now() >= self.codes_until
    }

    /// Asks any replica once.
    async fn ask(&mut self, ask: &Ask) -> Option<Answer> {
        let place = self.chance.place(self.lines.len());
        let answer = self.lines[place].ask(ask, &self.token).await.ok();
        self.look(ask, answer.as_ref());
        self.last = format!("{} {}: {:?}", ask.method, ask.path, answer.as_ref().map(|answer| answer.status));
        answer
    }

    /// Notes that somebody whom nobody may shut out could not go on.
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

    /// Asks until there is an answer that stays; nothing when the run is over before.
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
                // It was said when to come again: that is no outage.
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

    /// Asks once without insisting: what may not be repeated, and whose outcome is seen elsewhere.
    pub async fn nudge(&mut self, ask: &Ask) -> Option<Answer> {
        match self.ask(ask).await {
            Some(answer) if answer.status == 401 => {
                self.renew().await?;
                None
            }
            other => other,
        }
    }

    /// Does a deed under a key of its own, now and then twice, and notes what it was told. The answer of a yes.
    pub async fn act(&mut self, deed: Deed, path: String, body: Option<Value>, about: Option<&str>) -> Option<Answer> {
        let key = self.key();
        let ask = Ask::once(path, &key, body);
        let twice = self.chance.percent(REPEATS);
        let at_once = twice && self.chance.percent(AT_ONCE);
        let early = if at_once { self.twin(&ask).await } else { None };
        if at_once {
            self.history.note(|seen| seen.doubled += 1);
        }
        let Some(answer) = self.insist(&ask).await else {
            self.history.note(|seen| seen.unanswered.push((deed, key)));
            return None;
        };
        self.tell(deed, &key, about, &answer);
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

    /// The same request over two connections at the same moment; the answer of the first of them.
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

    /// The same key with another body is refused.
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

    fn tell(&self, deed: Deed, key: &str, about: Option<&str>, answer: &Answer) {
        let transaction = about.or_else(|| answer.text("/id").filter(|_| answer.is_ok())).map(str::to_owned);
        let stands = answer.text("/status").filter(|_| answer.is_ok()).map(str::to_owned);
        let (key, done, status) = (key.to_owned(), answer.is_ok(), answer.status);
        let told = Told { deed, key, transaction, done, status, stands };
        self.history.note(|seen| seen.told.push(told));
    }
}

/// Another wish that could be granted as well; false where there is none.
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

/// Whether an answer stays the same however often it is asked for: not while somebody is busy, away or still at work.
fn is_final(answer: &Answer) -> bool {
    let busy = matches!(answer.status, 408 | 429 | 500 | 502 | 503 | 504);
    let at_work = answer.status == 409 && answer.retry_after.is_some();
    !busy && !at_work
}
