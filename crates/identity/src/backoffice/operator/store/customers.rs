//! Customer queries of the console.

use chrono::{DateTime, Utc};
use kernel::{ProfileId, TenantId, UserId};
use serde_json::json;
use store::{PgConnection, StoreError};
use uuid::Uuid;

use crate::IndividualLimits;
use crate::backoffice::operator::customers::{CustomerRow, Query};

struct Found {
    id: Uuid,
    email: String,
    first_name: Option<String>,
    last_name: Option<String>,
    residence: Option<String>,
    status: String,
    created_at: DateTime<Utc>,
}

impl From<Found> for CustomerRow {
    fn from(found: Found) -> Self {
        Self {
            id: UserId::from_uuid(found.id),
            email: found.email,
            first_name: found.first_name,
            last_name: found.last_name,
            residence: found.residence,
            blocked: found.status == "blocked",
            created_at: found.created_at,
        }
    }
}

/// The newest customers, older than `after`.
pub(in crate::backoffice::operator) async fn newest(
    conn: &mut PgConnection,
    tenant: TenantId,
    query: &Query,
    after: Option<UserId>,
    limit: i64,
) -> Result<Vec<CustomerRow>, StoreError> {
    let rows = sqlx::query_as!(
        Found,
        "SELECT id, email, first_name, last_name, residence, status, created_at FROM users
         WHERE tenant_id = $1 AND ($2::uuid IS NULL OR id < $2) AND ($3::uuid IS NULL OR id = $3)
           AND ($4::bool IS NULL OR (status = 'blocked') = $4)
         ORDER BY id DESC LIMIT $5",
        tenant.uuid(),
        after.map(UserId::uuid),
        query.id.map(UserId::uuid),
        query.blocked,
        limit,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(CustomerRow::from).collect())
}

/// The newest customers in a range of addresses, older than `after`. The address filter comes first, because matches
/// can be far apart by age.
pub(in crate::backoffice::operator) async fn by_address(
    conn: &mut PgConnection,
    tenant: TenantId,
    (first, last): (&str, &str),
    blocked: Option<bool>,
    after: Option<UserId>,
    limit: i64,
) -> Result<Vec<CustomerRow>, StoreError> {
    let rows = sqlx::query_as!(
        Found,
        r#"WITH found AS MATERIALIZED (
               SELECT id, email, first_name, last_name, residence, status, created_at FROM users
               WHERE tenant_id = $1 AND email_normalized COLLATE "C" >= $2 AND email_normalized COLLATE "C" <= $3)
           SELECT id AS "id!", email AS "email!", first_name, last_name, residence, status AS "status!",
                  created_at AS "created_at!"
           FROM found WHERE ($4::uuid IS NULL OR id < $4) AND ($5::bool IS NULL OR (status = 'blocked') = $5)
           ORDER BY id DESC LIMIT $6"#,
        tenant.uuid(),
        first,
        last,
        after.map(UserId::uuid),
        blocked,
        limit,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(CustomerRow::from).collect())
}

/// The owners of these profiles.
pub(in crate::backoffice::operator) async fn of_profiles(
    conn: &mut PgConnection,
    tenant: TenantId,
    profiles: &[ProfileId],
) -> Result<Vec<(ProfileId, CustomerRow)>, StoreError> {
    let ids: Vec<Uuid> = profiles.iter().map(|profile| profile.uuid()).collect();
    let rows = sqlx::query!(
        "SELECT p.id AS profile, u.id, u.email, u.first_name, u.last_name, u.residence, u.status, u.created_at
         FROM profiles p JOIN users u ON u.tenant_id = p.tenant_id AND u.id = p.user_id
         WHERE p.tenant_id = $1 AND p.id = ANY($2)",
        tenant.uuid(),
        &ids,
    )
    .fetch_all(conn)
    .await?;
    let found = rows.into_iter().map(|row| {
        let profile = ProfileId::from_uuid(row.profile);
        let (email, first_name, last_name) = (row.email, row.first_name, row.last_name);
        let (id, residence, status, created_at) = (row.id, row.residence, row.status, row.created_at);
        (profile, CustomerRow::from(Found { id, email, first_name, last_name, residence, status, created_at }))
    });
    Ok(found.collect())
}

/// Whether a customer is blocked. Locks the row: concurrent changes wait until this transaction ends.
pub(in crate::backoffice::operator) async fn lock(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
) -> Result<Option<bool>, StoreError> {
    let status = sqlx::query_scalar!(
        r#"SELECT status = 'blocked' AS "blocked!" FROM users
           WHERE tenant_id = $1 AND id = $2 AND status <> 'erased' FOR UPDATE"#,
        tenant.uuid(),
        user.uuid(),
    );
    Ok(status.fetch_optional(conn).await?)
}

/// Blocks or unblocks a customer.
pub(in crate::backoffice::operator) async fn set_blocked(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    blocked: bool,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let done = sqlx::query!(
        "UPDATE users SET status = CASE WHEN $3 THEN 'blocked' ELSE 'active' END, updated_at = $4
         WHERE tenant_id = $1 AND id = $2",
        tenant.uuid(),
        user.uuid(),
        blocked,
        now,
    )
    .execute(conn)
    .await?;
    StoreError::ensure_one_row("customer", done.rows_affected())
}

/// The tier to which operators have raised a customer.
pub(in crate::backoffice::operator) async fn raised_to(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
) -> Result<Option<u8>, StoreError> {
    let found =
        sqlx::query_scalar!("SELECT raised_to FROM users WHERE tenant_id = $1 AND id = $2", tenant.uuid(), user.uuid());
    let tier = found.fetch_optional(conn).await?.flatten();
    Ok(tier.and_then(|tier| u8::try_from(tier).ok()))
}

/// Raises a customer's tier, or revokes that. Individual limits are removed unless the tier has them.
pub(in crate::backoffice::operator) async fn set_raised_to(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    tier: Option<u8>,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let done = sqlx::query!(
        "UPDATE users SET raised_to = $3, updated_at = $4,
                          individual_limits = CASE WHEN $3::smallint = 4 THEN individual_limits END
         WHERE tenant_id = $1 AND id = $2",
        tenant.uuid(),
        user.uuid(),
        tier.map(i16::from),
        now,
    )
    .execute(conn)
    .await?;
    StoreError::ensure_one_row("customer", done.rows_affected())
}

/// Sets a customer's individual limits.
pub(in crate::backoffice::operator) async fn set_agreed_limits(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    limits: &IndividualLimits,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let done = sqlx::query!(
        "UPDATE users SET individual_limits = $3, updated_at = $4 WHERE tenant_id = $1 AND id = $2",
        tenant.uuid(),
        user.uuid(),
        json!(limits),
        now,
    )
    .execute(conn)
    .await?;
    StoreError::ensure_one_row("customer", done.rows_affected())
}
