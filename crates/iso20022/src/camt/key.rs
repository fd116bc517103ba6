//! The keys of entries: see [`Entry::key`].

use std::collections::BTreeMap;

use super::{Account, Entry};

/// Writes the key of every entry of a statement.
pub fn set_keys(account: &Account, statement_id: &str, entries: &mut [Entry]) {
    let mut seen: BTreeMap<(bool, String), usize> = BTreeMap::new();
    for entry in entries {
        let key = without_position(account, statement_id, entry);
        let position = seen.entry((entry.booked, key)).or_default();
        *position += 1;
        entry.key = format!("{}|{position}", without_position(account, statement_id, entry));
    }
}

fn without_position(account: &Account, statement_id: &str, entry: &Entry) -> String {
    let day = |day: Option<chrono::NaiveDate>| day.map_or_else(|| "-".to_owned(), |day| day.to_string());
    let direction = if entry.is_credit { "CRDT" } else { "DBIT" };
    let amount = entry.amount.to_string();
    let account = escaped(account.number());
    match &entry.bank_reference {
        Some(reference) => ["ref", &account, &escaped(reference), direction, &amount].join("|"),
        None => {
            let (booked, value) = (day(entry.booking_date), day(entry.value_date));
            ["own", &account, &escaped(statement_id), &booked, &value, direction, &amount].join("|")
        }
    }
}

fn escaped(part: &str) -> String {
    part.replace('%', "%25").replace('|', "%7C")
}
