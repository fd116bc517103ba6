//! The second ledger detects errors: each test corrupts the state of the first one.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::{Amount, Currency, ProfileId};
use uuid::Uuid;

use super::MemoryJournal;
use crate::{Account, Change, Record, Transfer, TransferKind};

fn now() -> DateTime<Utc> {
    DateTime::UNIX_EPOCH + TimeDelta::days(20_000)
}

fn customer() -> Account {
    Account::customer(ProfileId::from_uuid(Uuid::from_u128(1)), Currency::EUR)
}

fn post(id: u128, debit: Account, credit: Account, atoms: i128) -> Transfer {
    Transfer::post(Uuid::from_u128(id), debit, credit, Amount::new(atoms, Currency::EUR), "test")
}

fn card() -> Account {
    Account::rail("card", Currency::EUR)
}

fn transit() -> Account {
    Account::transit(Currency::EUR)
}

fn record(version: i64, status: &str) -> Option<Record> {
    Some(Record {
        id: Uuid::from_u128(99),
        kind: "transaction".into(),
        owner: Uuid::nil(),
        status: status.to_owned(),
        version,
        body: serde_json::Value::Null,
        due_at: Some(now()),
        reason: "test".to_owned(),
        actor: "test".to_owned(),
    })
}

fn commit(journal: &mut MemoryJournal, key: &str, record: Option<Record>, transfers: Vec<Transfer>) {
    let change = Change { key: key.into(), record, transfers, ..Change::default() };
    journal
        .commit(Uuid::from_u128(key.bytes().fold(0, |n, byte| n * 256 + u128::from(byte))), change, now())
        .expect("it is a good change");
}

fn rule(journal: &MemoryJournal) -> Option<&'static str> {
    journal.broken().map(|broken| broken.rule)
}

#[test]
fn committed_data_reads_back_and_a_consistent_ledger_verifies() {
    let mut journal = MemoryJournal::new();
    commit(&mut journal, "in", record(1, "PROCESSING"), vec![post(1, card(), transit(), 100)]);
    let hold = Transfer { kind: TransferKind::Hold { expires_at: None }, ..post(2, transit(), customer(), 100) };
    commit(&mut journal, "hold", record(2, "PROCESSING"), vec![hold.clone()]);
    assert_eq!((journal.open_holds(), journal.due(now(), 5)), (1, vec![Uuid::from_u128(99)]));
    let posted = Transfer { id: Uuid::from_u128(3), kind: TransferKind::PostHold { hold: hold.id }, ..hold };
    commit(&mut journal, "out", record(3, "DONE"), vec![posted]);
    assert_eq!(rule(&journal), None);
    assert_eq!(journal.open_holds(), 0);
    assert_eq!((journal.balance(&card()), journal.balance(&transit()), journal.balance(&customer())), (-100, 0, 100));
    assert_eq!(journal.balances(Uuid::from_u128(1))[0].available.atoms(), 100);
    assert_eq!(journal.history(Uuid::from_u128(99)).len(), 3);
    assert_eq!(journal.transfers().len(), 3);
}

#[test]
fn money_left_in_transit_of_an_ended_record_is_detected() {
    let mut journal = MemoryJournal::new();
    commit(&mut journal, "in", record(1, "PROCESSING"), vec![post(1, card(), transit(), 100)]);
    commit(&mut journal, "out", record(2, "DONE"), vec![post(2, transit(), customer(), 99)]);
    assert_eq!(rule(&journal), Some("I11"));
}

#[test]
fn taking_another_records_money_out_of_transit_is_detected() {
    let mut journal = MemoryJournal::new();
    commit(&mut journal, "in", record(1, "PROCESSING"), vec![post(1, card(), transit(), 100)]);
    let thief = record(1, "PROCESSING").map(|record| Record { id: Uuid::from_u128(98), ..record });
    commit(&mut journal, "out", thief, vec![post(2, transit(), customer(), 1)]);
    assert_eq!(rule(&journal), Some("I5"));
}

#[test]
fn a_balance_that_differs_from_its_transfers_is_detected() {
    let mut journal = MemoryJournal::new();
    commit(&mut journal, "in", None, vec![post(1, card(), customer(), 100)]);
    let account = journal.state.accounts.get_mut(&customer().key()).expect("it was paid to");
    account.figures.credits_posted += 1;
    commit(&mut journal, "again", None, vec![post(2, card(), customer(), 100)]);
    assert_eq!(rule(&journal), Some("I3"));
}

#[test]
fn a_lost_version_is_detected() {
    let mut journal = MemoryJournal::new();
    commit(&mut journal, "in", None, vec![post(1, card(), customer(), 100)]);
    journal.state.accounts.get_mut(&card().key()).expect("it paid").version += 1;
    commit(&mut journal, "again", None, vec![post(2, card(), customer(), 100)]);
    assert_eq!(rule(&journal), Some("I3"));
}

#[test]
fn an_overdrawn_customer_is_detected() {
    let mut journal = MemoryJournal::new();
    commit(&mut journal, "in", None, vec![post(1, card(), customer(), 100)]);
    journal.state.accounts.get_mut(&customer().key()).expect("it was paid to").limit = crate::Limit::None;
    commit(&mut journal, "out", None, vec![post(2, customer(), card(), 101)]);
    assert_eq!(rule(&journal), Some("I4"));
}
