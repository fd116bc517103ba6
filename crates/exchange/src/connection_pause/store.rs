//! All SQL of connections that are off.

use ::store::StoreError;
use kernel::TenantId;
use sqlx::PgConnection;

use super::{ConnectionPause, ServerConnection};

/// The connections of a tenant that are off, the oldest first. One that this version does not know stops nothing here.
pub(crate) async fn all(conn: &mut PgConnection, tenant: TenantId) -> Result<Vec<ConnectionPause>, StoreError> {
    let rows = sqlx::query!(
        "SELECT connection, reason, made_by, made_at FROM connection_pauses
         WHERE tenant_id = $1 ORDER BY made_at, connection",
        tenant.uuid(),
    )
    .fetch_all(conn)
    .await?;
    let pauses = rows.into_iter().filter_map(|row| {
        let connection = ServerConnection::read(&row.connection)?;
        Some(ConnectionPause { connection, reason: row.reason, by: row.made_by, at: row.made_at })
    });
    Ok(pauses.collect())
}

/// Inserts a pause. One that is there already stays.
pub(crate) async fn insert(
    conn: &mut PgConnection,
    tenant: TenantId,
    pause: &ConnectionPause,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO connection_pauses (tenant_id, connection, reason, made_by, made_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (tenant_id, connection) DO NOTHING",
        tenant.uuid(),
        pause.connection.to_string(),
        pause.reason,
        pause.by,
        pause.at,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Deletes a pause, if there is one.
pub(crate) async fn delete(
    conn: &mut PgConnection,
    tenant: TenantId,
    connection: &ServerConnection,
) -> Result<(), StoreError> {
    sqlx::query!(
        "DELETE FROM connection_pauses WHERE tenant_id = $1 AND connection = $2",
        tenant.uuid(),
        connection.to_string(),
    )
    .execute(conn)
    .await?;
    Ok(())
}
