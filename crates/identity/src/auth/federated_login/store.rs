//! All SQL of federated login.

use chrono::{DateTime, Utc};
use kernel::{TenantId, UserId};
use store::{PgConnection, StoreError};
use uuid::Uuid;

use super::Provider;
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
