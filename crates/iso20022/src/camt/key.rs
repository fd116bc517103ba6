//! The keys of entries: see [`Entry::key`].

use std::collections::BTreeMap;

use super::{Account, Entry, MessageKind};

/// The parts of the statement for a key without a bank's reference.
pub struct StatementContext<'s> {
    pub kind: MessageKind,
    /// The number of the page.
    pub page: Option<&'s str>,
    pub statement_id: &'s str,
}

/// Writes the key of every entry of a statement.
pub fn set_keys(account: &Account, place: &StatementContext<'_>, entries: &mut [Entry]) {
    let mut seen: BTreeMap<(bool, String), usize> = BTreeMap::new();
    for entry in entries {
        let key = without_position(account, place, entry);
        let position = seen.entry((entry.booked, key)).or_default();
        *position += 1;
        entry.key = format!("{}|{position}", without_position(account, place, entry));
    }
}

fn without_position(account: &Account, place: &StatementContext<'_>, entry: &Entry) -> String {
    let day = |day: Option<chrono::NaiveDate>| day.map_or_else(|| "-".to_owned(), |day| day.to_string());
    let direction = if entry.is_credit { "CRDT" } else { "DBIT" };
    let amount = entry.amount.to_string();
    let account = escaped(account.number());
    match &entry.bank_reference {
        Some(reference) => ["ref", &account, &escaped(reference), direction, &amount].join("|"),
        None => {
            let (booked, value) = (day(entry.booking_date), day(entry.value_date));
            let kind = match place.kind {
                MessageKind::Statement => "STMT",
                MessageKind::Notification => "NTFC",
            };
            let (page, id) = (place.page.map_or_else(|| "-".to_owned(), escaped), escaped(place.statement_id));
            ["own", &account, kind, &page, &id, &booked, &value, direction, &amount].join("|")
        }
    }
}

fn escaped(part: &str) -> String {
    part.replace('%', "%25").replace('|', "%7C")
}
