//! All SQL of spending orders.

use chrono::{DateTime, Utc};
use kernel::{ProfileId, TenantId};
use serde_json::Value;
use sqlx::PgConnection;
use store::StoreError;

use super::SpendingBalance;

/// The profile's settings; empty if there are none. Delisted currencies are left out.
pub(crate) async fn find(
    conn: &mut PgConnection,
    tenant: TenantId,
    profile: ProfileId,
) -> Result<Vec<SpendingBalance>, StoreError> {
    let row = sqlx::query!(
        "SELECT currencies, enabled FROM spending_orders WHERE tenant_id = $1 AND profile_id = $2",
        tenant.uuid(),
        profile.uuid(),
    );
    let Some(row) = row.fetch_optional(conn).await? else { return Ok(Vec::new()) };
    let read =
        |code: &String| Some(SpendingBalance { currency: code.parse().ok()?, enabled: row.enabled.contains(code) });
    Ok(row.currencies.iter().filter_map(read).collect())
}

/// Replaces what the profile has set.
pub(crate) async fn save(
    conn: &mut PgConnection,
    tenant: TenantId,
    profile: ProfileId,
    order: &[SpendingBalance],
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let code = |one: &SpendingBalance| one.currency.code().to_owned();
    let currencies: Vec<String> = order.iter().map(code).collect();
    let enabled: Vec<String> = order.iter().filter(|one| one.enabled).map(code).collect();
    sqlx::query!(
        "INSERT INTO spending_orders (tenant_id, profile_id, currencies, enabled, updated_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (tenant_id, profile_id) DO UPDATE
         SET currencies = excluded.currencies, enabled = excluded.enabled, updated_at = excluded.updated_at",
        tenant.uuid(),
        profile.uuid(),
        &currencies,
        &enabled,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The spending order of a profile as rows of its data export.
pub(crate) async fn export(conn: &mut PgConnection, profile: ProfileId) -> Result<Vec<Value>, StoreError> {
    let rows = sqlx::query_scalar!(
        r#"SELECT jsonb_build_object('currencies', currencies, 'enabled', enabled, 'updated_at', updated_at) AS "row!"
           FROM spending_orders WHERE profile_id = $1"#,
        profile.uuid(),
    );
    Ok(rows.fetch_all(conn).await?)
}
