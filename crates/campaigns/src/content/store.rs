//! All SQL of content.

use std::collections::BTreeMap;

use ::store::{PgConnection, StoreError};
use chrono::{DateTime, NaiveDateTime, Utc};
use kernel::{ContentId, TenantId, UserId};
use serde_json::Value;
use uuid::Uuid;

use super::article::{ArticleHead, HelpTopic};
use super::model::{Audience, Content, ContentKind, ContentPlace, NewContent, Viewer};
use crate::schedule::{LocalRange, Schedule};

struct Row {
    id: Uuid,
    kind: String,
    places: Vec<String>,
    is_on: bool,
    texts: Value,
    picture: String,
    link: Option<String>,
    slug: Option<String>,
    topic: Option<String>,
    position: i16,
    audience: String,
    new_days: Option<i16>,
    time_zone: String,
    from_local: Option<NaiveDateTime>,
    until_local: Option<NaiveDateTime>,
    from_at: Option<DateTime<Utc>>,
    until_at: Option<DateTime<Utc>>,
    updated_by: String,
    updated_at: DateTime<Utc>,
}

impl Row {
    /// `None` for a row that this version cannot read: it is not shown.
    fn read(self) -> Option<Content> {
        let days = self.new_days.and_then(|days| u16::try_from(days).ok());
        let topic = self.topic.as_deref().and_then(HelpTopic::from_code);
        let written = NewContent {
            kind: ContentKind::from_code(&self.kind)?,
            places: self.places.iter().filter_map(|place| ContentPlace::from_code(place)).collect(),
            is_on: self.is_on,
            texts: serde_json::from_value(self.texts).unwrap_or_else(|_| BTreeMap::new()),
            picture: self.picture,
            link: self.link,
            position: u8::try_from(self.position).unwrap_or_default(),
            audience: Audience::of(&self.audience, days)?,
            article: self.slug.zip(topic).map(|(slug, topic)| ArticleHead { slug, topic }),
            range: LocalRange { from: self.from_local, until: self.until_local },
        };
        Some(Content {
            id: ContentId::from_uuid(self.id),
            written,
            time_zone: self.time_zone,
            schedule: Schedule { from: self.from_at, until: self.until_at },
            updated_by: self.updated_by,
            updated_at: self.updated_at,
        })
    }
}

/// The content of a tenant, in the order in which it is shown.
pub(super) async fn list(conn: &mut PgConnection, tenant: TenantId, limit: i64) -> Result<Vec<Content>, StoreError> {
    let rows = sqlx::query_as!(
        Row,
        "SELECT id, kind, places, is_on, texts, picture, link, slug, topic, position, audience, new_days, time_zone,
                from_local, until_local, from_at, until_at, updated_by, updated_at
         FROM contents WHERE tenant_id = $1 ORDER BY kind, position, id LIMIT $2",
        tenant.uuid(),
        limit,
    );
    Ok(rows.fetch_all(conn).await?.into_iter().filter_map(Row::read).collect())
}

pub(super) async fn one(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: ContentId,
) -> Result<Option<Content>, StoreError> {
    let row = sqlx::query_as!(
        Row,
        "SELECT id, kind, places, is_on, texts, picture, link, slug, topic, position, audience, new_days, time_zone,
                from_local, until_local, from_at, until_at, updated_by, updated_at
         FROM contents WHERE tenant_id = $1 AND id = $2 FOR NO KEY UPDATE",
        tenant.uuid(),
        id.uuid(),
    );
    Ok(row.fetch_optional(conn).await?.and_then(Row::read))
}

/// Inserts content, or writes over it.
pub(super) async fn save(conn: &mut PgConnection, tenant: TenantId, content: &Content) -> Result<(), StoreError> {
    let NewContent { kind, places, is_on, texts, picture, link, position, audience, article, range } = &content.written;
    let places: Vec<String> = places.iter().map(|place| place.code().to_owned()).collect();
    sqlx::query!(
        "INSERT INTO contents (tenant_id, id, kind, places, is_on, texts, picture, link, position, audience, new_days,
                               time_zone, from_local, until_local, from_at, until_at, updated_by, updated_at,
                               slug, topic)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)
         ON CONFLICT (tenant_id, id) DO UPDATE SET kind = excluded.kind, places = excluded.places,
             is_on = excluded.is_on, texts = excluded.texts, picture = excluded.picture, link = excluded.link,
             position = excluded.position, audience = excluded.audience, new_days = excluded.new_days,
             time_zone = excluded.time_zone, from_local = excluded.from_local, until_local = excluded.until_local,
             from_at = excluded.from_at, until_at = excluded.until_at, updated_by = excluded.updated_by,
             updated_at = excluded.updated_at, slug = excluded.slug, topic = excluded.topic",
        tenant.uuid(),
        content.id.uuid(),
        kind.code(),
        &places,
        *is_on,
        serde_json::to_value(texts).expect("texts are plain data"),
        picture,
        link.as_deref(),
        i16::from(*position),
        audience.code(),
        audience.days().and_then(|days| i16::try_from(days).ok()),
        content.time_zone,
        range.from,
        range.until,
        content.schedule.from,
        content.schedule.until,
        content.updated_by,
        content.updated_at,
        article.as_ref().map(|head| &*head.slug),
        article.as_ref().map(|head| head.topic.code()),
    )
    .execute(conn)
    .await?;
    Ok(())
}

pub(super) async fn delete(conn: &mut PgConnection, tenant: TenantId, id: ContentId) -> Result<(), StoreError> {
    sqlx::query!("DELETE FROM contents WHERE tenant_id = $1 AND id = $2", tenant.uuid(), id.uuid())
        .execute(conn)
        .await?;
    Ok(())
}

/// The facts about a person that content depends on, and the dismissed content.
pub(super) async fn viewer(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
) -> Result<Option<(Viewer, Vec<ContentId>)>, StoreError> {
    let row = sqlx::query!(
        r#"SELECT u.created_at,
                  EXISTS (SELECT FROM verifications v WHERE v.tenant_id = u.tenant_id AND v.user_id = u.id
                            AND v.kind = 'IDENTITY' AND v.status = 'COMPLETED') AS "is_verified!",
                  ARRAY(SELECT d.content_id FROM content_dismissals d
                        WHERE d.tenant_id = u.tenant_id AND d.user_id = u.id) AS "dismissed!"
           FROM users u WHERE u.tenant_id = $1 AND u.id = $2"#,
        tenant.uuid(),
        user.uuid(),
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map(|row| {
        let dismissed = row.dismissed.into_iter().map(ContentId::from_uuid).collect();
        (Viewer { since: row.created_at, is_verified: row.is_verified }, dismissed)
    }))
}

/// Notes that a person does not want to see these again. Unknown ids are left out.
pub(super) async fn dismiss(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    ids: &[ContentId],
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let ids: Vec<Uuid> = ids.iter().map(|id| id.uuid()).collect();
    sqlx::query!(
        "INSERT INTO content_dismissals (tenant_id, user_id, content_id, at)
         SELECT $1, $2, c.id, $4 FROM contents c WHERE c.tenant_id = $1 AND c.id = ANY($3) ON CONFLICT DO NOTHING",
        tenant.uuid(),
        user.uuid(),
        &ids,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Deletes what the owners of these profiles have dismissed.
pub(super) async fn forget(conn: &mut PgConnection, tenant: TenantId, profiles: &[Uuid]) -> Result<(), StoreError> {
    sqlx::query!(
        "DELETE FROM content_dismissals WHERE tenant_id = $1 AND user_id IN
             (SELECT user_id FROM profiles WHERE tenant_id = $1 AND id = ANY($2))",
        tenant.uuid(),
        profiles,
    )
    .execute(conn)
    .await?;
    Ok(())
}
