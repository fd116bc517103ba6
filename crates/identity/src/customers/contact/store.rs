//! All SQL of codes for new contacts.

use chrono::{DateTime, Utc};
use kernel::{ChallengeId, TenantId, UserId};
use store::{PgConnection, StoreError};
use uuid::Uuid;

use super::model::{ContactChallenge, Way};
use crate::Language;
use crate::one_time_code::LastSend;

struct Row {
    id: Uuid,
    user_id: Uuid,
    channel: String,
    target: String,
    seed: Vec<u8>,
    language: String,
    send_number: i32,
    attempts: i32,
    created_at: DateTime<Utc>,
    expires_at: DateTime<Utc>,
    open: bool,
}

impl Row {
    /// `None` if the stored values are not valid.
    fn read(self) -> Option<ContactChallenge> {
        Some(ContactChallenge {
            id: ChallengeId::from_uuid(self.id),
            user: UserId::from_uuid(self.user_id),
            way: Way::from_code(&self.channel)?,
            target: self.target,
            seed: self.seed.try_into().ok()?,
            language: Language::from_code(&self.language).unwrap_or_default(),
            send_number: self.send_number,
            attempts: self.attempts,
            created_at: self.created_at,
            expires_at: self.expires_at,
            open: self.open,
        })
    }
}

/// The newest code sent to a person for this kind of change.
pub(super) async fn last_send(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    way: Way,
) -> Result<Option<LastSend>, StoreError> {
    let last = sqlx::query_as!(
        LastSend,
        r#"SELECT send_number, created_at, consumed_at IS NOT NULL AS "consumed!" FROM contact_challenges
           WHERE tenant_id = $1 AND user_id = $2 AND kind = $3 ORDER BY created_at DESC, id DESC LIMIT 1"#,
        tenant.uuid(),
        user.uuid(),
        way.kind(),
    )
    .fetch_optional(conn)
    .await?;
    Ok(last)
}

/// Adds a challenge and supersedes the person's earlier one of its kind.
pub(super) async fn add(conn: &mut PgConnection, tenant: TenantId, kept: &ContactChallenge) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE contact_challenges SET superseded_at = $4
         WHERE tenant_id = $1 AND user_id = $2 AND kind = $3 AND consumed_at IS NULL AND superseded_at IS NULL",
        tenant.uuid(),
        kept.user.uuid(),
        kept.way.kind(),
        kept.created_at,
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "INSERT INTO contact_challenges (tenant_id, id, user_id, kind, channel, target, seed, language, send_number,
                                         created_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
        tenant.uuid(),
        kept.id.uuid(),
        kept.user.uuid(),
        kept.way.kind(),
        kept.way.code(),
        kept.target,
        &kept.seed[..],
        kept.language.code(),
        kept.send_number,
        kept.created_at,
        kept.expires_at,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Uses one attempt of a person's challenge and returns it, locked; `None` if it accepts no more attempts.
pub(super) async fn take_attempt(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: ChallengeId,
    user: UserId,
    now: DateTime<Utc>,
    attempts_max: i32,
) -> Result<Option<ContactChallenge>, StoreError> {
    let row = sqlx::query_as!(
        Row,
        r#"UPDATE contact_challenges SET attempts = attempts + 1
           WHERE tenant_id = $1 AND id = $2 AND user_id = $3 AND consumed_at IS NULL AND superseded_at IS NULL
             AND attempts < $5 AND expires_at > $4
           RETURNING id, user_id, channel, target, seed, language, send_number, attempts, created_at, expires_at,
                     true AS "open!""#,
        tenant.uuid(),
        id.uuid(),
        user.uuid(),
        now,
        attempts_max,
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.and_then(Row::read))
}

pub(crate) async fn find(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: ChallengeId,
) -> Result<Option<ContactChallenge>, StoreError> {
    let row = sqlx::query_as!(
        Row,
        r#"SELECT id, user_id, channel, target, seed, language, send_number, attempts, created_at, expires_at,
                  (consumed_at IS NULL AND superseded_at IS NULL) AS "open!"
           FROM contact_challenges WHERE tenant_id = $1 AND id = $2"#,
        tenant.uuid(),
        id.uuid(),
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.and_then(Row::read))
}

/// Marks a challenge as consumed.
pub(super) async fn consume(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: ChallengeId,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let done = sqlx::query!(
        "UPDATE contact_challenges SET consumed_at = $3 WHERE tenant_id = $1 AND id = $2 AND consumed_at IS NULL",
        tenant.uuid(),
        id.uuid(),
        now,
    )
    .execute(conn)
    .await?;
    StoreError::ensure_one_row("contact challenge", done.rows_affected())
}
