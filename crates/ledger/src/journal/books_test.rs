//! The cached state equals what a committed batch leaves in the database.

use chrono::{DateTime, TimeDelta};
use kernel::{Amount, Currency, ProfileId};
use uuid::Uuid;

use super::{Books, KEYS_MAX, ROWS_MAX, UNDER_WAY_MAX};
use crate::journal::check::{CheckedChange, check};
use crate::journal::decide::{Decided, TransferRow, decide};
use crate::{Account, Change, Transfer, TransferKind};

fn pay(number: u128, kind: TransferKind) -> CheckedChange {
    let customer = Account::customer(ProfileId::from_uuid(Uuid::from_u128(number)), Currency::EUR);
    let amount = Amount::new(7, Currency::EUR);
    let card = Account::rail("card", Currency::EUR);
    let transfer = Transfer { id: Uuid::from_u128(number), debit: card, credit: customer, amount, kind, code: "test" };
    let change = Change { key: number.to_string().into(), transfers: vec![transfer], ..Change::default() };
    check(Uuid::from_u128(number), change).expect("well formed")
}

fn book(books: &mut Books, batch: &[CheckedChange]) -> super::Touched {
    let now = DateTime::UNIX_EPOCH + TimeDelta::days(20_000);
    let mut rows: Vec<TransferRow> = Vec::new();
    for checked in batch {
        match decide(&mut books.state, checked, now) {
            Ok(Decided::Accepted(_, new)) => rows.extend(new),
            other => panic!("{other:?}"),
        }
    }
    books.close(&rows, batch.iter().map(|checked| checked.change.key.clone()), Vec::new(), Vec::new())
}

#[test]
fn each_batch_is_written_over_the_versions_the_last_one_left() {
    let mut books = Books::default();
    let first = book(&mut books, &[pay(1, TransferKind::Post), pay(2, TransferKind::Post)]);
    assert_eq!(first.accounts.iter().map(|(_, a)| a.stored_version).max(), Some(0));
    let second = book(&mut books, &[pay(3, TransferKind::Post)]);
    let card = Account::rail("card", Currency::EUR).key();
    let card = &second.accounts.iter().find(|(key, _)| *key == card).expect("touched").1;
    assert_eq!((card.stored_version, card.version, second.accounts.len()), (2, 3, 2));
    assert!(first.accounts.is_sorted_by_key(|(key, _)| *key), "locks are taken in one order");
}

#[test]
fn a_hold_is_inserted_once_and_then_ended() {
    let mut books = Books::default();
    let made = book(&mut books, &[pay(1, TransferKind::Hold { expires_at: None })]);
    assert_eq!(made.holds.iter().map(|(_, h)| (h.stored, h.ended_now)).collect::<Vec<_>>(), [(false, false)]);
    let mut ends = pay(2, TransferKind::VoidHold { hold: Uuid::from_u128(1) });
    let (debit, credit) =
        (ends.change.transfers[0].debit.clone(), pay(1, TransferKind::Post).change.transfers[0].credit.clone());
    ends.keys = vec![(debit.key(), credit.key())];
    ends.change.transfers[0].credit = credit;
    let ended = book(&mut books, &[ends]);
    assert_eq!(ended.holds.iter().map(|(_, h)| (h.stored, h.ended_now)).collect::<Vec<_>>(), [(true, true)]);
}

#[test]
fn cache_entries_in_flight_are_never_evicted_and_the_rest_is_bounded() {
    let mut books = Books::default();
    let many: Vec<CheckedChange> = (0..ROWS_MAX as u128).map(|n| pay(n, TransferKind::Post)).collect();
    book(&mut books, &many);
    assert!(books.keys.len() <= KEYS_MAX && books.state.receipts.len() <= KEYS_MAX);
    for n in 0..=UNDER_WAY_MAX as u128 {
        book(&mut books, &[pay((1 << 40) + n, TransferKind::Post)]);
    }
    let last: Vec<CheckedChange> =
        (1..=UNDER_WAY_MAX as u128).map(|n| pay((1 << 40) + n, TransferKind::Post)).collect();
    assert!(books.missing(&last.iter().collect::<Vec<_>>()).is_empty());
    assert!(!books.missing(&[&pay(5, TransferKind::Post)]).is_empty());
    assert!(books.state.accounts.len() <= UNDER_WAY_MAX + 2, "{}", books.state.accounts.len());
}
