//! All SQL of pauses of quoting.

use ::store::StoreError;
use kernel::TenantId;
use sqlx::PgConnection;

use super::{PausedPair, QuotingPause};

/// The pauses of a tenant, the oldest first. One of a currency that this version does not know stops nothing here.
pub(crate) async fn all(conn: &mut PgConnection, tenant: TenantId) -> Result<Vec<QuotingPause>, StoreError> {
    let rows = sqlx::query!(
        "SELECT pair, reason, made_by, made_at FROM quoting_pauses WHERE tenant_id = $1 ORDER BY made_at, pair",
        tenant.uuid(),
    )
    .fetch_all(conn)
    .await?;
    let read = |pair: &str| PausedPair::read(pair);
    let pauses = rows.into_iter().filter_map(|row| {
        Some(QuotingPause { pair: read(&row.pair)?, reason: row.reason, by: row.made_by, at: row.made_at })
    });
    Ok(pauses.collect())
}

/// Inserts a pause. Returns false if there is one already, which stays.
pub(crate) async fn insert(
    conn: &mut PgConnection,
    tenant: TenantId,
    pause: &QuotingPause,
) -> Result<bool, StoreError> {
    let added = sqlx::query!(
        "INSERT INTO quoting_pauses (tenant_id, pair, reason, made_by, made_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (tenant_id, pair) DO NOTHING",
        tenant.uuid(),
        pause.pair.to_string(),
        pause.reason,
        pause.by,
        pause.at,
    )
    .execute(conn)
    .await?;
    Ok(added.rows_affected() == 1)
}

/// Deletes a pause. Returns false if there is none.
pub(crate) async fn delete(conn: &mut PgConnection, tenant: TenantId, pair: PausedPair) -> Result<bool, StoreError> {
    let gone =
        sqlx::query!("DELETE FROM quoting_pauses WHERE tenant_id = $1 AND pair = $2", tenant.uuid(), pair.to_string(),)
            .execute(conn)
            .await?;
    Ok(gone.rows_affected() == 1)
}
