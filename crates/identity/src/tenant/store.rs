//! All SQL of tenants. It runs in system transactions, because the tenant is not known yet.

use chrono::{DateTime, Utc};
use kernel::TenantId;
use serde_json::Value;
use store::{PgConnection, StoreError};
use uuid::Uuid;

use super::{Brand, Feature, Tenant};
use crate::{Language, NewTenant};

struct Row {
    id: Uuid,
    slug: String,
    name: String,
    brand: Value,
    languages: Vec<String>,
    sandbox: bool,
    hosts: Vec<String>,
    features: Vec<String>,
    excluded_countries: Vec<String>,
    closing_days: i32,
    payout_hold_hours: i32,
    new_device_hours: i32,
}

impl From<Row> for Tenant {
    fn from(mut row: Row) -> Self {
        // The sort order of the database depends on its collation.
        row.hosts.sort();
        let mut languages: Vec<Language> = row.languages.iter().filter_map(|code| Language::from_code(code)).collect();
        if languages.is_empty() {
            languages.push(Language::default());
        }
        Self {
            id: TenantId::from_uuid(row.id),
            slug: row.slug,
            name: row.name,
            // Branding from a newer version falls back to the platform's default.
            brand: serde_json::from_value(row.brand).map_or_else(|_| Brand::default(), Brand::checked),
            languages,
            sandbox: row.sandbox,
            hosts: row.hosts,
            features: row.features.iter().filter_map(|code| Feature::from_code(code)).collect(),
            excluded_countries: row.excluded_countries,
            // The table's constraints guarantee the range.
            closing_days: u16::try_from(row.closing_days).unwrap_or(NewTenant::CLOSING_DAYS),
            payout_hold_hours: u16::try_from(row.payout_hold_hours).unwrap_or(NewTenant::PAYOUT_HOLD_HOURS),
            new_device_hours: u16::try_from(row.new_device_hours).unwrap_or(NewTenant::NEW_DEVICE_HOURS),
        }
    }
}

/// The tenant of the first known host in `hosts`.
pub(super) async fn by_host(conn: &mut PgConnection, hosts: &[String]) -> Result<Option<Tenant>, StoreError> {
    let row = sqlx::query_as!(
        Row,
        r#"SELECT t.id, t.slug, t.name, t.brand, t.languages, t.sandbox, t.features, t.excluded_countries, t.closing_days,
                  t.payout_hold_hours, t.new_device_hours,
                  ARRAY(SELECT o.host FROM tenant_hosts o WHERE o.tenant = t.id ORDER BY o.host) AS "hosts!"
           FROM tenant_hosts h JOIN tenants t ON t.id = h.tenant
           WHERE h.host = ANY($1) ORDER BY array_position($1, h.host) LIMIT 1"#,
        hosts,
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map(Tenant::from))
}

pub(crate) async fn by_slug(conn: &mut PgConnection, slug: &str) -> Result<Option<Tenant>, StoreError> {
    let row = sqlx::query_as!(
        Row,
        r#"SELECT t.id, t.slug, t.name, t.brand, t.languages, t.sandbox, t.features, t.excluded_countries, t.closing_days,
                  t.payout_hold_hours, t.new_device_hours,
                  ARRAY(SELECT o.host FROM tenant_hosts o WHERE o.tenant = t.id ORDER BY o.host) AS "hosts!"
           FROM tenants t WHERE t.slug = $1 AND t.retired_at IS NULL"#,
        slug,
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map(Tenant::from))
}

pub(super) async fn by_id(conn: &mut PgConnection, id: TenantId) -> Result<Option<Tenant>, StoreError> {
    let row = sqlx::query_as!(
        Row,
        r#"SELECT t.id, t.slug, t.name, t.brand, t.languages, t.sandbox, t.features, t.excluded_countries, t.closing_days,
                  t.payout_hold_hours, t.new_device_hours,
                  ARRAY(SELECT o.host FROM tenant_hosts o WHERE o.tenant = t.id ORDER BY o.host) AS "hosts!"
           FROM tenants t WHERE t.id = $1"#,
        id.uuid(),
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map(Tenant::from))
}

/// Tenants with ids after `after`, by id; at most `limit`.
pub(super) async fn ids(
    conn: &mut PgConnection,
    after: Option<TenantId>,
    limit: i64,
) -> Result<Vec<TenantId>, StoreError> {
    let after = after.map(TenantId::uuid);
    let found = sqlx::query_scalar!(
        "SELECT id FROM tenants WHERE retired_at IS NULL AND ($1::uuid IS NULL OR id > $1) ORDER BY id LIMIT $2",
        after,
        limit
    );
    Ok(found.fetch_all(conn).await?.into_iter().map(TenantId::from_uuid).collect())
}

/// Whether any tenant is not a sandbox.
pub(crate) async fn has_live(conn: &mut PgConnection) -> Result<bool, StoreError> {
    let found = sqlx::query_scalar!(r#"SELECT EXISTS (SELECT FROM tenants WHERE NOT sandbox) AS "found!""#);
    Ok(found.fetch_one(conn).await?)
}

/// Adds a tenant with its hosts. An existing tenant with the same slug, and hosts of other tenants, stay unchanged.
pub(crate) async fn add(conn: &mut PgConnection, now: DateTime<Utc>, tenant: &Tenant) -> Result<(), StoreError> {
    let languages: Vec<String> = tenant.languages.iter().map(|l| l.code().into()).collect();
    let brand = serde_json::to_value(&tenant.brand).unwrap_or_default();
    let features: Vec<String> = tenant.features.iter().map(|feature| feature.code().into()).collect();
    sqlx::query!(
        "WITH added AS (
             INSERT INTO tenants (id, slug, name, brand, languages, sandbox, created_at, features, excluded_countries,
                                  closing_days, payout_hold_hours, new_device_hours)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $9, $10, $11, $12, $13) ON CONFLICT (slug) DO NOTHING RETURNING id)
         INSERT INTO tenant_hosts (host, tenant) SELECT host, added.id FROM added, UNNEST($8::text[]) AS host
         ON CONFLICT (host) DO NOTHING",
        tenant.id.uuid(),
        tenant.slug,
        tenant.name,
        brand,
        &languages,
        tenant.sandbox,
        now,
        &tenant.hosts,
        &features,
        &tenant.excluded_countries,
        i32::from(tenant.closing_days),
        i32::from(tenant.payout_hold_hours),
        i32::from(tenant.new_device_hours),
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The tenant with this short name, locked until this transaction ends.
pub(crate) async fn lock(conn: &mut PgConnection, slug: &str) -> Result<Option<Tenant>, StoreError> {
    let found = sqlx::query_scalar!("SELECT id FROM tenants WHERE slug = $1 FOR UPDATE", slug);
    if found.fetch_optional(&mut *conn).await?.is_none() {
        return Ok(None);
    }
    by_slug(conn, slug).await
}

/// The first of `hosts` that belongs to another tenant, with that tenant's slug.
pub(crate) async fn claimed(
    conn: &mut PgConnection,
    id: TenantId,
    hosts: &[String],
) -> Result<Option<(String, String)>, StoreError> {
    let row = sqlx::query!(
        "SELECT h.host, t.slug FROM tenant_hosts h JOIN tenants t ON t.id = h.tenant
         WHERE h.host = ANY($1) AND h.tenant <> $2 ORDER BY h.host LIMIT 1",
        hosts,
        id.uuid(),
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map(|row| (row.host, row.slug)))
}

/// Updates a tenant's row and hosts; hosts of other tenants stay unchanged.
pub(crate) async fn set(conn: &mut PgConnection, tenant: &Tenant) -> Result<(), StoreError> {
    let languages: Vec<String> = tenant.languages.iter().map(|l| l.code().into()).collect();
    let brand = serde_json::to_value(&tenant.brand).unwrap_or_default();
    let features: Vec<String> = tenant.features.iter().map(|feature| feature.code().into()).collect();
    sqlx::query!(
        "UPDATE tenants SET name = $2, brand = $3, languages = $4, features = $5, excluded_countries = $6, closing_days = $7,
             payout_hold_hours = $8, new_device_hours = $9
         WHERE id = $1",
        tenant.id.uuid(),
        tenant.name,
        brand,
        &languages,
        &features,
        &tenant.excluded_countries,
        i32::from(tenant.closing_days),
        i32::from(tenant.payout_hold_hours),
        i32::from(tenant.new_device_hours),
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "WITH gone AS (DELETE FROM tenant_hosts WHERE tenant = $1 AND host <> ALL($2))
         INSERT INTO tenant_hosts (host, tenant) SELECT host, $1 FROM UNNEST($2::text[]) AS host
         ON CONFLICT (host) DO NOTHING",
        tenant.id.uuid(),
        &tenant.hosts,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Tenants with short names after `after`, by short name; at most `limit`.
pub(super) async fn page(conn: &mut PgConnection, after: &str, limit: i64) -> Result<Vec<Tenant>, StoreError> {
    let rows = sqlx::query_as!(
        Row,
        r#"SELECT t.id, t.slug, t.name, t.brand, t.languages, t.sandbox, t.features, t.excluded_countries, t.closing_days,
                  t.payout_hold_hours, t.new_device_hours,
                  ARRAY(SELECT o.host FROM tenant_hosts o WHERE o.tenant = t.id ORDER BY o.host) AS "hosts!"
           FROM tenants t WHERE t.slug > $1 AND t.retired_at IS NULL ORDER BY t.slug LIMIT $2"#,
        after,
        limit,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(Tenant::from).collect())
}

/// Whether a tenant, possibly retired, has this short name.
pub(crate) async fn is_taken(conn: &mut PgConnection, slug: &str) -> Result<bool, StoreError> {
    let taken = sqlx::query_scalar!(r#"SELECT EXISTS (SELECT FROM tenants WHERE slug = $1) AS "taken!""#, slug);
    Ok(taken.fetch_one(conn).await?)
}

/// Retires a tenant: deletes its hosts and its key. Its history stays.
pub(crate) async fn retire(conn: &mut PgConnection, id: TenantId, now: DateTime<Utc>) -> Result<(), StoreError> {
    let done = sqlx::query!(
        "WITH gone AS (DELETE FROM tenant_hosts WHERE tenant = $1)
         UPDATE tenants SET retired_at = $2, public_key = NULL WHERE id = $1 AND retired_at IS NULL",
        id.uuid(),
        now,
    )
    .execute(conn)
    .await?;
    StoreError::ensure_one_row("tenant to retire", done.rows_affected())
}

/// Restores a retired tenant, with those of `hosts` that no other tenant has.
pub(crate) async fn revive(conn: &mut PgConnection, slug: &str, hosts: &[String]) -> Result<(), StoreError> {
    sqlx::query!(
        "WITH back AS (UPDATE tenants SET retired_at = NULL WHERE slug = $1 AND retired_at IS NOT NULL RETURNING id)
         INSERT INTO tenant_hosts (host, tenant) SELECT host, back.id FROM back, UNNEST($2::text[]) AS host
         ON CONFLICT (host) DO NOTHING",
        slug,
        hosts,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The number of tenants, and how many with these short names are active and retired.
pub(crate) async fn census(conn: &mut PgConnection, slugs: &[&str]) -> Result<(i64, i64, i64), StoreError> {
    let counted = sqlx::query!(
        r#"SELECT count(*) AS "all!", count(*) FILTER (WHERE slug = ANY($1) AND retired_at IS NULL) AS "there!",
                  count(*) FILTER (WHERE slug = ANY($1) AND retired_at IS NOT NULL) AS "retired!" FROM tenants"#,
        slugs as &[&str],
    )
    .fetch_one(conn)
    .await?;
    Ok((counted.all, counted.there, counted.retired))
}

pub(super) async fn by_key(conn: &mut PgConnection, key: &str) -> Result<Option<Tenant>, StoreError> {
    let found = sqlx::query_scalar!("SELECT slug FROM tenants WHERE public_key = $1", key);
    let Some(slug) = found.fetch_optional(&mut *conn).await? else { return Ok(None) };
    by_slug(conn, &slug).await
}

pub(crate) async fn key_of(conn: &mut PgConnection, id: TenantId) -> Result<Option<String>, StoreError> {
    let found = sqlx::query_scalar!("SELECT public_key FROM tenants WHERE id = $1", id.uuid());
    Ok(found.fetch_optional(conn).await?.flatten())
}

pub(crate) async fn set_key(conn: &mut PgConnection, id: TenantId, key: &str) -> Result<(), StoreError> {
    let done = sqlx::query!("UPDATE tenants SET public_key = $2 WHERE id = $1", id.uuid(), key).execute(conn).await?;
    StoreError::ensure_one_row("tenant's key", done.rows_affected())
}
