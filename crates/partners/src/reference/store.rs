//! All SQL of the partners' own ids.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use kernel::{PartnerKeyId, TenantId, TransactionId};
use sqlx::PgConnection;
use store::StoreError;
use uuid::Uuid;

use super::Reservation;

/// The transaction that already has the partner's id.
#[derive(Debug)]
pub(super) struct Other {
    pub external: String,
    pub transaction: TransactionId,
    pub attempt: Uuid,
    pub created_at: DateTime<Utc>,
}

/// Reserves an id; returns who has it otherwise. A transaction that has an id keeps it.
pub(super) async fn reserve(
    conn: &mut PgConnection,
    tenant: TenantId,
    asked: &Reservation,
    now: DateTime<Utc>,
) -> Result<Option<Other>, StoreError> {
    let added = sqlx::query!(
        "INSERT INTO partner_references (tenant_id, key_id, external_id, transaction_id, attempt, created_at)
         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING",
        tenant.uuid(),
        asked.key.uuid(),
        asked.external,
        asked.transaction.uuid(),
        asked.attempt,
        now,
    );
    if added.execute(&mut *conn).await?.rows_affected() == 1 {
        return Ok(None);
    }
    let row = sqlx::query!(
        "SELECT external_id, transaction_id, attempt, created_at FROM partner_references
         WHERE tenant_id = $1 AND key_id = $2 AND (external_id = $3 OR transaction_id = $4)
         ORDER BY external_id = $3 DESC LIMIT 1",
        tenant.uuid(),
        asked.key.uuid(),
        asked.external,
        asked.transaction.uuid(),
    );
    Ok(row.fetch_optional(conn).await?.map(|row| Other {
        external: row.external_id,
        transaction: TransactionId::from_uuid(row.transaction_id),
        attempt: row.attempt,
        created_at: row.created_at,
    }))
}

/// Takes an id over from a request that died. Returns whether it still had it.
pub(super) async fn take_over(
    conn: &mut PgConnection,
    tenant: TenantId,
    asked: &Reservation,
    from: Uuid,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "UPDATE partner_references SET transaction_id = $4, attempt = $5, created_at = $6
         WHERE tenant_id = $1 AND key_id = $2 AND external_id = $3 AND attempt = $7",
        tenant.uuid(),
        asked.key.uuid(),
        asked.external,
        asked.transaction.uuid(),
        asked.attempt,
        now,
        from,
    );
    Ok(done.execute(conn).await?.rows_affected() == 1)
}

pub(super) async fn release(
    conn: &mut PgConnection,
    tenant: TenantId,
    reserved: &Reservation,
) -> Result<(), StoreError> {
    sqlx::query!(
        "DELETE FROM partner_references WHERE tenant_id = $1 AND key_id = $2 AND external_id = $3 AND attempt = $4",
        tenant.uuid(),
        reserved.key.uuid(),
        reserved.external,
        reserved.attempt,
    )
    .execute(conn)
    .await?;
    Ok(())
}

pub(super) async fn transaction(
    conn: &mut PgConnection,
    tenant: TenantId,
    key: PartnerKeyId,
    external: &str,
) -> Result<Option<TransactionId>, StoreError> {
    let found = sqlx::query_scalar!(
        "SELECT transaction_id FROM partner_references WHERE tenant_id = $1 AND key_id = $2 AND external_id = $3",
        tenant.uuid(),
        key.uuid(),
        external,
    );
    Ok(found.fetch_optional(conn).await?.map(TransactionId::from_uuid))
}

pub(super) async fn externals(
    conn: &mut PgConnection,
    tenant: TenantId,
    key: PartnerKeyId,
    transactions: &[TransactionId],
) -> Result<HashMap<TransactionId, String>, StoreError> {
    let ids: Vec<Uuid> = transactions.iter().map(|id| id.uuid()).collect();
    let rows = sqlx::query!(
        "SELECT transaction_id, external_id FROM partner_references
         WHERE tenant_id = $1 AND key_id = $2 AND transaction_id = ANY($3)",
        tenant.uuid(),
        key.uuid(),
        &ids,
    );
    Ok(rows
        .fetch_all(conn)
        .await?
        .into_iter()
        .map(|row| (TransactionId::from_uuid(row.transaction_id), row.external_id))
        .collect())
}
