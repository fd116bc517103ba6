//! All SQL of counters.

use chrono::{DateTime, Utc};
use kernel::TenantId;
use store::{PgConnection, StoreError};

use super::Limit;
use crate::IdentityError;

/// Counts one against every limit, in the order given, and refuses at the first that is full.
///
/// The rows stay locked until the transaction ends, so whoever counts on the same subject waits for the outcome. Callers
/// give the limits from the narrowest subject to the widest, always in the same order, and so never wait in a circle.
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

/// Counts one, and answers how many there are now.
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

/// How many there are, without counting.
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
