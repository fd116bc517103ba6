//! Other sign-in methods: a messenger, and a code that hands a session over to another host.

use serde_json::json;

use super::Newcomer;
use crate::http::Ask;
use crate::person::Outcome;
use crate::wallet::launch;

/// Links a messenger, signs in and registers with it, and unlinks it.
pub async fn messenger(of: &mut Newcomer) -> Option<()> {
    let user = of.person.chance.below(1 << 40) + 1;
    of.forget("messenger");
    if of.person.factor.is_some() && of.person.chance.percent(85) {
        let email = of.person.email.clone();
        register(of, user, email).await?;
    } else {
        let word = launch(user, &of.fresh());
        let linked = of.guarded(Ask::send("PUT", "user/telegram", json!({ "init_data": word }))).await?;
        let Outcome::Yes(_) = linked else { return None };
        of.fact("messenger", user.to_string());
    }
    let word = launch(user, &of.fresh());
    let mut other = of.person.elsewhere();
    let ask = Ask::send("POST", "telegram-login", json!({ "init_data": word }));
    if let Outcome::Yes(login) = other.once(format!("launch {word}"), &ask).await?
        && other.enter(&login).await.is_some()
    {
        of.person.factor.clone_from(&other.factor);
    }
    let (stranger, email) = (of.person.chance.below(1 << 40) + 1, format!("{}@example.test", of.fresh()));
    register(of, stranger, email).await?;
    if of.person.chance.percent(50) {
        of.forget("messenger");
        if let Outcome::Yes(_) = of.guarded(Ask::bare("DELETE", "user/sign-in-methods/telegram")).await? {
            of.fact("messenger", "none");
        }
    }
    Some(())
}

/// Registers with a messenger and confirms an email address with a code. If the address has an account with a second
/// factor, the messenger is linked only after the factor.
async fn register(of: &mut Newcomer, user: u64, email: String) -> Option<()> {
    let mut other = of.person.elsewhere();
    let body = json!({ "init_data": launch(user, &of.fresh()), "email": email });
    other.email = email;
    let begun = other.insist(&Ask::send("POST", "telegram-register", body)).await?;
    let (Some(challenge), Some(link)) = (begun.text("/challenge_id"), begun.text("/link")) else { return Some(()) };
    let code = json!({ "challenge_id": challenge, "code": "111111" });
    let ask = Ask::send("PUT", format!("login?method=email&extra={link}"), code);
    let Outcome::Yes(login) = other.once(format!("sign-in {challenge}"), &ask).await? else { return None };
    other.enter_this(&login).await?;
    of.history().fact(&other.user, "messenger", user.to_string());
    if other.user == of.user() {
        of.person.factor.clone_from(&other.factor);
    }
    Some(())
}

/// A handover code for another host or for the phone opens one session.
pub async fn another_host(of: &mut Newcomer) -> Option<()> {
    let carrier = if of.person.chance.percent(50) { "page" } else { "phone" };
    let request = json!({ "host": "localhost", "carrier": carrier });
    let made = of.person.insist(&Ask::send("POST", "auth/seamless/codes", request)).await?;
    let Some(code) = made.text("/code") else { return Some(()) };
    let mut other = of.person.elsewhere();
    let ask = Ask::send("POST", "auth/seamless", json!({ "code": code }));
    if let Outcome::Yes(login) = other.once(format!("handover {code}"), &ask).await?
        && other.enter(&login).await.is_some()
    {
        of.person.factor.clone_from(&other.factor);
    }
    Some(())
}
