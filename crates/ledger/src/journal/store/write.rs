use chrono::{DateTime, Utc};
use kernel::TenantId;
use sqlx::PgConnection;
use store::StoreError;
use uuid::Uuid;

use super::accounts::write_accounts;
use super::commits::{Sealed, insert_commit};
use super::records::{Moves, insert_history, write_records};
use super::transfers::{insert_transfers, write_holds};
use crate::journal::books::Touched;
use crate::journal::decide::TransferRow;
use crate::{Receipt, Record};

/// What a batch has to write, beside events and jobs; of accepted changes only, in their order.
pub(in crate::journal) struct Writes<'a> {
    /// Accounts and holds as the batch leaves them.
    pub touched: &'a Touched,
    pub transfers: &'a [TransferRow],
    pub receipts: &'a [Receipt],
    /// New states of records, each with the change that made it.
    pub records: &'a [(Uuid, &'a Record)],
    /// The hash over all of it.
    pub sealed: &'a Sealed,
}

/// Writes what is new: rows that are for ever, and records that begin. Two batches of one Journal never wait for each other
/// here, so they do it at the same time.
/// Rows go in by ascending key: inserting is where Journals of two replicas can wait for one another.
pub(in crate::journal) async fn write_rows(
    conn: &mut PgConnection,
    tenant: TenantId,
    now: DateTime<Utc>,
    writes: &Writes<'_>,
) -> Result<(), StoreError> {
    insert_changes(conn, tenant, now, writes.receipts).await?;
    insert_transfers(conn, tenant, now, writes.transfers).await?;
    insert_commit(conn, tenant, &writes.sealed.commit).await?;
    write_records(conn, tenant, now, &Moves::of(writes.records).begun).await?;
    insert_history(conn, tenant, now, writes.records, &writes.sealed.steps).await
}

/// Writes what stands in one place and moves: over the very versions the batch was decided on, or not at all.
pub(in crate::journal) async fn write_states(
    conn: &mut PgConnection,
    tenant: TenantId,
    now: DateTime<Utc>,
    writes: &Writes<'_>,
) -> Result<(), StoreError> {
    write_accounts(conn, tenant, now, &writes.touched.accounts).await?;
    write_records(conn, tenant, now, &Moves::of(writes.records).moved).await?;
    write_holds(conn, tenant, now, &writes.touched.holds).await
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
    let keys: Vec<&str> = receipts.iter().map(|r| r.key.0.as_str()).collect();
    let ids: Vec<Uuid> = receipts.iter().map(|r| r.change).collect();
    let records: Vec<Option<Uuid>> = receipts.iter().map(|r| r.record).collect();
    let versions: Vec<i64> = receipts.iter().map(|r| r.version).collect();
    sqlx::query!(
        "INSERT INTO changes (tenant_id, committed_at, key, id, record_id, record_version)
         SELECT $1, $2, n.* FROM UNNEST($3::text[], $4::uuid[], $5::uuid[], $6::bigint[]) AS n",
        tenant.uuid(),
        now,
        &keys as &[&str],
        &ids,
        &records as &[Option<Uuid>],
        &versions,
    )
    .execute(conn)
    .await?;
    Ok(())
}
