//! Newcomers: users who register, verify their identity, protect their account, and close it again, all without money.
//! Each life is a new user. A user whose state is uncertain after a lost answer starts another life.

mod factors;
mod kyc_documents;
mod passkeys;
mod profiles;
mod sign_in_methods;
mod wallets;

use std::sync::Arc;

use serde_json::{Value, json};
use tokio::time::Instant;

use crate::exports;
use crate::history::History;
use crate::http::{Answer, Ask};
use crate::person::{Outcome, Person, bare};
use crate::system::TestSystem;

/// Test names of the sandbox's identity check: verified, asked for new pictures, left to an operator.
const NAMES: [&str; 3] = ["Lovelace", "Retry", "Onhold"];

/// The first action of each newcomer's first life, so that short runs cover it: a second factor, profiles, another
/// session, a passkey.
const FIRST: [u64; 4] = [4, 8, 2, 5];

/// A newcomer in one life.
pub struct Newcomer {
    person: Person,
    system: Arc<TestSystem>,
    /// The prefix of all names in this life.
    name: String,
    made: u64,
}

/// Lives until `end`, one life after the other. Returns the last request of the first browser, and its status.
pub async fn live(person: Person, system: Arc<TestSystem>, end: Instant) -> String {
    let number = person.number;
    let (mut person, mut life, mut last) = (person, 0, String::new());
    while Instant::now() < end {
        life += 1;
        let name = format!("new-{:x}-{number}-{life}", person.chance.next() >> 32);
        person.email = format!("{name}@example.test");
        person.factor = None;
        person.copied = None;
        person.hurried = true;
        person.promo = person.chance.percent(50).then_some("TORTURE");
        let first = (life == 1).then(|| FIRST[number % FIRST.len()]);
        let mut newcomer = Newcomer { person, system: system.clone(), name, made: 0 };
        let _ = newcomer.live(end, first).await;
        last.clone_from(&newcomer.person.last);
        person = newcomer.person.elsewhere();
    }
    last
}

impl Newcomer {
    async fn live(&mut self, end: Instant, mut first: Option<u64>) -> Option<()> {
        self.person.sign_in().await?;
        let user = self.person.user.clone();
        self.history().note(|seen| seen.newcomers.push(user));
        self.say_who().await?;
        let mut left: Vec<u64> = (0..13).collect();
        while Instant::now() < end && !left.is_empty() {
            let place = match first.take() {
                Some(first) => usize::try_from(first).unwrap_or(0),
                None => self.person.chance.place(left.len()),
            };
            match left.swap_remove(place) {
                0 => self.change_email().await?,
                1 => self.change_phone().await?,
                2 => self.end_another_session().await?,
                3 => kyc_documents::show(self).await?,
                4 => {
                    factors::set_up(self).await?;
                    factors::spend_one_code_twice(self).await?;
                    // The messenger sign-in must wait for the second factor, which may be removed later.
                    if let Some(place) = left.iter().position(|action| *action == 6) {
                        left.swap_remove(place);
                        sign_in_methods::messenger(self).await?;
                    }
                    factors::guard(self).await?;
                    if self.person.chance.percent(30) && factors::lose(self).await? {
                        return Some(());
                    }
                }
                5 => passkeys::use_one(self).await?,
                // Preferably later, with a second factor.
                6 if left.contains(&4) && self.person.chance.percent(60) => left.push(6),
                6 => sign_in_methods::messenger(self).await?,
                7 => wallets::prove(self).await?,
                8 => profiles::keep(self).await?,
                9 => self.copy().await?,
                10 => kyc_documents::answer(self).await?,
                11 => self.choose_phrase().await?,
                _ => sign_in_methods::another_host(self).await?,
            }
        }
        if self.person.chance.percent(50) && factors::lose(self).await? {
            return Some(());
        }
        if self.person.copied.is_some() {
            exports::look(&mut self.person).await?;
        }
        self.leave().await
    }

    /// Requests a data export, sometimes again, without waiting for it.
    async fn copy(&mut self) -> Option<()> {
        exports::begin(&mut self.person);
        self.guarded(exports::request()).await?;
        if self.person.chance.percent(40) {
            self.guarded(exports::request()).await?;
        }
        Some(())
    }

    fn history(&self) -> Arc<History> {
        self.person.history.clone()
    }

    fn user(&self) -> String {
        self.person.user.clone()
    }

    /// A unique name.
    fn fresh(&mut self) -> String {
        self.made += 1;
        format!("{}-{}", self.name, self.made)
    }

    fn fact(&self, what: &'static str, value: impl Into<String>) {
        self.history().fact(&self.person.user, what, value);
    }

    fn forget(&self, what: &'static str) {
        self.history().forget(&self.person.user, what);
    }

    /// Sends a request, and confirms it with the second factor if required.
    async fn guarded(&mut self, ask: Ask) -> Option<Outcome> {
        let asked = self.person.insist(&ask).await?;
        let Some(challenge) = challenge(&asked) else {
            return Some(match asked.is_ok() {
                true => Outcome::Yes(asked),
                false if self.person.is_sure() => Outcome::No(asked),
                false => Outcome::Unsure,
            });
        };
        let token = factors::confirm(self, &challenge).await?;
        self.person.once(format!("token {token}"), &ask.with("auth-2fa-token", token)).await
    }

    async fn say_who(&mut self) -> Option<()> {
        let address = json!({ "street": "1 Analytical Row", "city": "London", "postcode": "SW1Y 4JH" });
        let name = self.person.chance.pick(&NAMES);
        let who = json!({ "first_name": "Ada", "last_name": name, "residence_country": "PL",
            "date_of_birth": "1990-12-10", "address": address });
        let campaign = json!({ "utm_source": "storm", "utm_medium": "rain", "utm_campaign": "flood" });
        let look = json!({ "theme": "dark", "language": "pl", "hide_small_balances": true });
        for ask in [
            Ask::send("POST", "utm-params", campaign),
            Ask::send("PUT", "user", who),
            Ask::send("PUT", "user/settings", look),
        ] {
            let answer = self.person.insist(&ask).await?;
            self.expect(answer.is_ok(), &ask, &answer);
        }
        Some(())
    }

    /// Records a violation if a request was refused that must be accepted.
    fn expect(&self, fulfilled: bool, ask: &Ask, answer: &Answer) {
        // An operator may have blocked the user.
        if !fulfilled && !matches!(answer.status, 401 | 403) {
            let text = format!("{} {}: {}", ask.method, ask.path, answer.shown());
            self.history().note(|seen| seen.broken.push(("WISH", text)));
        }
    }

    async fn change_email(&mut self) -> Option<()> {
        let email = format!("{}@example.test", self.fresh());
        let Outcome::Yes(sent) = self.guarded(Ask::send("POST", "update-email", json!({ "email": email }))).await?
        else {
            return Some(());
        };
        self.person.email.clone_from(&email);
        self.contact(&sent, "confirm-email", "email", email).await
    }

    async fn change_phone(&mut self) -> Option<()> {
        let phone = format!("+999{:08}", self.person.chance.below(100_000_000));
        let request = json!({ "phone": phone, "channel": "sms" });
        let sent = self.person.insist(&Ask::send("POST", "user/phone", request)).await?;
        if !sent.is_ok() {
            return Some(());
        }
        self.contact(&sent, "user/phone/confirm", "phone", phone).await?;
        // Only one change a day is allowed; the checker counts the changes.
        let phone = format!("+999{:08}", self.person.chance.below(100_000_000));
        let ask = Ask::send("POST", "user/phone", json!({ "phone": phone, "channel": "messenger" }));
        if let Some(again) = self.person.peek(&ask).await.filter(Answer::is_ok) {
            let text = format!("{} may change the phone twice within a day: {}", self.user(), again.shown());
            self.history().note(|seen| seen.broken.push(("WISH", text)));
        }
        Some(())
    }

    /// Sets the anti-phishing phrase, reads it back, and sometimes removes it.
    async fn choose_phrase(&mut self) -> Option<()> {
        let phrase = self.fresh();
        let request = Ask::send("PUT", "user/mail-phrase", json!({ "phrase": phrase }));
        let Outcome::Yes(_) = self.guarded(request).await? else { return Some(()) };
        self.fact("phrase", "chosen");
        let ask = Ask::get("user/mail-phrase");
        let kept = self.person.insist(&ask).await?;
        self.expect(!kept.is_ok() || kept.text("/phrase") == Some(phrase.as_str()), &ask, &kept);
        if self.person.chance.percent(30) {
            self.forget("phrase");
            if let Outcome::Yes(_) = self.guarded(Ask::bare("DELETE", "user/mail-phrase")).await? {
                self.fact("phrase", "none");
            }
        }
        Some(())
    }

    /// Confirms a new address or number with the code.
    async fn contact(&mut self, sent: &Answer, path: &str, what: &'static str, value: String) -> Option<()> {
        let challenge = sent.text("/challenge_id")?;
        let ask = Ask::send("POST", path, json!({ "challenge_id": challenge, "code": "111111" }));
        self.forget(what);
        match self.person.once(format!("contact {challenge}"), &ask).await? {
            Outcome::Yes(_) => self.fact(what, value),
            Outcome::No(_) | Outcome::Unsure => return None,
        }
        Some(())
    }

    /// Signs in with another browser, and ends that session from the first one: no replica may accept it afterwards.
    async fn end_another_session(&mut self) -> Option<()> {
        let mut other = self.person.elsewhere();
        other.sign_in().await?;
        // The first browser needs to know which codes are used.
        self.person.factor.clone_from(&other.factor);
        self.person.renew_early().await?;
        let list = self.person.insist(&Ask::get("user/sessions")).await?;
        let sessions: Vec<&Value> = list.body["sessions"].as_array()?.iter().collect();
        let others = sessions.iter().filter(|session| session["current"] == json!(false));
        let ids: Vec<String> = others.filter_map(|session| session["id"].as_str().map(str::to_owned)).collect();
        let all = self.person.chance.percent(30);
        let paths = if all {
            vec!["user/sessions".to_owned()]
        } else {
            ids.iter().map(|id| format!("user/sessions/{id}")).collect()
        };
        for path in paths {
            let ended = self.person.insist(&Ask::bare("DELETE", path)).await?;
            if !ended.is_ok() && self.person.is_sure() {
                return Some(());
            }
        }
        self.history().note(|seen| seen.ended_sessions.extend(ids.iter().map(|id| bare(id).to_owned())));
        let seen = other.peek(&Ask::get("user")).await;
        if let Some(seen) = seen.filter(Answer::is_ok) {
            let text = format!("a session that had ended was let in: {}", seen.shown());
            self.history().note(|history| history.broken.push(("I18", text)));
        }
        Some(())
    }

    /// Requests the closure of the account, and sometimes cancels it.
    async fn leave(&mut self) -> Option<()> {
        self.forget("closing");
        let asked = self.guarded(Ask::send("POST", "user/closing", json!({ "reason": "the storm" }))).await?;
        let Outcome::Yes(_) = asked else { return Some(()) };
        self.fact("closing", "open");
        if self.person.chance.percent(40) {
            self.forget("closing");
            let kept = self.person.insist(&Ask::bare("DELETE", "user/closing")).await?;
            // If the first answer was lost, the repetition finds no closure to cancel.
            if kept.is_ok() || (kept.status == 404 && !self.person.is_sure()) {
                self.fact("closing", "none");
            }
        }
        Some(())
    }
}

/// The challenge of a request that requires the second factor.
fn challenge(answer: &Answer) -> Option<String> {
    let needed = answer.status == 403 && answer.text("/code") == Some("AUTH_2FA_REQUIRED");
    let id = answer.text("/meta/challenge_id").or_else(|| answer.text("/challenge_id"));
    id.filter(|_| needed).map(str::to_owned)
}
