//! All SQL of the platform log. It belongs to the platform, so it uses system transactions.

use chrono::{DateTime, Utc};
use kernel::World;
use store::{PgConnection, StoreError};
use uuid::Uuid;

use crate::backoffice::operator::{Act, Operator};

/// A stored action.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recorded {
    /// When it happened.
    pub at: DateTime<Utc>,
    /// The platform host's name.
    pub operator: String,
    /// The role.
    pub role: String,
    /// The permission, such as `jobs.revive`.
    pub permission: String,
    /// The tenant concerned; `None` for the platform itself.
    pub tenant: Option<Uuid>,
    /// The id of the subject.
    pub subject: String,
    /// The reason.
    pub reason: String,
}

pub(in crate::backoffice::operator) async fn insert(
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

pub(in crate::backoffice::operator) async fn newest(
    conn: &mut PgConnection,
    limit: i64,
) -> Result<Vec<Recorded>, StoreError> {
    let rows = sqlx::query_as!(
        Recorded,
        "SELECT at, operator, role, permission, tenant, subject, reason FROM operator_acts ORDER BY at DESC, id LIMIT $1",
        limit
    );
    Ok(rows.fetch_all(conn).await?)
}
