//! The sealer: takes commits that are not in the log yet, appends them, and signs the new root.
//!
//! It works beside the Journal and never in its way: it locks nothing that the Journal writes, and seals for many tenants in one
//! transaction. Any number of replicas may run it; one at a time works for a tenant. A root is durable before anybody can see
//! it, so that no two are ever published for one size, whatever crashes.

mod addition;
mod store;

use std::collections::BTreeMap;
use std::time::Duration;

use ::store::{Store, StoreError, SystemTx};
use chrono::{DateTime, Utc};
use kernel::TenantId;

use self::addition::Addition;
use super::LogKeys;
use super::tree::{Frontier, Range};

/// Between two rounds of a sealer; half of the second that is promised, because a round takes time too.
pub const SEALING_PACE: Duration = Duration::from_millis(500);
/// Commits that are sealed in one transaction, at most; each of its tenants has an equal part.
const COMMITS_MAX: usize = 4_000;
/// Tenants that are sealed for in one transaction, at most. It is ten round trips and a wait for the disk, however many they
/// are: with a transaction each, fifty busy tenants took a tenth of its speed from the Journal.
const TENANTS_TOGETHER: usize = 32;

/// Seals whatever waits, and returns how many commits that was.
///
/// # Errors
/// The first of the database's, after every tenant had its turn: one whose log is broken holds up no other.
pub async fn seal_all(store: &Store, keys: &LogKeys) -> Result<u64, StoreError> {
    let (mut sealed, mut first, mut last) = (0, Ok(()), None);
    loop {
        let tenants = waiting_after(store, last).await?;
        match drain(store, keys, &tenants, false).await {
            Ok(more) => sealed += more,
            Err(error) if error.is_transient() => first = first.and(Err(error)),
            Err(_) => {
                let (more, broken) = seal_each(store, keys, &tenants).await;
                sealed += more;
                first = first.and(broken);
            }
        }
        if tenants.len() < TENANTS_TOGETHER {
            return first.map(|()| sealed);
        }
        last = tenants.last().copied();
    }
}

/// The next tenants of whom something waits, in the order of their ids.
async fn waiting_after(store: &Store, last: Option<TenantId>) -> Result<Vec<TenantId>, StoreError> {
    let mut tx = store.system().await?;
    let tenants = store::tenants(tx.conn(), last, TENANTS_TOGETHER as i64).await?;
    tx.rollback().await?;
    Ok(tenants)
}

/// Seals for one tenant after the other, so that each has its own error. How many commits that was, and the first error.
async fn seal_each(store: &Store, keys: &LogKeys, tenants: &[TenantId]) -> (u64, Result<(), StoreError>) {
    let (mut sealed, mut first) = (0, Ok(()));
    for tenant in tenants {
        match seal(store, keys, *tenant).await {
            Ok(more) => sealed += more,
            Err(error) => {
                tracing::error!(%tenant, %error, "a tenant's commits could not be sealed");
                first = first.and(Err(error));
            }
        }
    }
    (sealed, first)
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
    drain(store, keys, &[tenant], false).await
}

/// Seals whatever was committed before the call, after another replica that is at it. Returns how many it sealed itself.
///
/// # Errors
/// Those of the database; [`StoreError::Busy`] when the other one takes too long.
pub async fn seal_behind(store: &Store, keys: &LogKeys, tenant: TenantId) -> Result<u64, StoreError> {
    drain(store, keys, &[tenant], true).await
}

async fn drain(store: &Store, keys: &LogKeys, tenants: &[TenantId], patient: bool) -> Result<u64, StoreError> {
    let limit = COMMITS_MAX / tenants.len().max(1);
    let mut all = 0;
    while !tenants.is_empty() {
        let mut tx = store.system().await?;
        let sealed = match turn(&mut tx, keys, tenants, patient, limit).await {
            Ok(sealed) => sealed,
            // Not left to whenever it is dropped: the locks are in the way of whoever tries next.
            Err(error) => return tx.rollback().await.and(Err(error)),
        };
        let Some(most) = sealed.iter().max() else {
            tx.rollback().await?;
            return Ok(all);
        };
        tx.commit().await?;
        all += sealed.iter().sum::<usize>() as u64;
        // What came meanwhile is the next round's. Beside a caller who is never still, waiting for none to come would be a round
        // without an end, and each of its commits waits for the disk that the caller waits for.
        if *most < limit {
            break;
        }
    }
    Ok(all)
}

/// Takes the locks, after whoever has them where it is `patient`, and appends what waits. How many of each tenant that had any.
async fn turn(
    tx: &mut SystemTx,
    keys: &LogKeys,
    tenants: &[TenantId],
    patient: bool,
    limit: usize,
) -> Result<Vec<usize>, StoreError> {
    for tenant in tenants.iter().filter(|_| patient) {
        store::lock_behind(tx.conn(), *tenant).await?;
    }
    let mine = store::lock(tx.conn(), tenants).await?;
    append(tx, keys, &mine, limit).await
}

/// Appends what waits to the logs of these tenants, at most `limit` of each. How many of each that had any.
async fn append(
    tx: &mut SystemTx,
    keys: &LogKeys,
    tenants: &[TenantId],
    limit: usize,
) -> Result<Vec<usize>, StoreError> {
    let waiting = store::waiting(tx.conn(), tenants, limit as i64).await?;
    if waiting.is_empty() {
        return Ok(Vec::new());
    }
    let mut trees = frontiers(tx, &waiting.keys().copied().collect::<Vec<_>>()).await?;
    let add = |(tenant, waiting)| Addition::of(keys, tenant, trees.remove(&tenant).unwrap_or_default(), waiting);
    let added: Vec<Addition> = waiting.into_iter().map(add).collect();
    store::insert_leaves(tx.conn(), &added).await?;
    store::insert_nodes(tx.conn(), &added).await?;
    store::insert_checkpoints(tx.conn(), &added).await?;
    store::forget_waiting(tx.conn(), &added).await?;
    Ok(added.iter().map(|one| one.leaves.len()).collect())
}

/// The right edges of the logs as they are stored; a tenant whose log is empty is not in it.
async fn frontiers(tx: &mut SystemTx, tenants: &[TenantId]) -> Result<BTreeMap<TenantId, Frontier>, StoreError> {
    let sizes = store::sizes(tx.conn(), tenants).await?;
    let edge =
        |tenant: TenantId, size| Range { start: 0, end: size }.subtrees().into_iter().map(move |at| (tenant, at));
    let wanted: Vec<_> = sizes.iter().flat_map(|(tenant, size)| edge(*tenant, *size)).collect();
    let mut edges = store::subtrees(tx.conn(), &wanted).await?;
    let tree = |(tenant, size)| {
        let tree = Frontier::with(size, edges.remove(&tenant).unwrap_or_default());
        tree.map(|tree| (tenant, tree)).ok_or(StoreError::NotOneRow { what: "nodes of the log", found: 0 })
    };
    sizes.into_iter().map(tree).collect()
}
