//! The pessimistic path: one batch of a tenant's changes in one database transaction, which takes its locks first.

use std::time::Duration;

use chrono::{DateTime, Utc};
use kernel::{TenantId, World};
use store::{EventSpec, JobSpec, Session, Store, StoreError, TenantTx};
use tokio::time::sleep;
use uuid::Uuid;

use super::books::Touched;
use super::check::CheckedChange;
use super::decide::{Decided, TransferRow, decide};
use super::state::State;
use super::store::{Sealed, Writes, load, write_rows, write_states};
use crate::proof::commit::CommitBuilder;
use crate::proof::entry::{ChangeFacts, StepFacts, TransferFacts};
use crate::{ChangeRows, CommitError, CounterStep, InvalidChange, Receipt, Record};

/// The maximum number of attempts of a batch against a busy or missing database; the pauses add up to less than two
/// seconds.
const ATTEMPTS_MAX: u32 = 6;
const PAUSE_FIRST: Duration = Duration::from_millis(25);

pub(super) type Answer = Result<Receipt, CommitError>;

/// Commits `batch` and returns an answer for each change, in order.
///
/// A failed attempt has committed nothing, or everything if only the answer to COMMIT was lost. The next attempt finds
/// out: it reads the keys of committed changes, and waits at their unique index for a commit in progress.
pub(super) async fn commit_batch(
    store: &Store,
    world: &World,
    tenant: TenantId,
    batch: &[&CheckedChange],
) -> Vec<Answer> {
    let error = match try_repeatedly(store, world, tenant, batch).await {
        Ok(answers) => return answers,
        Err(error) => error,
    };
    if error.is_transient() {
        tracing::warn!(
            event = "database.unavailable", %error, changes = batch.len(),
            "The ledger cannot reach its database."
        );
        return batch.iter().map(|_| Err(CommitError::Unavailable)).collect();
    }
    // The database rejects one change, which must not fail the others: bisect the batch until that change is alone.
    if batch.len() > 1 {
        let (first, second) = batch.split_at(batch.len() / 2);
        let mut answers = Box::pin(commit_batch(store, world, tenant, first)).await;
        answers.extend(Box::pin(commit_batch(store, world, tenant, second)).await);
        return answers;
    }
    if matches!(error, StoreError::Stale { .. }) {
        return vec![Err(moved(batch[0]))];
    }
    tracing::error!(event = "change.refused", %error, key = %batch[0].change.key, "The database refused a change.");
    vec![Err(refusal(&error, batch[0]).into())]
}

/// The answer to a change whose rows were decided on facts that have moved. No record has moved, so none is named.
fn moved(checked: &CheckedChange) -> CommitError {
    let version = checked.change.record.as_ref().map_or(0, |record| record.version);
    CommitError::Moved { record: Uuid::nil(), expected: version, found: version }
}

/// Why the database rejected a change that is alone in its batch.
fn refusal(error: &StoreError, checked: &CheckedChange) -> InvalidChange {
    match (error.unique_violation(), checked.change.transfers.first()) {
        (Some("transfers_pkey"), Some(transfer)) => InvalidChange::TransferExists(transfer.id),
        _ => InvalidChange::Refused(error.to_string()),
    }
}

async fn try_repeatedly(
    store: &Store,
    world: &World,
    tenant: TenantId,
    batch: &[&CheckedChange],
) -> Result<Vec<Answer>, StoreError> {
    let mut attempt = 1;
    let mut pause = PAUSE_FIRST;
    loop {
        let error = match try_once(store, world, tenant, batch).await {
            Ok(answers) => return Ok(answers),
            Err(error) => error,
        };
        // A concurrent writer inserted the same account, record or key between read and write.
        let lost_race = error.unique_violation().is_some() || matches!(error, StoreError::NotOneRow { .. });
        if attempt == ATTEMPTS_MAX || !(lost_race || error.is_transient()) {
            return Err(error);
        }
        tracing::debug!(event = "batch.retried", %error, attempt, "The ledger tries a batch again.");
        attempt += 1;
        if !lost_race {
            sleep(pause).await;
            pause *= 2;
        }
    }
}

async fn try_once(
    store: &Store,
    world: &World,
    tenant: TenantId,
    batch: &[&CheckedChange],
) -> Result<Vec<Answer>, StoreError> {
    let mut tx = store.tenant_bulk(tenant).await?;
    let mut state = store.answered(load(tx.conn(), tenant, batch)).await?;
    // Read after the locks are granted, so that no committed row of these accounts has a later time.
    let now = world.now();
    let decided = Decisions::of(&mut state, batch, now);
    let touched = state.take_touched(&decided.transfers);
    let sealed = decided.seal(world, now);
    if !decided.is_empty() {
        store.answered(write_rows(tx.conn(), tenant, now, &decided.writes(&touched, &sealed), &[])).await?;
    }
    write_and_commit(store, tx, now, decided, &touched, &sealed).await.map(|(answers, _)| answers)
}

/// Completes a batch whose new rows are written: writes changed states, events and jobs, and commits. Returns the
/// answers, and the connection if it may be reused.
pub(super) async fn write_and_commit(
    store: &Store,
    mut tx: TenantTx,
    now: DateTime<Utc>,
    decided: Decisions<'_>,
    touched: &Touched,
    sealed: &Sealed,
) -> Result<(Vec<Answer>, Option<Session>), StoreError> {
    if decided.is_empty() {
        tx.rollback().await?;
        return Ok((decided.answers, None));
    }
    let tenant = tx.tenant();
    store.answered(write_states(tx.conn(), tenant, now, &decided.writes(touched, sealed))).await?;
    for rows in &decided.rows {
        store.answered(rows.write(tx.conn(), tenant, now)).await?;
    }
    store.answered(tx.append_events(now, &decided.events)).await?;
    store.answered(tx.enqueue(now, &decided.jobs)).await?;
    tx.commit_keeping().await.map(|kept| (decided.answers, kept))
}

/// The answers to a batch, and the rows of its accepted changes, in order.
#[derive(Default)]
pub(super) struct Decisions<'a> {
    /// One answer per change.
    pub answers: Vec<Answer>,
    accepted: Vec<&'a CheckedChange>,
    pub receipts: Vec<Receipt>,
    pub transfers: Vec<TransferRow>,
    pub records: Vec<(Uuid, &'a Record)>,
    pub counters: Vec<CounterStep>,
    rows: Vec<&'a dyn ChangeRows>,
    events: Vec<&'a EventSpec>,
    jobs: Vec<&'a JobSpec>,
}

impl<'a> Decisions<'a> {
    /// Decides the changes of `batch` in order, each by itself.
    pub fn of(state: &mut State, batch: &[&'a CheckedChange], now: DateTime<Utc>) -> Self {
        let mut all = Self::default();
        for checked in batch {
            let answer = decide(state, checked, now).map(|decided| match decided {
                Decided::Known(receipt) => receipt,
                Decided::Accepted(receipt, rows) => {
                    all.accept(checked, &receipt, rows);
                    receipt
                }
            });
            all.answers.push(answer);
        }
        all
    }

    fn accept(&mut self, checked: &'a CheckedChange, receipt: &Receipt, rows: Vec<TransferRow>) {
        self.accepted.push(checked);
        self.receipts.push(receipt.clone());
        self.transfers.extend(rows);
        self.records.extend(checked.change.record.iter().map(|record| (checked.id, record)));
        self.counters.extend(checked.change.counter);
        self.rows.extend(checked.change.rows.iter().map(|rows| &**rows));
        self.events.extend(&checked.change.events);
        self.jobs.extend(&checked.change.jobs);
    }

    /// Whether there is nothing to write.
    pub fn is_empty(&self) -> bool {
        self.receipts.is_empty()
    }

    /// Computes the hash over the accepted changes. Separate from deciding, so that the next batch does not wait for
    /// it.
    pub fn seal(&self, world: &World, now: DateTime<Utc>) -> Sealed {
        let mut commit = CommitBuilder::new(world.random());
        let mut steps = Vec::with_capacity(self.records.len());
        let mut rows = self.transfers.as_slice();
        for checked in &self.accepted {
            let (own, others) = rows.split_at(checked.change.transfers.len());
            rows = others;
            let transfers: Vec<TransferFacts<'_>> = own.iter().map(TransferRow::facts).collect();
            let step = checked.state();
            let private = commit.add(&ChangeFacts {
                id: checked.id,
                key: &checked.change.key.0,
                committed_at: now,
                step: step.map(|(record, state)| StepFacts {
                    record: record.id,
                    version: record.version,
                    status: &record.status,
                    actor: &record.actor,
                    reason: &record.reason,
                    state,
                }),
                transfers: &transfers,
            });
            steps.extend(step.map(|(_, state)| (state, private)));
        }
        Sealed { commit: commit.finish(world.uuid_at(now), now), steps }
    }

    pub fn writes<'b>(&'b self, touched: &'b Touched, sealed: &'b Sealed) -> Writes<'b> {
        let Self { transfers, receipts, records, counters, .. } = self;
        Writes { touched, transfers, receipts, records, counters, sealed }
    }
}
