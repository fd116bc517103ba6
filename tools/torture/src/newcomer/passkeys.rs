//! Passkeys: created, named, used for sign-in, as a second factor and for confirmation, and removed.

use serde_json::{Value, json};

use super::{Newcomer, challenge};
use crate::http::{Answer, Ask};
use crate::passkey::{Device, ORIGIN};
use crate::person::{Outcome, Person};
use crate::wallet::Factor;

fn from_page(ask: Ask) -> Ask {
    ask.with("origin", ORIGIN)
}

/// Answers a passkey ceremony, which may succeed only once.
async fn answer(
    person: &mut Person,
    asked: &Answer,
    path: &str,
    credential: Value,
    name: Option<&str>,
) -> Option<Outcome> {
    let request = asked.text("/request_id")?;
    let mut body = json!({ "request_id": request, "credential": credential });
    if let Some(name) = name {
        body["name"] = json!(name);
    }
    person.once(format!("ceremony {request}"), &from_page(Ask::send("POST", path, body))).await
}

/// Uses a passkey as described in the module. If its creation is uncertain after a lost answer, this life ends.
pub async fn use_one(of: &mut Newcomer) -> Option<()> {
    let mut device = Device::new(&of.fresh())?;
    let Outcome::Yes(asked) = of.guarded(from_page(Ask::bare("POST", "user/passkeys/begin"))).await? else {
        return None;
    };
    let made = device.make(&asked.body["options"]);
    of.forget("passkeys");
    let kept = answer(&mut of.person, &asked, "user/passkeys", made, Some("Phone")).await?;
    let Outcome::Yes(kept) = kept else { return None };
    of.fact("passkeys", "1");
    let codes = kept.body["recovery_codes"].as_array().into_iter().flatten();
    let codes: Vec<String> = codes.filter_map(|code| code.as_str().map(str::to_owned)).collect();
    if !codes.is_empty() {
        of.person.factor = Some(Factor::of_codes(codes));
    }
    let list = of.person.insist(&Ask::get("user/passkeys")).await?;
    let id = list.text("/passkeys/0/id")?.to_owned();
    let named = Ask::send("PUT", format!("user/passkeys/{id}"), json!({ "name": "Old phone" }));
    of.person.insist(&named).await?;
    sign_in(of, &mut device).await?;
    take_away(of, &mut device, &id).await
}

/// Signs in with the passkey alone.
async fn sign_in(of: &mut Newcomer, device: &mut Device) -> Option<()> {
    let mut other = of.person.elsewhere();
    let asked = other.insist(&from_page(Ask::bare("POST", "login/passkey/begin"))).await?;
    let shown = device.sign(&asked.body["options"]);
    if let Outcome::Yes(login) = answer(&mut other, &asked, "login/passkey", shown, None).await? {
        other.enter(&login).await?;
    }
    Some(())
}

/// Removes the passkey, confirmed with itself.
async fn take_away(of: &mut Newcomer, device: &mut Device, id: &str) -> Option<()> {
    let ask = Ask::bare("DELETE", format!("user/passkeys/{id}"));
    let refused = of.person.insist(&ask).await?;
    let challenge = challenge(&refused)?;
    let place = format!("user/two-factor/challenges/{challenge}/passkey");
    let asked = of.person.insist(&from_page(Ask::bare("POST", format!("{place}/begin")))).await?;
    let shown = device.sign(&asked.body["options"]);
    let Outcome::Yes(given) = answer(&mut of.person, &asked, &place, shown, None).await? else { return None };
    let token = given.text("/token")?;
    of.forget("passkeys");
    of.forget("switches");
    let gone = of.person.once(format!("token {token}"), &ask.with("auth-2fa-token", token)).await?;
    let Outcome::Yes(_) = gone else { return None };
    of.fact("passkeys", "0");
    // The recovery codes end with the last factor.
    if of.person.factor.as_ref().is_some_and(|factor| !factor.has_app()) {
        of.person.factor = None;
    }
    Some(())
}
