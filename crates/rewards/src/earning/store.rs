//! All SQL of earnings.

use ::store::{Atoms, StoreError};
use chrono::{DateTime, TimeDelta, Utc};
use kernel::{Amount, Currency, ProfileId, TenantId, TenantUser, TransactionId, UserId};
use sqlx::PgConnection;

use super::{EarningState, History, HoldReason};
use crate::mismatch::Mismatch;

/// How often one friend is checked, at most.
const LOOK_AGAIN: TimeDelta = TimeDelta::seconds(4);
/// After this time no order of a friend can earn: the longest period of a rule and a month in which orders end.
const FOLLOWED: TimeDelta = TimeDelta::days(1_127);
/// For how long a booked earning is questioned after a dispute of its order. Acquirers accept disputes for 18 months.
const DISPUTED_WITHIN: TimeDelta = TimeDelta::days(550);
/// How many friends a sweep looks at for each that it counts.
const LOOKED_AT_ONCE: i64 = 5;

/// A friend whose orders can earn.
pub(crate) struct Open {
    pub referee: UserId,
    pub referrer: UserId,
    /// The profile whose reward account is credited.
    pub profile: ProfileId,
    pub joined_at: DateTime<Utc>,
}

/// An earning to insert.
pub(crate) struct NewEarning<'a> {
    pub order: TransactionId,
    pub number: i32,
    pub fees: &'a [Amount],
    pub amount: Amount,
    pub state: EarningState,
    pub hold: Option<HoldReason>,
    pub policy_version: u32,
    pub earned_at: DateTime<Utc>,
    pub due_at: DateTime<Utc>,
}

/// An earning that is due.
pub(crate) struct Due {
    pub referee: UserId,
    pub referrer: UserId,
    pub profile: ProfileId,
    pub amount: Amount,
    /// The hold reasons that an operator has dismissed.
    pub released: Option<HoldReason>,
}

/// An earning, as far as a ruling needs it.
pub(crate) struct Found {
    pub state: EarningState,
    pub profile: ProfileId,
    pub amount: Amount,
}

/// Makes counts of one referrer wait for each other until the end of the transaction.
pub(crate) async fn lock(conn: &mut PgConnection, tenant: TenantId, referrer: UserId) -> Result<(), StoreError> {
    let name = format!("referral earnings {} {}", tenant.uuid(), referrer.uuid());
    sqlx::query!("SELECT pg_advisory_xact_lock(hashtextextended($1, 0)) AS locked", name).fetch_one(conn).await?;
    Ok(())
}

/// Friends of all tenants with completed orders that are not counted, those that were checked longest ago first. Marks
/// them as checked.
pub(crate) async fn followed(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    limit: i64,
) -> Result<Vec<TenantUser>, StoreError> {
    let rows = sqlx::query!(
        r#"WITH looked AS (
               UPDATE referrals f SET looked_at = $1::timestamptz, closed_at = CASE WHEN f.joined_at < $2 THEN $1::timestamptz END
               FROM (SELECT tenant_id, referee_id FROM referrals
                     WHERE refused IS NULL AND closed_at IS NULL AND looked_at < $3
                     ORDER BY looked_at LIMIT $4 FOR UPDATE SKIP LOCKED) o
               WHERE f.tenant_id = o.tenant_id AND f.referee_id = o.referee_id
               RETURNING f.tenant_id, f.referee_id, f.joined_at)
           SELECT tenant_id AS "tenant_id!", referee_id AS "referee_id!" FROM looked f
           WHERE EXISTS (
               SELECT FROM profiles p
               JOIN records r ON r.tenant_id = p.tenant_id AND r.kind = 'transaction' AND r.owner = p.id
               WHERE p.tenant_id = f.tenant_id AND p.user_id = f.referee_id AND r.status = 'DONE'
                 AND r.created_at >= f.joined_at
                 AND NOT EXISTS (SELECT FROM referral_earnings e
                                 WHERE e.tenant_id = r.tenant_id AND e.transaction_id = r.id))
           LIMIT $5"#,
        now,
        now - FOLLOWED,
        now - LOOK_AGAIN,
        limit.saturating_mul(LOOKED_AT_ONCE),
        limit,
    );
    let rows = rows.fetch_all(conn).await?.into_iter();
    let key = |tenant, user| TenantUser { tenant: TenantId::from_uuid(tenant), user: UserId::from_uuid(user) };
    Ok(rows.map(|row| key(row.tenant_id, row.referee_id)).collect())
}

pub(crate) async fn open(
    conn: &mut PgConnection,
    tenant: TenantId,
    referee: UserId,
) -> Result<Option<Open>, StoreError> {
    let row = sqlx::query!(
        "SELECT r.referrer_id, l.profile_id, r.joined_at FROM referrals r
         JOIN referral_links l ON l.tenant_id = r.tenant_id AND l.user_id = r.referrer_id
         WHERE r.tenant_id = $1 AND r.referee_id = $2 AND r.refused IS NULL",
        tenant.uuid(),
        referee.uuid(),
    );
    Ok(row.fetch_optional(conn).await?.map(|row| Open {
        referee,
        referrer: UserId::from_uuid(row.referrer_id),
        profile: ProfileId::from_uuid(row.profile_id),
        joined_at: row.joined_at,
    }))
}

/// Completed orders of a friend that are not counted, in the order in which they were completed.
pub(crate) async fn uncounted(
    conn: &mut PgConnection,
    tenant: TenantId,
    referee: UserId,
    limit: i64,
) -> Result<Vec<TransactionId>, StoreError> {
    let rows = sqlx::query_scalar!(
        "SELECT r.id FROM referrals f
         JOIN profiles p ON p.tenant_id = f.tenant_id AND p.user_id = f.referee_id
         JOIN records r ON r.tenant_id = p.tenant_id AND r.kind = 'transaction' AND r.owner = p.id
         WHERE f.tenant_id = $1 AND f.referee_id = $2 AND r.status = 'DONE' AND r.created_at >= f.joined_at
           AND NOT EXISTS (SELECT FROM referral_earnings e WHERE e.tenant_id = r.tenant_id AND e.transaction_id = r.id)
         ORDER BY r.updated_at, r.id LIMIT $3",
        tenant.uuid(),
        referee.uuid(),
        limit,
    );
    Ok(rows.fetch_all(conn).await?.into_iter().map(TransactionId::from_uuid).collect())
}

/// The rewards earned before, and the number of the friend's newest row. Earnings in another currency do not count.
pub(crate) async fn history(
    conn: &mut PgConnection,
    tenant: TenantId,
    open: &Open,
    (currency, since): (Currency, DateTime<Utc>),
) -> Result<(History, i32), StoreError> {
    let row = sqlx::query!(
        r#"SELECT count(*) FILTER (WHERE referee_id = $3 AND state <> 'dropped') AS "orders!",
                  coalesce(max(number) FILTER (WHERE referee_id = $3), 0) AS "number!",
                  coalesce(sum(amount) FILTER (WHERE referee_id = $3 AND currency = $4
                      AND state NOT IN ('dropped', 'taken_back')), 0) AS "friend!: Atoms",
                  coalesce(sum(amount) FILTER (WHERE currency = $4 AND earned_at > $5
                      AND state NOT IN ('dropped', 'taken_back')), 0) AS "period!: Atoms"
           FROM referral_earnings WHERE tenant_id = $1 AND referrer_id = $2"#,
        tenant.uuid(),
        open.referrer.uuid(),
        open.referee.uuid(),
        currency.code(),
        since,
    );
    let row = row.fetch_one(conn).await?;
    let amount = |atoms: Atoms| Amount::new(atoms.0, currency);
    let orders = u32::try_from(row.orders).unwrap_or(u32::MAX);
    Ok((History { orders, friend: amount(row.friend), period: amount(row.period) }, row.number))
}

/// Whether both people have proved their identity and have the same name.
pub(crate) async fn same_name(
    conn: &mut PgConnection,
    tenant: TenantId,
    (one, other): (UserId, UserId),
) -> Result<bool, StoreError> {
    let found = sqlx::query_scalar!(
        r#"SELECT EXISTS (
               SELECT FROM users a JOIN users b ON b.tenant_id = a.tenant_id
               JOIN verifications va ON va.tenant_id = a.tenant_id AND va.user_id = a.id AND va.kind = 'IDENTITY'
               JOIN verifications vb ON vb.tenant_id = b.tenant_id AND vb.user_id = b.id AND vb.kind = 'IDENTITY'
               WHERE a.tenant_id = $1 AND a.id = $2 AND b.id = $3
                 AND va.status = 'COMPLETED' AND vb.status = 'COMPLETED'
                 AND lower(a.first_name) = lower(b.first_name) AND lower(a.last_name) = lower(b.last_name)
           ) AS "found!""#,
        tenant.uuid(),
        one.uuid(),
        other.uuid(),
    );
    Ok(found.fetch_one(conn).await?)
}

/// Inserts an earning; false if the order has one.
pub(crate) async fn insert(
    conn: &mut PgConnection,
    tenant: TenantId,
    open: &Open,
    row: &NewEarning<'_>,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "INSERT INTO referral_earnings (tenant_id, transaction_id, referee_id, referrer_id, profile_id, number, fee,
             currency, amount, state, hold, policy_version, earned_at, due_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) ON CONFLICT DO NOTHING",
        tenant.uuid(),
        row.order.uuid(),
        open.referee.uuid(),
        open.referrer.uuid(),
        open.profile.uuid(),
        row.number,
        serde_json::to_value(row.fees).unwrap_or_default(),
        row.amount.currency().code(),
        Atoms(row.amount.atoms()) as _,
        row.state.code(),
        row.hold.map(HoldReason::code),
        i32::try_from(row.policy_version).unwrap_or(i32::MAX),
        row.earned_at,
        row.due_at,
    )
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Earnings of all tenants that are due, of referrers who are neither blocked nor erased.
pub(crate) async fn due(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    limit: i64,
) -> Result<Vec<(TenantId, TransactionId)>, StoreError> {
    let rows = sqlx::query!(
        "SELECT e.tenant_id, e.transaction_id FROM referral_earnings e
         JOIN referral_links l ON l.tenant_id = e.tenant_id AND l.user_id = e.referrer_id
         JOIN users u ON u.tenant_id = e.tenant_id AND u.id = e.referrer_id
         WHERE e.state = 'waiting' AND e.due_at <= $1 AND l.blocked_at IS NULL AND u.status <> 'erased' ORDER BY e.due_at LIMIT $2",
        now,
        limit,
    );
    let rows = rows.fetch_all(conn).await?.into_iter();
    Ok(rows.map(|row| (TenantId::from_uuid(row.tenant_id), TransactionId::from_uuid(row.transaction_id))).collect())
}

/// An earning that is due, if its referrer is not blocked.
pub(crate) async fn due_one(
    conn: &mut PgConnection,
    tenant: TenantId,
    order: TransactionId,
    now: DateTime<Utc>,
) -> Result<Option<Due>, StoreError> {
    let row = sqlx::query!(
        r#"SELECT e.referee_id, e.referrer_id, e.profile_id, e.currency, e.amount AS "amount: Atoms", e.hold
           FROM referral_earnings e
           JOIN referral_links l ON l.tenant_id = e.tenant_id AND l.user_id = e.referrer_id
           JOIN users u ON u.tenant_id = e.tenant_id AND u.id = e.referrer_id
           WHERE e.tenant_id = $1 AND e.transaction_id = $2 AND e.state = 'waiting' AND e.due_at <= $3
             AND l.blocked_at IS NULL AND u.status <> 'erased'"#,
        tenant.uuid(),
        order.uuid(),
        now,
    );
    Ok(row.fetch_optional(conn).await?.and_then(|row| {
        Some(Due {
            referee: UserId::from_uuid(row.referee_id),
            referrer: UserId::from_uuid(row.referrer_id),
            profile: ProfileId::from_uuid(row.profile_id),
            amount: Amount::new(row.amount.0, row.currency.parse().ok()?),
            released: row.hold.as_deref().and_then(HoldReason::from_code),
        })
    }))
}

/// Holds a waiting earning for an operator.
pub(crate) async fn hold(
    conn: &mut PgConnection,
    tenant: TenantId,
    order: TransactionId,
    reason: HoldReason,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE referral_earnings SET state = 'held', hold = $3
         WHERE tenant_id = $1 AND transaction_id = $2 AND state = 'waiting'",
        tenant.uuid(),
        order.uuid(),
        reason.code(),
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Writes the state that a booking leads to. Called in the booking's own change, so it has no condition: the state is
/// what the ledger has.
pub(crate) async fn booked(
    conn: &mut PgConnection,
    tenant: TenantId,
    order: TransactionId,
    state: EarningState,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE referral_earnings SET state = $3, booked_at = coalesce(booked_at, $4)
         WHERE tenant_id = $1 AND transaction_id = $2",
        tenant.uuid(),
        order.uuid(),
        state.code(),
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Asks operators about booked earnings whose orders were disputed after the booking, lost their payment, or are not
/// completed. One that was decided about for this reason is not asked about again.
pub(crate) async fn question(conn: &mut PgConnection, now: DateTime<Utc>, limit: i64) -> Result<(), StoreError> {
    sqlx::query!(
        r#"UPDATE referral_earnings e SET state = 'questioned', hold = 'disputed'
           FROM (SELECT b.tenant_id, b.transaction_id FROM referral_earnings b
                 JOIN records r ON r.tenant_id = b.tenant_id AND r.id = b.transaction_id
                 WHERE b.state = 'booked' AND b.hold IS DISTINCT FROM 'disputed' AND b.booked_at > $1
                   AND r.updated_at > b.booked_at
                   AND (r.status <> 'DONE' OR jsonb_path_exists(r.body, '$.disputes[*] ? (@.money != "kept")')
                        OR jsonb_path_exists(r.body, '$.legs[*].payments[*] ? (@.state == "taken_back")'))
                 LIMIT $2) found
           WHERE e.tenant_id = found.tenant_id AND e.transaction_id = found.transaction_id AND e.state = 'booked'"#,
        now - DISPUTED_WITHIN,
        limit,
    )
    .execute(conn)
    .await?;
    Ok(())
}

pub(crate) async fn of_order(
    conn: &mut PgConnection,
    tenant: TenantId,
    order: TransactionId,
) -> Result<Option<Found>, StoreError> {
    let row = sqlx::query!(
        r#"SELECT state, profile_id, currency, amount AS "amount: Atoms" FROM referral_earnings
           WHERE tenant_id = $1 AND transaction_id = $2 FOR UPDATE"#,
        tenant.uuid(),
        order.uuid(),
    );
    Ok(row.fetch_optional(conn).await?.and_then(|row| {
        Some(Found {
            state: EarningState::from_code(&row.state)?,
            profile: ProfileId::from_uuid(row.profile_id),
            amount: Amount::new(row.amount.0, row.currency.parse().ok()?),
        })
    }))
}

/// Lets the job book a held earning, not before it would have been due. The reason stays, so that it is not held for it
/// again.
pub(crate) async fn release(
    conn: &mut PgConnection,
    tenant: TenantId,
    order: TransactionId,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "UPDATE referral_earnings SET state = 'waiting', due_at = greatest(due_at, $3)
         WHERE tenant_id = $1 AND transaction_id = $2 AND state = 'held'",
        tenant.uuid(),
        order.uuid(),
        now,
    )
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Drops a held earning.
pub(crate) async fn drop_held(
    conn: &mut PgConnection,
    tenant: TenantId,
    order: TransactionId,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "UPDATE referral_earnings SET state = 'dropped'
         WHERE tenant_id = $1 AND transaction_id = $2 AND state = 'held'",
        tenant.uuid(),
        order.uuid(),
    )
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Leaves a questioned earning booked. The reason stays, so that it is not questioned again.
pub(crate) async fn keep(conn: &mut PgConnection, tenant: TenantId, order: TransactionId) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "UPDATE referral_earnings SET state = 'booked'
         WHERE tenant_id = $1 AND transaction_id = $2 AND state = 'questioned'",
        tenant.uuid(),
        order.uuid(),
    )
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// The first reward account that was not credited with exactly the booked earnings and the exchanged points of its
/// profile.
pub(crate) async fn unlike_accounts(conn: &mut PgConnection) -> Result<Option<Mismatch>, StoreError> {
    let found = sqlx::query_as!(
        Mismatch,
        r#"WITH earned AS (
               SELECT tenant_id, profile_id AS owner, currency, sum(amount) AS atoms FROM (
                   SELECT tenant_id, profile_id, currency, amount FROM referral_earnings WHERE booked_at IS NOT NULL
                   UNION ALL SELECT tenant_id, profile_id, currency, amount FROM farm_exchanges
                   UNION ALL SELECT tenant_id, profile_id, currency, amount FROM promo_bonuses) booked
               GROUP BY 1, 2, 3
           ), credited AS (
               SELECT tenant_id, owner, currency, credits_posted AS atoms FROM accounts
               WHERE book = 'product' AND sub = 'reward'
           )
           SELECT tenant_id AS "tenant_id!", format('product/%s/reward/%s', owner, currency) AS "subject!",
                  format('%s earned', coalesce(e.atoms, 0)) AS "expected!",
                  format('%s credited', coalesce(c.atoms, 0)) AS "found!"
           FROM earned e FULL JOIN credited c USING (tenant_id, owner, currency)
           WHERE coalesce(e.atoms, 0) <> coalesce(c.atoms, 0) ORDER BY tenant_id, owner, currency LIMIT 1"#,
    );
    Ok(found.fetch_optional(conn).await?)
}

/// The first currency in which the platform did not pay exactly what was booked, or did not get back exactly what was
/// taken back.
pub(crate) async fn unlike_platform(conn: &mut PgConnection) -> Result<Option<Mismatch>, StoreError> {
    let found = sqlx::query_as!(
        Mismatch,
        r#"WITH earned AS (
               SELECT tenant_id, currency, sum(amount) AS paid,
                      coalesce(sum(amount) FILTER (WHERE state = 'taken_back'), 0) AS back
               FROM referral_earnings WHERE booked_at IS NOT NULL GROUP BY 1, 2
           ), posted AS (
               SELECT tenant_id, currency, debits_posted AS paid, credits_posted AS back FROM accounts
               WHERE book = 'fee_income' AND sub = 'referral'
           )
           SELECT tenant_id AS "tenant_id!", format('fee_income/referral/%s', currency) AS "subject!",
                  format('%s paid, %s taken back', coalesce(e.paid, 0), coalesce(e.back, 0)) AS "expected!",
                  format('%s paid, %s taken back', coalesce(p.paid, 0), coalesce(p.back, 0)) AS "found!"
           FROM earned e FULL JOIN posted p USING (tenant_id, currency)
           WHERE (coalesce(e.paid, 0), coalesce(e.back, 0)) <> (coalesce(p.paid, 0), coalesce(p.back, 0))
           ORDER BY tenant_id, currency LIMIT 1"#,
    );
    Ok(found.fetch_optional(conn).await?)
}
