//! Data exports: requested more often than allowed, downloaded completely, and without other users' orders.

use std::collections::BTreeSet;
use std::time::Duration;

use serde_json::Value;
use tokio::time::{Instant, sleep};

use crate::history::{Action, Seen};
use crate::http::{Answer, Ask};
use crate::person::{Person, bare};

/// The pause between two queries of a pending export, and their maximum number.
const BREATH: Duration = Duration::from_millis(250);
const LOOKS: usize = 40;

/// The request for an export.
pub fn request() -> Ask {
    Ask::bare("POST", "user/exports")
}

/// Requests an export, the first time over two connections concurrently, and checks it.
pub async fn have(person: &mut Person) -> Option<()> {
    if person.copied.is_none() {
        begin(person);
        let mut other = person.same_session();
        let ask = request();
        let _both = tokio::join!(person.peek(&ask), other.peek(&ask));
        // It is unknown which of them arrived; further requests beyond the limit are refused.
        while Instant::now() < person.until {
            if person.nudge(&ask).await.is_some_and(|answer| answer.status < 500) {
                break;
            }
            sleep(BREATH).await;
        }
    }
    look(person).await
}

/// An export that is requested from now on contains at least the user's acknowledged orders.
pub fn begin(person: &mut Person) {
    person.copied = Some(own_orders(person));
}

/// Waits for the newest export, and reads it once it is ready.
pub async fn look(person: &mut Person) -> Option<()> {
    for _ in 0..LOOKS {
        let list = person.insist(&Ask::get("user/exports")).await?;
        let newest = &list.body["data"][0];
        match newest["state"].as_str() {
            Some("ready") => return read(person, newest).await,
            Some("waiting") => sleep(BREATH).await,
            _ => return Some(()),
        }
        if Instant::now() > person.until {
            return None;
        }
    }
    Some(())
}

/// Reads an export that is ready, sometimes twice.
async fn read(person: &mut Person, copy: &Value) -> Option<()> {
    person.history.fact(&person.user, "copy", "ready");
    let id = copy["id"].as_str()?;
    let times = if person.chance.percent(30) { 2 } else { 1 };
    for _ in 0..times {
        let file = person.insist(&Ask::get(format!("user/exports/{id}/file"))).await?;
        // An operator may have blocked the user.
        if matches!(file.status, 401 | 403) {
            return Some(());
        }
        let wrong = wrong(person, copy, &file);
        person.history.note(|seen| {
            seen.copies += 1;
            seen.broken.extend(wrong.map(|wrong| ("COPY", format!("{id}: {wrong}"))));
        });
    }
    Some(())
}

/// The error in the file, if any.
fn wrong(person: &Person, copy: &Value, file: &Answer) -> Option<String> {
    if !file.is_ok() {
        return Some(format!("told to be ready: {}", file.shown()));
    }
    if copy["bytes"].as_u64() != Some(file.bytes.len() as u64) {
        return Some(format!("{} bytes instead of {}", file.bytes.len(), copy["bytes"]));
    }
    let owner = file.text("/profile/0/id").map(bare);
    if owner != Some(person.user.as_str()) {
        return Some(format!("it is of {owner:?} and not of {}: {}", person.user, file.shown()));
    }
    let Some(rows) = file.body["transactions"].as_array() else { return Some("it has no orders".to_owned()) };
    let ids = |rows: &mut dyn Iterator<Item = &Value>| -> BTreeSet<String> {
        rows.filter_map(|row| Some(bare(row["id"].as_str()?).to_owned())).collect()
    };
    let there = ids(&mut rows.iter());
    person.history.note(|seen| seen.copied.extend(there.iter().map(|id| (person.user.clone(), id.clone()))));
    // Payments that were repeated or late appear as transactions without an order: the checker verifies their owner.
    let ordered = ids(&mut rows.iter().filter(|row| row["type"] != "PAYIN"));
    let own = own_orders(person);
    let before = person.copied.iter().flatten();
    let missing: Vec<&String> = before.filter(|order| !there.contains(*order)).collect();
    let strange: Vec<&String> = ordered.iter().filter(|order| !own.contains(*order)).collect();
    let is_whole = missing.is_empty() && strange.is_empty() && rows.len() == there.len();
    (!is_whole).then(|| format!("{} orders, without {missing:?}, with {strange:?}", rows.len()))
}

/// The user's acknowledged orders.
fn own_orders(person: &Person) -> BTreeSet<String> {
    let all = |seen: &mut Seen| {
        let made = seen.told.iter().filter(|told| told.action == Action::Order && person.is_own_key(&told.key));
        made.filter_map(|told| Some(bare(told.transaction.as_deref()?).to_owned())).collect()
    };
    person.history.note(all)
}
