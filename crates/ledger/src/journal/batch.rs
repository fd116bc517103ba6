//! One batch of one tenant's changes through one database transaction.

use std::time::Duration;

use kernel::{TenantId, World};
use store::{EventSpec, JobSpec, Store, StoreError};
use tokio::time::sleep;
use uuid::Uuid;

use super::check::Checked;
use super::decide::{Decided, TransferRow, decide};
use super::store::{Writes, load, write};
use crate::{CommitError, InvalidChange, Receipt, Record};

/// Tries of a batch against a busy or missing database; with the pauses between them under two seconds of waiting of our own.
const ATTEMPTS_MAX: u32 = 6;
const PAUSE_FIRST: Duration = Duration::from_millis(25);

pub(super) type Answer = Result<Receipt, CommitError>;

/// Commits `batch` and returns an answer for each change, in their order.
///
/// An attempt that fails leaves nothing behind, or everything when only the answer to COMMIT was lost. Which of the two is
/// not guessed: the next attempt finds the keys of what was committed, and waits at their index for what is being committed.
pub(super) async fn commit_batch(store: &Store, world: &World, tenant: TenantId, batch: &[&Checked]) -> Vec<Answer> {
    let error = match try_repeatedly(store, world, tenant, batch).await {
        Ok(answers) => return answers,
        Err(error) => error,
    };
    if error.is_transient() {
        tracing::warn!(%error, changes = batch.len(), "the ledger cannot reach its database");
        return batch.iter().map(|_| Err(CommitError::Unavailable)).collect();
    }
    // One change has something the database does not take, and must not fail the others: halve until it is alone.
    if batch.len() > 1 {
        let (first, second) = batch.split_at(batch.len() / 2);
        let mut answers = Box::pin(commit_batch(store, world, tenant, first)).await;
        answers.extend(Box::pin(commit_batch(store, world, tenant, second)).await);
        return answers;
    }
    tracing::error!(%error, key = %batch[0].change.key, "the database refused a change");
    vec![Err(refusal(&error, batch[0]).into())]
}

/// Why the database refused a change that is alone in its batch.
fn refusal(error: &StoreError, checked: &Checked) -> InvalidChange {
    match (error.unique_violation(), checked.change.transfers.first()) {
        (Some("transfers_pkey"), Some(transfer)) => InvalidChange::TransferExists(transfer.id),
        _ => InvalidChange::Refused(error.to_string()),
    }
}

async fn try_repeatedly(
    store: &Store,
    world: &World,
    tenant: TenantId,
    batch: &[&Checked],
) -> Result<Vec<Answer>, StoreError> {
    let mut attempt = 1;
    let mut pause = PAUSE_FIRST;
    loop {
        let error = match try_once(store, world, tenant, batch).await {
            Ok(answers) => return Ok(answers),
            Err(error) => error,
        };
        // Somebody else inserted the same account, record or key between our reading and our writing.
        let lost_race = error.unique_violation().is_some();
        if attempt == ATTEMPTS_MAX || !(lost_race || error.is_transient()) {
            return Err(error);
        }
        tracing::debug!(%error, attempt, "a batch is tried again");
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
    batch: &[&Checked],
) -> Result<Vec<Answer>, StoreError> {
    let mut tx = store.tenant(tenant).await?;
    let mut state = load(tx.conn(), tenant, batch).await?;
    // After the locks are granted: nothing in the database is younger than this, as far as these accounts go.
    let now = world.now();
    let mut accepted = Accepted::default();
    let mut answers = Vec::with_capacity(batch.len());
    for checked in batch {
        answers.push(decide(&mut state, checked, now).map(|decided| match decided {
            Decided::Known(receipt) => receipt,
            Decided::Accepted(receipt, rows) => {
                accepted.add(checked, &receipt, rows);
                receipt
            }
        }));
    }
    if accepted.receipts.is_empty() {
        tx.rollback().await?;
        return Ok(answers);
    }
    let Accepted { receipts, transfers, records, events, jobs } = accepted;
    let writes = Writes { state: &state, transfers: &transfers, receipts: &receipts, records: &records };
    write(tx.conn(), tenant, now, &writes).await?;
    tx.append_events(now, &events).await?;
    tx.enqueue(now, &jobs).await?;
    tx.commit().await?;
    Ok(answers)
}

/// What the accepted changes of a batch write, in their order.
#[derive(Default)]
struct Accepted<'a> {
    receipts: Vec<Receipt>,
    transfers: Vec<TransferRow>,
    records: Vec<(Uuid, &'a Record)>,
    events: Vec<EventSpec>,
    jobs: Vec<JobSpec>,
}

impl<'a> Accepted<'a> {
    fn add(&mut self, checked: &'a Checked, receipt: &Receipt, rows: Vec<TransferRow>) {
        self.receipts.push(receipt.clone());
        self.transfers.extend(rows);
        self.records.extend(checked.change.record.iter().map(|record| (checked.id, record)));
        self.events.extend(checked.change.events.iter().cloned());
        self.jobs.extend(checked.change.jobs.iter().cloned());
    }
}
