//! An operator's passkey: created, named, used for sign-in and confirmation, used to sign approvals, and removed. A
//! removed operator's passkey must not work.

use serde_json::{Value, json};
use tokio::time::Instant;

use super::{Operator, REASON};
use crate::http::Answer;
use crate::passkey::Device;
use crate::person::Outcome;

/// The percentage of used passkeys that are kept for signing approvals.
const KEPT_PERCENT: u64 = 60;

/// Uses a passkey as described in the module. A passkey whose creation is uncertain after a lost answer is forgotten.
pub(super) async fn use_one(of: &mut Operator) -> Option<()> {
    let (mut device, id) = match of.key.take() {
        Some(kept) => kept,
        None => make(of).await?,
    };
    of.ask("PUT", &format!("session/passkeys/{id}"), Some(json!({ "name": "Old key" }))).await?;
    sign_in(of, &mut device).await?;
    let asked = of.ask("POST", "session/confirm/passkey/begin", None).await?;
    let shown = device.sign(&asked.body["options"]);
    if let Outcome::Yes(_) = answer(of, &asked, "session/confirm/passkey", shown, None).await? {
        of.confirmed = Some(Instant::now());
    }
    if of.person.chance.percent(KEPT_PERCENT) {
        of.key = Some((device, id));
        return Some(());
    }
    of.confirm().await?;
    let gone = of.ask("DELETE", &format!("session/passkeys/{id}"), None).await?;
    if gone.is_ok() && sign_in(of, &mut device).await.is_some() {
        broken(of, "a passkey that was taken away signed an operator in");
    }
    Some(())
}

/// The signature of an approval; null for an operator without a passkey. First removes passkeys whose devices were
/// forgotten.
pub(super) async fn sign(of: &mut Operator, proposal: &str) -> Option<Value> {
    let begin = format!("proposals/{proposal}/approve/begin");
    let asked = of.ask("POST", &begin, Some(json!({ "reason": REASON }))).await?;
    let asked = &asked.body["passkey"];
    if asked.is_null() {
        return Some(Value::Null);
    }
    if let Some((device, _)) = &mut of.key {
        return Some(json!({ "request_id": asked["request_id"], "credential": device.sign(&asked["options"]) }));
    }
    let list = of.ask("GET", "session/passkeys", None).await?;
    for one in list.body["passkeys"].as_array()? {
        of.ask("DELETE", &format!("session/passkeys/{}", one["id"].as_str()?), None).await?;
    }
    Some(Value::Null)
}

/// A new device, and its id at the server.
pub(super) async fn make(of: &mut Operator) -> Option<(Device, String)> {
    let name = format!("key {:x}", of.person.chance.next());
    let mut device = Device::new(&name)?;
    of.confirm().await?;
    let asked = of.ask("POST", "session/passkeys/begin", None).await?;
    if !asked.is_ok() {
        return None;
    }
    let made = device.make(&asked.body["options"]);
    let Outcome::Yes(_) = answer(of, &asked, "session/passkeys", made, Some(&name)).await? else { return None };
    let list = of.ask("GET", "session/passkeys", None).await?;
    let own = list.body["passkeys"].as_array()?.iter().find(|one| one["name"] == name.as_str())?;
    Some((device, own["id"].as_str()?.to_owned()))
}

/// Signs in with the passkey alone; `None` if the server refuses.
pub(super) async fn sign_in(of: &mut Operator, device: &mut Device) -> Option<()> {
    let begin = of.dressed("POST", "session/passkey/begin", None);
    let asked = of.person.insist(&begin).await?;
    let shown = device.sign(&asked.body["options"]);
    let Outcome::Yes(signed) = answer(of, &asked, "session/passkey", shown, None).await? else { return None };
    of.wear(signed.cookies);
    Some(())
}

/// Answers a passkey ceremony, which may succeed only once.
async fn answer(
    of: &mut Operator,
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
    let ask = of.dressed("POST", path, Some(body));
    of.person.once(format!("ceremony {request}"), &ask).await
}

pub(super) fn broken(of: &Operator, what: &str) {
    of.history().note(|seen| seen.broken.push(("I18", what.to_owned())));
}
