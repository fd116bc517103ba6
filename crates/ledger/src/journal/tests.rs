//! Properties of the pure part, over random programs.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, TimeDelta, Utc};
use kernel::{Amount, Currency, MAX_ATOMS, ProfileId};
use proptest::prelude::*;
use uuid::Uuid;

use super::check::{CheckedChange, check};
use super::decide::{Decided, TransferRow, decide};
use super::state::{HoldStatus, State};
use crate::{Account, Change, ChangeKey, CommitError, Expected, InvalidChange, Limit, Record, Transfer, TransferKind};

fn start() -> DateTime<Utc> {
    DateTime::UNIX_EPOCH + TimeDelta::days(20_000)
}

fn accounts() -> [Account; 6] {
    let profile = |n| ProfileId::from_uuid(Uuid::from_u128(n));
    [
        Account::customer(profile(1), Currency::EUR),
        Account::customer(profile(2), Currency::EUR),
        Account::rail("card", Currency::EUR),
        Account::transit(Currency::EUR),
        Account::customer(profile(1), Currency::BTC),
        Account::rail("btc", Currency::BTC),
    ]
}

/// One step of a random transfer: kind, source, destination, amount, and the earlier transfer to use as hold.
type Step = (u8, usize, usize, i128, usize);

fn step() -> impl Strategy<Value = Step> {
    (0..6_u8, 0..6_usize, 0..6_usize, prop_oneof![1..50_i128, 1..=MAX_ATOMS], 0..40_usize)
}

/// A program: changes with a key out of few, so that some repeat, an optional record, transfers, and elapsed time.
fn program() -> impl Strategy<Value = Vec<(u8, Option<u8>, Vec<Step>, i64)>> {
    let change = (0..60_u8, proptest::option::of(0..3_u8), proptest::collection::vec(step(), 0..5), 0..30_i64);
    proptest::collection::vec(change, 1..60)
}

struct Run {
    state: State,
    rows: Vec<TransferRow>,
    holds: Vec<Transfer>,
    now: DateTime<Utc>,
    next: u128,
}

impl Run {
    fn id(&mut self) -> Uuid {
        self.next += 1;
        Uuid::from_u128(self.next)
    }

    fn transfer(&mut self, (kind, from, to, atoms, hold): Step) -> Transfer {
        let id = self.id();
        let names = accounts();
        let (debit, credit) = (names[from].clone(), names[to].clone());
        let amount = Amount::new(atoms, debit.currency);
        let plain = |kind| Transfer { id, debit, credit, amount, kind, code: "test" };
        let Some(held) = self.holds.get(hold % self.holds.len().max(1)).cloned().filter(|_| kind > 2) else {
            let expires_at = (atoms % 2 == 0).then(|| self.now + TimeDelta::seconds(20));
            return plain(if kind == 2 { TransferKind::Hold { expires_at } } else { TransferKind::Post });
        };
        let of_hold =
            |kind, atoms: i128| Transfer { id, kind, amount: Amount::new(atoms, amount.currency()), ..held.clone() };
        let part = (atoms % held.amount.atoms()) + 1;
        match kind {
            3 => of_hold(TransferKind::PostHold { hold: held.id }, part),
            4 => of_hold(TransferKind::VoidHold { hold: held.id }, held.amount.atoms()),
            _ => of_hold(TransferKind::ExpireHold { hold: held.id }, held.amount.atoms()),
        }
    }

    /// Runs one change, and checks the invariants whatever the answer is.
    fn commit(&mut self, key: u8, record: Option<u8>, steps: &[Step]) -> Result<(), TestCaseError> {
        let transfers: Vec<Transfer> = steps.iter().map(|step| self.transfer(*step)).collect();
        let record = record.map(|n| self.record(n, steps.len()));
        let change = Change { key: ChangeKey(key.to_string()), record, transfers, ..Change::default() };
        let id = self.id();
        let Ok(checked) = check(id, change.clone()) else { return Ok(()) };
        let before = self.state.clone();
        match decide(&mut self.state, &checked, self.now) {
            Ok(Decided::Accepted(receipt, rows)) => {
                prop_assert_eq!(rows.len(), checked.change.transfers.len());
                prop_assert!(!receipt.replayed && !before.receipts.contains_key(&receipt.key));
                self.rows.extend(rows);
                self.holds.extend(change.transfers.into_iter().filter(|t| matches!(t.kind, TransferKind::Hold { .. })));
            }
            Ok(Decided::Known(receipt)) => {
                prop_assert!(receipt.replayed);
                prop_assert_eq!(before.receipts.get(&receipt.key).map(|r| r.change), Some(receipt.change));
                prop_assert_eq!(&self.state, &before);
            }
            // A refusal leaves no trace, however many of its transfers were valid.
            Err(_) => prop_assert_eq!(&self.state, &before),
        }
        self.books_are_right()
    }

    fn record(&self, n: u8, salt: usize) -> Record {
        let id = Uuid::from_u128(1 << 100 | u128::from(n));
        let found = self.state.records.get(&id).map_or(0, |r| r.version);
        Record {
            id,
            kind: "transaction".into(),
            owner: Uuid::nil(),
            status: "NEW".into(),
            // Every fourth change was decided on an outdated version.
            version: found + if salt == 3 { 2 } else { 1 },
            body: serde_json::Value::Null,
            due_at: None,
            reason: "test".into(),
            actor: "test".into(),
        }
    }

    fn books_are_right(&self) -> Result<(), TestCaseError> {
        let mut sums: BTreeMap<Currency, (i128, i128)> = BTreeMap::new();
        for (key, account) in &self.state.accounts {
            let figures = account.figures;
            let sum = sums.entry(account.account.currency).or_default();
            sum.0 = sum.0.wrapping_add(figures.debits_posted).wrapping_sub(figures.credits_posted);
            sum.1 = sum.1.wrapping_add(figures.debits_pending).wrapping_sub(figures.credits_pending);
            prop_assert!(figures.fits());
            prop_assert!(account.limit == Limit::None || figures.available() >= 0, "{} is overdrawn", account.account);

            let rows: Vec<&TransferRow> =
                self.rows.iter().filter(|r| r.debit.account == *key || r.credit.account == *key).collect();
            let side =
                |r: &TransferRow| if r.debit.account == *key { (r.debit, -r.posted) } else { (r.credit, r.posted) };
            let mut balance = 0;
            for (n, row) in (1..).zip(&rows) {
                let (side, change) = side(row);
                balance += change;
                prop_assert_eq!((side.version, side.balance), (n, balance));
            }
            prop_assert_eq!((account.version, figures.balance()), (rows.len() as i64, balance));
            let open = |h: &&super::state::HoldState| h.status == HoldStatus::Open;
            let held = self.state.holds.values().filter(open).filter(|h| h.debit == *key).map(|h| h.amount);
            prop_assert_eq!(figures.debits_pending, held.sum::<i128>());
        }
        prop_assert!(sums.values().all(|sum| *sum == (0, 0)), "{:?}", sums);
        Ok(())
    }
}

proptest! {
    #[test]
    fn no_program_creates_or_loses_money_or_leaves_half_a_change(program in program()) {
        let mut run = Run { state: State::default(), rows: Vec::new(), holds: Vec::new(), now: start(), next: 1 };
        for (key, record, steps, seconds) in program {
            run.now += TimeDelta::seconds(seconds);
            run.commit(key, record, &steps)?;
        }
    }
}

fn checked(key: &str, transfers: Vec<Transfer>) -> CheckedChange {
    let change = Change { key: key.into(), transfers, ..Change::default() };
    check(Uuid::from_u128(key.bytes().fold(0, |n, b| n * 256 + u128::from(b))), change)
        .expect("the change is well formed")
}

fn post(id: u128, from: usize, to: usize, atoms: i128) -> Transfer {
    let [debit, credit] = [accounts()[from].clone(), accounts()[to].clone()];
    let amount = Amount::new(atoms, debit.currency);
    Transfer::post(Uuid::from_u128(id), debit, credit, amount, "test")
}

#[test]
fn a_customer_cannot_spend_what_is_held() {
    let mut state = State::default();
    let hold = Transfer { kind: TransferKind::Hold { expires_at: None }, ..post(2, 0, 1, 70) };
    decide(&mut state, &checked("in", vec![post(1, 2, 0, 100)]), start()).expect("money comes in");
    decide(&mut state, &checked("hold", vec![hold]), start()).expect("70 of 100 are held");
    let refused = decide(&mut state, &checked("spend", vec![post(3, 0, 1, 31)]), start()).expect_err("30 are left");
    let eur = |atoms| Amount::new(atoms, Currency::EUR);
    let account = Box::new(accounts()[0].clone());
    assert_eq!(refused, CommitError::Insufficient { account, needed: eur(31), available: eur(30) });
    decide(&mut state, &checked("spend", vec![post(3, 0, 1, 30)]), start()).expect("30 are left");
}

#[test]
fn a_hold_that_has_expired_can_only_be_released() {
    let mut state = State::default();
    let later = start() + TimeDelta::seconds(60);
    let id = Uuid::from_u128(2);
    let hold = Transfer { kind: TransferKind::Hold { expires_at: Some(later) }, ..post(2, 2, 0, 70) };
    decide(&mut state, &checked("hold", vec![hold.clone()]), start()).expect("held");
    let of_hold = |n, kind| Transfer { id: Uuid::from_u128(n), kind, ..hold.clone() };
    let expire = |key| checked(key, vec![of_hold(3, TransferKind::ExpireHold { hold: id })]);
    let early = decide(&mut state, &expire("early"), later - TimeDelta::seconds(1));
    assert_eq!(early, Err(InvalidChange::HoldNotExpired(id).into()));
    let late = checked("late", vec![of_hold(4, TransferKind::PostHold { hold: id })]);
    assert_eq!(decide(&mut state, &late, later), Err(InvalidChange::HoldExpired(id).into()));
    decide(&mut state, &expire("expire"), later).expect("its time has passed");
    let again = checked("again", vec![of_hold(5, TransferKind::VoidHold { hold: id })]);
    assert_eq!(decide(&mut state, &again, later), Err(InvalidChange::HoldEnded(id).into()));
}

#[test]
fn a_change_decided_on_an_old_version_is_refused_with_the_new_one() {
    let mut state = State::default();
    let record = Uuid::from_u128(9);
    let expects = vec![Expected { record, version: 1 }];
    let change = check(Uuid::nil(), Change { key: "k".into(), expects, ..Change::default() }).expect("well formed");
    assert_eq!(decide(&mut state, &change, start()), Err(CommitError::Moved { record, expected: 1, found: 0 }));
}

#[test]
fn a_commit_repeated_after_a_lost_answer_is_not_a_replay() {
    let mut state = State::default();
    let first = checked("k", vec![post(1, 2, 0, 5)]);
    let Ok(Decided::Accepted(receipt, _)) = decide(&mut state, &first, start()) else { panic!("accepted") };
    assert_eq!(decide(&mut state, &first, start()), Ok(Decided::Known(receipt.clone())));
    let other = CheckedChange { id: Uuid::from_u128(1), ..first };
    assert_eq!(decide(&mut state, &other, start()), Ok(Decided::Known(crate::Receipt { replayed: true, ..receipt })));
}

#[test]
fn a_change_that_breaks_a_rule_of_its_own_never_reaches_the_queue() {
    let refused = |change: Change| check(Uuid::nil(), change).expect_err("breaks a rule");
    let with = |transfers| Change { key: "k".into(), transfers, ..Change::default() };
    let id = Uuid::from_u128(1);
    assert_eq!(refused(Change::default()), InvalidChange::Key(0));
    assert_eq!(refused(Change { key: "k".repeat(201).into(), ..Change::default() }), InvalidChange::Key(201));
    assert_eq!(refused(with(vec![post(1, 0, 0, 1)])), InvalidChange::SameAccount(id));
    assert_eq!(refused(with(vec![post(1, 0, 4, 1)])), InvalidChange::MixedCurrencies(id));
    assert_eq!(refused(with(vec![post(1, 0, 1, 0)])), InvalidChange::NotPositive(id));
    assert_eq!(refused(with(vec![post(1, 0, 1, MAX_ATOMS + 1)])), InvalidChange::TooLarge(id));
    assert_eq!(refused(with(vec![post(1, 0, 1, 1), post(1, 1, 0, 1)])), InvalidChange::TransferExists(id));
    let many: Vec<Transfer> = (0..65).map(|n| post(n, 0, 1, 1)).collect();
    assert_eq!(refused(with(many)), InvalidChange::TooMany { what: "transfers", found: 65, max: 64 });
    let both = vec![Expected { record: id, version: 1 }, Expected { record: id, version: 2 }];
    let expects = |expects| Change { key: "k".into(), expects, ..Change::default() };
    assert_eq!(refused(expects(both)), InvalidChange::RecordVersion(id));
    assert_eq!(refused(expects(vec![Expected { record: id, version: -1 }])), InvalidChange::RecordVersion(id));
    let ids: BTreeSet<Uuid> = accounts().iter().map(|a| Uuid::from_u128(a.key() as u128)).collect();
    assert_eq!(ids.len(), accounts().len());
}
