//! All SQL of the overviews.

use ::store::{Atoms, StoreError};
use identity::masked_email;
use kernel::{Amount, Currency, TenantId, TransactionId, UserId};
use sqlx::PgConnection;
use uuid::Uuid;

use super::model::masked;
use super::{Counts, Earning, Friend, Invited, LeaderboardPlace, PAGE_MAX, Referrer, Sums};
use crate::{EarningState, HoldReason, Link, Refusal};

/// The number of places on the leaderboard.
const PLACES: i64 = 20;

/// The sums of each currency in which something was earned, and of `currency`, which is first.
pub(crate) async fn sums(
    conn: &mut PgConnection,
    tenant: TenantId,
    link: &Link,
    currency: Currency,
) -> Result<Vec<Sums>, StoreError> {
    let rows = sqlx::query!(
        r#"WITH earned AS (
               SELECT currency, sum(amount) FILTER (WHERE state IN ('booked', 'questioned')) AS earned,
                      sum(amount) FILTER (WHERE state IN ('waiting', 'held')) AS waiting
               FROM referral_earnings WHERE tenant_id = $1 AND referrer_id = $2 GROUP BY currency
           ), account AS (
               SELECT currency, credits_posted - debits_posted - debits_pending AS available FROM accounts
               WHERE tenant_id = $1 AND owner = $3 AND book = 'product' AND sub = 'reward'
           )
           SELECT currency AS "currency!", coalesce(e.earned, 0) AS "earned!: Atoms",
                  coalesce(e.waiting, 0) AS "waiting!: Atoms", coalesce(a.available, 0) AS "available!: Atoms"
           FROM earned e FULL JOIN account a USING (currency) ORDER BY currency"#,
        tenant.uuid(),
        link.user.uuid(),
        link.profile.uuid(),
    );
    let mut all = vec![Sums::none(currency)];
    for row in rows.fetch_all(conn).await? {
        // Skips delisted currencies, which cannot be displayed.
        let Ok(of) = row.currency.parse::<Currency>() else { continue };
        let amount = |atoms: i128| Amount::new(atoms, of);
        let found = Sums {
            earned: amount(row.earned.0),
            waiting: amount(row.waiting.0),
            available: amount(row.available.0),
            paid: amount((row.earned.0 - row.available.0).max(0)),
        };
        match of == currency {
            true => all[0] = found,
            false => all.push(found),
        }
    }
    Ok(all)
}

/// The newest friends, and the number of all.
pub(crate) async fn friends(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    currency: Currency,
) -> Result<(Vec<Friend>, i64), StoreError> {
    let rows = sqlx::query!(
        r#"SELECT u.first_name, u.email, u.status, r.joined_at, count(*) OVER () AS "all!",
                  coalesce(e.orders, 0) AS "orders!", coalesce(e.earned, 0) AS "earned!: Atoms"
           FROM referrals r JOIN users u ON u.tenant_id = r.tenant_id AND u.id = r.referee_id
           LEFT JOIN LATERAL (
               SELECT count(*) AS orders, sum(amount) FILTER (WHERE currency = $3 AND state <> 'taken_back') AS earned
               FROM referral_earnings WHERE tenant_id = $1 AND referee_id = r.referee_id AND state <> 'dropped') e ON true
           WHERE r.tenant_id = $1 AND r.referrer_id = $2 AND r.refused IS NULL
           ORDER BY r.joined_at DESC, r.referee_id LIMIT $4"#,
        tenant.uuid(),
        user.uuid(),
        currency.code(),
        PAGE_MAX,
    );
    let rows = rows.fetch_all(conn).await?;
    let count = rows.first().map_or(0, |row| row.all);
    let friends = rows.into_iter().map(|row| Friend {
        name: masked(row.first_name.as_deref(), &row.email, row.status == "erased"),
        joined_at: row.joined_at,
        orders: row.orders,
        earned: Amount::new(row.earned.0, currency),
    });
    Ok((friends.collect(), count))
}

/// The newest earnings of a referrer; those that wait for an operator first.
pub(crate) async fn earnings(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
) -> Result<Vec<Earning>, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT e.transaction_id, u.first_name, u.email, u.status, e.currency, e.amount AS "amount: Atoms", e.state,
                  e.hold, e.earned_at, e.due_at
           FROM referral_earnings e JOIN users u ON u.tenant_id = e.tenant_id AND u.id = e.referee_id
           WHERE e.tenant_id = $1 AND e.referrer_id = $2 AND e.amount > 0
           ORDER BY e.state IN ('held', 'questioned') DESC, e.earned_at DESC, e.transaction_id LIMIT $3"#,
        tenant.uuid(),
        user.uuid(),
        PAGE_MAX,
    );
    let rows = rows.fetch_all(conn).await?.into_iter();
    let read = rows.filter_map(|row| {
        Some(Earning {
            order: TransactionId::from_uuid(row.transaction_id),
            name: masked(row.first_name.as_deref(), &row.email, row.status == "erased"),
            amount: Amount::new(row.amount.0, row.currency.parse().ok()?),
            state: EarningState::from_code(&row.state)?,
            hold: row.hold.as_deref().and_then(HoldReason::from_code),
            earned_at: row.earned_at,
            due_at: row.due_at,
        })
    });
    Ok(read.collect())
}

/// The first places of the leaderboard, and the customer's own.
pub(crate) async fn places(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
) -> Result<Vec<LeaderboardPlace>, StoreError> {
    let rows = sqlx::query!(
        r#"WITH counted AS (
               SELECT l.user_id, l.nickname, (
                   SELECT count(DISTINCT e.referee_id) FROM referral_earnings e
                   WHERE e.tenant_id = l.tenant_id AND e.referrer_id = l.user_id
                     AND e.state NOT IN ('dropped', 'taken_back')) AS friends
               FROM referral_links l
               WHERE l.tenant_id = $1 AND l.nickname IS NOT NULL AND l.blocked_at IS NULL
           ), ranked AS (SELECT *, rank() OVER (ORDER BY friends DESC) AS rank FROM counted)
           SELECT user_id, nickname AS "nickname!", friends AS "friends!", rank AS "rank!" FROM ranked
           WHERE rank <= $3 OR user_id = $2 ORDER BY rank, lower(nickname) LIMIT 2 * $3"#,
        tenant.uuid(),
        user.uuid(),
        PLACES,
    );
    let rows = rows.fetch_all(conn).await?.into_iter();
    let place = rows.map(|row| LeaderboardPlace {
        rank: row.rank,
        nickname: row.nickname,
        friends: row.friends,
        is_own: row.user_id == user.uuid(),
    });
    Ok(place.collect())
}

/// Referrers with at least one referred customer, newest customers first: one, or those after one.
pub(crate) async fn referrers(
    conn: &mut PgConnection,
    tenant: TenantId,
    (only, after): (Option<UserId>, Option<UserId>),
    currency: Currency,
    limit: i64,
) -> Result<Vec<Referrer>, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT l.user_id, u.email, l.code, l.blocked_at, l.blocked_by, l.blocked_reason,
                  c.joined AS "joined!", c.refused AS "refused!", c.same_place AS "same_place!",
                  c.own_network AS "own_network!", e.active AS "active!", e.single AS "single!",
                  e.earned AS "earned!: Atoms", e.undecided AS "undecided!"
           FROM referral_links l
           JOIN users u ON u.tenant_id = l.tenant_id AND u.id = l.user_id
           CROSS JOIN LATERAL (
               SELECT count(*) FILTER (WHERE r.refused IS NULL) AS joined,
                      count(*) FILTER (WHERE r.refused IS NOT NULL) AS refused,
                      count(*) FILTER (WHERE EXISTS (
                          SELECT FROM referrals o WHERE o.tenant_id = $1 AND o.referrer_id = l.user_id
                            AND o.referee_id <> r.referee_id AND (o.network, o.device) = (r.network, r.device)))
                          AS same_place,
                      count(*) FILTER (WHERE EXISTS (
                          SELECT FROM sessions s WHERE s.tenant_id = $1 AND s.user_id = l.user_id
                            AND s.network = r.network)) AS own_network
               FROM referrals r WHERE r.tenant_id = $1 AND r.referrer_id = l.user_id) c
           CROSS JOIN LATERAL (
               SELECT count(*) FILTER (WHERE f.orders > 0) AS active, count(*) FILTER (WHERE f.orders = 1) AS single,
                      coalesce(sum(f.earned), 0) AS earned, coalesce(sum(f.undecided), 0)::bigint AS undecided
               FROM (SELECT count(*) FILTER (WHERE x.state <> 'dropped') AS orders,
                            sum(x.amount) FILTER (WHERE x.state IN ('booked', 'questioned') AND x.currency = $4) AS earned,
                            count(*) FILTER (WHERE x.state IN ('held', 'questioned')) AS undecided
                     FROM referral_earnings x WHERE x.tenant_id = $1 AND x.referrer_id = l.user_id
                     GROUP BY x.referee_id) f) e
           WHERE l.tenant_id = $1 AND ($2::uuid IS NULL OR l.user_id = $2) AND ($3::uuid IS NULL OR l.user_id < $3)
             AND EXISTS (SELECT FROM referrals r WHERE r.tenant_id = $1 AND r.referrer_id = l.user_id)
           ORDER BY l.user_id DESC LIMIT $5"#,
        tenant.uuid(),
        only.map(UserId::uuid) as Option<Uuid>,
        after.map(UserId::uuid) as Option<Uuid>,
        currency.code(),
        limit,
    );
    let rows = rows.fetch_all(conn).await?.into_iter();
    let read = rows.map(|row| Referrer {
        user: UserId::from_uuid(row.user_id),
        email: masked_email(&row.email),
        code: row.code,
        blocked: row
            .blocked_at
            .map(|at| (at, row.blocked_by.unwrap_or_default(), row.blocked_reason.unwrap_or_default())),
        counts: Counts {
            joined: row.joined,
            refused: row.refused,
            same_place: row.same_place,
            own_network: row.own_network,
            active: row.active,
            single: row.single,
        },
        earned: Amount::new(row.earned.0, currency),
        undecided: row.undecided,
    });
    Ok(read.collect())
}

/// The newest people who came by a referrer's link.
pub(crate) async fn invited(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    currency: Currency,
) -> Result<Vec<Invited>, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT r.referee_id, u.email, r.joined_at, r.network, r.refused,
                  coalesce(e.orders, 0) AS "orders!", coalesce(e.earned, 0) AS "earned!: Atoms"
           FROM referrals r JOIN users u ON u.tenant_id = r.tenant_id AND u.id = r.referee_id
           LEFT JOIN LATERAL (
               SELECT count(*) AS orders, sum(amount) FILTER (WHERE currency = $3 AND state <> 'taken_back') AS earned
               FROM referral_earnings WHERE tenant_id = $1 AND referee_id = r.referee_id AND state <> 'dropped') e ON true
           WHERE r.tenant_id = $1 AND r.referrer_id = $2
           ORDER BY r.joined_at DESC, r.referee_id LIMIT $4"#,
        tenant.uuid(),
        user.uuid(),
        currency.code(),
        PAGE_MAX,
    );
    let rows = rows.fetch_all(conn).await?.into_iter();
    let read = rows.map(|row| Invited {
        user: UserId::from_uuid(row.referee_id),
        email: masked_email(&row.email),
        joined_at: row.joined_at,
        network: row.network,
        refused: row.refused.as_deref().and_then(Refusal::from_code),
        orders: row.orders,
        earned: Amount::new(row.earned.0, currency),
    });
    Ok(read.collect())
}
