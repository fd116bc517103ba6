//! All SQL of payway pauses.

use std::collections::BTreeMap;

use ::store::StoreError;
use chrono::{DateTime, Utc};
use kernel::TenantId;
use sqlx::PgConnection;
use sqlx::types::Json;
use uuid::Uuid;

use super::{PAUSES_MAX, PauseCause, PausedFlow, PaywayPause};

/// The pauses of a tenant that stand or are planned, by their beginning. A payway that this version does not know has none.
pub(crate) async fn all(
    conn: &mut PgConnection,
    tenant: TenantId,
    now: DateTime<Utc>,
) -> Result<Vec<PaywayPause>, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT id, payway, flow, cause, texts AS "texts: Json<BTreeMap<String, String>>", reason, begins_at, ends_at,
            made_by, made_at
         FROM payway_pauses WHERE tenant_id = $1 AND (ends_at IS NULL OR ends_at > $2)
         ORDER BY begins_at, id LIMIT $3"#,
        tenant.uuid(),
        now,
        i64::try_from(PAUSES_MAX).unwrap_or(i64::MAX),
    )
    .fetch_all(conn)
    .await?;
    let pauses = rows.into_iter().filter_map(|row| {
        Some(PaywayPause {
            id: row.id,
            payway: row.payway.parse().ok()?,
            flow: PausedFlow::from_code(&row.flow)?,
            cause: PauseCause::from_code(&row.cause)?,
            texts: row.texts.0,
            reason: row.reason,
            from: row.begins_at,
            until: row.ends_at,
            by: row.made_by,
            at: row.made_at,
        })
    });
    Ok(pauses.collect())
}

/// Serializes the operators who pause payways of a tenant.
pub(crate) async fn lock(conn: &mut PgConnection, tenant: TenantId) -> Result<(), StoreError> {
    sqlx::query!("SELECT pg_advisory_xact_lock(hashtextextended('payway pauses ' || $1::text, 0))", tenant.to_string())
        .fetch_one(conn)
        .await?;
    Ok(())
}

/// Inserts a pause, and deletes those that are over.
pub(crate) async fn insert(conn: &mut PgConnection, tenant: TenantId, pause: &PaywayPause) -> Result<(), StoreError> {
    sqlx::query!("DELETE FROM payway_pauses WHERE tenant_id = $1 AND ends_at <= $2", tenant.uuid(), pause.at)
        .execute(&mut *conn)
        .await?;
    sqlx::query!(
        "INSERT INTO payway_pauses
            (tenant_id, id, payway, flow, cause, texts, reason, begins_at, ends_at, made_by, made_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
        tenant.uuid(),
        pause.id,
        pause.payway.code(),
        pause.flow.code(),
        pause.cause.code(),
        Json(&pause.texts) as _,
        pause.reason,
        pause.from,
        pause.until,
        pause.by,
        pause.at,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Deletes a pause. Returns false if there is none.
pub(crate) async fn delete(conn: &mut PgConnection, tenant: TenantId, id: Uuid) -> Result<bool, StoreError> {
    let gone = sqlx::query!("DELETE FROM payway_pauses WHERE tenant_id = $1 AND id = $2", tenant.uuid(), id)
        .execute(conn)
        .await?;
    Ok(gone.rows_affected() == 1)
}
