//! All SQL of federated login.

use chrono::{DateTime, Utc};
use kernel::{SessionId, TenantId, UserId};
use store::{PgConnection, StoreError};
use uuid::Uuid;

use super::Provider;
use super::methods::LinkedIdentity;
use crate::token::TokenHash;

/// An attempt to be stored.
pub(super) struct NewAttempt<'a> {
    pub id: Uuid,
    pub provider: Provider,
    pub state: TokenHash,
    pub browser: TokenHash,
    pub nonce: &'a str,
    pub verifier: &'a str,
    pub redirect_uri: &'a str,
    pub user: Option<UserId>,
    pub created_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
}

/// A provider's answer through the browser.
#[derive(Clone, Debug, Default)]
pub struct Returned {
    /// The authorisation code.
    pub code: String,
    /// The issuer (RFC 9207), if present.
    pub issuer: Option<String>,
    /// The first name, which Apple sends on the first sign-in only.
    pub given_name: Option<String>,
    /// The last name, likewise.
    pub family_name: Option<String>,
}

/// An attempt to be finished.
pub(super) struct Attempt {
    pub nonce: String,
    pub verifier: String,
    pub redirect_uri: String,
    pub user: Option<Uuid>,
    pub code: Option<String>,
    pub returned_issuer: Option<String>,
    pub given_name: Option<String>,
    pub family_name: Option<String>,
}

/// An identity at a provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct External {
    pub provider: Provider,
    pub issuer: String,
    pub subject: String,
    /// The label that the person sees.
    pub label: Option<String>,
}

pub(super) async fn add(conn: &mut PgConnection, tenant: TenantId, new: &NewAttempt<'_>) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO provider_attempts (tenant_id, id, provider, state_hash, browser_hash, nonce, verifier, redirect_uri,
                                        user_id, created_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
        tenant.uuid(),
        new.id,
        new.provider.code(),
        new.state.bytes(),
        new.browser.bytes(),
        new.nonce,
        new.verifier,
        new.redirect_uri,
        new.user.map(UserId::uuid),
        new.created_at,
        new.expires_at,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Stores the first answer only.
pub(super) async fn returned(
    conn: &mut PgConnection,
    tenant: TenantId,
    provider: Provider,
    state: &TokenHash,
    returned: &Returned,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE provider_attempts SET code = $4, returned_issuer = $5, given_name = $6, family_name = $7, returned_at = $8
         WHERE tenant_id = $1 AND state_hash = $2 AND provider = $3 AND returned_at IS NULL AND finished_at IS NULL
           AND expires_at > $8",
        tenant.uuid(),
        state.bytes(),
        provider.code(),
        returned.code,
        returned.issuer,
        returned.given_name,
        returned.family_name,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Consumes an attempt and returns it; `None` if this browser has no open attempt.
pub(super) async fn take(
    conn: &mut PgConnection,
    tenant: TenantId,
    provider: Provider,
    state: &TokenHash,
    browser: &TokenHash,
    now: DateTime<Utc>,
) -> Result<Option<Attempt>, StoreError> {
    let taken = sqlx::query_as!(
        Attempt,
        r#"UPDATE provider_attempts SET finished_at = $5
           WHERE tenant_id = $1 AND state_hash = $2 AND provider = $3 AND browser_hash = $4 AND finished_at IS NULL
             AND expires_at > $5
           RETURNING nonce, verifier, redirect_uri, user_id AS user, code, returned_issuer, given_name, family_name"#,
        tenant.uuid(),
        state.bytes(),
        provider.code(),
        browser.bytes(),
        now,
    )
    .fetch_optional(conn)
    .await?;
    Ok(taken)
}

/// The owner of an identity.
pub(crate) async fn owner(
    conn: &mut PgConnection,
    tenant: TenantId,
    external: &External,
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
    external: &External,
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
pub(super) async fn unlink(
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
pub(super) async fn of_user(
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
pub(super) async fn add_pending(
    conn: &mut PgConnection,
    tenant: TenantId,
    hash: &TokenHash,
    external: &External,
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
pub(super) async fn hold_for(
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
pub(super) async fn take_held(
    conn: &mut PgConnection,
    tenant: TenantId,
    session: SessionId,
    now: DateTime<Utc>,
) -> Result<Option<External>, StoreError> {
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
        Some(External { provider, issuer: row.issuer, subject: row.subject, label: row.label })
    }))
}

/// Consumes the identity that waits for this address's code.
pub(super) async fn take_pending(
    conn: &mut PgConnection,
    tenant: TenantId,
    hash: &TokenHash,
    email_normalized: &str,
    now: DateTime<Utc>,
) -> Result<Option<External>, StoreError> {
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
        Some(External { provider, issuer: row.issuer, subject: row.subject, label: row.label })
    }))
}
