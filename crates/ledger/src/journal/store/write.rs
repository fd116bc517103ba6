use chrono::{DateTime, Utc};
use kernel::TenantId;
use sqlx::PgConnection;
use store::StoreError;
use uuid::Uuid;

use super::accounts::write_accounts;
use super::records::write_records;
use super::transfers::{insert_transfers, write_holds};
use crate::journal::decide::TransferRow;
use crate::journal::state::State;
use crate::{Receipt, Record};

/// What a batch has to write, beside events and jobs.
pub(in crate::journal) struct Writes<'a> {
    /// Accounts and holds as the batch leaves them.
    pub state: &'a State,
    /// Of accepted changes, in their order.
    pub transfers: &'a [TransferRow],
    /// Of accepted changes, in their order.
    pub receipts: &'a [Receipt],
    /// New states of accepted changes with the change that made each, in their order.
    pub records: &'a [(Uuid, &'a Record)],
}

/// Writes the batch, a statement per table at most. New rows go in by ascending key: inserting is where a Journal can wait for
/// another one that inserts the same key, and all of them must do so in one order.
pub(in crate::journal) async fn write(
    conn: &mut PgConnection,
    tenant: TenantId,
    now: DateTime<Utc>,
    writes: &Writes<'_>,
) -> Result<(), StoreError> {
    write_accounts(conn, tenant, now, writes.state).await?;
    write_records(conn, tenant, now, writes.records).await?;
    insert_changes(conn, tenant, now, writes.receipts).await?;
    insert_transfers(conn, tenant, now, writes.transfers).await?;
    write_holds(conn, tenant, now, writes.state).await
}

/// Keeps the receipts for ever.
pub(in crate::journal) async fn insert_changes(
    conn: &mut PgConnection,
    tenant: TenantId,
    now: DateTime<Utc>,
    receipts: &[Receipt],
) -> Result<(), StoreError> {
    let mut receipts: Vec<&Receipt> = receipts.iter().collect();
    receipts.sort_unstable_by(|a, b| a.key.cmp(&b.key));
    let keys: Vec<String> = receipts.iter().map(|r| r.key.0.clone()).collect();
    let ids: Vec<Uuid> = receipts.iter().map(|r| r.change).collect();
    let records: Vec<Option<Uuid>> = receipts.iter().map(|r| r.record).collect();
    let versions: Vec<i64> = receipts.iter().map(|r| r.version).collect();
    sqlx::query!(
        "INSERT INTO changes (tenant_id, committed_at, key, id, record_id, record_version)
         SELECT $1, $2, n.* FROM UNNEST($3::text[], $4::uuid[], $5::uuid[], $6::bigint[]) AS n",
        tenant.uuid(),
        now,
        &keys,
        &ids,
        &records as &[Option<Uuid>],
        &versions,
    )
    .execute(conn)
    .await?;
    Ok(())
}
