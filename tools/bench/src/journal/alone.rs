//! The conventional way: each request locks its accounts, decides and writes, in a transaction of its own on its own
//! connection.

use kernel::{TenantId, World};
use ledger::memory::{MemoryAccount, MemoryTransfer};
use ledger::{Change, Receipt, Transfer, is_committed};
use store::{Store, StoreError};
use uuid::Uuid;

use super::store::{insert_changes, lock_accounts, write_accounts};

/// Commits a change of plain transfers between accounts that exist. The database refuses to overdraw an account.
///
/// # Errors
/// Database errors.
pub(super) async fn commit_alone(
    store: &Store,
    world: &World,
    tenant: TenantId,
    change: &Change,
) -> Result<(), StoreError> {
    let mut tx = store.tenant_bulk(tenant).await?;
    let mut keys: Vec<i64> = change.transfers.iter().flat_map(|t| [t.debit.key(), t.credit.key()]).collect();
    keys.sort_unstable();
    keys.dedup();
    let mut accounts = lock_accounts(tx.conn(), tenant, &keys).await?;
    if is_committed(tx.conn(), tenant, &change.key).await? {
        return tx.rollback().await;
    }
    let (id, now) = (world.uuid(), world.now());
    let posted = change.transfers.iter().map(|transfer| post(&mut accounts, id, transfer));
    let transfers =
        posted.collect::<Option<Vec<_>>>().ok_or(StoreError::NotOneRow { what: "the account", found: 0 })?;
    let key = change.key.clone();
    let receipt = Receipt { change: id, key, record: None, version: 0, committed_at: now, replayed: false };
    insert_changes(tx.conn(), tenant, now, &[receipt], &transfers).await?;
    write_accounts(tx.conn(), tenant, now, &accounts).await?;
    tx.commit().await
}

/// Posts `transfer` to both accounts. `None` if one of them does not exist.
fn post(accounts: &mut [MemoryAccount], change: Uuid, transfer: &Transfer) -> Option<MemoryTransfer> {
    let atoms = transfer.amount.atoms();
    let mut side = |key: i64, debit: i128, credit: i128| {
        let account = accounts.iter_mut().find(|account| account.account.key() == key)?;
        account.version += 1;
        account.debits_posted += debit;
        account.credits_posted += credit;
        Some((key, account.version, account.credits_posted - account.debits_posted))
    };
    Some(MemoryTransfer {
        id: transfer.id,
        change,
        record: None,
        kind: transfer.kind.name(),
        code: transfer.code,
        debit: side(transfer.debit.key(), atoms, 0)?,
        credit: side(transfer.credit.key(), 0, atoms)?,
        posted: atoms,
        pending: 0,
        hold: None,
    })
}
