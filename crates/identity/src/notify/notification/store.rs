//! All SQL of notifications and of what people want to be told.

use ::store::{PgConnection, StoreError};
use chrono::{DateTime, Timelike, Utc};
use kernel::{NotificationId, ProfileId, TenantId, TenantUser, UserId};
use serde_json::Value;
use sqlx::Executor;
use uuid::Uuid;

use super::{NotificationFilter, NotificationSettings, Quiet, Reader, Topic};

/// The SQLSTATE for an unknown time zone.
const INVALID_PARAMETER_VALUE: &str = "22023";

/// A stored notification.
pub(super) struct Row {
    pub id: Uuid,
    pub content: Value,
    pub created_at: DateTime<Utc>,
    pub read_at: Option<DateTime<Utc>>,
}

/// A notification to insert.
pub(super) struct New<'a> {
    pub id: NotificationId,
    pub user: UserId,
    pub profile: Option<ProfileId>,
    pub key: &'a str,
    pub kind: &'static str,
    pub topic: Topic,
    pub content: Value,
}

/// Inserts it; false if the event has a notification already.
pub(super) async fn insert(
    conn: &mut PgConnection,
    tenant: TenantId,
    new: &New<'_>,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "INSERT INTO notifications (tenant_id, id, user_id, profile_id, key, kind, topic, content, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (tenant_id, key) DO NOTHING",
        tenant.uuid(),
        new.id.uuid(),
        new.user.uuid(),
        new.profile.map(ProfileId::uuid),
        new.key,
        new.kind,
        new.topic.code(),
        new.content,
        now,
    )
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// The notifications of a person and their profile, newest first.
pub(super) async fn list(
    conn: &mut PgConnection,
    tenant: TenantId,
    reader: Reader,
    filter: NotificationFilter,
    before: Option<NotificationId>,
    limit: i64,
) -> Result<Vec<Row>, StoreError> {
    let rows = sqlx::query_as!(
        Row,
        "SELECT id, content, created_at, read_at FROM notifications
         WHERE tenant_id = $1 AND user_id = $2 AND (profile_id IS NULL OR profile_id = $3)
           AND ($4::text IS NULL OR topic = $4) AND (NOT $5 OR read_at IS NULL) AND ($6::uuid IS NULL OR id < $6)
         ORDER BY id DESC LIMIT $7",
        tenant.uuid(),
        reader.user.uuid(),
        reader.profile.uuid(),
        filter.topic.map(Topic::code),
        filter.is_unread,
        before.map(NotificationId::uuid),
        limit,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows)
}

/// A notification of a person.
pub(super) async fn find(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    id: NotificationId,
) -> Result<Option<Row>, StoreError> {
    let row = sqlx::query_as!(
        Row,
        "SELECT id, content, created_at, read_at FROM notifications WHERE tenant_id = $1 AND user_id = $2 AND id = $3",
        tenant.uuid(),
        user.uuid(),
        id.uuid(),
    )
    .fetch_optional(conn)
    .await?;
    Ok(row)
}

/// The number of unread notifications, at most `max`, and the newest of all.
pub(super) async fn unread(
    conn: &mut PgConnection,
    TenantUser { tenant, user }: TenantUser,
    profile: ProfileId,
    max: i64,
) -> Result<(i64, Option<NotificationId>), StoreError> {
    let row = sqlx::query!(
        r#"SELECT (SELECT count(*) FROM (SELECT 1 FROM notifications WHERE tenant_id = $1 AND user_id = $2
                       AND (profile_id IS NULL OR profile_id = $3) AND read_at IS NULL LIMIT $4) AS unread) AS "count!",
                  (SELECT id FROM notifications WHERE tenant_id = $1 AND user_id = $2
                       AND (profile_id IS NULL OR profile_id = $3) ORDER BY id DESC LIMIT 1) AS latest"#,
        tenant.uuid(),
        user.uuid(),
        profile.uuid(),
        max,
    )
    .fetch_one(conn)
    .await?;
    Ok((row.count, row.latest.map(NotificationId::from_uuid)))
}

/// Marks a notification as read or unread.
pub(super) async fn mark(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: NotificationId,
    read_at: Option<DateTime<Utc>>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE notifications SET read_at = $3 WHERE tenant_id = $1 AND id = $2 AND (read_at IS NULL) <> ($3::timestamptz IS NULL)",
        tenant.uuid(),
        id.uuid(),
        read_at,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Marks all notifications of a person and their profile as read, up to one that the person has seen.
pub(super) async fn mark_all(
    conn: &mut PgConnection,
    TenantUser { tenant, user }: TenantUser,
    profile: ProfileId,
    up_to: Option<NotificationId>,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE notifications SET read_at = $5
         WHERE tenant_id = $1 AND user_id = $2 AND (profile_id IS NULL OR profile_id = $3) AND read_at IS NULL
           AND ($4::uuid IS NULL OR id <= $4)",
        tenant.uuid(),
        user.uuid(),
        profile.uuid(),
        up_to.map(NotificationId::uuid),
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The notification settings of a person; `None` if none are stored.
pub(super) async fn settings(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
) -> Result<Option<NotificationSettings>, StoreError> {
    let row = sqlx::query!(
        "SELECT off, quiet_from, quiet_to, time_zone, shows_details, by_text FROM notification_settings
         WHERE tenant_id = $1 AND user_id = $2",
        tenant.uuid(),
        user.uuid(),
    )
    .fetch_optional(conn)
    .await?;
    let minute = |minute: Option<i16>| minute.and_then(|minute| u16::try_from(minute).ok());
    Ok(row.map(|row| NotificationSettings {
        off: NotificationSettings::off_of(&row.off),
        quiet: minute(row.quiet_from).zip(minute(row.quiet_to)).and_then(|(from, to)| Quiet::new(from, to)),
        time_zone: row.time_zone,
        shows_details: row.shows_details,
        by_text: row.by_text,
    }))
}

/// Stores what a person wants to be told.
pub(super) async fn set_settings(
    conn: &mut PgConnection,
    TenantUser { tenant, user }: TenantUser,
    settings: &NotificationSettings,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let minute = |minute: u16| i16::try_from(minute).unwrap_or(0);
    sqlx::query!(
        "INSERT INTO notification_settings
             (tenant_id, user_id, off, quiet_from, quiet_to, time_zone, shows_details, by_text, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         ON CONFLICT (tenant_id, user_id) DO UPDATE SET off = excluded.off, quiet_from = excluded.quiet_from,
             quiet_to = excluded.quiet_to, time_zone = excluded.time_zone, shows_details = excluded.shows_details,
             by_text = excluded.by_text, updated_at = excluded.updated_at",
        tenant.uuid(),
        user.uuid(),
        &settings.off_codes(),
        settings.quiet.map(|quiet| minute(quiet.from)),
        settings.quiet.map(|quiet| minute(quiet.to)),
        settings.time_zone,
        settings.shows_details,
        settings.by_text,
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

/// The minute of the day in a time zone; in UTC if the database does not know the zone: its list of names changes with
/// its version and its system.
pub(super) async fn minute_in(conn: &mut PgConnection, zone: &str, now: DateTime<Utc>) -> Result<u16, StoreError> {
    let utc = now.hour() * 60 + now.minute();
    // A refusal of the name must not end the caller's transaction.
    conn.execute("SAVEPOINT minute_in").await?;
    let minute = sqlx::query_scalar!(
        r#"SELECT (extract(hour FROM $1::timestamptz AT TIME ZONE $2) * 60
                   + extract(minute FROM $1::timestamptz AT TIME ZONE $2))::int AS "minute!""#,
        now,
        zone,
    )
    .fetch_one(&mut *conn)
    .await;
    let is_unknown = |error: &sqlx::Error| {
        error.as_database_error().and_then(|error| error.code()).as_deref() == Some(INVALID_PARAMETER_VALUE)
    };
    let minute = match minute {
        Ok(minute) => {
            conn.execute("RELEASE SAVEPOINT minute_in").await?;
            u32::try_from(minute).unwrap_or(utc)
        }
        Err(error) if is_unknown(&error) => {
            conn.execute("ROLLBACK TO SAVEPOINT minute_in").await?;
            utc
        }
        Err(error) => return Err(error.into()),
    };
    Ok(u16::try_from(minute).unwrap_or(0))
}
