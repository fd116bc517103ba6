//! All SQL of the outbox.

use chrono::{DateTime, Utc};
use kernel::TenantId;
use store::{PgConnection, StoreError};

use super::{Mail, OutboxMail};

/// Adds an email, and deletes the oldest beyond `keep`.
pub(super) async fn add(
    conn: &mut PgConnection,
    mail: &Mail,
    recipient: &str,
    now: DateTime<Utc>,
    keep: i64,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO mail_outbox (tenant_id, key, recipient, subject, body, html, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (tenant_id, key) DO NOTHING",
        mail.tenant.uuid(),
        mail.key,
        recipient,
        mail.subject,
        mail.text,
        mail.html,
        now,
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "DELETE FROM mail_outbox WHERE tenant_id = $1 AND key IN (
             SELECT key FROM mail_outbox WHERE tenant_id = $1 ORDER BY created_at DESC, key DESC OFFSET $2)",
        mail.tenant.uuid(),
        keep,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The newest emails, to `recipient` or to all.
pub(super) async fn list(
    conn: &mut PgConnection,
    tenant: TenantId,
    recipient: Option<&str>,
    limit: i64,
) -> Result<Vec<OutboxMail>, StoreError> {
    let mails = sqlx::query_as!(
        OutboxMail,
        r#"SELECT recipient AS "to", subject, body AS "text", html, created_at FROM mail_outbox
           WHERE tenant_id = $1 AND ($2::text IS NULL OR recipient = $2)
           ORDER BY created_at DESC, key DESC LIMIT $3"#,
        tenant.uuid(),
        recipient,
        limit,
    )
    .fetch_all(conn)
    .await?;
    Ok(mails)
}
