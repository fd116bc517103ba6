//! All SQL of links and of who came by them.

use ::store::{Atoms, StoreError};
use chrono::{DateTime, Utc};
use kernel::{Amount, ProfileId, TenantId, TenantUser, UserId};
use sqlx::PgConnection;
use uuid::Uuid;

use super::model::{Refusal, Side};
use super::{Code, Link};

/// How many referrers above one are searched for a loop. A longer chain cannot close, because it is searched whenever
/// somebody joins.
const CHAIN_MAX: i32 = 100;
/// Distinguishes this lock from other advisory locks of a tenant.
const LOCK: &str = "referrals";

/// A referred customer with the referrer.
pub(crate) struct Came {
    pub referee: UserId,
    pub referrer: UserId,
    pub refused: Option<Refusal>,
}

/// Makes joins and names of one tenant wait for each other until the end of the transaction.
pub(crate) async fn lock(conn: &mut PgConnection, tenant: TenantId) -> Result<(), StoreError> {
    sqlx::query!(
        "SELECT pg_advisory_xact_lock(hashtextextended($1, 0)) AS locked",
        format!("{LOCK} {}", tenant.uuid())
    )
    .fetch_one(conn)
    .await?;
    Ok(())
}

pub(crate) async fn of_user(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
) -> Result<Option<Link>, StoreError> {
    let row = sqlx::query!(
        "SELECT profile_id, code, nickname, blocked_at FROM referral_links WHERE tenant_id = $1 AND user_id = $2",
        tenant.uuid(),
        user.uuid(),
    );
    let row = row.fetch_optional(conn).await?;
    Ok(row.and_then(|row| {
        Some(Link {
            user,
            profile: ProfileId::from_uuid(row.profile_id),
            code: Code::read(&row.code)?,
            nickname: row.nickname,
            blocked_at: row.blocked_at,
        })
    }))
}

/// Inserts the link of a customer with their first profile, unless they have one or the code is taken.
pub(crate) async fn insert(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    code: &Code,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO referral_links (tenant_id, user_id, profile_id, code, created_at)
         SELECT $1, $2, p.id, $3, $4 FROM profiles p WHERE p.tenant_id = $1 AND p.user_id = $2 AND p.position = 1
         ON CONFLICT DO NOTHING",
        tenant.uuid(),
        user.uuid(),
        code.as_str(),
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The active owner of a code.
pub(crate) async fn owner(conn: &mut PgConnection, tenant: TenantId, code: &Code) -> Result<Option<Side>, StoreError> {
    let row = sqlx::query!(
        "SELECT u.id, u.email_normalized, u.phone, u.created_at
         FROM referral_links l JOIN users u ON u.tenant_id = l.tenant_id AND u.id = l.user_id
         WHERE l.tenant_id = $1 AND l.code = $2 AND l.blocked_at IS NULL AND u.status = 'active'",
        tenant.uuid(),
        code.as_str(),
    );
    Ok(row.fetch_optional(conn).await?.map(|row| Side {
        user: UserId::from_uuid(row.id),
        email: row.email_normalized,
        phone: row.phone,
        created_at: row.created_at,
    }))
}

pub(crate) async fn side(conn: &mut PgConnection, tenant: TenantId, user: UserId) -> Result<Option<Side>, StoreError> {
    let row = sqlx::query!(
        "SELECT email_normalized, phone, created_at FROM users WHERE tenant_id = $1 AND id = $2",
        tenant.uuid(),
        user.uuid(),
    );
    Ok(row.fetch_optional(conn).await?.map(|row| Side {
        user,
        email: row.email_normalized,
        phone: row.phone,
        created_at: row.created_at,
    }))
}

/// The referrers above a referrer, the nearest first.
pub(crate) async fn above(
    conn: &mut PgConnection,
    tenant: TenantId,
    referrer: UserId,
) -> Result<Vec<UserId>, StoreError> {
    let rows = sqlx::query_scalar!(
        r#"WITH RECURSIVE chain (id, depth) AS (
               SELECT referrer_id, 1 FROM referrals WHERE tenant_id = $1 AND referee_id = $2 AND refused IS NULL
               UNION ALL
               SELECT r.referrer_id, c.depth + 1 FROM chain c
               JOIN referrals r ON r.tenant_id = $1 AND r.referee_id = c.id AND r.refused IS NULL
               WHERE c.depth < $3
           ) SELECT id AS "id!" FROM chain ORDER BY depth"#,
        tenant.uuid(),
        referrer.uuid(),
        CHAIN_MAX,
    );
    Ok(rows.fetch_all(conn).await?.into_iter().map(UserId::from_uuid).collect())
}

/// Inserts who came by whose link; false if the person came by one before.
pub(crate) async fn join(
    conn: &mut PgConnection,
    tenant: TenantId,
    came: &Came,
    (network, device): (&str, Option<&str>),
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "INSERT INTO referrals (tenant_id, referee_id, referrer_id, refused, network, device, joined_at, looked_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $7) ON CONFLICT DO NOTHING",
        tenant.uuid(),
        came.referee.uuid(),
        came.referrer.uuid(),
        came.refused.map(Refusal::code),
        network,
        device,
        now,
    )
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Whether another customer has this name, in any case.
pub(crate) async fn is_taken(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    name: &str,
) -> Result<bool, StoreError> {
    let found = sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT 1 FROM referral_links
           WHERE tenant_id = $1 AND user_id <> $2 AND nickname IS NOT NULL AND lower(nickname) = lower($3)) AS "found!""#,
        tenant.uuid(),
        user.uuid(),
        name,
    );
    Ok(found.fetch_one(conn).await?)
}

pub(crate) async fn set_nickname(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    nickname: Option<&str>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE referral_links SET nickname = $3 WHERE tenant_id = $1 AND user_id = $2",
        tenant.uuid(),
        user.uuid(),
        nickname,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Blocks a link, or gives a blocked one a new reason; false without a link.
pub(crate) async fn block(
    conn: &mut PgConnection,
    TenantUser { tenant, user }: TenantUser,
    (by, reason): (&str, &str),
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "UPDATE referral_links SET blocked_at = coalesce(blocked_at, $5), blocked_by = $3, blocked_reason = $4
         WHERE tenant_id = $1 AND user_id = $2",
        tenant.uuid(),
        user.uuid(),
        by,
        reason,
        now,
    )
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

pub(crate) async fn unblock(conn: &mut PgConnection, tenant: TenantId, user: UserId) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "UPDATE referral_links SET blocked_at = NULL, blocked_by = NULL, blocked_reason = NULL
         WHERE tenant_id = $1 AND user_id = $2 AND blocked_at IS NOT NULL",
        tenant.uuid(),
        user.uuid(),
    )
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// The balances of the reward accounts of these profiles.
pub(crate) async fn unpaid(
    conn: &mut PgConnection,
    profiles: &[ProfileId],
) -> Result<Vec<(ProfileId, Amount)>, StoreError> {
    let profiles: Vec<Uuid> = profiles.iter().map(|profile| profile.uuid()).collect();
    let rows = sqlx::query!(
        r#"SELECT owner AS "owner!", currency, credits_posted - debits_posted AS "amount!: Atoms" FROM accounts
           WHERE owner = ANY($1) AND book = 'product' AND sub = 'reward' AND credits_posted > debits_posted"#,
        &profiles,
    );
    let rows = rows.fetch_all(conn).await?.into_iter();
    let read = rows.filter_map(|row| {
        Some((ProfileId::from_uuid(row.owner), Amount::new(row.amount.0, row.currency.parse().ok()?)))
    });
    Ok(read.collect())
}

/// Takes the owners of these profiles off the leaderboard.
pub(crate) async fn forget(conn: &mut PgConnection, profiles: &[ProfileId]) -> Result<(), StoreError> {
    let profiles: Vec<Uuid> = profiles.iter().map(|profile| profile.uuid()).collect();
    sqlx::query!("UPDATE referral_links SET nickname = NULL WHERE profile_id = ANY($1)", &profiles)
        .execute(conn)
        .await?;
    Ok(())
}
