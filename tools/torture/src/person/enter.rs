//! Sign-in and sign-out, and requests that must succeed only once.

use serde_json::json;
use tokio::time::Instant;

use super::{ONCE_REPEATS, PAUSE, Person};
use crate::http::{Answer, Ask};

/// The result of a request that must succeed only once.
pub enum Outcome {
    Yes(Answer),
    No(Answer),
    /// The outcome is unknown.
    Unsure,
}

/// An id without its prefix.
pub fn bare(id: &str) -> &str {
    id.rsplit('_').next().unwrap_or_default()
}

impl Person {
    /// The same user with another browser that is not signed in.
    pub fn elsewhere(&self) -> Self {
        let mut other =
            Self::new(self.number, self.chance.clone().next(), &self.ports, self.history.clone(), self.until);
        (other.email, other.factor) = (self.email.clone(), self.factor.clone());
        (other.run, other.codes_until) = (self.run, self.codes_until);
        other
    }

    /// Another connection of the same browser, for concurrent requests.
    pub fn same_session(&self) -> Self {
        let mut other = self.elsewhere();
        (other.token, other.refresh, other.user) = (self.token.clone(), self.refresh.clone(), self.user.clone());
        other
    }

    /// Signs in with the sandbox's fixed code and, if required, a second factor, and accepts the terms. `None` if the
    /// run ends before, or the user is blocked.
    pub async fn sign_in(&mut self) -> Option<()> {
        self.sign_ins += 1;
        self.token.clear();
        let login = loop {
            let started = Ask::send("POST", "login?method=email", json!({ "email": self.email }));
            let started = self.insist(&started).await?;
            let challenge = started.text("/challenge_id").unwrap_or_default();
            let promo = self.promo.map_or_else(String::new, |promo| format!("&promocode={promo}"));
            let code = json!({ "challenge_id": challenge, "code": "111111" });
            let ask = Ask::send("PUT", format!("login?method=email{promo}"), code);
            match self.once(format!("sign-in {challenge}"), &ask).await? {
                Outcome::Yes(login) => break login,
                Outcome::No(refused) if refused.status == 403 => return None,
                Outcome::No(_) | Outcome::Unsure if Instant::now() >= self.codes_until => return None,
                // The answer was lost, and the code is used.
                Outcome::No(_) | Outcome::Unsure => tokio::time::sleep(PAUSE).await,
            }
        };
        self.enter(&login).await
    }

    /// Completes a sign-in after its first answer.
    pub async fn enter(&mut self, login: &Answer) -> Option<()> {
        self.token = login.text("/access_token")?.to_owned();
        self.refresh = login.text("/refresh_token")?.to_owned();
        self.user = bare(login.text("/uuid")?).to_owned();
        if login.body["is_second_factor_required"] == json!(true) {
            self.show_factor().await?;
        }
        let terms = self.insist(&Ask::get("user/terms")).await?;
        let accepted = json!({ "version": terms.body["version"] });
        self.insist(&Ask::send("POST", "user/accept-terms", accepted)).await.map(|_| ())
    }

    /// Like [`Person::enter`], for cases that depend on this very session: `None` if it ended before its completion
    /// (blocked, or renewed too late) and the user signed in again.
    pub async fn enter_this(&mut self, login: &Answer) -> Option<()> {
        let before = self.sign_ins;
        self.enter(login).await?;
        (self.sign_ins == before).then_some(())
    }

    /// `None` also if the user has no second factor, or no longer knows which codes are used.
    async fn show_factor(&mut self) -> Option<()> {
        for _ in 0..3 {
            let (name, code) = self.factor.as_mut()?.at_sign_in(self.codes_until).await?;
            let ask = Ask::send("POST", "login/second-factor", json!({ "code": code }));
            let user = self.user.clone();
            match self.once(format!("{name} of {user}"), &ask).await? {
                Outcome::Yes(_) => return Some(()),
                Outcome::Unsure if self.insist(&Ask::get("user/terms")).await?.is_ok() => return Some(()),
                Outcome::No(_) | Outcome::Unsure => {}
            }
        }
        None
    }

    /// Sends a request that must succeed only once, named by `thing`: sometimes twice concurrently, sometimes again
    /// afterwards.
    pub async fn once(&mut self, thing: String, ask: &Ask) -> Option<Outcome> {
        if self.chance.percent(ONCE_REPEATS) {
            return self.race(thing, ask).await;
        }
        let answer = self.insist(ask).await?;
        let asked = self.asked;
        if !answer.is_ok() {
            return Some(if asked == 1 { Outcome::No(answer) } else { Outcome::Unsure });
        }
        self.history.note(|seen| *seen.taken.entry(thing.clone()).or_default() += 1);
        if self.chance.percent(ONCE_REPEATS) {
            let (token, place) = (self.token.clone(), self.chance.place(self.twins.len()));
            let again = self.twins[place].ask(ask, &token).await.ok();
            self.look(ask, again.as_ref());
            let granted = u64::from(again.is_some_and(|again| again.is_ok()));
            self.history.note(|seen| *seen.taken.entry(thing).or_default() += granted);
        }
        Some(Outcome::Yes(answer))
    }

    async fn race(&mut self, thing: String, ask: &Ask) -> Option<Outcome> {
        let (one, two) = (self.chance.place(self.lines.len()), self.chance.place(self.twins.len()));
        let token = self.token.clone();
        let (first, second) = tokio::join!(self.lines[one].ask(ask, &token), self.twins[two].ask(ask, &token));
        let answers = [first.ok(), second.ok()];
        for answer in &answers {
            self.look(ask, answer.as_ref());
        }
        let mut granted = answers.into_iter().flatten().filter(Answer::is_ok).collect::<Vec<_>>();
        self.history.note(|seen| *seen.taken.entry(thing).or_default() += granted.len() as u64);
        if Instant::now() > self.until {
            return None;
        }
        // If both were refused, one may still have succeeded with its answer lost.
        Some(granted.pop().map_or(Outcome::Unsure, Outcome::Yes))
    }

    /// Gets a new access token with the refresh token, or signs in if that has expired.
    pub(super) async fn renew(&mut self) -> Option<()> {
        let ask = Ask::send("PUT", "auth", json!({ "refresh_token": self.refresh }));
        let renewed = Box::pin(self.insist(&ask)).await?;
        match (renewed.text("/access_token"), renewed.text("/refresh_token")) {
            (Some(token), Some(refresh)) => (self.token, self.refresh) = (token.to_owned(), refresh.to_owned()),
            _ => Box::pin(self.sign_in()).await?,
        }
        Some(())
    }

    /// Renews the session before its end, and again with the same token, as after a lost answer.
    pub async fn renew_early(&mut self) -> Option<()> {
        let ask = Ask::send("PUT", "auth", json!({ "refresh_token": self.refresh }));
        self.insist(&ask).await?;
        self.renew().await
    }

    /// Signs out and in again.
    pub async fn sign_out_and_in(&mut self) -> Option<()> {
        let ask = Ask::send("POST", "logout", json!({ "refresh_token": self.refresh }));
        self.insist(&ask).await?;
        self.sign_in().await
    }
}
