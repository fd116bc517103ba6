//! The sealer: appends unsealed commits to the log and signs the new root.
//!
//! It runs beside the Journal and never blocks it: it takes no lock that the Journal needs, and seals for many tenants
//! in one transaction. Any number of replicas may run it; only one at a time seals for a tenant. A root is durable
//! before it is visible, so that no two roots are ever published for one size, whatever crashes.

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

/// The interval between rounds of a sealer: half of the promised second, because a round takes time too.
pub const SEALING_PACE: Duration = Duration::from_millis(500);
/// The maximum number of commits sealed in one transaction, in equal shares per tenant.
const COMMITS_MAX: usize = 4_000;
/// The maximum number of tenants sealed in one transaction. A transaction costs ten round trips and a disk write,
/// whatever their number. With a transaction per tenant, fifty busy tenants reduced the Journal's rate by a tenth.
const TENANTS_TOGETHER: usize = 32;

/// Seals all waiting commits, and returns their number.
///
/// # Errors
/// The first database error, after every tenant had its turn: a broken log does not block other tenants.
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

/// The next tenants with unsealed commits, by id.
async fn waiting_after(store: &Store, last: Option<TenantId>) -> Result<Vec<TenantId>, StoreError> {
    let mut tx = store.system().await?;
    let tenants = store::tenants(tx.conn(), last, TENANTS_TOGETHER as i64).await?;
    tx.rollback().await?;
    Ok(tenants)
}

/// Seals for one tenant after another, so that each has its own error. Returns the number of commits and the first
/// error.
async fn seal_each(store: &Store, keys: &LogKeys, tenants: &[TenantId]) -> (u64, Result<(), StoreError>) {
    let (mut sealed, mut first) = (0, Ok(()));
    for tenant in tenants {
        match seal(store, keys, *tenant).await {
            Ok(more) => sealed += more,
            Err(error) => {
                tracing::error!(
                    event = "commit.seal_failed", %tenant, %error,
                    "The sealer cannot seal the commits of a tenant."
                );
                first = first.and(Err(error));
            }
        }
    }
    (sealed, first)
}

/// The commit time of the oldest unsealed commit; `None` if there is none. Commits should be sealed within a second.
///
/// # Errors
/// Database errors.
pub async fn oldest_unsealed(store: &Store) -> Result<Option<DateTime<Utc>>, StoreError> {
    let mut tx = store.system().await?;
    let oldest = store::oldest(tx.conn()).await?;
    tx.rollback().await?;
    Ok(oldest)
}

/// Seals all waiting commits of one tenant. Returns immediately if another replica is sealing for it.
///
/// # Errors
/// Database errors.
pub async fn seal(store: &Store, keys: &LogKeys, tenant: TenantId) -> Result<u64, StoreError> {
    drain(store, keys, &[tenant], false).await
}

/// Seals everything committed before the call, and waits for another replica that is sealing. Returns the number of
/// commits that this call sealed.
///
/// # Errors
/// Database errors; [`StoreError::Busy`] if the other replica takes too long.
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
            // Rolls back explicitly instead of on drop, to release the locks at once.
            Err(error) => return tx.rollback().await.and(Err(error)),
        };
        let Some(most) = sealed.iter().max() else {
            tx.rollback().await?;
            return Ok(all);
        };
        tx.commit().await?;
        all += sealed.iter().sum::<usize>() as u64;
        // Later commits are left to the next round. With a continuously active caller, a loop until nothing waits would
        // not end, and each of its commits competes with the caller for the disk.
        if *most < limit {
            break;
        }
    }
    Ok(all)
}

/// Takes the locks, waiting for them if `patient`, and appends. Returns the number of commits of each tenant that had
/// any.
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

/// Appends at most `limit` waiting commits to the log of each tenant. Returns the number of each tenant that had any.
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

/// The stored right edges of the logs; tenants with an empty log are left out.
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
