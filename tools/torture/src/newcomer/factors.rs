//! Authenticator apps, recovery codes, and the reset of lost second factors.

use serde_json::json;

use super::{Newcomer, challenge};
use crate::http::Ask;
use crate::person::{Outcome, Person};
use crate::wallet::Factor;

/// The maximum attempts of the operator's command before giving up.
const PROPOSE_MAX: u32 = 5;

/// Sets up an app, and signs in with it.
pub async fn set_up(of: &mut Newcomer) -> Option<()> {
    let begun = of.guarded(Ask::bare("POST", "user/two-factor/totp")).await?;
    let Outcome::Yes(begun) = begun else { return None };
    let mut app = Factor::from_secret(begun.text("/secret")?)?;
    if let Some(before) = &of.person.factor {
        app.recovery.clone_from(&before.recovery);
    }
    of.forget("app");
    let (name, code) = app.code(of.person.codes_until).await?;
    let ask = Ask::send("POST", "user/two-factor/totp/confirm", json!({ "code": code }));
    let user = of.user();
    let Outcome::Yes(confirmed) = of.person.once(format!("{name} of {user}"), &ask).await? else { return None };
    app.recovery.extend(shown(&confirmed));
    of.person.factor = Some(app);
    of.fact("app", "works");
    of.person.sign_out_and_in().await
}

/// Uses codes, and sometimes removes the app.
pub async fn guard(of: &mut Newcomer) -> Option<()> {
    guess(of).await?;
    switch(of).await?;
    new_codes(of).await?;
    if of.person.chance.percent(40) {
        take_away(of).await?;
    }
    Some(())
}

fn shown(answer: &crate::http::Answer) -> Vec<String> {
    let codes = answer.body["recovery_codes"].as_array().into_iter().flatten();
    codes.filter_map(|code| code.as_str().map(str::to_owned)).collect()
}

/// Confirms a request with the second factor; the token is valid only for this request.
pub async fn confirm(of: &mut Newcomer, challenge: &str) -> Option<String> {
    for _ in 0..2 {
        let until = of.person.codes_until;
        let (name, code) = of.person.factor.as_mut()?.any(until).await?;
        let path = format!("user/two-factor/challenges/{challenge}/confirm");
        let ask = Ask::send("POST", path, json!({ "code": code }));
        let user = of.user();
        match of.person.once(format!("{name} of {user}"), &ask).await? {
            Outcome::Yes(given) => return given.text("/token").map(str::to_owned),
            // A replica's clock may be wrong for a while.
            Outcome::No(_) => {}
            Outcome::Unsure => return None,
        }
    }
    None
}

/// Sends a wrong code, which must be refused and counted.
async fn guess(of: &mut Newcomer) -> Option<()> {
    let asked = of.person.insist(&Ask::bare("POST", "user/two-factor/recovery-codes")).await?;
    let challenge = challenge(&asked)?;
    let path = format!("user/two-factor/challenges/{challenge}/confirm");
    let answer = of.person.insist(&Ask::send("POST", path, json!({ "code": "AAAA-AAAA-AAAA-AAAA" }))).await?;
    if answer.is_ok() {
        of.history().note(|seen| seen.broken.push(("I6", format!("a guessed code was taken: {}", answer.shown()))));
    }
    Some(())
}

/// Uses one recovery code for two concurrent requests: it must work only once.
pub async fn spend_one_code_twice(of: &mut Newcomer) -> Option<()> {
    let codes = of.person.insist(&Ask::bare("POST", "user/two-factor/recovery-codes")).await?;
    let switches = json!({ "signin": true, "transfer": true, "card_details": false });
    let other = of.person.insist(&Ask::send("PUT", "user/two-factor", switches)).await?;
    let (one, two) = (challenge(&codes)?, challenge(&other)?);
    let code = of.person.factor.as_mut()?.recovery.pop()?;
    let ask = |id: &str| Ask::send("POST", format!("user/two-factor/challenges/{id}/confirm"), json!({ "code": code }));
    let mut second = of.person.same_session();
    let (ask_one, ask_two) = (ask(&one), ask(&two));
    let (first, second) = tokio::join!(of.person.peek(&ask_one), second.peek(&ask_two));
    let granted = [first, second].into_iter().flatten().filter(crate::http::Answer::is_ok).count();
    let name = format!("recovery code {code} of {}", of.user());
    of.history().note(|seen| *seen.taken.entry(name).or_default() += granted as u64);
    Some(())
}

async fn switch(of: &mut Newcomer) -> Option<()> {
    let chosen = of.person.chance.percent(50);
    let next = json!({ "signin": true, "transfer": false, "card_details": chosen });
    of.forget("switches");
    if let Outcome::Yes(_) = of.guarded(Ask::send("PUT", "user/two-factor", next)).await? {
        of.fact("switches", format!("true false {chosen}"));
    }
    Some(())
}

async fn new_codes(of: &mut Newcomer) -> Option<()> {
    let made = of.guarded(Ask::bare("POST", "user/two-factor/recovery-codes")).await?;
    let Outcome::Yes(made) = made else { return None };
    of.person.factor.as_mut()?.recovery = shown(&made);
    Some(())
}

async fn take_away(of: &mut Newcomer) -> Option<()> {
    for what in ["app", "switches"] {
        of.forget(what);
    }
    let Outcome::Yes(_) = of.guarded(Ask::bare("DELETE", "user/two-factor/totp")).await? else { return None };
    of.fact("app", "none");
    of.person.factor = None;
    Some(())
}

/// Simulates the loss of all factors, and requests a reset, which an operator may approve. Returns whether it was
/// requested.
pub async fn lose(of: &mut Newcomer) -> Option<bool> {
    if of.person.factor.is_none() {
        return Some(false);
    }
    let mut other: Person = of.person.elsewhere();
    other.factor = None;
    if other.sign_in().await.is_some() {
        return Some(false);
    }
    let asked = other.insist(&Ask::bare("POST", "login/second-factor/lost")).await?;
    if !asked.is_ok() {
        return Some(false);
    }
    let proposed = propose_end(of).await;
    if proposed && of.person.chance.percent(30) {
        // The factor was found again.
        of.person.insist(&Ask::bare("DELETE", "user/two-factor/reset")).await?;
        return Some(false);
    }
    Some(true)
}

/// Repeats the operator's command if a fault took the answer.
async fn propose_end(of: &Newcomer) -> bool {
    for _ in 0..PROPOSE_MAX {
        if of.system.tell(&["ops", "factor-reset", &of.person.email, "--reason", "seen in person"]).await.is_ok() {
            return true;
        }
    }
    false
}
