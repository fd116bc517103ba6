//! The sealer: takes commits that are not in the log yet, appends them, and signs the new root.
//!
//! It works beside the Journal and never in its way: it locks nothing that the Journal writes. Any number of replicas may run
//! it; one at a time works for a tenant. A root is durable before anybody can see it, so that no two are ever published for
//! one size, whatever crashes.

mod store;

use std::time::Duration;

use ::store::{Store, StoreError, TenantTx};
use chrono::{DateTime, Utc};
use futures_util::{StreamExt, stream};
use kernel::TenantId;

use super::tree::{Address, Frontier, Range};
use super::{Checkpoint, Hash, LogKeys, log, origin};

/// Between two rounds of a sealer; half of the second that is promised, because a round takes time too.
pub const SEALING_PACE: Duration = Duration::from_millis(500);
/// Commits that are sealed in one transaction, at most.
const COMMITS_MAX: i64 = 2_000;
/// Tenants that are looked after in one pass, at most; the others have their turn in the next.
const TENANTS_MAX: i64 = 1_000;
/// Tenants that are worked for at once. A tenant's turn is ten round trips and a wait for the disk, which several share; one after the
/// other, fifty busy tenants took more than the second that is promised.
const TENANTS_AT_ONCE: usize = 4;

/// Seals whatever waits, and returns how many commits that was.
///
/// # Errors
/// The first of the database's, after every tenant had its turn: one whose log is broken holds up no other.
pub async fn seal_all(store: &Store, keys: &LogKeys) -> Result<u64, StoreError> {
    let mut tx = store.system().await?;
    let waiting = store::tenants(tx.conn(), TENANTS_MAX).await?;
    tx.rollback().await?;
    let turns = stream::iter(waiting).map(async |tenant| (tenant, seal(store, keys, tenant).await));
    let mut turns = std::pin::pin!(turns.buffer_unordered(TENANTS_AT_ONCE));
    let (mut sealed, mut first) = (0, Ok(()));
    while let Some((tenant, done)) = turns.next().await {
        match done {
            Ok(more) => sealed += more,
            Err(error) => {
                tracing::error!(%tenant, %error, "a tenant's commits could not be sealed");
                first = first.and(Err(error));
            }
        }
    }
    first.map(|()| sealed)
}

/// When the commit was made that has waited longest for its seal; `None` when nothing waits. A second is promised.
///
/// # Errors
/// Those of the database.
pub async fn oldest_unsealed(store: &Store) -> Result<Option<DateTime<Utc>>, StoreError> {
    let mut tx = store.system().await?;
    let oldest = store::oldest(tx.conn()).await?;
    tx.rollback().await?;
    Ok(oldest)
}

/// Seals whatever waits of one tenant. Returns at once when another replica is at it.
///
/// # Errors
/// Those of the database.
pub async fn seal(store: &Store, keys: &LogKeys, tenant: TenantId) -> Result<u64, StoreError> {
    drain(store, keys, tenant, false).await
}

/// Seals whatever was committed before the call, after another replica that is at it. Returns how many it sealed itself.
///
/// # Errors
/// Those of the database; [`StoreError::Busy`] when the other one takes too long.
pub async fn seal_behind(store: &Store, keys: &LogKeys, tenant: TenantId) -> Result<u64, StoreError> {
    drain(store, keys, tenant, true).await
}

async fn drain(store: &Store, keys: &LogKeys, tenant: TenantId, patient: bool) -> Result<u64, StoreError> {
    let mut all = 0;
    loop {
        let mut tx = store.tenant(tenant).await?;
        if patient {
            store::lock_behind(tx.conn(), tenant).await?;
        }
        let sealed = if store::lock(tx.conn(), tenant).await? { append(&mut tx, keys, tenant).await? } else { 0 };
        if sealed == 0 {
            tx.rollback().await?;
            return Ok(all);
        }
        tx.commit().await?;
        all += sealed;
        // What came meanwhile is the next round's. Beside a caller who is never still, waiting for none to come would be a round
        // without an end, and each of its commits waits for the disk that the caller waits for.
        if sealed < COMMITS_MAX.unsigned_abs() {
            return Ok(all);
        }
    }
}

async fn append(tx: &mut TenantTx, keys: &LogKeys, tenant: TenantId) -> Result<u64, StoreError> {
    let waiting = store::waiting(tx.conn(), tenant, COMMITS_MAX).await?;
    if waiting.is_empty() {
        return Ok(0);
    }
    let mut tree = frontier(tx).await?;
    let first = tree.size();
    let mut nodes: Vec<(Address, Hash)> = Vec::new();
    for commit in &waiting {
        tree.push(commit.leaf, |address, hash| nodes.push((address, hash)));
    }
    let checkpoint = Checkpoint { origin: origin(tenant), size: tree.size(), root: tree.root(), previous: Some(first) };
    let note = keys.signer(tenant).sign(&checkpoint.text());
    store::insert_leaves(tx.conn(), tenant, first, &waiting).await?;
    store::insert_nodes(tx.conn(), tenant, &nodes).await?;
    store::insert_checkpoint(tx.conn(), tenant, &checkpoint, &note).await?;
    store::forget_waiting(tx.conn(), &waiting).await?;
    Ok(waiting.len() as u64)
}

/// The right edge of the log as it is stored.
async fn frontier(tx: &mut TenantTx) -> Result<Frontier, StoreError> {
    let size = log::size(tx.conn()).await?;
    let edge = log::subtrees(tx.conn(), &Range { start: 0, end: size }.subtrees()).await?;
    edge.and_then(|edge| Frontier::with(size, edge)).ok_or(StoreError::NotOneRow { what: "nodes of the log", found: 0 })
}
