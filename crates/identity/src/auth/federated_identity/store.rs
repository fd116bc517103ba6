//! All SQL of identities at providers.

use chrono::{DateTime, Utc};
use kernel::{SessionId, TenantId, UserId};
use store::{PgConnection, StoreError};

use super::LinkedIdentity;
use crate::provider::Provider;
use crate::token::TokenHash;

/// An identity at a provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FederatedIdentity {
    pub provider: Provider,
    pub issuer: String,
    pub subject: String,
    /// The label that the person sees.
    pub label: Option<String>,
}

/// The owner of an identity.
pub(crate) async fn owner(
    conn: &mut PgConnection,
    tenant: TenantId,
    external: &FederatedIdentity,
) -> Result<Option<UserId>, StoreError> {
    let owner = sqlx::query_scalar!(
        "SELECT user_id FROM external_identities
         WHERE tenant_id = $1 AND provider = $2 AND issuer = $3 AND subject = $4",
        tenant.uuid(),
        external.provider.code(),
        external.issuer,
        external.subject,
    )
    .fetch_optional(conn)
    .await?;
    Ok(owner.map(UserId::from_uuid))
}

/// Links an identity; `false` if it has an owner, or the person has another one of the provider.
pub(crate) async fn link(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    external: &FederatedIdentity,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "INSERT INTO external_identities (tenant_id, provider, issuer, subject, user_id, label, linked_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING",
        tenant.uuid(),
        external.provider.code(),
        external.issuer,
        external.subject,
        user.uuid(),
        external.label,
        now,
    )
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Unlinks an identity; `false` if none was linked.
pub(crate) async fn unlink(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    provider: Provider,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "DELETE FROM external_identities WHERE tenant_id = $1 AND user_id = $2 AND provider = $3",
        tenant.uuid(),
        user.uuid(),
        provider.code(),
    )
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// A person's linked identities, at most one per provider.
pub(crate) async fn of_user(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
) -> Result<Vec<LinkedIdentity>, StoreError> {
    let rows = sqlx::query!(
        "SELECT provider, label, linked_at FROM external_identities WHERE tenant_id = $1 AND user_id = $2
         ORDER BY provider",
        tenant.uuid(),
        user.uuid(),
    )
    .fetch_all(conn)
    .await?;
    let read = |row: (String, Option<String>, DateTime<Utc>)| {
        Some(LinkedIdentity { provider: Provider::from_code(&row.0)?, label: row.1, linked_at: row.2 })
    };
    Ok(rows.into_iter().filter_map(|row| read((row.provider, row.label, row.linked_at))).collect())
}

/// Stores a verified identity until the code of `email_normalized` is confirmed.
pub(crate) async fn add_pending(
    conn: &mut PgConnection,
    tenant: TenantId,
    hash: &TokenHash,
    external: &FederatedIdentity,
    email_normalized: &str,
    (now, expires_at): (DateTime<Utc>, DateTime<Utc>),
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO pending_links (tenant_id, hash, provider, issuer, subject, label, email_normalized, created_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        tenant.uuid(),
        hash.bytes(),
        external.provider.code(),
        external.issuer,
        external.subject,
        external.label,
        email_normalized,
        now,
        expires_at,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Holds a verified identity, whose address is confirmed, until the session's second factor is proven.
pub(crate) async fn hold_for(
    conn: &mut PgConnection,
    tenant: TenantId,
    hash: &TokenHash,
    session: SessionId,
) -> Result<(), StoreError> {
    let done = sqlx::query!(
        "UPDATE pending_links SET session_id = $3 WHERE tenant_id = $1 AND hash = $2",
        tenant.uuid(),
        hash.bytes(),
        session.uuid(),
    )
    .execute(conn)
    .await?;
    StoreError::ensure_one_row("pending link", done.rows_affected())
}

/// Consumes the identity that waits for the session's second factor.
pub(crate) async fn take_held(
    conn: &mut PgConnection,
    tenant: TenantId,
    session: SessionId,
    now: DateTime<Utc>,
) -> Result<Option<FederatedIdentity>, StoreError> {
    let row = sqlx::query!(
        "UPDATE pending_links SET session_id = NULL WHERE tenant_id = $1 AND session_id = $2 AND expires_at > $3
         RETURNING provider, issuer, subject, label",
        tenant.uuid(),
        session.uuid(),
        now,
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.and_then(|row| {
        let provider = Provider::from_code(&row.provider)?;
        Some(FederatedIdentity { provider, issuer: row.issuer, subject: row.subject, label: row.label })
    }))
}

/// Consumes the identity that waits for this address's code.
pub(crate) async fn take_pending(
    conn: &mut PgConnection,
    tenant: TenantId,
    hash: &TokenHash,
    email_normalized: &str,
    now: DateTime<Utc>,
) -> Result<Option<FederatedIdentity>, StoreError> {
    let row = sqlx::query!(
        "UPDATE pending_links SET used_at = $4
         WHERE tenant_id = $1 AND hash = $2 AND email_normalized = $3 AND used_at IS NULL AND expires_at > $4
         RETURNING provider, issuer, subject, label",
        tenant.uuid(),
        hash.bytes(),
        email_normalized,
        now,
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.and_then(|row| {
        let provider = Provider::from_code(&row.provider)?;
        Some(FederatedIdentity { provider, issuer: row.issuer, subject: row.subject, label: row.label })
    }))
}
