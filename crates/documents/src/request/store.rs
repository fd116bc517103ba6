//! All SQL of documents.

use ::store::{PgConnection, StoreError};
use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use identity::Language;
use kernel::{DocumentId, ProfileId, TenantId, TenantProfile, UserId};
use uuid::Uuid;

use super::model::{Document, DocumentRequest, Failure, State};
use crate::content::{Format, Kind, Period};

struct Row {
    id: Uuid,
    code: String,
    kind: String,
    format: String,
    language: String,
    currency: Option<String>,
    from_day: NaiveDate,
    to_day: NaiveDate,
    state: String,
    progress: i16,
    failure: Option<String>,
    requested_at: DateTime<Utc>,
    expires_at: Option<DateTime<Utc>>,
    bytes: Option<i32>,
}

impl Row {
    /// `None` for a kind or currency that is no longer known.
    fn read(self) -> Option<Document> {
        Some(Document {
            id: DocumentId::from_uuid(self.id),
            request: DocumentRequest {
                kind: Kind::from_code(&self.kind)?,
                format: Format::from_code(&self.format)?,
                language: Language::from_code(&self.language)?,
                currency: self.currency.map(|code| code.parse()).transpose().ok()?,
                period: Period { from: self.from_day, to: self.to_day },
            },
            code: self.code,
            state: State::read(&self.state),
            progress: u8::try_from(self.progress).unwrap_or_default(),
            failure: self.failure.as_deref().map(Failure::read),
            requested_at: self.requested_at,
            expires_at: self.expires_at,
            bytes: self.bytes,
        })
    }
}

/// The owner of a document.
#[derive(Clone, Copy, Debug)]
pub(super) struct Owner {
    pub tenant: TenantId,
    pub profile: ProfileId,
    pub user: UserId,
}

pub(super) async fn add(
    conn: &mut PgConnection,
    owner: Owner,
    document: &Document,
    origin: &str,
) -> Result<(), StoreError> {
    let DocumentRequest { kind, format, language, currency, period } = &document.request;
    sqlx::query!(
        "INSERT INTO documents (tenant_id, id, profile_id, user_id, code, kind, format, language, currency, from_day,
                                to_day, origin, requested_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
        owner.tenant.uuid(),
        document.id.uuid(),
        owner.profile.uuid(),
        owner.user.uuid(),
        document.code,
        kind.code(),
        format.code(),
        language.code(),
        currency.map(|currency| currency.code()),
        period.from,
        period.to,
        origin,
        document.requested_at,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Serializes concurrent requests of a profile, so that the limits hold.
pub(super) async fn lock(conn: &mut PgConnection, owner: Owner) -> Result<(), StoreError> {
    sqlx::query!(
        "SELECT id FROM profiles WHERE tenant_id = $1 AND id = $2 FOR NO KEY UPDATE",
        owner.tenant.uuid(),
        owner.profile.uuid(),
    )
    .fetch_optional(conn)
    .await?;
    Ok(())
}

/// How many documents of a profile are not ready yet, and how many were asked for since a time.
pub(super) async fn counts(
    conn: &mut PgConnection,
    owner: Owner,
    since: DateTime<Utc>,
) -> Result<(i64, i64), StoreError> {
    let found = sqlx::query!(
        r#"SELECT count(*) FILTER (WHERE state IN ('QUEUED', 'PROCESSING') AND requested_at > $3) AS "open!",
                  count(*) AS "all!"
           FROM documents WHERE tenant_id = $1 AND profile_id = $2 AND requested_at > $3"#,
        owner.tenant.uuid(),
        owner.profile.uuid(),
        since,
    )
    .fetch_one(conn)
    .await?;
    Ok((found.open, found.all))
}

/// The documents of a profile, the newest first, before the one with this id.
pub(super) async fn of_profile(
    conn: &mut PgConnection,
    TenantProfile { tenant, profile }: TenantProfile,
    limit: i64,
) -> Result<Vec<Document>, StoreError> {
    let rows = sqlx::query_as!(
        Row,
        "SELECT id, code, kind, format, language, currency, from_day, to_day, state, progress, failure, requested_at,
                expires_at, bytes
         FROM documents WHERE tenant_id = $1 AND profile_id = $2 ORDER BY requested_at DESC, id DESC LIMIT $3",
        tenant.uuid(),
        profile.uuid(),
        limit,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().filter_map(Row::read).collect())
}

pub(super) async fn one(
    conn: &mut PgConnection,
    TenantProfile { tenant, profile }: TenantProfile,
    id: DocumentId,
) -> Result<Option<Document>, StoreError> {
    let row = sqlx::query_as!(
        Row,
        "SELECT id, code, kind, format, language, currency, from_day, to_day, state, progress, failure, requested_at,
                expires_at, bytes
         FROM documents WHERE tenant_id = $1 AND profile_id = $2 AND id = $3",
        tenant.uuid(),
        profile.uuid(),
        id.uuid(),
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.and_then(Row::read))
}

/// A document that is to be made.
pub(super) struct ClaimedDocument {
    pub owner: Owner,
    pub document: Document,
    pub origin: String,
}

/// Begins an attempt. `None` if the document has ended.
pub(super) async fn take(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: DocumentId,
) -> Result<Option<ClaimedDocument>, StoreError> {
    let found = sqlx::query!(
        "UPDATE documents SET state = 'PROCESSING', progress = 0
         WHERE tenant_id = $1 AND id = $2 AND state IN ('QUEUED', 'PROCESSING')
         RETURNING profile_id, user_id, origin",
        tenant.uuid(),
        id.uuid(),
    )
    .fetch_optional(&mut *conn)
    .await?;
    let Some(found) = found else { return Ok(None) };
    let profile = ProfileId::from_uuid(found.profile_id);
    let owner = Owner { tenant, profile, user: UserId::from_uuid(found.user_id) };
    let document = one(conn, TenantProfile { tenant, profile }, id).await?;
    Ok(document.map(|document| ClaimedDocument { owner, document, origin: found.origin }))
}

pub(super) async fn progress(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: DocumentId,
    percent: i16,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE documents SET progress = $3 WHERE tenant_id = $1 AND id = $2 AND state = 'PROCESSING'",
        tenant.uuid(),
        id.uuid(),
        percent,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Makes a document ready with its file; false if it has ended already.
pub(super) async fn finish(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: DocumentId,
    (sealed, bytes): (&[u8], i32),
    now: DateTime<Utc>,
    expires_at: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "UPDATE documents SET state = 'READY', progress = 100, ready_at = $3, expires_at = $4, bytes = $5
         WHERE tenant_id = $1 AND id = $2 AND state = 'PROCESSING'",
        tenant.uuid(),
        id.uuid(),
        now,
        expires_at,
        bytes,
    )
    .execute(&mut *conn)
    .await?;
    if done.rows_affected() == 0 {
        return Ok(false);
    }
    sqlx::query!(
        "INSERT INTO document_files (tenant_id, document_id, sealed, expires_at) VALUES ($1, $2, $3, $4)",
        tenant.uuid(),
        id.uuid(),
        sealed,
        expires_at,
    )
    .execute(conn)
    .await?;
    Ok(true)
}

/// Makes a document failed; returns who asked for it, or `None` if it has ended already.
pub(super) async fn fail(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: DocumentId,
    failure: Failure,
) -> Result<Option<UserId>, StoreError> {
    let user = sqlx::query_scalar!(
        "UPDATE documents SET state = 'FAILED', failure = $3
         WHERE tenant_id = $1 AND id = $2 AND state IN ('QUEUED', 'PROCESSING') RETURNING user_id",
        tenant.uuid(),
        id.uuid(),
        failure.code(),
    )
    .fetch_optional(conn)
    .await?;
    Ok(user.map(UserId::from_uuid))
}

/// The encrypted file of a document of the profile that has not expired.
pub(super) async fn file(
    conn: &mut PgConnection,
    TenantProfile { tenant, profile }: TenantProfile,
    id: DocumentId,
    now: DateTime<Utc>,
) -> Result<Option<Vec<u8>>, StoreError> {
    let found = sqlx::query_scalar!(
        "SELECT f.sealed FROM documents d
         JOIN document_files f ON f.tenant_id = d.tenant_id AND f.document_id = d.id
         WHERE d.tenant_id = $1 AND d.profile_id = $2 AND d.id = $3 AND d.state = 'READY' AND d.expires_at > $4",
        tenant.uuid(),
        profile.uuid(),
        id.uuid(),
        now,
    )
    .fetch_optional(conn)
    .await?;
    Ok(found)
}

/// Whether the tenant has made a document with this code.
pub(super) async fn is_code(conn: &mut PgConnection, tenant: TenantId, code: &str) -> Result<bool, StoreError> {
    let found = sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT 1 FROM documents WHERE tenant_id = $1 AND code = $2 AND state = 'READY') AS "is!""#,
        tenant.uuid(),
        code,
    )
    .fetch_one(conn)
    .await?;
    Ok(found)
}

/// Deletes the documents of these profiles.
pub(super) async fn forget(
    conn: &mut PgConnection,
    tenant: TenantId,
    profiles: &[ProfileId],
) -> Result<(), StoreError> {
    let profiles: Vec<Uuid> = profiles.iter().map(|profile| profile.uuid()).collect();
    sqlx::query!("DELETE FROM documents WHERE tenant_id = $1 AND profile_id = ANY($2)", tenant.uuid(), &profiles)
        .execute(conn)
        .await?;
    Ok(())
}

/// A document that no job makes any more, and who asked for it.
pub(super) struct Stuck {
    pub tenant: TenantId,
    pub id: DocumentId,
    pub user: UserId,
}

/// Fails documents of all tenants that no job makes any more, at most `limit`.
pub(super) async fn fail_stuck(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    limit: i64,
) -> Result<Vec<Stuck>, StoreError> {
    let rows = sqlx::query!(
        "UPDATE documents SET state = 'FAILED', failure = 'INTERNAL'
         WHERE (tenant_id, id) IN (
             SELECT tenant_id, id FROM documents WHERE state IN ('QUEUED', 'PROCESSING') AND requested_at < $1
             LIMIT $2)
         RETURNING tenant_id, id, user_id",
        now - TimeDelta::days(1),
        limit,
    )
    .fetch_all(conn)
    .await?;
    let stuck = rows.into_iter().map(|row| Stuck {
        tenant: TenantId::from_uuid(row.tenant_id),
        id: DocumentId::from_uuid(row.id),
        user: UserId::from_uuid(row.user_id),
    });
    Ok(stuck.collect())
}

/// Deletes expired files and old documents, of all tenants, at most `limit` of each. Returns the number of rows.
pub(super) async fn purge(conn: &mut PgConnection, now: DateTime<Utc>, limit: i64) -> Result<u64, StoreError> {
    let files = sqlx::query!(
        "DELETE FROM document_files WHERE (tenant_id, document_id) IN (
             SELECT tenant_id, document_id FROM document_files WHERE expires_at < $1 LIMIT $2)",
        now,
        limit,
    )
    .execute(&mut *conn)
    .await?;
    let old = sqlx::query!(
        "DELETE FROM documents WHERE (tenant_id, id) IN (
             SELECT tenant_id, id FROM documents WHERE requested_at < $1 LIMIT $2)",
        now - TimeDelta::days(366),
        limit,
    )
    .execute(conn)
    .await?;
    Ok(files.rows_affected() + old.rows_affected())
}
