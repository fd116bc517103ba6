//! Several profiles of one user: created, named, closed and reopened, within the maximum number of open ones.

use serde_json::json;

use super::Newcomer;
use crate::http::{Answer, Ask};

/// The maximum number of open profiles, the first one included.
const OPEN_MAX: usize = 5;

/// An additional profile.
struct Profile {
    id: String,
    name: String,
    closed: bool,
}

/// Creates profiles, changes them, and closes and reopens one. Records nothing if a lost answer makes their state
/// uncertain.
pub async fn keep(of: &mut Newcomer) -> Option<()> {
    of.forget("profiles");
    let (mut own, wanted) = (Vec::new(), 1 + of.person.chance.place(OPEN_MAX - 1));
    let mut known = true;
    while known && own.len() < wanted {
        let name = of.fresh();
        let ask = Ask::send("POST", "profiles", json!({ "name": name }));
        let made = of.person.insist(&ask).await?;
        // A lost answer may have created a profile, so their number is uncertain.
        known = of.person.is_sure();
        of.expect(made.is_ok() || !known, &ask, &made);
        let Some(id) = made.text("/id").map(str::to_owned) else { return crowd(of).await };
        own.push(Profile { id, name, closed: false });
    }
    let place = of.person.chance.place(own.len());
    if change(of, &mut own[place]).await? && known {
        of.fact("profiles", told(own));
    }
    if of.person.chance.percent(60) {
        of.forget("profiles");
        crowd(of).await?;
    }
    Some(())
}

/// The facts in the checker's words.
fn told(mut own: Vec<Profile>) -> String {
    own.sort_by(|one, two| one.name.cmp(&two.name));
    let words = own.iter().map(|one| format!("{} {}", one.name, if one.closed { "closed" } else { "open" }));
    words.collect::<Vec<_>>().join(", ")
}

/// The known result of a request.
#[derive(Clone, Copy, PartialEq, Eq)]
enum KnownResult {
    Done,
    /// It took effect, and a delayed repetition may still take effect again.
    Again,
    Refused,
}

/// Sends an idempotent request, sometimes twice.
async fn done(of: &mut Newcomer, ask: &Ask) -> Option<KnownResult> {
    let answer = of.person.insist(ask).await?;
    let sure = of.person.is_sure();
    of.expect(answer.is_ok(), ask, &answer);
    if !answer.is_ok() {
        return Some(KnownResult::Refused);
    }
    if sure && of.person.chance.percent(40) {
        let again = of.person.insist(ask).await?;
        of.expect(again.is_ok(), ask, &again);
        return Some(if again.is_ok() && of.person.is_sure() { KnownResult::Done } else { KnownResult::Again });
    }
    Some(if sure { KnownResult::Done } else { KnownResult::Again })
}

/// Returns whether the profile's state is certain afterwards.
async fn change(of: &mut Newcomer, one: &mut Profile) -> Option<bool> {
    let name = of.fresh();
    let path = format!("profiles/{}", one.id);
    let named = done(of, &Ask::send("PUT", path.clone(), json!({ "name": name }))).await?;
    one.name = name;
    let quote = quote(of, &one.id).await?;
    let closed = done(of, &Ask::bare("POST", format!("{path}/close"))).await?;
    if closed == KnownResult::Refused {
        return Some(false);
    }
    one.closed = true;
    takes_no_order(of, one, &quote).await?;
    let known = (named, closed) == (KnownResult::Done, KnownResult::Done);
    if known && of.person.chance.percent(50) {
        one.closed = false;
        return Some(done(of, &Ask::bare("POST", format!("{path}/reopen"))).await? == KnownResult::Done);
    }
    Some(known)
}

/// Requests a quote for the profile.
async fn quote(of: &mut Newcomer, profile: &str) -> Option<Answer> {
    let request = json!({ "side": "BUY", "from_currency": "EUR", "from_payway": "iban", "to_currency": "LTC",
        "to_payway": "ltc", "from_amount": "75.50", "firm": true });
    of.person.insist(&Ask::send("POST", "quotes", request).with("profile-id", profile)).await
}

/// A closed profile must accept no order, neither on an earlier quote nor on a new one.
async fn takes_no_order(of: &mut Newcomer, one: &Profile, before: &Answer) -> Option<()> {
    let after = quote(of, &one.id).await?;
    let requisite = json!({ "kind": "address", "value": "ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9" });
    let body = json!({ "quote_id": before.body["id"], "requisite": requisite });
    let key = of.person.key();
    let ordered = of.person.insist(&Ask::once("orders", &key, Some(body)).with("profile-id", one.id.as_str())).await?;
    for answer in [after, ordered] {
        if !matches!(answer.status, 401 | 403) {
            let text = format!("profile {} was closed: {}", one.id, answer.shown());
            of.history().note(|seen| seen.broken.push(("I18", text)));
        }
    }
    Some(())
}

/// Creates profiles beyond the maximum, always two concurrently; the checker counts them.
async fn crowd(of: &mut Newcomer) -> Option<()> {
    for _ in 0..OPEN_MAX {
        let asks = [(); 2].map(|()| Ask::send("POST", "profiles", json!({ "name": of.fresh() })));
        let mut other = of.person.same_session();
        let (one, two) = tokio::join!(of.person.peek(&asks[0]), other.peek(&asks[1]));
        if [one, two].into_iter().flatten().any(|answer| answer.status == 409) {
            break;
        }
    }
    Some(())
}
