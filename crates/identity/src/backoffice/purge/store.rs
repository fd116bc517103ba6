//! All SQL of the purge, across all tenants.

use chrono::{DateTime, TimeDelta, Utc};
use store::{PgConnection, StoreError};

use crate::auth::session::KEEP_ENDED;

/// Longer than the longest rate-limit window.
const KEEP: TimeDelta = TimeDelta::days(4);
/// Retention of drafts that were never submitted.
const KEEP_DRAFTS: TimeDelta = TimeDelta::days(30);
/// Retention of superseded pictures and answers that were submitted: five years (Regulation (EU) 2024/1624, article
/// 77). Current ones are retained as long as the account exists.
const KEEP_DOCUMENTS: TimeDelta = TimeDelta::days(5 * 366);
/// How long an expired data export is still listed.
const KEEP_EXPORTS: TimeDelta = TimeDelta::days(30);
/// Retention of notifications and of the log of messages.
const KEEP_NOTIFICATIONS: TimeDelta = TimeDelta::days(180);
/// Ceremonies and similar data are useless once expired.
const KEEP_NOTHING: TimeDelta = TimeDelta::zero();
/// Longer than the ten minutes for an enrolment.
const KEEP_SEEDS: TimeDelta = TimeDelta::hours(1);

/// The delete statements with their retention periods. `$1` is the cut-off time, `$2` the maximum number of rows.
///
/// They are data because they are many and similar; a test runs each of them.
pub(super) const ALL: [(TimeDelta, &str); 25] = [
    (
        KEEP,
        "DELETE FROM login_challenges WHERE (tenant_id, id) IN (
             SELECT tenant_id, id FROM login_challenges WHERE created_at < $1 LIMIT $2)",
    ),
    (
        KEEP,
        "DELETE FROM contact_challenges WHERE (tenant_id, id) IN (
             SELECT tenant_id, id FROM contact_challenges WHERE created_at < $1 LIMIT $2)",
    ),
    (
        KEEP,
        "DELETE FROM counters WHERE (tenant_id, name, subject, starts_at) IN (
             SELECT tenant_id, name, subject, starts_at FROM counters WHERE starts_at < $1 LIMIT $2)",
    ),
    (
        KEEP,
        "DELETE FROM step_ups WHERE (tenant_id, id) IN (
             SELECT tenant_id, id FROM step_ups WHERE expires_at < $1 LIMIT $2)",
    ),
    (
        KEEP,
        "DELETE FROM access_tokens WHERE (tenant_id, hash) IN (
             SELECT tenant_id, hash FROM access_tokens WHERE expires_at < $1 LIMIT $2)",
    ),
    (
        KEEP_NOTIFICATIONS,
        "DELETE FROM notifications WHERE (tenant_id, id) IN (
             SELECT tenant_id, id FROM notifications WHERE created_at < $1 LIMIT $2)",
    ),
    (
        KEEP_NOTIFICATIONS,
        "DELETE FROM sent_messages WHERE (tenant_id, id) IN (
             SELECT tenant_id, id FROM sent_messages WHERE created_at < $1 LIMIT $2)",
    ),
    (
        KEEP,
        "DELETE FROM mail_events WHERE (tenant_id, id) IN (
             SELECT tenant_id, id FROM mail_events WHERE at < $1 LIMIT $2)",
    ),
    // The tokens are deleted with their sessions.
    (
        KEEP_ENDED,
        "DELETE FROM sessions WHERE (tenant_id, id) IN (
             SELECT tenant_id, id FROM sessions WHERE expires_at < $1 LIMIT $2)",
    ),
    (
        KEEP_ENDED,
        "DELETE FROM operator_sessions WHERE (tenant_id, id) IN (
             SELECT tenant_id, id FROM operator_sessions WHERE expires_at < $1 LIMIT $2)",
    ),
    // The operators' log keeps the history of invitations.
    (
        KEEP,
        "DELETE FROM operator_invitations WHERE (tenant_id, id) IN (
             SELECT tenant_id, id FROM operator_invitations WHERE expires_at < $1 LIMIT $2)",
    ),
    (
        KEEP_SEEDS,
        "DELETE FROM totp_factors WHERE (tenant_id, id) IN (
             SELECT tenant_id, id FROM totp_factors WHERE created_at < $1 AND confirmed_at IS NULL LIMIT $2)",
    ),
    (
        KEEP_DRAFTS,
        "DELETE FROM identity_documents WHERE (tenant_id, id) IN (
             SELECT tenant_id, id FROM identity_documents WHERE created_at < $1 AND submitted_at IS NULL LIMIT $2)",
    ),
    (
        KEEP_DOCUMENTS,
        "DELETE FROM identity_documents WHERE (tenant_id, id) IN (
             SELECT tenant_id, id FROM identity_documents WHERE superseded_at < $1 AND created_at < $1 LIMIT $2)",
    ),
    (
        KEEP_DOCUMENTS,
        "DELETE FROM source_of_funds WHERE (tenant_id, id) IN (
             SELECT tenant_id, id FROM source_of_funds WHERE superseded_at < $1 LIMIT $2)",
    ),
    // Unauthenticated callers can create ceremonies, so they are deleted as soon as they expire.
    (
        KEEP_NOTHING,
        "DELETE FROM passkey_ceremonies WHERE (tenant_id, id) IN (
             SELECT tenant_id, id FROM passkey_ceremonies WHERE expires_at < $1 LIMIT $2)",
    ),
    (
        KEEP_NOTHING,
        "DELETE FROM operator_passkey_ceremonies WHERE (tenant_id, id) IN (
             SELECT tenant_id, id FROM operator_passkey_ceremonies WHERE expires_at < $1 LIMIT $2)",
    ),
    (
        KEEP,
        "DELETE FROM provider_attempts WHERE (tenant_id, id) IN (
             SELECT tenant_id, id FROM provider_attempts WHERE created_at < $1 LIMIT $2)",
    ),
    (
        KEEP,
        "DELETE FROM pending_links WHERE (tenant_id, hash) IN (
             SELECT tenant_id, hash FROM pending_links WHERE created_at < $1 LIMIT $2)",
    ),
    (
        KEEP,
        "DELETE FROM telegram_launches WHERE (tenant_id, hash) IN (
             SELECT tenant_id, hash FROM telegram_launches WHERE used_at < $1 LIMIT $2)",
    ),
    (
        KEEP,
        "DELETE FROM telegram_codes WHERE (tenant_id, user_id) IN (
             SELECT tenant_id, user_id FROM telegram_codes WHERE created_at < $1 LIMIT $2)",
    ),
    // Solutions that expired so long ago are refused even with clock skew between servers.
    (
        KEEP,
        "DELETE FROM used_captchas WHERE (tenant_id, salt) IN (
             SELECT tenant_id, salt FROM used_captchas WHERE expires_at < $1 LIMIT $2)",
    ),
    (
        KEEP,
        "DELETE FROM handovers WHERE (tenant_id, hash) IN (
             SELECT tenant_id, hash FROM handovers WHERE created_at < $1 LIMIT $2)",
    ),
    // The content of an export is deleted when it expires, and so are the parts of failed attempts.
    (
        KEEP_NOTHING,
        "DELETE FROM data_export_parts WHERE (tenant_id, id) IN (
             SELECT p.tenant_id, p.id FROM data_exports e
             JOIN data_export_parts p ON p.tenant_id = e.tenant_id AND p.export_id = e.id
             WHERE e.expires_at < $1 OR e.state = 'failed' OR (e.state = 'waiting' AND e.requested_at < $1 - interval '1 day') LIMIT $2)",
    ),
    // The entry of an expired export remains listed for a while.
    (
        KEEP_EXPORTS,
        "DELETE FROM data_exports WHERE (tenant_id, id) IN (
             SELECT tenant_id, id FROM data_exports WHERE requested_at < $1 LIMIT $2)",
    ),
];

/// Deletes up to `limit` rows older than `before`; returns their number.
pub(super) async fn purge(
    conn: &mut PgConnection,
    delete: &'static str,
    before: DateTime<Utc>,
    limit: u32,
) -> Result<u64, StoreError> {
    let done = sqlx::query(delete).bind(before).bind(i64::from(limit)).execute(conn).await?;
    Ok(done.rows_affected())
}
