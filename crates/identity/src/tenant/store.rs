//! All SQL of tenants. They are found before any tenant is known, hence in system transactions.

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
}

impl From<Row> for Tenant {
    fn from(row: Row) -> Self {
        let mut languages: Vec<Language> = row.languages.iter().filter_map(|code| Language::from_code(code)).collect();
        if languages.is_empty() {
            languages.push(Language::default());
        }
        Self {
            id: TenantId::from_uuid(row.id),
            slug: row.slug,
            name: row.name,
            // A brand that a newer version wrote still gives a page, in the house's own look.
            brand: serde_json::from_value(row.brand).map_or_else(|_| Brand::default(), Brand::checked),
            languages,
            sandbox: row.sandbox,
            hosts: row.hosts,
            features: row.features.iter().filter_map(|code| Feature::from_code(code)).collect(),
            excluded_countries: row.excluded_countries,
            // Within its bounds by the table's own rule.
            closing_days: u16::try_from(row.closing_days).unwrap_or(NewTenant::CLOSING_DAYS),
        }
    }
}

/// The tenant of the first of `hosts` that is anybody's.
pub(super) async fn by_host(conn: &mut PgConnection, hosts: &[String]) -> Result<Option<Tenant>, StoreError> {
    let row = sqlx::query_as!(
        Row,
        r#"SELECT t.id, t.slug, t.name, t.brand, t.languages, t.sandbox, t.features, t.excluded_countries, t.closing_days,
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
                  ARRAY(SELECT o.host FROM tenant_hosts o WHERE o.tenant = t.id ORDER BY o.host) AS "hosts!"
           FROM tenants t WHERE t.slug = $1"#,
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
                  ARRAY(SELECT o.host FROM tenant_hosts o WHERE o.tenant = t.id ORDER BY o.host) AS "hosts!"
           FROM tenants t WHERE t.id = $1"#,
        id.uuid(),
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map(Tenant::from))
}

/// Tenants after `after`, by their ids; at most `limit`.
pub(super) async fn ids(
    conn: &mut PgConnection,
    after: Option<TenantId>,
    limit: i64,
) -> Result<Vec<TenantId>, StoreError> {
    let after = after.map(TenantId::uuid);
    let found = sqlx::query_scalar!(
        "SELECT id FROM tenants WHERE ($1::uuid IS NULL OR id > $1) ORDER BY id LIMIT $2",
        after,
        limit
    );
    Ok(found.fetch_all(conn).await?.into_iter().map(TenantId::from_uuid).collect())
}

/// Adds a tenant with its hosts; one with the same slug, and hosts that are somebody's already, stay as they are.
pub(crate) async fn add(conn: &mut PgConnection, now: DateTime<Utc>, tenant: &Tenant) -> Result<(), StoreError> {
    let languages: Vec<String> = tenant.languages.iter().map(|l| l.code().into()).collect();
    let brand = serde_json::to_value(&tenant.brand).unwrap_or_default();
    let features: Vec<String> = tenant.features.iter().map(|feature| feature.code().into()).collect();
    sqlx::query!(
        "WITH added AS (
             INSERT INTO tenants (id, slug, name, brand, languages, sandbox, created_at, features, excluded_countries,
                                  closing_days)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $9, $10, $11) ON CONFLICT (slug) DO NOTHING RETURNING id)
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
    )
    .execute(conn)
    .await?;
    Ok(())
}
