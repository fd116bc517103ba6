//! All SQL of seasons.

use ::store::{Atoms, StoreError};
use chrono::{DateTime, NaiveDate, Utc};
use kernel::{Amount, SeasonId, TenantId};
use sqlx::PgConnection;
use uuid::Uuid;

use super::{Season, SeasonNumbers, SeasonState};
use crate::mismatch::Mismatch;

struct Row {
    id: Uuid,
    version: i32,
    state: String,
    names: serde_json::Value,
    time_zone: String,
    first_day: NaiveDate,
    last_day: NaiveDate,
    from_at: DateTime<Utc>,
    until_at: DateTime<Utc>,
    rules: serde_json::Value,
    spent: Atoms,
    made_by: String,
    made_at: DateTime<Utc>,
}

impl Row {
    /// `None` for a season whose rules are not readable: it gives nothing.
    fn read(self) -> Option<Season> {
        let rules: super::SeasonRules = serde_json::from_value(self.rules).ok()?;
        let spent = Amount::new(self.spent.0, rules.exchange.currency());
        Some(Season {
            id: SeasonId::from_uuid(self.id),
            version: u32::try_from(self.version).ok()?,
            state: SeasonState::read(&self.state),
            names: serde_json::from_value(self.names).ok()?,
            zone: self.time_zone.parse().ok()?,
            days: (self.first_day, self.last_day),
            instants: (self.from_at, self.until_at),
            rules,
            spent,
            made_by: self.made_by,
            made_at: self.made_at,
        })
    }
}

/// The tenant's season that is open at this moment.
pub(super) async fn open(
    conn: &mut PgConnection,
    tenant: TenantId,
    now: DateTime<Utc>,
) -> Result<Option<Season>, StoreError> {
    let row = sqlx::query_as!(
        Row,
        r#"SELECT id, version, state, names, time_zone, first_day, last_day, from_at, until_at, rules,
                  spent AS "spent: Atoms", made_by, made_at
           FROM farm_seasons WHERE tenant_id = $1 AND state = 'ON' AND from_at <= $2 AND until_at > $2
           ORDER BY from_at LIMIT 1"#,
        tenant.uuid(),
        now,
    );
    Ok(row.fetch_optional(conn).await?.and_then(Row::read))
}

/// One season.
pub(super) async fn one(conn: &mut PgConnection, tenant: TenantId, id: SeasonId) -> Result<Option<Season>, StoreError> {
    let row = sqlx::query_as!(
        Row,
        r#"SELECT id, version, state, names, time_zone, first_day, last_day, from_at, until_at, rules,
                  spent AS "spent: Atoms", made_by, made_at
           FROM farm_seasons WHERE tenant_id = $1 AND id = $2"#,
        tenant.uuid(),
        id.uuid(),
    );
    Ok(row.fetch_optional(conn).await?.and_then(Row::read))
}

/// One season, locked until the end of the transaction, so that exchanges spend its budget one after the other.
pub(super) async fn locked(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: SeasonId,
) -> Result<Option<Season>, StoreError> {
    let lock = sqlx::query!(
        "SELECT id FROM farm_seasons WHERE tenant_id = $1 AND id = $2 FOR UPDATE",
        tenant.uuid(),
        id.uuid()
    );
    lock.fetch_optional(&mut *conn).await?;
    one(conn, tenant, id).await
}

/// The tenant's seasons, the latest first.
pub(super) async fn list(conn: &mut PgConnection, tenant: TenantId, limit: i64) -> Result<Vec<Season>, StoreError> {
    let rows = sqlx::query_as!(
        Row,
        r#"SELECT id, version, state, names, time_zone, first_day, last_day, from_at, until_at, rules,
                  spent AS "spent: Atoms", made_by, made_at
           FROM farm_seasons WHERE tenant_id = $1 ORDER BY from_at DESC, id DESC LIMIT $2"#,
        tenant.uuid(),
        limit,
    );
    Ok(rows.fetch_all(conn).await?.into_iter().filter_map(Row::read).collect())
}

/// Participants and points of a season.
pub(super) async fn numbers(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: SeasonId,
) -> Result<SeasonNumbers, StoreError> {
    let row = sqlx::query!(
        r#"SELECT (SELECT count(*) FROM farm_players WHERE tenant_id = $1 AND season_id = $2) AS "participants!",
                  coalesce(sum(points) FILTER (WHERE points > 0), 0)::bigint AS "earned!",
                  coalesce(-sum(points) FILTER (WHERE points < 0), 0)::bigint AS "exchanged!"
           FROM farm_points WHERE tenant_id = $1 AND season_id = $2"#,
        tenant.uuid(),
        id.uuid(),
    );
    let row = row.fetch_one(conn).await?;
    Ok(SeasonNumbers { participants: row.participants, earned: row.earned, exchanged: row.exchanged })
}

/// Inserts a draft, or replaces the content of one. False if the season is no draft of an earlier version.
pub(super) async fn save(conn: &mut PgConnection, tenant: TenantId, season: &Season) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "INSERT INTO farm_seasons AS s (tenant_id, id, version, names, time_zone, first_day, last_day, from_at, until_at,
                                        rules, made_by, made_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
         ON CONFLICT (tenant_id, id) DO UPDATE SET version = excluded.version, names = excluded.names,
             time_zone = excluded.time_zone, first_day = excluded.first_day, last_day = excluded.last_day,
             from_at = excluded.from_at, until_at = excluded.until_at, rules = excluded.rules,
             made_by = excluded.made_by, made_at = excluded.made_at
         WHERE s.state = 'DRAFT' AND s.version = excluded.version - 1",
        tenant.uuid(),
        season.id.uuid(),
        i32::try_from(season.version).unwrap_or(i32::MAX),
        serde_json::to_value(&season.names).unwrap_or_default(),
        season.zone.name(),
        season.days.0,
        season.days.1,
        season.instants.0,
        season.instants.1,
        serde_json::to_value(&season.rules).unwrap_or_default(),
        season.made_by,
        season.made_at,
    )
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

pub(super) async fn count(conn: &mut PgConnection, tenant: TenantId) -> Result<i64, StoreError> {
    let found =
        sqlx::query_scalar!(r#"SELECT count(*) AS "count!" FROM farm_seasons WHERE tenant_id = $1"#, tenant.uuid());
    Ok(found.fetch_one(conn).await?)
}

/// Deletes a draft; false for another season.
pub(super) async fn delete(conn: &mut PgConnection, tenant: TenantId, id: SeasonId) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "DELETE FROM farm_seasons WHERE tenant_id = $1 AND id = $2 AND state = 'DRAFT'",
        tenant.uuid(),
        id.uuid(),
    )
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Whether a published season overlaps this one in time.
pub(super) async fn overlaps(conn: &mut PgConnection, tenant: TenantId, season: &Season) -> Result<bool, StoreError> {
    let found = sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM farm_seasons WHERE tenant_id = $1 AND id <> $2 AND state = 'ON'
                          AND from_at < $4 AND until_at > $3) AS "found!""#,
        tenant.uuid(),
        season.id.uuid(),
        season.instants.0,
        season.instants.1,
    );
    Ok(found.fetch_one(conn).await?)
}

/// Makes switches of one tenant wait for each other until the end of the transaction.
pub(super) async fn lock(conn: &mut PgConnection, tenant: TenantId) -> Result<(), StoreError> {
    let name = format!("farm seasons {}", tenant.uuid());
    sqlx::query!("SELECT pg_advisory_xact_lock(hashtextextended($1, 0)) AS locked", name).fetch_one(conn).await?;
    Ok(())
}

pub(super) async fn set_state(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: SeasonId,
    state: SeasonState,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE farm_seasons SET state = $3, switched_at = $4 WHERE tenant_id = $1 AND id = $2",
        tenant.uuid(),
        id.uuid(),
        state.code(),
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The first currency in which the platform did not pay exactly what was exchanged, or a season whose sum is not that
/// of its exchanges.
pub(crate) async fn unlike_platform(conn: &mut PgConnection) -> Result<Option<Mismatch>, StoreError> {
    let found = sqlx::query_as!(
        Mismatch,
        r#"WITH given AS (
               SELECT tenant_id, currency, sum(amount) AS paid FROM farm_exchanges GROUP BY 1, 2
           ), posted AS (
               SELECT tenant_id, currency, debits_posted AS paid FROM accounts WHERE book = 'fee_income' AND sub = 'farm'
           ), seasons AS (
               SELECT s.tenant_id, s.id, s.spent, coalesce(sum(e.amount), 0) AS given FROM farm_seasons s
               LEFT JOIN farm_exchanges e ON e.tenant_id = s.tenant_id AND e.season_id = s.id GROUP BY 1, 2, 3
           )
           SELECT tenant_id AS "tenant_id!", format('fee_income/farm/%s', currency) AS "subject!",
                  format('%s exchanged', coalesce(g.paid, 0)) AS "expected!",
                  format('%s paid', coalesce(p.paid, 0)) AS "found!"
           FROM given g FULL JOIN posted p USING (tenant_id, currency)
           WHERE coalesce(g.paid, 0) <> coalesce(p.paid, 0)
           UNION ALL
           SELECT tenant_id, format('season %s', id), format('%s exchanged', given), format('%s spent', spent)
           FROM seasons WHERE spent <> given LIMIT 1"#,
    );
    Ok(found.fetch_optional(conn).await?)
}
