//! All SQL of tidying up, over all tenants.

use chrono::{DateTime, Utc};
use store::{PgConnection, StoreError};

/// Deletes up to `limit` rows of each table. Sessions take their tokens with them.
pub(super) async fn purge(
    conn: &mut PgConnection,
    before: DateTime<Utc>,
    sessions_before: DateTime<Utc>,
    limit: i64,
) -> Result<(), StoreError> {
    sqlx::query!(
        "DELETE FROM login_challenges WHERE (tenant_id, id) IN (
             SELECT tenant_id, id FROM login_challenges WHERE created_at < $1 LIMIT $2)",
        before,
        limit,
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "DELETE FROM contact_challenges WHERE (tenant_id, id) IN (
             SELECT tenant_id, id FROM contact_challenges WHERE created_at < $1 LIMIT $2)",
        before,
        limit,
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "DELETE FROM counters WHERE (tenant_id, name, subject, starts_at) IN (
             SELECT tenant_id, name, subject, starts_at FROM counters WHERE starts_at < $1 LIMIT $2)",
        before,
        limit,
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "DELETE FROM step_ups WHERE (tenant_id, id) IN (
             SELECT tenant_id, id FROM step_ups WHERE expires_at < $1 LIMIT $2)",
        before,
        limit,
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "DELETE FROM access_tokens WHERE (tenant_id, hash) IN (
             SELECT tenant_id, hash FROM access_tokens WHERE expires_at < $1 LIMIT $2)",
        before,
        limit,
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "DELETE FROM sessions WHERE (tenant_id, id) IN (
             SELECT tenant_id, id FROM sessions WHERE expires_at < $1 LIMIT $2)",
        sessions_before,
        limit,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The same of what browsers were asked to do with passkeys.
pub(super) async fn purge_ceremonies(
    conn: &mut PgConnection,
    before: DateTime<Utc>,
    limit: i64,
) -> Result<(), StoreError> {
    sqlx::query!(
        "DELETE FROM passkey_ceremonies WHERE (tenant_id, id) IN (
             SELECT tenant_id, id FROM passkey_ceremonies WHERE expires_at < $1 LIMIT $2)",
        before,
        limit,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The same of sign-ins at providers, of launches and of codes for other hosts.
pub(super) async fn purge_external(
    conn: &mut PgConnection,
    before: DateTime<Utc>,
    limit: i64,
) -> Result<(), StoreError> {
    sqlx::query!(
        "DELETE FROM provider_attempts WHERE (tenant_id, id) IN (
             SELECT tenant_id, id FROM provider_attempts WHERE created_at < $1 LIMIT $2)",
        before,
        limit,
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "DELETE FROM pending_links WHERE (tenant_id, hash) IN (
             SELECT tenant_id, hash FROM pending_links WHERE created_at < $1 LIMIT $2)",
        before,
        limit,
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "DELETE FROM telegram_launches WHERE (tenant_id, hash) IN (
             SELECT tenant_id, hash FROM telegram_launches WHERE used_at < $1 LIMIT $2)",
        before,
        limit,
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "DELETE FROM handovers WHERE (tenant_id, hash) IN (
             SELECT tenant_id, hash FROM handovers WHERE created_at < $1 LIMIT $2)",
        before,
        limit,
    )
    .execute(&mut *conn)
    .await?;
    Ok(())
}

/// The same of pictures of documents: drafts that nobody handed in, and what was looked at long ago and stands no more.
pub(super) async fn purge_documents(
    conn: &mut PgConnection,
    drafts_before: DateTime<Utc>,
    superseded_before: DateTime<Utc>,
    limit: i64,
) -> Result<(), StoreError> {
    sqlx::query!(
        "DELETE FROM identity_documents WHERE (tenant_id, id) IN (
             SELECT tenant_id, id FROM identity_documents
             WHERE created_at < $1 AND (submitted_at IS NULL OR superseded_at < $2) LIMIT $3)",
        drafts_before,
        superseded_before,
        limit,
    )
    .execute(conn)
    .await?;
    Ok(())
}
