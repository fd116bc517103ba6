//! All SQL of data keys.

use chrono::{DateTime, Utc};
use kernel::TenantId;
use store::{PgConnection, StoreError};

use super::Class;

/// A wrapped data key.
pub(super) struct Wrapped {
    pub generation: i32,
    pub wrapped: Vec<u8>,
}

/// The newest data key of a class, which encrypts new records.
pub(super) async fn newest(
    conn: &mut PgConnection,
    tenant: TenantId,
    class: Class,
) -> Result<Option<Wrapped>, StoreError> {
    let found = sqlx::query_as!(
        Wrapped,
        "SELECT generation, wrapped FROM data_keys
         WHERE tenant_id = $1 AND class = $2 ORDER BY generation DESC LIMIT 1",
        tenant.uuid(),
        class.as_str(),
    )
    .fetch_optional(conn)
    .await?;
    Ok(found)
}

/// The data key of one generation.
pub(super) async fn of_generation(
    conn: &mut PgConnection,
    tenant: TenantId,
    class: Class,
    generation: i32,
) -> Result<Option<Vec<u8>>, StoreError> {
    let found = sqlx::query_scalar!(
        "SELECT wrapped FROM data_keys WHERE tenant_id = $1 AND class = $2 AND generation = $3",
        tenant.uuid(),
        class.as_str(),
        generation,
    )
    .fetch_optional(conn)
    .await?;
    Ok(found)
}

/// Adds a data key, unless a concurrent transaction has added that generation.
pub(super) async fn add(
    conn: &mut PgConnection,
    tenant: TenantId,
    class: Class,
    key: &Wrapped,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO data_keys (tenant_id, class, generation, wrapped, created_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (tenant_id, class, generation) DO NOTHING",
        tenant.uuid(),
        class.as_str(),
        key.generation,
        key.wrapped,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}
