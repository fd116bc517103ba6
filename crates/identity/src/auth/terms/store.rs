//! All SQL of terms and consents.

use chrono::{DateTime, Utc};
use kernel::{TenantId, UserId};
use store::{PgConnection, StoreError};

use super::{Consent, Terms, TermsText};
use crate::Language;
use crate::auth::session::Principal;

/// The maximum number of accepted versions to list.
const ACCEPTED_MAX: i64 = 100;

/// Whether a version in force is newer than the accepted one.
pub(crate) async fn consent_required(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let required = sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM terms_versions t
                          WHERE t.tenant_id = $1 AND t.kind = 'terms' AND t.effective_at <= $3
                            AND NOT EXISTS (SELECT FROM consents c
                                            WHERE c.tenant_id = $1 AND c.user_id = $2 AND c.kind = t.kind
                                              AND c.version >= t.version)) AS "required!""#,
        tenant.uuid(),
        user.uuid(),
        now,
    )
    .fetch_one(conn)
    .await?;
    Ok(required)
}

pub(super) async fn version_in_force(
    conn: &mut PgConnection,
    tenant: TenantId,
    now: DateTime<Utc>,
) -> Result<Option<i32>, StoreError> {
    let version = sqlx::query_scalar!(
        "SELECT max(version) FROM terms_versions WHERE tenant_id = $1 AND kind = 'terms' AND effective_at <= $2",
        tenant.uuid(),
        now,
    )
    .fetch_one(conn)
    .await?;
    Ok(version)
}

pub(super) async fn in_force(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    language: Language,
    now: DateTime<Utc>,
) -> Result<Terms, StoreError> {
    let last_accepted_at = sqlx::query_scalar!(
        "SELECT max(accepted_at) FROM consents WHERE tenant_id = $1 AND user_id = $2 AND kind = 'terms'",
        tenant.uuid(),
        user.uuid(),
    )
    .fetch_one(&mut *conn)
    .await?;
    let consent_required = consent_required(conn, tenant, user, now).await?;
    let row = sqlx::query!(
        "SELECT v.version, v.url, x.title, x.body FROM terms_versions v
         JOIN terms_texts x ON x.tenant_id = $1 AND x.kind = v.kind AND x.version = v.version
         WHERE v.tenant_id = $1 AND v.kind = 'terms' AND v.effective_at <= $2
         ORDER BY v.version DESC, x.language = $3 DESC, x.language = 'en' DESC, x.language LIMIT 1",
        tenant.uuid(),
        now,
        language.code(),
    )
    .fetch_optional(conn)
    .await?;
    let (version, title, text, url) =
        row.map_or_else(Default::default, |row| (row.version, row.title, row.body, row.url));
    Ok(Terms { version, title, text, url, last_accepted_at, consent_required })
}

/// The versions that a person has accepted, the newest first. At most [`ACCEPTED_MAX`].
pub(super) async fn accepted(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    language: Language,
) -> Result<Vec<Consent>, StoreError> {
    let consents = sqlx::query_as!(
        Consent,
        r#"SELECT c.version, c.accepted_at,
                  coalesce((SELECT x.title FROM terms_texts x
                            WHERE x.tenant_id = $1 AND x.kind = c.kind AND x.version = c.version
                            ORDER BY x.language = $3 DESC, x.language = 'en' DESC, x.language LIMIT 1), '') AS "title!"
           FROM consents c WHERE c.tenant_id = $1 AND c.user_id = $2 AND c.kind = 'terms'
           ORDER BY c.accepted_at DESC, c.version DESC LIMIT $4"#,
        tenant.uuid(),
        user.uuid(),
        language.code(),
        ACCEPTED_MAX,
    )
    .fetch_all(conn)
    .await?;
    Ok(consents)
}

/// Records an acceptance; false if it was recorded before.
pub(super) async fn accept(
    conn: &mut PgConnection,
    tenant: TenantId,
    principal: &Principal,
    version: i32,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "INSERT INTO consents (tenant_id, user_id, kind, version, session_id, accepted_at)
         VALUES ($1, $2, 'terms', $3, $4, $5) ON CONFLICT DO NOTHING",
        tenant.uuid(),
        principal.user.uuid(),
        version,
        principal.session.uuid(),
        now,
    )
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// The last published version, in force or scheduled, and its effective time.
pub(crate) async fn last(
    conn: &mut PgConnection,
    tenant: TenantId,
) -> Result<Option<(i32, DateTime<Utc>)>, StoreError> {
    let row = sqlx::query!(
        "SELECT version, effective_at FROM terms_versions WHERE tenant_id = $1 AND kind = 'terms'
         ORDER BY version DESC LIMIT 1",
        tenant.uuid(),
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map(|row| (row.version, row.effective_at)))
}

/// Publishes a version in some languages; whether its number was new. Existing texts stay unchanged, so a call for an
/// existing version only adds languages. Runs in a system transaction.
pub(crate) async fn publish(
    conn: &mut PgConnection,
    tenant: TenantId,
    now: DateTime<Utc>,
    version: i32,
    texts: &[TermsText],
) -> Result<bool, StoreError> {
    let added = sqlx::query!(
        "INSERT INTO terms_versions (tenant_id, kind, version, effective_at) VALUES ($1, 'terms', $2, $3)
         ON CONFLICT DO NOTHING",
        tenant.uuid(),
        version,
        now,
    );
    let added = added.execute(&mut *conn).await?.rows_affected() == 1;
    let languages: Vec<String> = texts.iter().map(|text| text.language.code().to_owned()).collect();
    let titles: Vec<String> = texts.iter().map(|text| text.title.clone()).collect();
    let bodies: Vec<String> = texts.iter().map(|text| text.body.clone()).collect();
    sqlx::query!(
        "INSERT INTO terms_texts (tenant_id, kind, version, language, title, body)
         SELECT $1, 'terms', $2, language, title, body
         FROM unnest($3::text[], $4::text[], $5::text[]) AS text (language, title, body)
         ON CONFLICT DO NOTHING",
        tenant.uuid(),
        version,
        &languages,
        &titles,
        &bodies,
    )
    .execute(conn)
    .await?;
    Ok(added)
}
