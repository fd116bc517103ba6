//! The transfers of one record. Transfers have no index by record: the commits' manifests list changes and their
//! transfers, and a commit is found by the timestamp in its id.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use kernel::{Amount, Currency, TenantId};
use sqlx::PgConnection;
use store::{Atoms, StoreError};
use uuid::Uuid;

use crate::PAGE_MAX;
use crate::proof::commit::items;

/// The name of an account, without its currency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountName {
    /// The key: see [`Account::key`](crate::Account::key).
    pub key: i64,
    /// The book: `customer`, `transit`, `rail`.
    pub book: String,
    /// The owner, for a customer's account.
    pub owner: Option<Uuid>,
    /// The subdivision of the book: a rail, a kind of fee.
    pub sub: Option<String>,
}

/// One transfer of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordTransfer {
    /// The transfer.
    pub id: Uuid,
    /// `post`, `hold`, `post_hold`, `void_hold` or `expire_hold`.
    pub kind: String,
    /// The transfer code.
    pub code: String,
    /// The posted amount; for a hold and its release the held amount.
    pub amount: Amount,
    /// The debited account.
    pub debit: AccountName,
    /// The credited account.
    pub credit: AccountName,
    /// The time.
    pub at: DateTime<Utc>,
}

/// The transfers of a record, in order; at most [`PAGE_MAX`]. `conn` belongs to a tenant transaction.
///
/// # Errors
/// Database errors.
pub async fn record_transfers(
    conn: &mut PgConnection,
    tenant: TenantId,
    record: Uuid,
) -> Result<Vec<RecordTransfer>, StoreError> {
    let ids = transfer_ids(conn, tenant, record).await?;
    let rows = sqlx::query!(
        r#"SELECT t.id, t.kind, t.code, t.debit_account, t.credit_account, a.currency, t.posted AS "posted: Atoms", t.pending AS "pending: Atoms", t.created_at,
                  a.book AS debit_book, a.owner AS debit_owner, a.sub AS debit_sub, b.book AS credit_book,
                  b.owner AS credit_owner, b.sub AS credit_sub
           FROM transfers t JOIN accounts a ON a.tenant_id = t.tenant_id AND a.id = t.debit_account
           JOIN accounts b ON b.tenant_id = t.tenant_id AND b.id = t.credit_account
           WHERE t.tenant_id = $1 AND t.id = ANY($2) AND t.record_id = $3 ORDER BY array_position($2, t.id) LIMIT $4"#,
        tenant.uuid(),
        &ids,
        record,
        PAGE_MAX
    )
    .fetch_all(conn)
    .await?;
    let transfers = rows.into_iter().filter_map(|row| {
        let currency: Currency = row.currency.parse().ok()?;
        let atoms = if row.posted.0 == 0 { row.pending.0.abs() } else { row.posted.0 };
        Some(RecordTransfer {
            id: row.id,
            kind: row.kind,
            code: row.code,
            amount: Amount::new(atoms, currency),
            debit: AccountName {
                key: row.debit_account,
                book: row.debit_book,
                owner: row.debit_owner,
                sub: row.debit_sub,
            },
            credit: AccountName {
                key: row.credit_account,
                book: row.credit_book,
                owner: row.credit_owner,
                sub: row.credit_sub,
            },
            at: row.created_at,
        })
    });
    Ok(transfers.collect())
}

/// The ids of a record's transfers, from the manifests of the commits of its changes.
async fn transfer_ids(conn: &mut PgConnection, tenant: TenantId, record: Uuid) -> Result<Vec<Uuid>, StoreError> {
    let steps = sqlx::query!(
        "SELECT change_id, at FROM record_history WHERE tenant_id = $1 AND record_id = $2 ORDER BY version LIMIT $3",
        tenant.uuid(),
        record,
        PAGE_MAX
    )
    .fetch_all(&mut *conn)
    .await?;
    let moments: BTreeSet<u64> = steps.iter().map(|step| step.at.timestamp_millis().unsigned_abs()).collect();
    let bound = |millis: u64| Uuid::from_u128(u128::from(millis) << 80);
    let from: Vec<Uuid> = moments.iter().map(|at| bound(*at)).collect();
    let to: Vec<Uuid> = moments.iter().map(|at| bound(at + 1)).collect();
    let manifests = sqlx::query_scalar!(
        "SELECT c.manifest FROM UNNEST($2::uuid[], $3::uuid[]) AS m(start, stop)
         JOIN commits c ON c.tenant_id = $1 AND c.id >= m.start AND c.id < m.stop ORDER BY c.id",
        tenant.uuid(),
        &from,
        &to,
    )
    .fetch_all(conn)
    .await?;
    let own: BTreeSet<Uuid> = steps.iter().map(|step| step.change_id).collect();
    let listed = manifests.iter().filter_map(|manifest| items(manifest)).flatten();
    Ok(listed.filter(|item| own.contains(&item.change)).flat_map(|item| item.transfers).collect())
}
