//! All SQL of policies. A version is written once; the version in force is the latest whose effective date has passed.

use chrono::{DateTime, Utc};
use kernel::TenantId;
use sqlx::PgConnection;

use super::{Policy, PolicyVersion, VersionState};
use crate::ExchangeError;

/// The policy in force.
pub(crate) struct InForce {
    /// The policy; `None` if the tenant has published none.
    pub(crate) policy: Option<Policy>,
    /// When the next scheduled version takes effect.
    pub(crate) next_at: Option<DateTime<Utc>>,
}

/// The policy in force at `now`.
pub(crate) async fn in_force(
    conn: &mut PgConnection,
    tenant: TenantId,
    now: DateTime<Utc>,
) -> Result<InForce, ExchangeError> {
    let row = sqlx::query!(
        "SELECT (SELECT body FROM policies WHERE tenant_id = $1 AND effective_at <= $2 ORDER BY version DESC LIMIT 1) AS body,
                (SELECT min(effective_at) FROM policies WHERE tenant_id = $1 AND effective_at > $2) AS next_at",
        tenant.uuid(),
        now,
    )
    .fetch_one(conn)
    .await
    .map_err(::store::StoreError::from)?;
    Ok(InForce { policy: row.body.map(|body| read(tenant, body)).transpose()?, next_at: row.next_at })
}

/// Parses strictly: a policy with unknown fields is refused as a whole, and no quotes are given.
fn read(tenant: TenantId, body: serde_json::Value) -> Result<Policy, ExchangeError> {
    let unreadable = |why: String| ExchangeError::Internal(format!("the policy of {tenant} cannot be used: {why}"));
    let policy: Policy = serde_json::from_value(body).map_err(|error| unreadable(error.to_string()))?;
    policy.check().map_err(|error| unreadable(error.to_string()))?;
    Ok(policy)
}

/// Inserts a version; false if its number exists.
pub(crate) async fn append(
    conn: &mut PgConnection,
    tenant: TenantId,
    policy: &Policy,
    effective_at: DateTime<Utc>,
    now: DateTime<Utc>,
) -> Result<bool, ExchangeError> {
    policy.check()?;
    let body = serde_json::to_value(policy).map_err(|error| ExchangeError::Internal(error.to_string()))?;
    let version =
        i32::try_from(policy.version).map_err(|_| ExchangeError::invalid("policy", "version is too large"))?;
    let done = sqlx::query!(
        "INSERT INTO policies (tenant_id, version, body, effective_at, created_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (tenant_id, version) DO NOTHING",
        tenant.uuid(),
        version,
        body,
        effective_at,
        now,
    )
    .execute(conn)
    .await
    .map_err(::store::StoreError::from)?;
    Ok(done.rows_affected() == 1)
}

/// A stored version, without its body.
struct VersionRow {
    version: i32,
    effective_at: DateTime<Utc>,
    created_at: DateTime<Utc>,
    in_force: Option<i32>,
}

impl VersionRow {
    fn read(self, now: DateTime<Utc>) -> PolicyVersion {
        let state = match self.in_force {
            _ if self.effective_at > now => VersionState::Scheduled,
            Some(in_force) if in_force == self.version => VersionState::InForce,
            _ => VersionState::Past,
        };
        let (version, effective_at) = (self.version.unsigned_abs(), self.effective_at);
        PolicyVersion { version, effective_at, published_at: self.created_at, state }
    }
}

/// The newest versions below `before`, newest first; at most `limit`.
pub(crate) async fn versions(
    conn: &mut PgConnection,
    tenant: TenantId,
    before: Option<i32>,
    limit: i64,
    now: DateTime<Utc>,
) -> Result<Vec<PolicyVersion>, ExchangeError> {
    let rows = sqlx::query_as!(
        VersionRow,
        "SELECT version, effective_at, created_at,
                (SELECT max(version) FROM policies WHERE tenant_id = $1 AND effective_at <= $4) AS in_force
         FROM policies WHERE tenant_id = $1 AND ($2::integer IS NULL OR version < $2) ORDER BY version DESC LIMIT $3",
        tenant.uuid(),
        before,
        limit,
        now,
    );
    let rows = rows.fetch_all(conn).await.map_err(::store::StoreError::from)?;
    Ok(rows.into_iter().map(|row| row.read(now)).collect())
}

/// The stored document of a version; `None` if there is no such version.
pub(crate) async fn document(
    conn: &mut PgConnection,
    tenant: TenantId,
    version: i32,
) -> Result<Option<serde_json::Value>, ExchangeError> {
    let body =
        sqlx::query_scalar!("SELECT body FROM policies WHERE tenant_id = $1 AND version = $2", tenant.uuid(), version);
    Ok(body.fetch_optional(conn).await.map_err(::store::StoreError::from)?)
}
