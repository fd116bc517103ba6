//! All SQL of sessions and tokens.

mod access;
pub(crate) mod factor;
mod places;

use chrono::{DateTime, Utc};
use kernel::{SessionId, TenantId, UserId};
use store::{PgConnection, StoreError};
use uuid::Uuid;

pub(crate) use self::access::TokenLookup;
pub(super) use self::access::{by_access_tokens, lives, note_use, of_token, profiles_behind};
pub(super) use self::places::{Live, is_of, live_of, seen};
pub(crate) use self::places::{account_made_at, told_of};
use super::ended::{CHANNEL, word};
use super::model::{Child, Presented};
use crate::token::TokenHash;
use crate::{Client, ClientContext};

/// A session to be stored.
pub(super) struct NewSession<'a> {
    pub id: SessionId,
    pub user: UserId,
    pub context: &'a ClientContext,
    pub created_at: DateTime<Utc>,
    pub ends_at: DateTime<Utc>,
    /// Whether a second factor must be proven before the session can be used.
    pub factor_required: bool,
    /// When its device was new to the person; `None` if it never was.
    pub new_device_at: Option<DateTime<Utc>>,
}

pub(super) async fn add(conn: &mut PgConnection, tenant: TenantId, session: &NewSession<'_>) -> Result<(), StoreError> {
    let NewSession { id, user, context, created_at, ends_at, factor_required, new_device_at } = session;
    sqlx::query!(
        "INSERT INTO sessions (tenant_id, id, user_id, client, network, user_agent, created_at, expires_at, factor_required,
                               new_device_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        tenant.uuid(),
        id.uuid(),
        user.uuid(),
        context.client.as_str(),
        context.network(),
        context.stored_user_agent(),
        *created_at,
        *ends_at,
        *factor_required,
        *new_device_at,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Ends all but the newest `keep` sessions of a person.
pub(super) async fn displace(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    now: DateTime<Utc>,
    keep: i64,
) -> Result<(), StoreError> {
    let ended = sqlx::query_scalar!(
        "UPDATE sessions SET revoked_at = $3, revoke_reason = 'displaced'
         WHERE tenant_id = $1 AND id IN (
             SELECT id FROM sessions WHERE tenant_id = $1 AND user_id = $2 AND revoked_at IS NULL AND expires_at > $3
             ORDER BY created_at DESC, id DESC OFFSET $4)
         RETURNING id",
        tenant.uuid(),
        user.uuid(),
        now,
        keep,
    )
    .fetch_all(&mut *conn)
    .await?;
    after_end(conn, tenant, &ended).await
}

/// Keeps an open session from being ended until this transaction ends; false if it has ended.
pub(crate) async fn keep_open(
    conn: &mut PgConnection,
    tenant: TenantId,
    session: SessionId,
) -> Result<bool, StoreError> {
    let found = sqlx::query_scalar!(
        r#"SELECT true AS "is!" FROM sessions WHERE tenant_id = $1 AND id = $2 AND revoked_at IS NULL FOR SHARE"#,
        tenant.uuid(),
        session.uuid(),
    );
    Ok(found.fetch_optional(conn).await?.is_some())
}

/// A pair of tokens to be stored.
pub(super) struct NewPair {
    pub session: SessionId,
    pub access: TokenHash,
    pub access_expires_at: DateTime<Utc>,
    pub refresh: TokenHash,
    pub refresh_expires_at: DateTime<Utc>,
    pub parent: Option<TokenHash>,
}

pub(super) async fn add_pair(
    conn: &mut PgConnection,
    tenant: TenantId,
    now: DateTime<Utc>,
    pair: &NewPair,
) -> Result<(), StoreError> {
    sqlx::query!(
        "WITH access AS (
             INSERT INTO access_tokens (tenant_id, hash, session_id, created_at, expires_at)
             VALUES ($1, $2, $3, $4, $5))
         INSERT INTO refresh_tokens (tenant_id, hash, session_id, parent, access_hash, created_at, expires_at)
         VALUES ($1, $6, $3, $7, $2, $4, $8)",
        tenant.uuid(),
        pair.access.bytes(),
        pair.session.uuid(),
        now,
        pair.access_expires_at,
        pair.refresh.bytes(),
        pair.parent.as_ref().map(TokenHash::bytes),
        pair.refresh_expires_at,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// A session, locked until the transaction ends.
pub(super) struct Locked {
    pub id: SessionId,
    pub user: UserId,
    pub client: Client,
    pub ends_at: DateTime<Utc>,
    pub revoked: bool,
    /// Whether a block ended it.
    pub shut_out: bool,
    pub blocked: bool,
}

pub(super) async fn lock_of_refresh_token(
    conn: &mut PgConnection,
    tenant: TenantId,
    hash: &TokenHash,
) -> Result<Option<Locked>, StoreError> {
    let row = sqlx::query!(
        r#"SELECT s.id, s.user_id, s.client, s.expires_at, s.revoked_at IS NOT NULL AS "revoked!",
                  coalesce(s.revoke_reason = 'blocked', false) AS "shut_out!", u.status = 'blocked' AS "blocked!"
           FROM sessions s JOIN users u ON u.tenant_id = $1 AND u.id = s.user_id
           WHERE s.tenant_id = $1
             AND s.id = (SELECT t.session_id FROM refresh_tokens t WHERE t.tenant_id = $1 AND t.hash = $2)
           FOR UPDATE OF s"#,
        tenant.uuid(),
        hash.bytes(),
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map(|row| Locked {
        id: SessionId::from_uuid(row.id),
        user: UserId::from_uuid(row.user_id),
        client: Client::from_str(&row.client),
        ends_at: row.expires_at,
        revoked: row.revoked,
        shut_out: row.shut_out,
        blocked: row.blocked,
    }))
}

/// The pair that was issued for a refresh token.
pub(super) struct ChildRow {
    pub hash: TokenHash,
    pub access_expires_at: DateTime<Utc>,
}

/// The token and its child. A separate statement, so that it sees the changes that were committed while it waited for
/// the lock.
pub(super) async fn presented(
    conn: &mut PgConnection,
    tenant: TenantId,
    hash: &TokenHash,
    session: &Locked,
) -> Result<(Presented, Option<ChildRow>), StoreError> {
    let row = sqlx::query!(
        r#"SELECT t.expires_at, t.used_at IS NOT NULL AS "used!", t.superseded_at IS NOT NULL AS "superseded!",
                  c.hash AS "child?", c.created_at AS "child_created_at?", a.expires_at AS "access_expires_at?"
           FROM refresh_tokens t
           LEFT JOIN refresh_tokens c ON c.tenant_id = $1 AND c.parent = t.hash AND c.superseded_at IS NULL
           LEFT JOIN access_tokens a ON a.tenant_id = $1 AND a.hash = c.access_hash
           WHERE t.tenant_id = $1 AND t.hash = $2"#,
        tenant.uuid(),
        hash.bytes(),
    )
    .fetch_one(conn)
    .await?;
    let child = row.child.as_deref().and_then(TokenHash::read).zip(row.access_expires_at);
    let presented = Presented {
        session_ends_at: session.ends_at,
        session_revoked: session.revoked,
        expires_at: row.expires_at,
        used: row.used,
        superseded: row.superseded,
        child: row.child_created_at.filter(|_| child.is_some()).map(|created_at| Child { created_at }),
    };
    Ok((presented, child.map(|(hash, access_expires_at)| ChildRow { hash, access_expires_at })))
}

pub(super) async fn mark_used(
    conn: &mut PgConnection,
    tenant: TenantId,
    hash: &TokenHash,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE refresh_tokens SET used_at = $3 WHERE tenant_id = $1 AND hash = $2 AND used_at IS NULL",
        tenant.uuid(),
        hash.bytes(),
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Ends a session; returns its person, or `None` if it had ended before.
pub(super) async fn revoke(
    conn: &mut PgConnection,
    tenant: TenantId,
    session: SessionId,
    now: DateTime<Utc>,
    reason: &str,
) -> Result<Option<UserId>, StoreError> {
    let user = sqlx::query_scalar!(
        "UPDATE sessions SET revoked_at = $3, revoke_reason = $4
         WHERE tenant_id = $1 AND id = $2 AND revoked_at IS NULL RETURNING user_id",
        tenant.uuid(),
        session.uuid(),
        now,
        reason,
    )
    .fetch_optional(&mut *conn)
    .await?;
    if user.is_some() {
        after_end(conn, tenant, &[session.uuid()]).await?;
    }
    Ok(user.map(UserId::from_uuid))
}

/// Ends all open sessions of a person except one; returns their number.
pub(crate) async fn revoke_others(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    but: SessionId,
    now: DateTime<Utc>,
) -> Result<usize, StoreError> {
    let ended = sqlx::query_scalar!(
        "UPDATE sessions SET revoked_at = $4, revoke_reason = 'logout'
         WHERE tenant_id = $1 AND user_id = $2 AND id <> $3 AND revoked_at IS NULL AND expires_at > $4 RETURNING id",
        tenant.uuid(),
        user.uuid(),
        but.uuid(),
        now,
    )
    .fetch_all(&mut *conn)
    .await?;
    after_end(conn, tenant, &ended).await?;
    Ok(ended.len())
}

/// Ends all open sessions of a person; returns their number.
pub(crate) async fn revoke_all(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    now: DateTime<Utc>,
    reason: &str,
) -> Result<usize, StoreError> {
    let ended = sqlx::query_scalar!(
        "UPDATE sessions SET revoked_at = $3, revoke_reason = $4
         WHERE tenant_id = $1 AND user_id = $2 AND revoked_at IS NULL AND expires_at > $3 RETURNING id",
        tenant.uuid(),
        user.uuid(),
        now,
        reason,
    )
    .fetch_all(&mut *conn)
    .await?;
    after_end(conn, tenant, &ended).await?;
    Ok(ended.len())
}

/// Removes the browsers that receive web push messages by ended sessions, and notifies every process of the end when this
/// transaction commits.
async fn after_end(conn: &mut PgConnection, tenant: TenantId, ended: &[Uuid]) -> Result<(), StoreError> {
    if ended.is_empty() {
        return Ok(());
    }
    sqlx::query!("DELETE FROM push_devices WHERE tenant_id = $1 AND session_id = ANY($2)", tenant.uuid(), ended)
        .execute(&mut *conn)
        .await?;
    let words: Vec<String> = ended.iter().map(|id| word(tenant, SessionId::from_uuid(*id))).collect();
    sqlx::query!("SELECT pg_notify($1, word)::text AS said FROM UNNEST($2::text[]) AS word", CHANNEL, &words,)
        .fetch_all(conn)
        .await?;
    Ok(())
}
