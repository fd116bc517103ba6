//! All SQL of operators' acts. They belong to the house: in system transactions.

use chrono::{DateTime, Utc};
use kernel::World;
use store::{PgConnection, StoreError};
use uuid::Uuid;

use crate::operator::{Act, Operator};

/// An act as it was written down.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recorded {
    /// When.
    pub at: DateTime<Utc>,
    /// Who.
    pub operator: String,
    /// As what.
    pub role: String,
    /// What: `jobs.revive`.
    pub permission: String,
    /// Whose, unless it was the house's own.
    pub tenant: Option<Uuid>,
    /// To what.
    pub subject: String,
    /// Why.
    pub reason: String,
}

pub(in crate::operator) async fn insert(
    conn: &mut PgConnection,
    world: &World,
    operator: &Operator,
    act: &Act<'_>,
    reason: &str,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO operator_acts (id, at, operator, role, permission, tenant, subject, reason)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        world.uuid(),
        world.now(),
        operator.name,
        operator.role.name(),
        act.permission.to_string(),
        act.tenant.map(kernel::TenantId::uuid),
        act.subject,
        reason,
    )
    .execute(conn)
    .await?;
    Ok(())
}

pub(in crate::operator) async fn newest(conn: &mut PgConnection, limit: i64) -> Result<Vec<Recorded>, StoreError> {
    let rows = sqlx::query_as!(
        Recorded,
        "SELECT at, operator, role, permission, tenant, subject, reason FROM operator_acts ORDER BY at DESC, id LIMIT $1",
        limit
    );
    Ok(rows.fetch_all(conn).await?)
}
