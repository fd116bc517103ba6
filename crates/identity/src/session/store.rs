//! All SQL of sessions and tokens.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use kernel::{ProfileId, SessionId, TenantId, UserId};
use store::{PgConnection, StoreError};
use uuid::Uuid;

use super::device::Seen;
use super::ended::{CHANNEL, word};
use super::model::{Child, Presented, Principal, Stage};
use crate::factor::Switches;
use crate::token::TokenHash;
use crate::{Client, ClientContext};

/// What an access token leads to.
#[derive(Clone)]
pub(crate) struct Found {
    pub principal: Principal,
    pub blocked: bool,
    pub first_use: bool,
}

/// What each of `hashes` leads to, in their order; nothing for one that is not good at `now`.
pub(super) async fn by_access_tokens(
    conn: &mut PgConnection,
    tenant: TenantId,
    hashes: &[TokenHash],
    now: DateTime<Utc>,
) -> Result<Vec<Option<Found>>, StoreError> {
    let bytes: Vec<&[u8]> = hashes.iter().map(TokenHash::bytes).collect();
    let rows = sqlx::query!(
        r#"SELECT a.hash, s.id, s.user_id, u.status = 'blocked' AS "blocked!", a.used_at IS NULL AS "first_use!",
                  ARRAY(SELECT p.id FROM profiles p WHERE p.tenant_id = $1 AND p.user_id = s.user_id
                        ORDER BY p.position) AS "profiles!",
                  EXISTS (SELECT FROM terms_versions t
                          WHERE t.tenant_id = $1 AND t.kind = 'terms' AND t.effective_at <= $3
                            AND NOT EXISTS (SELECT FROM consents c
                                            WHERE c.tenant_id = $1 AND c.user_id = s.user_id AND c.kind = t.kind
                                              AND c.version >= t.version)) AS "consent_required!",
                  s.factor_required AND s.factor_at IS NULL AS "factor_awaited!",
                  coalesce(f.signin, false) AS "signin!", coalesce(f.transfer, false) AS "transfer!",
                  coalesce(f.card_details, false) AS "card_details!"
           FROM UNNEST($2::bytea[]) AS n(hash)
           CROSS JOIN LATERAL (SELECT * FROM access_tokens WHERE tenant_id = $1 AND hash = n.hash LIMIT 1) AS a
           CROSS JOIN LATERAL (SELECT * FROM sessions WHERE tenant_id = $1 AND id = a.session_id LIMIT 1) AS s
           CROSS JOIN LATERAL (SELECT * FROM users WHERE tenant_id = $1 AND id = s.user_id LIMIT 1) AS u
           LEFT JOIN LATERAL (SELECT * FROM factor_settings WHERE tenant_id = $1 AND user_id = s.user_id LIMIT 1) AS f
               ON true
           WHERE a.expires_at > $3 AND s.expires_at > $3 AND s.revoked_at IS NULL"#,
        tenant.uuid(),
        &bytes as &[&[u8]],
        now,
    )
    .fetch_all(conn)
    .await?;
    let found: HashMap<Vec<u8>, Found> = rows
        .into_iter()
        .map(|row| {
            let principal = Principal {
                user: UserId::from_uuid(row.user_id),
                profiles: row.profiles.into_iter().map(ProfileId::from_uuid).collect(),
                session: SessionId::from_uuid(row.id),
                stage: match (row.factor_awaited, row.consent_required) {
                    (true, _) => Stage::AwaitsFactor,
                    (false, true) => Stage::Temporary,
                    (false, false) => Stage::Full,
                },
                guards: Switches { signin: row.signin, transfer: row.transfer, card_details: row.card_details },
            };
            (row.hash, Found { principal, blocked: row.blocked, first_use: row.first_use })
        })
        .collect();
    Ok(bytes.into_iter().map(|hash| found.get(hash).cloned()).collect())
}

pub(super) async fn note_use(
    conn: &mut PgConnection,
    tenant: TenantId,
    hash: &TokenHash,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE access_tokens SET used_at = $3 WHERE tenant_id = $1 AND hash = $2 AND used_at IS NULL",
        tenant.uuid(),
        hash.bytes(),
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The session of a token of either kind.
pub(super) async fn of_token(
    conn: &mut PgConnection,
    tenant: TenantId,
    hash: &TokenHash,
) -> Result<Option<SessionId>, StoreError> {
    let id = sqlx::query_scalar!(
        r#"SELECT session_id AS "id!" FROM access_tokens WHERE tenant_id = $1 AND hash = $2
           UNION ALL SELECT session_id FROM refresh_tokens WHERE tenant_id = $1 AND hash = $2"#,
        tenant.uuid(),
        hash.bytes(),
    )
    .fetch_optional(conn)
    .await?;
    Ok(id.map(SessionId::from_uuid))
}

/// A session to be stored.
pub(super) struct NewSession<'a> {
    pub id: SessionId,
    pub user: UserId,
    pub context: &'a ClientContext,
    pub created_at: DateTime<Utc>,
    pub ends_at: DateTime<Utc>,
    /// Whether it is worth nothing until a second factor is shown.
    pub factor_required: bool,
}

pub(super) async fn add(conn: &mut PgConnection, tenant: TenantId, session: &NewSession<'_>) -> Result<(), StoreError> {
    let NewSession { id, user, context, created_at, ends_at, factor_required } = session;
    sqlx::query!(
        "INSERT INTO sessions (tenant_id, id, user_id, client, network, user_agent, created_at, expires_at, factor_required)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        tenant.uuid(),
        id.uuid(),
        user.uuid(),
        context.client.as_str(),
        context.network(),
        context.stored_user_agent(),
        *created_at,
        *ends_at,
        *factor_required,
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
    tell(conn, tenant, &ended).await
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
    pub blocked: bool,
}

pub(super) async fn lock_of_refresh_token(
    conn: &mut PgConnection,
    tenant: TenantId,
    hash: &TokenHash,
) -> Result<Option<Locked>, StoreError> {
    let row = sqlx::query!(
        r#"SELECT s.id, s.user_id, s.client, s.expires_at, s.revoked_at IS NOT NULL AS "revoked!",
                  u.status = 'blocked' AS "blocked!"
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
        blocked: row.blocked,
    }))
}

/// The token and its live child. A statement of its own: it must see what was committed while waiting for the lock.
pub(super) async fn presented(
    conn: &mut PgConnection,
    tenant: TenantId,
    hash: &TokenHash,
    session: &Locked,
) -> Result<Presented, StoreError> {
    let row = sqlx::query!(
        r#"SELECT t.expires_at, t.used_at IS NOT NULL AS "used!", t.superseded_at IS NOT NULL AS "superseded!",
                  c.created_at AS "child_created_at?",
                  (c.used_at IS NOT NULL OR a.used_at IS NOT NULL) AS "child_used!"
           FROM refresh_tokens t
           LEFT JOIN refresh_tokens c ON c.tenant_id = $1 AND c.parent = t.hash AND c.superseded_at IS NULL
           LEFT JOIN access_tokens a ON a.tenant_id = $1 AND a.hash = c.access_hash
           WHERE t.tenant_id = $1 AND t.hash = $2"#,
        tenant.uuid(),
        hash.bytes(),
    )
    .fetch_one(conn)
    .await?;
    Ok(Presented {
        session_ends_at: session.ends_at,
        session_revoked: session.revoked,
        expires_at: row.expires_at,
        used: row.used,
        superseded: row.superseded,
        child: row.child_created_at.map(|created_at| Child { created_at, used: row.child_used }),
    })
}

/// Takes back the pair that a lost answer carried.
pub(super) async fn supersede_child(
    conn: &mut PgConnection,
    tenant: TenantId,
    parent: &TokenHash,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let done = sqlx::query!(
        "WITH child AS (
             UPDATE refresh_tokens SET superseded_at = $3
             WHERE tenant_id = $1 AND parent = $2 AND superseded_at IS NULL RETURNING access_hash)
         UPDATE access_tokens SET expires_at = $3
         FROM child WHERE access_tokens.tenant_id = $1 AND access_tokens.hash = child.access_hash",
        tenant.uuid(),
        parent.bytes(),
        now,
    )
    .execute(conn)
    .await?;
    StoreError::ensure_one_row("superseded token", done.rows_affected())
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

/// Ends a session; whose it was, unless it had ended before.
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
        tell(conn, tenant, &[session.uuid()]).await?;
    }
    Ok(user.map(UserId::from_uuid))
}

/// Ends all live sessions of a person but one; how many.
pub(super) async fn revoke_others(
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
    tell(conn, tenant, &ended).await?;
    Ok(ended.len())
}

/// Tells every process, when this transaction commits, that these have ended.
async fn tell(conn: &mut PgConnection, tenant: TenantId, ended: &[Uuid]) -> Result<(), StoreError> {
    if ended.is_empty() {
        return Ok(());
    }
    let words: Vec<String> = ended.iter().map(|id| word(tenant, SessionId::from_uuid(*id))).collect();
    sqlx::query!("SELECT pg_notify($1, word)::text AS said FROM UNNEST($2::text[]) AS word", CHANNEL, &words,)
        .fetch_all(conn)
        .await?;
    Ok(())
}

/// A live session as its owner sees it.
pub(super) struct Live {
    pub id: Uuid,
    pub client: String,
    pub network: String,
    pub user_agent: Option<String>,
    pub created_at: DateTime<Utc>,
    pub seen_at: DateTime<Utc>,
}

/// The person's live sessions. One that cannot be renewed any more has ended too.
pub(super) async fn live_of(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    now: DateTime<Utc>,
) -> Result<Vec<Live>, StoreError> {
    let rows = sqlx::query_as!(
        Live,
        r#"SELECT s.id, s.client, s.network, s.user_agent, s.created_at,
                  GREATEST(max(r.created_at), max(a.used_at), s.created_at) AS "seen_at!"
           FROM sessions s
           JOIN refresh_tokens r ON r.tenant_id = $1 AND r.session_id = s.id
           LEFT JOIN access_tokens a ON a.tenant_id = $1 AND a.hash = r.access_hash
           WHERE s.tenant_id = $1 AND s.user_id = $2 AND s.revoked_at IS NULL AND s.expires_at > $3
           GROUP BY s.tenant_id, s.id
           HAVING bool_or(r.used_at IS NULL AND r.superseded_at IS NULL AND r.expires_at > $3)"#,
        tenant.uuid(),
        user.uuid(),
        now,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows)
}

pub(super) async fn is_of(
    conn: &mut PgConnection,
    tenant: TenantId,
    session: SessionId,
    user: UserId,
) -> Result<bool, StoreError> {
    let found = sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM sessions WHERE tenant_id = $1 AND id = $2 AND user_id = $3) AS "found!""#,
        tenant.uuid(),
        session.uuid(),
        user.uuid(),
    )
    .fetch_one(conn)
    .await?;
    Ok(found)
}

/// Where the person has signed in before, as long as sessions are kept.
pub(super) async fn seen(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    limit: i64,
) -> Result<Vec<Seen>, StoreError> {
    let rows = sqlx::query_as!(
        Seen,
        "SELECT network, user_agent FROM sessions WHERE tenant_id = $1 AND user_id = $2 ORDER BY created_at DESC LIMIT $3",
        tenant.uuid(),
        user.uuid(),
        limit,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows)
}

/// What a mail tells about a session.
pub(crate) async fn told_of(
    conn: &mut PgConnection,
    tenant: TenantId,
    session: SessionId,
) -> Result<Option<Told>, StoreError> {
    let row = sqlx::query_as!(
        Told,
        "SELECT network, user_agent, created_at FROM sessions WHERE tenant_id = $1 AND id = $2",
        tenant.uuid(),
        session.uuid(),
    )
    .fetch_optional(conn)
    .await?;
    Ok(row)
}

/// Where and when a session began.
pub(crate) struct Told {
    pub network: String,
    pub user_agent: Option<String>,
    pub created_at: DateTime<Utc>,
}
