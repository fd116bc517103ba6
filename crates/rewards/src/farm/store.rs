//! All SQL of customers' points.

use std::collections::{BTreeSet, HashMap};

use ::store::{Atoms, StoreError};
use chrono::{DateTime, NaiveDate, Utc};
use exchange::transaction::TransactionType;
use kernel::{Amount, Currency, ProfileId, SeasonId, TenantId, TransactionId, UserId};
use sqlx::PgConnection;
use uuid::Uuid;

use super::rules::{Counted, Event, TaskKind};
use super::{Exchanged, PointsEntry, Season};

/// Makes counts of one customer wait for each other until the end of the transaction.
pub(super) async fn lock(conn: &mut PgConnection, tenant: TenantId, user: UserId) -> Result<(), StoreError> {
    let name = format!("farm points {} {}", tenant.uuid(), user.uuid());
    sqlx::query!("SELECT pg_advisory_xact_lock(hashtextextended($1, 0)) AS locked", name).fetch_one(conn).await?;
    Ok(())
}

/// A customer who takes part in a season.
#[derive(Clone, Copy, Debug)]
pub(super) struct Participant {
    pub tenant: TenantId,
    pub season: SeasonId,
    pub user: UserId,
}

/// Records that the customer opened the page on this day. The first visit makes the customer a participant.
pub(super) async fn visit(
    conn: &mut PgConnection,
    Participant { tenant, season, user }: Participant,
    day: NaiveDate,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO farm_players (tenant_id, season_id, user_id, joined_at, looked_at) VALUES ($1, $2, $3, $4, $4)
         ON CONFLICT DO NOTHING",
        tenant.uuid(),
        season.uuid(),
        user.uuid(),
        now,
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "INSERT INTO farm_days (tenant_id, season_id, user_id, day, visited_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT DO NOTHING",
        tenant.uuid(),
        season.uuid(),
        user.uuid(),
        day,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The days of the season on which the customer opened the page.
pub(super) async fn days(
    conn: &mut PgConnection,
    tenant: TenantId,
    season: SeasonId,
    user: UserId,
) -> Result<BTreeSet<NaiveDate>, StoreError> {
    let found = sqlx::query_scalar!(
        "SELECT day FROM farm_days WHERE tenant_id = $1 AND season_id = $2 AND user_id = $3",
        tenant.uuid(),
        season.uuid(),
        user.uuid(),
    );
    Ok(found.fetch_all(conn).await?.into_iter().collect())
}

/// Completed movements of the season that are not counted, in the order in which they were completed.
pub(super) async fn movements(
    conn: &mut PgConnection,
    tenant: TenantId,
    season: &Season,
    user: UserId,
    limit: i64,
) -> Result<Vec<Event>, StoreError> {
    let kinds: HashMap<&str, TaskKind> =
        TransactionType::all().filter_map(|kind| Some((kind.code(), TaskKind::of_movement(kind)?))).collect();
    let types: Vec<String> = kinds.keys().map(|code| (*code).to_owned()).collect();
    let rows = sqlx::query!(
        r#"SELECT r.id, r.body ->> 'type' AS "type!", r.updated_at FROM profiles p
           JOIN records r ON r.tenant_id = p.tenant_id AND r.kind = 'transaction' AND r.owner = p.id
           WHERE p.tenant_id = $1 AND p.user_id = $2 AND r.status = 'DONE' AND r.created_at >= $3
             AND r.updated_at < $4 AND r.body ->> 'type' = ANY($5)
             AND NOT EXISTS (SELECT FROM farm_points f WHERE f.tenant_id = r.tenant_id AND f.user_id = p.user_id
                             AND f.event = 'movement:' || r.id)
           ORDER BY r.updated_at, r.id LIMIT $6"#,
        tenant.uuid(),
        user.uuid(),
        season.instants.0,
        season.instants.1,
        &types,
        limit,
    );
    let rows = rows.fetch_all(conn).await?.into_iter();
    let read = rows.filter_map(|row| {
        let (kind, day) = (*kinds.get(row.r#type.as_str())?, season.day_of(row.updated_at));
        Some(Event { id: format!("movement:{}", row.id), kind, at: row.updated_at, day })
    });
    Ok(read.collect())
}

/// First orders of invited friends within the season that are not counted.
pub(super) async fn friends(
    conn: &mut PgConnection,
    tenant: TenantId,
    season: &Season,
    user: UserId,
    limit: i64,
) -> Result<Vec<Event>, StoreError> {
    let rows = sqlx::query!(
        "SELECT e.referee_id, e.earned_at FROM referral_earnings e
         WHERE e.tenant_id = $1 AND e.referrer_id = $2 AND e.number = 1 AND e.earned_at >= $3 AND e.earned_at < $4
           AND NOT EXISTS (SELECT FROM farm_points f WHERE f.tenant_id = e.tenant_id AND f.user_id = e.referrer_id
                           AND f.event = 'friend:' || e.referee_id)
         ORDER BY e.earned_at, e.referee_id LIMIT $5",
        tenant.uuid(),
        user.uuid(),
        season.instants.0,
        season.instants.1,
        limit,
    );
    let rows = rows.fetch_all(conn).await?.into_iter();
    let event = |row: (Uuid, DateTime<Utc>)| {
        let day = season.day_of(row.1);
        Event { id: format!("friend:{}", row.0), kind: TaskKind::Friend, at: row.1, day }
    };
    Ok(rows.map(|row| event((row.referee_id, row.earned_at))).collect())
}

/// Whether the customer has a second factor, and a verified identity.
pub(super) async fn proofs(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
) -> Result<(bool, bool), StoreError> {
    let row = sqlx::query!(
        r#"SELECT (EXISTS (SELECT FROM totp_factors WHERE tenant_id = $1 AND user_id = $2 AND confirmed_at IS NOT NULL)
                   OR EXISTS (SELECT FROM passkeys WHERE tenant_id = $1 AND user_id = $2)) AS "factor!",
                  EXISTS (SELECT FROM verifications WHERE tenant_id = $1 AND user_id = $2 AND kind = 'IDENTITY'
                          AND status = 'COMPLETED') AS "identity!""#,
        tenant.uuid(),
        user.uuid(),
    );
    let row = row.fetch_one(conn).await?;
    Ok((row.factor, row.identity))
}

/// How many events have earned, by kind and day.
pub(super) async fn counted(
    conn: &mut PgConnection,
    tenant: TenantId,
    season: SeasonId,
    user: UserId,
) -> Result<Counted, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT kind, day, count(*) AS "count!" FROM farm_points
           WHERE tenant_id = $1 AND season_id = $2 AND user_id = $3 AND points > 0 GROUP BY kind, day"#,
        tenant.uuid(),
        season.uuid(),
        user.uuid(),
    );
    let rows = rows.fetch_all(conn).await?.into_iter();
    let read = rows.filter_map(|row| {
        Some(((TaskKind::from_code(&row.kind)?, row.day), u32::try_from(row.count).unwrap_or(u32::MAX)))
    });
    Ok(read.collect())
}

/// The events among these that are already counted.
pub(super) async fn known(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    events: &[String],
) -> Result<BTreeSet<String>, StoreError> {
    let found = sqlx::query_scalar!(
        "SELECT event FROM farm_points WHERE tenant_id = $1 AND user_id = $2 AND event = ANY($3)",
        tenant.uuid(),
        user.uuid(),
        events,
    );
    Ok(found.fetch_all(conn).await?.into_iter().collect())
}

/// A line of points to insert.
pub(super) struct NewPoints<'a> {
    pub id: Uuid,
    pub event: &'a str,
    pub kind: &'a str,
    pub points: i64,
    pub day: NaiveDate,
    pub at: DateTime<Utc>,
}

/// Inserts points; false if the event has its line.
pub(super) async fn insert(
    conn: &mut PgConnection,
    Participant { tenant, season, user }: Participant,
    line: &NewPoints<'_>,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "INSERT INTO farm_points (tenant_id, user_id, event, id, season_id, kind, points, day, at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (tenant_id, user_id, event) DO NOTHING",
        tenant.uuid(),
        user.uuid(),
        line.event,
        line.id,
        season.uuid(),
        line.kind,
        line.points,
        line.day,
        line.at,
    )
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// The customer's points, and what they have got for points in this season.
pub(super) async fn account(
    conn: &mut PgConnection,
    tenant: TenantId,
    (season, currency): (SeasonId, Currency),
    user: UserId,
) -> Result<(u64, Amount), StoreError> {
    let row = sqlx::query!(
        r#"SELECT (SELECT coalesce(sum(points), 0)::bigint FROM farm_points
                   WHERE tenant_id = $1 AND season_id = $2 AND user_id = $3) AS "points!",
                  (SELECT coalesce(sum(amount), 0) FROM farm_exchanges
                   WHERE tenant_id = $1 AND season_id = $2 AND user_id = $3) AS "amount!: Atoms""#,
        tenant.uuid(),
        season.uuid(),
        user.uuid(),
    );
    let row = row.fetch_one(conn).await?;
    Ok((u64::try_from(row.points).unwrap_or(0), Amount::new(row.amount.0, currency)))
}

/// Lines of points of every season, the newest first.
pub(super) async fn history(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    after: Option<Uuid>,
    limit: i64,
) -> Result<Vec<PointsEntry>, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT f.id, f.kind, f.points, f.at, e.currency AS "currency?", e.amount AS "amount?: Atoms"
           FROM farm_points f LEFT JOIN farm_exchanges e ON e.tenant_id = f.tenant_id AND e.id = f.id
           WHERE f.tenant_id = $1 AND f.user_id = $2 AND f.points <> 0 AND ($3::uuid IS NULL OR f.id < $3)
           ORDER BY f.id DESC LIMIT $4"#,
        tenant.uuid(),
        user.uuid(),
        after,
        limit,
    );
    let rows = rows.fetch_all(conn).await?.into_iter();
    let amount = |currency: Option<String>, atoms: Option<Atoms>| {
        Some(Amount::new(atoms?.0, currency?.parse::<Currency>().ok()?))
    };
    Ok(rows
        .map(|row| PointsEntry {
            id: row.id,
            kind: row.kind,
            points: row.points,
            at: row.at,
            amount: amount(row.currency, row.amount),
        })
        .collect())
}

/// An exchange to insert.
pub(super) struct NewExchange<'a> {
    pub id: Uuid,
    pub profile: ProfileId,
    pub request: &'a str,
    pub points: u64,
    pub amount: Amount,
}

/// Inserts an exchange with its line of points, and adds it to what the season has spent.
pub(super) async fn insert_exchange(
    conn: &mut PgConnection,
    participant: Participant,
    new: &NewExchange<'_>,
    (day, now): (NaiveDate, DateTime<Utc>),
) -> Result<(), StoreError> {
    let Participant { tenant, season, user } = participant;
    let points = i64::try_from(new.points).unwrap_or(i64::MAX);
    sqlx::query!(
        "INSERT INTO farm_exchanges (tenant_id, id, season_id, user_id, profile_id, request, points, currency, amount, at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        tenant.uuid(),
        new.id,
        season.uuid(),
        user.uuid(),
        new.profile.uuid(),
        new.request,
        points,
        new.amount.currency().code(),
        Atoms(new.amount.atoms()) as _,
        now,
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "UPDATE farm_seasons SET spent = spent + $3 WHERE tenant_id = $1 AND id = $2",
        tenant.uuid(),
        season.uuid(),
        Atoms(new.amount.atoms()) as _,
    )
    .execute(&mut *conn)
    .await?;
    let event = format!("exchange:{}", new.id);
    let line = NewPoints { id: new.id, event: &event, kind: "reward", points: -points, day, at: now };
    insert(conn, participant, &line).await?;
    Ok(())
}

/// The exchange that a request made.
pub(super) async fn exchanged(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    request: &str,
) -> Result<Option<Exchanged>, StoreError> {
    let row = sqlx::query!(
        r#"SELECT id, points, currency, amount AS "amount: Atoms", order_id FROM farm_exchanges
           WHERE tenant_id = $1 AND user_id = $2 AND request = $3"#,
        tenant.uuid(),
        user.uuid(),
        request,
    );
    Ok(row.fetch_optional(conn).await?.and_then(|row| {
        Some(Exchanged {
            id: row.id,
            points: u64::try_from(row.points).unwrap_or(0),
            amount: Amount::new(row.amount.0, row.currency.parse().ok()?),
            order: row.order_id.map(TransactionId::from_uuid),
        })
    }))
}

/// Writes which order moves the reward to the balance, before the order is made.
pub(super) async fn set_order(
    conn: &mut PgConnection,
    tenant: TenantId,
    exchange: Uuid,
    order: TransactionId,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE farm_exchanges SET order_id = $3 WHERE tenant_id = $1 AND id = $2",
        tenant.uuid(),
        exchange,
        order.uuid(),
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Participants of seasons that are open or ended less than a day ago, those that were checked longest ago first.
/// Marks them as checked.
pub(super) async fn followed(
    conn: &mut PgConnection,
    (now, looked_before, ended_after): (DateTime<Utc>, DateTime<Utc>, DateTime<Utc>),
    limit: i64,
) -> Result<Vec<Participant>, StoreError> {
    let rows = sqlx::query!(
        "UPDATE farm_players p SET looked_at = $1
         FROM (SELECT f.tenant_id, f.season_id, f.user_id FROM farm_players f
               JOIN farm_seasons s ON s.tenant_id = f.tenant_id AND s.id = f.season_id
               WHERE s.state = 'ON' AND s.until_at > $2 AND f.looked_at < $3
               ORDER BY f.looked_at LIMIT $4 FOR UPDATE OF f SKIP LOCKED) o
         WHERE p.tenant_id = o.tenant_id AND p.season_id = o.season_id AND p.user_id = o.user_id
         RETURNING p.tenant_id, p.season_id, p.user_id",
        now,
        ended_after,
        looked_before,
        limit,
    );
    let rows = rows.fetch_all(conn).await?.into_iter();
    Ok(rows
        .map(|row| Participant {
            tenant: TenantId::from_uuid(row.tenant_id),
            season: SeasonId::from_uuid(row.season_id),
            user: UserId::from_uuid(row.user_id),
        })
        .collect())
}
