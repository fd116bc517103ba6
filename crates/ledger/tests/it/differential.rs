//! Differential test: the same random programs run through the Journal on PostgreSQL and through the in-memory one must
//! give the same answers and the same ledger. So the simulation's results for the in-memory one also hold for the real
//! one.
//!
//! `AGIO_PROGRAMS` and `AGIO_SEED` select other or more programs.

use std::collections::BTreeMap;

use chrono::TimeDelta;
use kernel::{Amount, Currency, ProfileId};
use ledger::memory::MemoryJournal;
use ledger::{
    Account, Change, CommitError, Expected, InvalidChange, JournalConfig, Receipt, Record, Transfer, TransferKind,
    balances, history, statement,
};
use uuid::Uuid;

use crate::support::{Setup, profile};

/// The default number of programs.
const PROGRAMS: u64 = 200;
/// The number of batches of a program; the changes of a batch are committed concurrently.
const BATCHES: u64 = 3;
/// The maximum number of changes of a batch.
const CHANGES_MAX: u64 = 12;

/// SplitMix64.
struct Dice(u64);

impl Dice {
    fn below(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % sides
    }

    fn pick<T: Clone>(&mut self, all: &[T]) -> T {
        all[usize::try_from(self.below(all.len() as u64)).unwrap()].clone()
    }
}

/// The state of one program.
struct Program {
    dice: Dice,
    people: [ProfileId; 2],
    accounts: [Account; 6],
    holds: Vec<Transfer>,
    posted: Vec<Uuid>,
    records: [Uuid; 3],
    versions: BTreeMap<Uuid, i64>,
    next: u128,
}

impl Program {
    fn new(seed: u64) -> Self {
        // Own owners and ids, so that programs in one tenant stay distinct.
        let base = u128::from(seed) << 32;
        let people = [profile(base), profile(base + 1)];
        let accounts = [
            Account::customer(people[0], Currency::EUR),
            Account::customer(people[1], Currency::EUR),
            Account::rail(format!("card-{seed}"), Currency::EUR),
            Account::rail(format!("desk-{seed}"), Currency::EUR),
            Account::customer(people[0], Currency::BTC),
            Account::rail(format!("btc-{seed}"), Currency::BTC),
        ];
        let records = [1, 2, 3].map(|n| Uuid::from_u128(1 << 120 | base << 8 | n));
        let (holds, posted, versions) = (Vec::new(), Vec::new(), BTreeMap::new());
        Self { dice: Dice(seed), people, accounts, holds, posted, records, versions, next: 1 << 121 | base << 16 }
    }

    fn id(&mut self) -> Uuid {
        self.next += 1;
        Uuid::from_u128(self.next)
    }

    fn transfer(&mut self, setup: &Setup) -> Transfer {
        let (id, kind) = (self.id(), self.dice.below(9));
        if kind >= 6 && !self.holds.is_empty() {
            return self.end_of_hold(id, kind);
        }
        let debit = self.dice.pick(&self.accounts);
        // Mostly a single currency, and mostly possible.
        let same: Vec<Account> =
            self.accounts.iter().filter(|a| a.currency == debit.currency && **a != debit).cloned().collect();
        let credit = if self.dice.below(20) == 0 { self.dice.pick(&self.accounts) } else { self.dice.pick(&same) };
        let atoms = if self.dice.below(40) == 0 { 0 } else { 1 + i128::from(self.dice.below(100)) };
        let amount = Amount::new(atoms, debit.currency);
        let expires_at = (self.dice.below(2) == 0).then(|| setup.now() + TimeDelta::seconds(20));
        let kind = if kind >= 4 { TransferKind::Hold { expires_at } } else { TransferKind::Post };
        let transfer = Transfer { id, debit, credit, amount, kind, code: "test" };
        if matches!(kind, TransferKind::Hold { .. }) {
            self.holds.push(transfer.clone());
        }
        transfer
    }

    fn end_of_hold(&mut self, id: Uuid, kind: u64) -> Transfer {
        let held = self.dice.pick(&self.holds);
        let (hold, whole) = (held.id, held.amount.atoms());
        let (kind, atoms) = match kind {
            6 => (TransferKind::PostHold { hold }, 1 + i128::from(self.dice.below(120))),
            7 => (TransferKind::VoidHold { hold }, whole),
            _ => (TransferKind::ExpireHold { hold }, whole),
        };
        Transfer { id, kind, amount: Amount::new(atoms, held.amount.currency()), ..held }
    }

    fn record(&mut self) -> Record {
        let id = self.dice.pick(&self.records);
        let known = self.versions.get(&id).copied().unwrap_or(0);
        // Some changes are decided on an outdated version.
        let version = if self.dice.below(6) == 0 { known + 2 } else { known + 1 };
        let kind = if self.dice.below(30) == 0 { "other" } else { "transaction" };
        Record {
            id,
            kind: kind.into(),
            owner: self.people[0].uuid(),
            status: self.dice.pick(&["NEW", "PROCESSING", "MANUAL"]).to_owned(),
            version,
            body: serde_json::json!({ "step": version, "review": crate::support::held() }),
            due_at: None,
            reason: "a test".into(),
            actor: "nobody".into(),
        }
    }

    fn change(&mut self, setup: &Setup, seed: u64) -> Change {
        // Few keys, so that some are repeated, also within a batch.
        let key = format!("{seed}:{}", self.dice.below(40)).into();
        if self.dice.below(25) == 0
            && let Some(id) = self.posted.last().copied()
        {
            // Reuses a transfer's id.
            let [_, _, card, desk, ..] = self.accounts.clone();
            let again = Transfer::post(id, card, desk, Amount::new(1, Currency::EUR), "test");
            return Change { key, transfers: vec![again], ..Change::default() };
        }
        let transfers: Vec<Transfer> = (0..self.dice.below(4)).map(|_| self.transfer(setup)).collect();
        let record = (self.dice.below(2) == 0).then(|| self.record());
        let expects = (self.dice.below(5) == 0).then(|| {
            let record = self.dice.pick(&self.records);
            Expected { record, version: self.versions.get(&record).copied().unwrap_or(0) }
        });
        Change { key, transfers, record, expects: expects.into_iter().collect(), ..Change::default() }
    }
}

type Answer = Result<Receipt, CommitError>;

/// The answer without the change's random id.
fn said(answer: &Answer) -> Answer {
    match answer {
        Ok(receipt) => Ok(Receipt { change: Uuid::nil(), ..receipt.clone() }),
        // The database reports only the first of a change's duplicate ids.
        Err(CommitError::Invalid(InvalidChange::TransferExists(_))) => {
            Err(InvalidChange::TransferExists(Uuid::nil()).into())
        }
        Err(other) => Err(other.clone()),
    }
}

/// Runs the program of a seed through both. If `forgets`, the in-memory one misses the first batch.
async fn run(setup: &Setup, seed: u64, memory: &mut MemoryJournal, forgets: bool) -> Program {
    let mut first: BTreeMap<String, Uuid> = BTreeMap::new();
    let mut program = Program::new(seed);
    for batch in 0..BATCHES {
        let count = 1 + program.dice.below(CHANGES_MAX);
        let changes: Vec<Change> = (0..count).map(|_| program.change(setup, seed)).collect();
        let now = setup.now();
        let mut lost = MemoryJournal::new();
        let played = if forgets && batch == 0 { &mut lost } else { &mut *memory };
        let expected: Vec<Answer> =
            changes.iter().map(|change| played.commit(setup.world.uuid(), change.clone(), now)).collect();
        let waiting: Vec<_> = changes
            .iter()
            .map(|change| {
                let (journal, tenant, change) = (setup.journal.clone(), setup.tenant, change.clone());
                async move { journal.commit(tenant, change).await }
            })
            .collect();
        let answers = futures(waiting).await;
        for ((change, expected), answer) in changes.iter().zip(&expected).zip(&answers) {
            assert_eq!(said(answer), said(expected), "seed {seed}: {change:#?}");
            if let Ok(receipt) = answer {
                let id = *first.entry(receipt.key.0.clone()).or_insert(receipt.change);
                assert_eq!(receipt.change, id, "seed {seed}: one key, one change: {change:#?}");
                program.versions.extend(receipt.record.filter(|_| !receipt.replayed).map(|id| (id, receipt.version)));
                program.posted.extend(change.transfers.iter().map(|transfer| transfer.id));
            }
        }
        assert_eq!(memory.broken(), None, "seed {seed}");
        setup.clock.advance(TimeDelta::seconds(15));
    }
    program
}

/// Starts all futures in order, and waits for all.
async fn futures<F>(all: Vec<F>) -> Vec<Answer>
where
    F: Future<Output = Answer> + Send + 'static,
{
    let mut begun: Vec<_> = all.into_iter().map(Box::pin).collect();
    let mut answers: Vec<Option<Answer>> = vec![None; begun.len()];
    std::future::poll_fn(move |cx| {
        for (future, answer) in begun.iter_mut().zip(&mut answers) {
            if answer.is_none()
                && let std::task::Poll::Ready(ready) = future.as_mut().poll(cx)
            {
                *answer = Some(ready);
            }
        }
        if answers.iter().any(Option::is_none) {
            return std::task::Poll::Pending;
        }
        std::task::Poll::Ready(answers.iter_mut().filter_map(Option::take).collect())
    })
    .await
}

/// Compares balances, every row of every account, records and their histories.
async fn compare(setup: &Setup, seed: u64, memory: &MemoryJournal, program: &Program) {
    let mut tx = setup.store().tenant_read(setup.tenant).await.unwrap();
    for person in program.people {
        let real = balances(tx.conn(), person.uuid()).await.unwrap();
        assert_eq!(real, memory.balances(person.uuid()), "seed {seed}: balances");
    }
    for account in &program.accounts {
        let rows = statement(tx.conn(), account, None, 200).await.unwrap();
        let real: Vec<_> = rows
            .iter()
            .map(|row| {
                (
                    row.transfer,
                    row.version,
                    row.kind.clone(),
                    row.change.atoms(),
                    row.pending.atoms(),
                    row.balance.atoms(),
                )
            })
            .collect();
        let key = account.key();
        let mut played: Vec<_> = memory
            .transfers()
            .iter()
            .filter(|row| row.debit.0 == key || row.credit.0 == key)
            .map(|row| {
                let gives = row.debit.0 == key;
                let (side, change) = if gives { (row.debit, -row.posted) } else { (row.credit, row.posted) };
                (row.id, side.1, row.kind.to_owned(), change, row.pending, side.2)
            })
            .collect();
        played.reverse();
        assert_eq!(real, played, "seed {seed}: the rows of {account}");
    }
    for id in program.records {
        let real = history(tx.conn(), id).await.unwrap();
        assert_eq!(real, memory.history(id), "seed {seed}: the history of {id}");
        let real = ledger::record(tx.conn(), "transaction", id).await.unwrap();
        let played = memory.record(id).filter(|record| record.kind == "transaction");
        assert_eq!(real.as_ref(), played, "seed {seed}: the record {id}");
    }
}

fn setting(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

#[tokio::test]
async fn the_journal_in_memory_and_the_real_one_give_the_same_answers_to_random_programs() {
    let setup = Setup::with(JournalConfig {
        shards: 1,
        in_flight_per_tenant: 1,
        in_flight_per_shard: 1,
        ..JournalConfig::default()
    })
    .await;
    let (first, programs) = (setting("AGIO_SEED", 1), setting("AGIO_PROGRAMS", PROGRAMS));
    let mut transfers = 0;
    for seed in first..first + programs {
        let mut memory = MemoryJournal::new();
        let program = run(&setup, seed, &mut memory, false).await;
        compare(&setup, seed, &memory, &program).await;
        transfers += memory.transfers().len() as u64;
    }
    assert!(transfers > programs, "{transfers} transfers: the programs do something");
    setup.verified().await;
}

#[tokio::test]
#[should_panic(expected = "seed")]
async fn a_ledger_that_loses_rows_is_detected() {
    let setup = Setup::with(JournalConfig {
        shards: 1,
        in_flight_per_tenant: 1,
        in_flight_per_shard: 1,
        ..JournalConfig::default()
    })
    .await;
    for seed in 1..20 {
        let mut memory = MemoryJournal::new();
        let program = run(&setup, seed, &mut memory, true).await;
        compare(&setup, seed, &memory, &program).await;
    }
}
