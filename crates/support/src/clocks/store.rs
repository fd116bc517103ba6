//! All SQL of the clocks.

use ::store::{PgConnection, StoreError};
use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use kernel::TenantId;

use super::{Clocks, ComplaintDue};

/// The clocks that a tenant has set.
pub(crate) async fn find(conn: &mut PgConnection, tenant: TenantId) -> Result<Option<Clocks>, StoreError> {
    let row = sqlx::query!(
        "SELECT time_zone, holidays, first_answer_hours, next_answer_hours, acknowledge_days, answer_business_days
         FROM support_settings WHERE tenant_id = $1",
        tenant.uuid(),
    )
    .fetch_optional(conn)
    .await?;
    let number = |value: i16| u16::try_from(value).unwrap_or_default();
    Ok(row.map(|row| Clocks {
        time_zone: row.time_zone,
        holidays: row.holidays,
        first_answer_hours: number(row.first_answer_hours),
        next_answer_hours: number(row.next_answer_hours),
        acknowledge_days: number(row.acknowledge_days),
        answer_business_days: number(row.answer_business_days),
    }))
}

pub(super) async fn set(
    conn: &mut PgConnection,
    tenant: TenantId,
    clocks: &Clocks,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let number = |value: u16| i16::try_from(value).unwrap_or(i16::MAX);
    sqlx::query!(
        "INSERT INTO support_settings (tenant_id, time_zone, holidays, first_answer_hours, next_answer_hours,
                                       acknowledge_days, answer_business_days, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
         ON CONFLICT (tenant_id) DO UPDATE SET time_zone = excluded.time_zone, holidays = excluded.holidays,
             first_answer_hours = excluded.first_answer_hours, next_answer_hours = excluded.next_answer_hours,
             acknowledge_days = excluded.acknowledge_days, answer_business_days = excluded.answer_business_days,
             updated_at = excluded.updated_at",
        tenant.uuid(),
        clocks.time_zone,
        &clocks.holidays,
        number(clocks.first_answer_hours),
        number(clocks.next_answer_hours),
        number(clocks.acknowledge_days),
        number(clocks.answer_business_days),
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Whether the database knows a time zone. It has the IANA time zones.
pub(super) async fn knows_zone(conn: &mut PgConnection, zone: &str) -> Result<bool, StoreError> {
    let found =
        sqlx::query_scalar!(r#"SELECT EXISTS (SELECT FROM pg_timezone_names WHERE name = $1) AS "found!""#, zone);
    Ok(found.fetch_one(conn).await?)
}

/// The deadlines of a complaint that comes now. The database knows the time zones.
pub(crate) async fn complaint_due(
    conn: &mut PgConnection,
    clocks: &Clocks,
    now: DateTime<Utc>,
) -> Result<ComplaintDue, StoreError> {
    let today: NaiveDate =
        sqlx::query_scalar!(r#"SELECT ($1::timestamptz AT TIME ZONE $2)::date AS "today!""#, now, clocks.time_zone)
            .fetch_one(&mut *conn)
            .await?;
    let day = clocks.answer_day(today);
    // The day ends when the next one begins.
    let answer: DateTime<Utc> =
        sqlx::query_scalar!(r#"SELECT ($1::date + 1)::timestamp AT TIME ZONE $2 AS "end!""#, day, clocks.time_zone)
            .fetch_one(conn)
            .await?;
    Ok(ComplaintDue { acknowledge: now + TimeDelta::days(i64::from(clocks.acknowledge_days)), day, answer })
}
