//! All SQL of saved answers.

use ::store::{PgConnection, StoreError};
use chrono::{DateTime, Utc};
use kernel::{SavedAnswerId, TenantId};
use serde_json::{Value, json};
use uuid::Uuid;

use super::SavedAnswer;

fn read(id: Uuid, name: String, texts: Value) -> SavedAnswer {
    let texts = serde_json::from_value(texts).unwrap_or_default();
    SavedAnswer { id: SavedAnswerId::from_uuid(id), name, texts }
}

pub(super) async fn all(conn: &mut PgConnection, tenant: TenantId, limit: i64) -> Result<Vec<SavedAnswer>, StoreError> {
    let rows = sqlx::query!(
        "SELECT id, name, texts FROM support_saved_answers WHERE tenant_id = $1 ORDER BY name LIMIT $2",
        tenant.uuid(),
        limit,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(|row| read(row.id, row.name, row.texts)).collect())
}

pub(super) async fn count(conn: &mut PgConnection, tenant: TenantId) -> Result<i64, StoreError> {
    let found = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM support_saved_answers WHERE tenant_id = $1"#,
        tenant.uuid()
    );
    Ok(found.fetch_one(conn).await?)
}

/// Inserts it; false if its name exists.
pub(super) async fn add(
    conn: &mut PgConnection,
    tenant: TenantId,
    answer: &SavedAnswer,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "INSERT INTO support_saved_answers (tenant_id, id, name, texts, updated_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (tenant_id, name) DO NOTHING",
        tenant.uuid(),
        answer.id.uuid(),
        answer.name,
        json!(answer.texts),
        now,
    )
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

pub(super) async fn lock(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: SavedAnswerId,
) -> Result<Option<SavedAnswer>, StoreError> {
    let row = sqlx::query!(
        "SELECT id, name, texts FROM support_saved_answers WHERE tenant_id = $1 AND id = $2 FOR UPDATE",
        tenant.uuid(),
        id.uuid(),
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map(|row| read(row.id, row.name, row.texts)))
}

/// Stores it; false if another one has its name.
pub(super) async fn set(
    conn: &mut PgConnection,
    tenant: TenantId,
    answer: &SavedAnswer,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "UPDATE support_saved_answers SET name = $3, texts = $4, updated_at = $5
         WHERE tenant_id = $1 AND id = $2
           AND NOT EXISTS (SELECT FROM support_saved_answers other
                           WHERE other.tenant_id = $1 AND other.name = $3 AND other.id <> $2)",
        tenant.uuid(),
        answer.id.uuid(),
        answer.name,
        json!(answer.texts),
        now,
    )
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

pub(super) async fn delete(conn: &mut PgConnection, tenant: TenantId, id: SavedAnswerId) -> Result<(), StoreError> {
    sqlx::query!("DELETE FROM support_saved_answers WHERE tenant_id = $1 AND id = $2", tenant.uuid(), id.uuid())
        .execute(conn)
        .await?;
    Ok(())
}
