//! From a bank's statement to lines. Pure.

use iso20022::camt::{Entry, EntryTransaction, MessageKind, Statement};

use super::meaning::{Line, REMITTANCE_MAX};
use super::payment_reference;

/// The longest IBAN (ISO 13616), as in the column.
const IBAN_MAX: usize = 34;

/// The lines of a booked entry that moves money. An entry is read once: if one of its lines was read before, all were.
pub(super) fn lines(statement: &Statement, entry: &Entry) -> Vec<Line> {
    if !entry.booked {
        return Vec::new();
    }
    let is_clear = entry.details_add_up() && can_be_found_again(statement, entry);
    let parts: Vec<Line> = match is_clear {
        true => entry.transactions.iter().enumerate().map(|(at, part)| line(statement, entry, at, part)).collect(),
        // One line for the whole entry, which an operator looks at.
        false => entry.transactions.first().map(|part| whole(statement, entry, part)).into_iter().collect(),
    };
    parts.into_iter().filter(|line| line.amount.is_positive()).collect()
}

/// Whether a later message cannot repeat the entry under another key. A notification without the bank's reference is
/// repeated by the statement that follows.
fn can_be_found_again(statement: &Statement, entry: &Entry) -> bool {
    entry.has_lasting_key() || statement.kind == MessageKind::Statement
}

fn line(statement: &Statement, entry: &Entry, at: usize, part: &EntryTransaction) -> Line {
    let returned = part.return_reason.as_ref().map(|reason| {
        let words = [reason.code.as_deref(), reason.text.as_deref()].into_iter().flatten().collect::<Vec<_>>();
        if words.is_empty() { "the bank gave no reason".to_owned() } else { words.join(" ") }
    });
    let iban = part.counterparty_account.as_ref().and_then(|account| account.iban()).map(str::to_owned);
    let day = entry.booking_date.or(entry.value_date).map(|day| day.to_string());
    let key = format!("{}|{at}", entry.key);
    let name = part.counterparty_name.clone();
    let parts = [day.as_ref(), part.end_to_end_id.as_ref(), iban.as_ref(), name.as_ref()];
    Line {
        own_reference: payment_reference(&format!("{key}|{parts:?}")),
        reference: payment_reference(&key),
        is_notified: statement.kind == MessageKind::Notification,
        is_lasting: entry.has_lasting_key(),
        is_credit: part.is_credit,
        needs_a_look: (entry.is_reversal && returned.is_none()) || is_total(part),
        amount: part.amount,
        booked_on: entry.booking_date,
        end_to_end_id: part.end_to_end_id.clone(),
        iban: iban.map(|iban| iban.chars().take(IBAN_MAX).collect()),
        name,
        remittance: remittance(part),
        returned,
    }
}

fn whole(statement: &Statement, entry: &Entry, part: &EntryTransaction) -> Line {
    Line { amount: entry.amount, is_credit: entry.is_credit, needs_a_look: true, ..line(statement, entry, 0, part) }
}

/// A credit that names no payer may be the total of several payments, which another message names.
fn is_total(part: &EntryTransaction) -> bool {
    part.is_credit
        && part.return_reason.is_none()
        && part.counterparty_name.is_none()
        && part.counterparty_account.is_none()
}

fn remittance(part: &EntryTransaction) -> String {
    let text = part.remittance.as_deref().or(part.creditor_reference.as_deref()).unwrap_or_default();
    text.chars().take(REMITTANCE_MAX).collect()
}

/// Whether a statement is of this account. Some banks leave the country and check digits of an IBAN out.
pub(super) fn is_of(statement: &Statement, iban: &str) -> bool {
    let number = statement.account.number();
    number == iban || iban.get(2..) == Some(number) || iban.get(4..) == Some(number)
}
