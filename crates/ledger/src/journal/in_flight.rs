//! The optimistic path: one in-flight batch. It is decided on cached state while the previous batch is still being
//! written, written concurrently with it, and committed after it.
//!
//! The database verifies every assumption: accounts, holds and records are written only over the versions that the
//! decision used, keys and ids are unique, and a batch waits for the commit of the previous one. On any failure the
//! whole batch is aborted and takes the pessimistic path ([`super::batch`]).

use kernel::{TenantId, World};
use store::{Session, Store, StoreError, TenantTx};
use tokio::sync::oneshot;
use tokio::sync::oneshot::error::TryRecvError;

use super::batch::{Answer, Decisions, write_and_commit};
use super::books::{Books, Touched};
use super::check::CheckedChange;
use super::store::{read, write_rows};

/// The channels that connect a batch with the previous and the next one.
pub(super) struct Turn {
    /// Receives the cached state after the previous decision; closed if that state is invalid.
    pub books: oneshot::Receiver<Books>,
    /// Passes the cached state to the next batch as soon as this one is decided.
    pub books_on: oneshot::Sender<Books>,
    /// Signals that the previous batch is durable; closed if it failed.
    pub before: oneshot::Receiver<()>,
    /// Signals that this batch is durable.
    pub done: oneshot::Sender<()>,
}

/// The channels of the first turn, with an empty cache.
pub(super) fn first_turn() -> (oneshot::Receiver<Books>, oneshot::Receiver<()>) {
    let (books_on, books) = oneshot::channel();
    let (done, before) = oneshot::channel();
    // Cannot fail, because both receivers are still held.
    let _ = (books_on.send(Books::default()), done.send(()));
    (books, before)
}

/// Why a batch was aborted. None of its changes was answered; only the database knows whether it was committed.
#[derive(Debug, thiserror::Error)]
pub(super) enum GivenBack {
    /// The previous batch was aborted, or the batch needs locks: for a refusal, or for the version of another record.
    #[error("it needs locks, or follows one that was given back")]
    Follows,
    /// A concurrent writer changed the same rows.
    #[error("somebody else writes the same rows: {0}")]
    Contended(StoreError),
    /// The database failed.
    #[error("the database did not do it: {0}")]
    Failed(StoreError),
}

impl From<StoreError> for GivenBack {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::NotOneRow { .. }
            | StoreError::Stale { .. }
            | StoreError::Busy(_)
            | StoreError::Constraint { .. } => Self::Contended(error),
            _ => Self::Failed(error),
        }
    }
}

/// A durable batch.
pub(super) struct Flown {
    /// One answer per change, in order.
    pub answers: Vec<Answer>,
    /// The number of cached rows.
    pub rows: usize,
    /// The connection, for the next batch of any tenant.
    pub kept: Option<Session>,
}

/// Commits `batch`, on the connection kept from an earlier batch if there is one.
pub(super) async fn fly(
    store: &Store,
    world: &World,
    tenant: TenantId,
    batch: &[&CheckedChange],
    mut turn: Turn,
    kept: Option<Session>,
) -> Result<Flown, GivenBack> {
    let mut tx = store.tenant_optimistic(kept, tenant).await?;
    let Ok(mut books) = turn.books.await else { return Err(give_back(tx).await) };
    let missing = books.missing(batch);
    if !missing.is_empty() {
        store.answered(read(tx.conn(), tenant, &missing, &mut books.state)).await?;
    }
    let now = world.now();
    let decided = Decisions::of(&mut books.state, batch, now);
    // A refusal is final for its caller, so it must not depend on cached state that may be outdated.
    if decided.answers.iter().any(Result::is_err) || batch.iter().any(|checked| !checked.change.expects.is_empty()) {
        return Err(give_back(tx).await);
    }
    let mut touched = close(&mut books, &decided);
    let rows = books.rows();
    let _ = turn.books_on.send(books);
    let sealed = decided.seal(world, now);
    // Without a batch in front, the accounts are written together with the new rows. Otherwise their versions in the
    // database are still those from before the previous batch, so they are written after its commit.
    let waits = match turn.before.try_recv() {
        Ok(()) => false,
        Err(TryRecvError::Empty) => true,
        Err(TryRecvError::Closed) => return Err(give_back(tx).await),
    };
    let at_once = if waits { Vec::new() } else { std::mem::take(&mut touched.accounts) };
    if !decided.is_empty() {
        store.answered(write_rows(tx.conn(), tenant, now, &decided.writes(&touched, &sealed), &at_once)).await?;
    }
    if waits && turn.before.await.is_err() {
        return Err(give_back(tx).await);
    }
    let (answers, kept) = write_and_commit(store, tx, now, decided, &touched, &sealed).await?;
    let _ = turn.done.send(());
    Ok(Flown { answers, rows, kept })
}

async fn give_back(tx: TenantTx) -> GivenBack {
    tx.rollback().await.err().map_or(GivenBack::Follows, GivenBack::from)
}

fn close(books: &mut Books, decided: &Decisions<'_>) -> Touched {
    let keys = decided.receipts.iter().map(|receipt| receipt.key.clone());
    let records = decided.records.iter().map(|(_, record)| record.id).collect();
    let counters = decided.counters.iter().map(|step| step.counter).collect();
    books.close(&decided.transfers, keys, records, counters)
}
