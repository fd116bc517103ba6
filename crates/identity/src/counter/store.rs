//! All SQL of counters.

use chrono::{DateTime, Utc};
use kernel::TenantId;
use store::{PgConnection, StoreError};

use super::Limit;
use crate::IdentityError;

/// Increments every counter in the given order, and refuses at the first limit that is exceeded.
///
/// The rows stay locked until the transaction ends, so concurrent requests on the same subject wait. To avoid
/// deadlocks, callers pass limits in a fixed order, from the narrowest subject to the widest.
pub(crate) async fn spend(
    conn: &mut PgConnection,
    tenant: TenantId,
    now: DateTime<Utc>,
    limits: &[Limit],
) -> Result<(), IdentityError> {
    for limit in limits {
        let count = add_one(conn, tenant, now, limit).await?;
        limit.check(count, now)?;
    }
    Ok(())
}

/// Increments a counter and returns the new count.
pub(crate) async fn add_one(
    conn: &mut PgConnection,
    tenant: TenantId,
    now: DateTime<Utc>,
    limit: &Limit,
) -> Result<i32, StoreError> {
    let count = sqlx::query_scalar!(
        "INSERT INTO counters AS c (tenant_id, name, subject, starts_at, count) VALUES ($1, $2, $3, $4, 1)
         ON CONFLICT (tenant_id, name, subject, starts_at) DO UPDATE SET count = LEAST(c.count, 2000000000) + 1
         RETURNING count",
        tenant.uuid(),
        limit.name,
        limit.subject,
        limit.starts_at(now),
    )
    .fetch_one(conn)
    .await?;
    Ok(count)
}

/// Reads a counter without incrementing it.
pub(crate) async fn read(
    conn: &mut PgConnection,
    tenant: TenantId,
    now: DateTime<Utc>,
    limit: &Limit,
) -> Result<i32, StoreError> {
    let count = sqlx::query_scalar!(
        "SELECT count FROM counters WHERE tenant_id = $1 AND name = $2 AND subject = $3 AND starts_at = $4",
        tenant.uuid(),
        limit.name,
        limit.subject,
        limit.starts_at(now),
    )
    .fetch_optional(conn)
    .await?;
    Ok(count.unwrap_or(0))
}
