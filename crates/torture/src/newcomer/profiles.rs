//! Several profiles of one person: made, named, closed and opened again, and no more of them open than there may be.

use serde_json::json;

use super::Newcomer;
use crate::http::{Answer, Ask};

/// Open at a time, the first one included.
const OPEN_MAX: usize = 5;

/// One beside the first.
struct Profile {
    id: String,
    name: String,
    closed: bool,
}

/// Makes some, changes them, and closes and opens one again. Whoever does not know any more how they stand says nothing of them.
pub async fn keep(of: &mut Newcomer) -> Option<()> {
    of.forget("profiles");
    let (mut own, wanted) = (Vec::new(), 1 + of.person.chance.place(OPEN_MAX - 1));
    let mut known = true;
    while known && own.len() < wanted {
        let name = of.fresh();
        let ask = Ask::send("POST", "profiles", json!({ "name": name }));
        let made = of.person.insist(&ask).await?;
        // An answer that was lost may have made one of them already: then nobody knows how many there are.
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

/// In the words of the checker.
fn told(mut own: Vec<Profile>) -> String {
    own.sort_by(|one, two| one.name.cmp(&two.name));
    let words = own.iter().map(|one| format!("{} {}", one.name, if one.closed { "closed" } else { "open" }));
    words.collect::<Vec<_>>().join(", ")
}

/// What is known of something that was asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Told {
    Done,
    /// It is done, and may be done once more: what was asked for again can come late.
    Again,
    Refused,
}

/// What is wished twice and changes nothing the second time is wished twice.
async fn done(of: &mut Newcomer, ask: &Ask) -> Option<Told> {
    let answer = of.person.insist(ask).await?;
    let sure = of.person.is_sure();
    of.expect(answer.is_ok(), ask, &answer);
    if !answer.is_ok() {
        return Some(Told::Refused);
    }
    if sure && of.person.chance.percent(40) {
        let again = of.person.insist(ask).await?;
        of.expect(again.is_ok(), ask, &again);
        return Some(if again.is_ok() && of.person.is_sure() { Told::Done } else { Told::Again });
    }
    Some(if sure { Told::Done } else { Told::Again })
}

/// Whether it is known how the profile stands then.
async fn change(of: &mut Newcomer, one: &mut Profile) -> Option<bool> {
    let name = of.fresh();
    let path = format!("profiles/{}", one.id);
    let named = done(of, &Ask::send("PUT", path.clone(), json!({ "name": name }))).await?;
    one.name = name;
    let quote = quote(of, &one.id).await?;
    let closed = done(of, &Ask::bare("POST", format!("{path}/close"))).await?;
    if closed == Told::Refused {
        return Some(false);
    }
    one.closed = true;
    takes_no_order(of, one, &quote).await?;
    let known = (named, closed) == (Told::Done, Told::Done);
    if known && of.person.chance.percent(50) {
        one.closed = false;
        return Some(done(of, &Ask::bare("POST", format!("{path}/reopen"))).await? == Told::Done);
    }
    Some(known)
}

/// A price for the profile.
async fn quote(of: &mut Newcomer, profile: &str) -> Option<Answer> {
    let wish = json!({ "side": "BUY", "from_currency": "EUR", "from_payway": "iban", "to_currency": "LTC",
        "to_payway": "ltc", "from_amount": "75.50", "firm": true });
    of.person.insist(&Ask::send("POST", "quotes", wish).with("profile-id", profile)).await
}

/// Neither on a price that it had before nor on another one.
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

/// Wants more than there may be, two at the same moment each time; the checker counts.
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
