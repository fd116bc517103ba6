//! All SQL of data exports: their rows and their encrypted parts.

use ::store::{PgConnection, StoreError};
use chrono::{DateTime, Utc};
use kernel::{DataExportId, TenantId, TenantUser, UserId};
use uuid::Uuid;

use super::model::{DataExport, ExportState};

/// The customer's exports, the newest first.
pub(super) async fn of_user(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    limit: i64,
) -> Result<Vec<DataExport>, StoreError> {
    let rows = sqlx::query!(
        "SELECT id, state, requested_at, expires_at, bytes FROM data_exports
         WHERE tenant_id = $1 AND user_id = $2 ORDER BY requested_at DESC, id DESC LIMIT $3",
        tenant.uuid(),
        user.uuid(),
        limit,
    )
    .fetch_all(conn)
    .await?;
    let read = rows.into_iter().map(|row| DataExport {
        id: DataExportId::from_uuid(row.id),
        state: ExportState::from_code(&row.state),
        requested_at: row.requested_at,
        expires_at: row.expires_at,
        bytes: row.bytes,
    });
    Ok(read.collect())
}

pub(super) async fn add(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    id: DataExportId,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO data_exports (tenant_id, id, user_id, requested_at) VALUES ($1, $2, $3, $4)",
        tenant.uuid(),
        id.uuid(),
        user.uuid(),
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The owner of an export that is in preparation.
pub(super) async fn waiting(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: DataExportId,
) -> Result<Option<UserId>, StoreError> {
    let user = sqlx::query_scalar!(
        "SELECT user_id FROM data_exports WHERE tenant_id = $1 AND id = $2 AND state = 'waiting'",
        tenant.uuid(),
        id.uuid(),
    )
    .fetch_optional(conn)
    .await?;
    Ok(user.map(UserId::from_uuid))
}

/// A part to be stored, with its id and number.
pub(super) struct ExportPart<'a> {
    pub id: Uuid,
    pub run: Uuid,
    pub number: i32,
    pub sealed: &'a [u8],
}

pub(super) async fn add_part(
    conn: &mut PgConnection,
    tenant: TenantId,
    export: DataExportId,
    part: &ExportPart<'_>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO data_export_parts (tenant_id, id, export_id, run, number, sealed) VALUES ($1, $2, $3, $4, $5, $6)",
        tenant.uuid(),
        part.id,
        export.uuid(),
        part.run,
        part.number,
        part.sealed,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Marks an export as ready with the parts of `run`, and deletes the parts of abandoned runs; false if it is no longer
/// in preparation.
pub(super) async fn finish(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: DataExportId,
    run: Uuid,
    bytes: i64,
    now: DateTime<Utc>,
    expires_at: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "UPDATE data_exports SET state = 'ready', ready_at = $5, expires_at = $6, run = $3, bytes = $4
         WHERE tenant_id = $1 AND id = $2 AND state = 'waiting'",
        tenant.uuid(),
        id.uuid(),
        run,
        bytes,
        now,
        expires_at,
    )
    .execute(&mut *conn)
    .await?;
    if done.rows_affected() == 0 {
        return Ok(false);
    }
    sqlx::query!(
        "DELETE FROM data_export_parts WHERE tenant_id = $1 AND export_id = $2 AND run <> $3",
        tenant.uuid(),
        id.uuid(),
        run,
    )
    .execute(conn)
    .await?;
    Ok(true)
}

/// Marks all pending exports of `user` as failed.
pub(super) async fn fail_waiting(conn: &mut PgConnection, tenant: TenantId, user: UserId) -> Result<(), StoreError> {
    let waiting = sqlx::query_scalar!(
        "SELECT id FROM data_exports WHERE tenant_id = $1 AND user_id = $2 AND state = 'waiting'",
        tenant.uuid(),
        user.uuid(),
    )
    .fetch_all(&mut *conn)
    .await?;
    for id in waiting {
        fail(conn, tenant, DataExportId::from_uuid(id)).await?;
    }
    Ok(())
}

/// Marks an export as failed and deletes its parts.
pub(super) async fn fail(conn: &mut PgConnection, tenant: TenantId, id: DataExportId) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE data_exports SET state = 'failed' WHERE tenant_id = $1 AND id = $2 AND state = 'waiting'",
        tenant.uuid(),
        id.uuid(),
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!("DELETE FROM data_export_parts WHERE tenant_id = $1 AND export_id = $2", tenant.uuid(), id.uuid())
        .execute(conn)
        .await?;
    Ok(())
}

/// The encrypted part `number` of a ready export of `user`, with its id.
pub(super) async fn part(
    conn: &mut PgConnection,
    TenantUser { tenant, user }: TenantUser,
    id: DataExportId,
    number: i32,
    now: DateTime<Utc>,
) -> Result<Option<(Uuid, Vec<u8>)>, StoreError> {
    let found = sqlx::query!(
        "SELECT p.id, p.sealed FROM data_exports e
         JOIN data_export_parts p ON p.tenant_id = $1 AND p.export_id = e.id AND p.run = e.run AND p.number = $4
         WHERE e.tenant_id = $1 AND e.id = $2 AND e.user_id = $3 AND e.state = 'ready' AND e.expires_at > $5",
        tenant.uuid(),
        id.uuid(),
        user.uuid(),
        number,
        now,
    )
    .fetch_optional(conn)
    .await?;
    Ok(found.map(|row| (row.id, row.sealed)))
}

/// Deletes the exports of `user` with their parts.
pub(crate) async fn forget(conn: &mut PgConnection, tenant: TenantId, user: UserId) -> Result<(), StoreError> {
    sqlx::query!("DELETE FROM data_exports WHERE tenant_id = $1 AND user_id = $2", tenant.uuid(), user.uuid())
        .execute(conn)
        .await?;
    Ok(())
}
