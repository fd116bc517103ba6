//! All SQL of anti-phishing phrases.

use chrono::{DateTime, Utc};
use kernel::{TenantId, UserId};
use store::{PgConnection, StoreError};

/// A person's encrypted phrase.
pub(super) async fn sealed(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
) -> Result<Option<Vec<u8>>, StoreError> {
    let found = sqlx::query_scalar!(
        "SELECT mail_phrase FROM users WHERE tenant_id = $1 AND id = $2",
        tenant.uuid(),
        user.uuid(),
    )
    .fetch_optional(conn)
    .await?;
    Ok(found.flatten())
}

/// The encrypted phrase of the person with this address.
pub(super) async fn sealed_at(
    conn: &mut PgConnection,
    tenant: TenantId,
    email_normalized: &str,
) -> Result<Option<(UserId, Vec<u8>)>, StoreError> {
    let found = sqlx::query!(
        "SELECT id, mail_phrase FROM users WHERE tenant_id = $1 AND email_normalized = $2",
        tenant.uuid(),
        email_normalized,
    )
    .fetch_optional(conn)
    .await?;
    Ok(found.and_then(|row| Some((UserId::from_uuid(row.id), row.mail_phrase?))))
}

/// Sets or removes the phrase.
pub(super) async fn set(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    sealed: Option<&[u8]>,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let done = sqlx::query!(
        "UPDATE users SET mail_phrase = $3, updated_at = $4 WHERE tenant_id = $1 AND id = $2",
        tenant.uuid(),
        user.uuid(),
        sealed,
        now,
    )
    .execute(conn)
    .await?;
    StoreError::ensure_one_row("user", done.rows_affected())
}
