//! All SQL of stopped merchants.

use ::store::StoreError;
use kernel::{MerchantId, TenantId};
use sqlx::PgConnection;

use super::MerchantStop;

pub(super) async fn find(
    conn: &mut PgConnection,
    tenant: TenantId,
    merchant: MerchantId,
) -> Result<Option<MerchantStop>, StoreError> {
    let row = sqlx::query!(
        "SELECT at, by_email, reason FROM merchant_stops WHERE tenant_id = $1 AND merchant_id = $2",
        tenant.uuid(),
        merchant.uuid(),
    );
    let row = row.fetch_optional(conn).await?;
    Ok(row.map(|row| MerchantStop { at: row.at, by: row.by_email, reason: row.reason }))
}

/// Returns whether the merchant was not stopped before.
pub(super) async fn insert(
    conn: &mut PgConnection,
    tenant: TenantId,
    merchant: MerchantId,
    stop: &MerchantStop,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "INSERT INTO merchant_stops (tenant_id, merchant_id, at, by_email, reason) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT DO NOTHING",
        tenant.uuid(),
        merchant.uuid(),
        stop.at,
        stop.by,
        stop.reason,
    );
    Ok(done.execute(conn).await?.rows_affected() == 1)
}

/// Returns whether the merchant was stopped.
pub(super) async fn delete(
    conn: &mut PgConnection,
    tenant: TenantId,
    merchant: MerchantId,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "DELETE FROM merchant_stops WHERE tenant_id = $1 AND merchant_id = $2",
        tenant.uuid(),
        merchant.uuid(),
    );
    Ok(done.execute(conn).await?.rows_affected() == 1)
}
