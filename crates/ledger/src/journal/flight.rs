//! One batch on its way: decided on the books while the batch before it is still being written, written beside it, and
//! committed after it.
//!
//! Nothing here is certain until the database has agreed: every account, hold and record is written only over the version
//! it was decided on, keys and ids are unique there, and a batch waits for the one before it. Whatever goes wrong, the whole
//! batch is given back, and goes the careful way ([`super::batch`]) instead.

use kernel::{TenantId, World};
use store::{Session, Store, StoreError, TenantTx};
use tokio::sync::oneshot;
use tokio::sync::oneshot::error::TryRecvError;

use super::batch::{Answer, Decisions, as_decided, write_and_commit};
use super::books::{Books, Touched};
use super::check::Checked;
use super::store::{read, write_rows};

/// What a batch gets from the one before it, and hands on.
pub(super) struct Turn {
    /// The books with everything decided before; closed when they are no longer good.
    pub books: oneshot::Receiver<Books>,
    /// For the next batch, as soon as this one is decided.
    pub books_on: oneshot::Sender<Books>,
    /// When the batch before is durable; closed when it is not.
    pub before: oneshot::Receiver<()>,
    /// When this one is.
    pub done: oneshot::Sender<()>,
}

/// The first turn, on empty books, and what the second will wait for.
pub(super) fn first_turn() -> (oneshot::Receiver<Books>, oneshot::Receiver<()>) {
    let (books_on, books) = oneshot::channel();
    let (done, before) = oneshot::channel();
    // The receivers are at hand: neither can fail.
    let _ = (books_on.send(Books::default()), done.send(()));
    (books, before)
}

/// Why a batch was given back. Nothing of it was answered; whether it was committed only the database knows.
#[derive(Debug, thiserror::Error)]
pub(super) enum GivenBack {
    /// The batch before it was, or it needs what only locks give: a refusal, a version of another record.
    #[error("it needs locks, or follows one that was given back")]
    Follows,
    /// Somebody else writes the same rows.
    #[error("somebody else writes the same rows: {0}")]
    Contended(StoreError),
    /// The database did not do it.
    #[error("the database did not do it: {0}")]
    Failed(StoreError),
}

impl From<StoreError> for GivenBack {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::NotOneRow { .. } | StoreError::Busy(_) | StoreError::Constraint { .. } => {
                Self::Contended(error)
            }
            _ => Self::Failed(error),
        }
    }
}

/// A batch that is durable.
pub(super) struct Flown {
    /// One for each change, in their order.
    pub answers: Vec<Answer>,
    /// Rows in the books.
    pub rows: usize,
    /// For the next batch, of whatever tenant.
    pub kept: Option<Session>,
}

/// Commits `batch`, on the connection that was kept from another if one was.
pub(super) async fn fly(
    store: &Store,
    world: &World,
    tenant: TenantId,
    batch: &[&Checked],
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
    // A refusal is final for its caller, so it must not rest on books that may be old.
    if decided.answers.iter().any(Result::is_err) || batch.iter().any(|checked| !checked.change.expects.is_empty()) {
        return Err(give_back(tx).await);
    }
    let mut touched = as_decided(close(&mut books, &decided));
    let rows = books.rows();
    let _ = turn.books_on.send(books);
    let sealed = decided.seal(world, now);
    // Who follows nobody writes accounts with the rows. Otherwise they still have the versions of before the batch before.
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
    books.close(&decided.transfers, keys, records)
}
