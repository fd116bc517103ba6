//! All SQL of sign-in codes.

use chrono::{DateTime, Utc};
use kernel::{ChallengeId, TenantId};
use store::{PgConnection, StoreError};
use uuid::Uuid;

use super::model::LoginChallenge;
use crate::one_time_code::{CodeKind, LastSend};
use crate::{EmailAddress, Language};

struct Row {
    id: Uuid,
    email: String,
    seed: Vec<u8>,
    code_kind: String,
    language: String,
    network: String,
    send_number: i32,
    attempts: i32,
    created_at: DateTime<Utc>,
    expires_at: DateTime<Utc>,
    open: bool,
}

impl Row {
    /// `None` if the stored values are not valid.
    fn read(self) -> Option<LoginChallenge> {
        Some(LoginChallenge {
            id: ChallengeId::from_uuid(self.id),
            email: EmailAddress::parse(&self.email).ok()?,
            seed: self.seed.try_into().ok()?,
            code_kind: CodeKind::from_str(&self.code_kind),
            language: Language::from_code(&self.language).unwrap_or_default(),
            network: self.network,
            send_number: self.send_number,
            attempts: self.attempts,
            created_at: self.created_at,
            expires_at: self.expires_at,
            open: self.open,
        })
    }
}

/// The known facts about an address and a caller's network.
pub(super) struct KnownCaller {
    /// Whether the address has an account.
    pub account: bool,
    /// Whether the account has signed in from this network.
    pub network: bool,
}

/// Looks up the account of an address, and its sessions from `network` since `since`.
pub(super) async fn known(
    conn: &mut PgConnection,
    tenant: TenantId,
    email: &EmailAddress,
    network: &str,
    since: DateTime<Utc>,
) -> Result<KnownCaller, StoreError> {
    let known = sqlx::query_as!(
        KnownCaller,
        r#"SELECT EXISTS (SELECT FROM users WHERE tenant_id = $1 AND email_normalized = $2) AS "account!",
                  EXISTS (SELECT FROM users u JOIN sessions s ON s.tenant_id = $1 AND s.user_id = u.id
                          WHERE u.tenant_id = $1 AND u.email_normalized = $2 AND s.network = $3
                            AND s.created_at > $4) AS "network!""#,
        tenant.uuid(),
        email.normalized(),
        network,
        since,
    )
    .fetch_one(conn)
    .await?;
    Ok(known)
}

/// The newest code sent for one caller and address.
pub(super) async fn last_send(
    conn: &mut PgConnection,
    tenant: TenantId,
    email: &EmailAddress,
    caller: &str,
) -> Result<Option<LastSend>, StoreError> {
    let last = sqlx::query_as!(
        LastSend,
        r#"SELECT send_number, created_at, consumed_at IS NOT NULL AS "consumed!" FROM login_challenges
           WHERE tenant_id = $1 AND email_normalized = $2 AND caller = $3
           ORDER BY created_at DESC, id DESC LIMIT 1"#,
        tenant.uuid(),
        email.normalized(),
        caller,
    )
    .fetch_optional(conn)
    .await?;
    Ok(last)
}

/// Adds a challenge and supersedes the same caller's earlier one.
pub(super) async fn add(
    conn: &mut PgConnection,
    tenant: TenantId,
    kept: &LoginChallenge,
    caller: &str,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE login_challenges SET superseded_at = $3
         WHERE tenant_id = $1 AND email_normalized = $2 AND caller = $4
           AND consumed_at IS NULL AND superseded_at IS NULL",
        tenant.uuid(),
        kept.email.normalized(),
        kept.created_at,
        caller,
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "INSERT INTO login_challenges (tenant_id, id, email, email_normalized, seed, code_kind, language, network,
                                       send_number, created_at, expires_at, caller)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
        tenant.uuid(),
        kept.id.uuid(),
        kept.email.address(),
        kept.email.normalized(),
        &kept.seed[..],
        kept.code_kind.as_str(),
        kept.language.code(),
        kept.network,
        kept.send_number,
        kept.created_at,
        kept.expires_at,
        caller,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Uses one attempt and returns the challenge, locked; `None` if it accepts no more attempts.
pub(super) async fn take_attempt(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: ChallengeId,
    now: DateTime<Utc>,
    attempts_max: i32,
) -> Result<Option<LoginChallenge>, StoreError> {
    let row = sqlx::query_as!(
        Row,
        r#"UPDATE login_challenges SET attempts = attempts + 1
           WHERE tenant_id = $1 AND id = $2 AND consumed_at IS NULL AND superseded_at IS NULL
             AND attempts < $4 AND expires_at > $3
           RETURNING id, email, seed, code_kind, language, network, send_number, attempts, created_at, expires_at,
                     true AS "open!""#,
        tenant.uuid(),
        id.uuid(),
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
) -> Result<Option<LoginChallenge>, StoreError> {
    let row = sqlx::query_as!(
        Row,
        r#"SELECT id, email, seed, code_kind, language, network, send_number, attempts, created_at, expires_at,
                  (consumed_at IS NULL AND superseded_at IS NULL) AS "open!"
           FROM login_challenges WHERE tenant_id = $1 AND id = $2"#,
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
        "UPDATE login_challenges SET consumed_at = $3 WHERE tenant_id = $1 AND id = $2 AND consumed_at IS NULL",
        tenant.uuid(),
        id.uuid(),
        now,
    )
    .execute(conn)
    .await?;
    StoreError::ensure_one_row("login challenge", done.rows_affected())
}
