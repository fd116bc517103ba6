//! All SQL of order drafts.

use ::store::StoreError;
use chrono::{DateTime, Utc};
use kernel::{Currency, ProfileId, TenantId, TenantProfile};
use serde_json::Value;
use sqlx::PgConnection;
use uuid::Uuid;

use super::OrderDraft;

/// Stores the draft of a profile in place of the former one. Returns false, and stores nothing, if the former one was
/// saved after `pause`.
pub(crate) async fn save(
    conn: &mut PgConnection,
    TenantProfile { tenant, profile }: TenantProfile,
    draft: &OrderDraft,
    pause: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "INSERT INTO order_drafts (tenant_id, profile_id, choices, saved_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (tenant_id, profile_id) DO UPDATE SET choices = excluded.choices, saved_at = excluded.saved_at
         WHERE order_drafts.saved_at <= $5",
        tenant.uuid(),
        profile.uuid(),
        serde_json::to_value(&draft.choices).unwrap_or_default(),
        draft.saved_at,
        pause,
    );
    Ok(done.execute(conn).await?.rows_affected() == 1)
}

/// The draft of a profile that was saved after `since`. `None` also for one with a currency or payway that is no longer
/// in the catalogue.
pub(crate) async fn find(
    conn: &mut PgConnection,
    TenantProfile { tenant, profile }: TenantProfile,
    since: DateTime<Utc>,
) -> Result<Option<OrderDraft>, StoreError> {
    let row = sqlx::query!(
        "SELECT choices, saved_at FROM order_drafts WHERE tenant_id = $1 AND profile_id = $2 AND saved_at > $3",
        tenant.uuid(),
        profile.uuid(),
        since,
    );
    let read = |choices: Value, saved_at| Some(OrderDraft { choices: serde_json::from_value(choices).ok()?, saved_at });
    Ok(row.fetch_optional(conn).await?.and_then(|row| read(row.choices, row.saved_at)))
}

/// Deletes the draft of a profile, if there is one.
pub(crate) async fn discard(conn: &mut PgConnection, tenant: TenantId, profile: ProfileId) -> Result<(), StoreError> {
    sqlx::query!("DELETE FROM order_drafts WHERE tenant_id = $1 AND profile_id = $2", tenant.uuid(), profile.uuid(),)
        .execute(conn)
        .await?;
    Ok(())
}

/// Deletes the draft of a profile if it is of this pair of currencies.
pub(crate) async fn end(
    conn: &mut PgConnection,
    TenantProfile { tenant, profile }: TenantProfile,
    (from, to): (Currency, Currency),
) -> Result<(), StoreError> {
    sqlx::query!(
        "DELETE FROM order_drafts WHERE tenant_id = $1 AND profile_id = $2
           AND choices ->> 'from_currency' = $3 AND choices ->> 'to_currency' = $4",
        tenant.uuid(),
        profile.uuid(),
        from.code(),
        to.code(),
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Deletes drafts of all tenants that were last saved before `before`; at most `limit`.
pub(crate) async fn purge(conn: &mut PgConnection, before: DateTime<Utc>, limit: i64) -> Result<(), StoreError> {
    sqlx::query!(
        "DELETE FROM order_drafts WHERE (tenant_id, profile_id) IN
           (SELECT tenant_id, profile_id FROM order_drafts WHERE saved_at < $1 ORDER BY saved_at LIMIT $2)",
        before,
        limit,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Deletes the drafts of these profiles.
pub(crate) async fn forget(conn: &mut PgConnection, profiles: &[ProfileId]) -> Result<(), StoreError> {
    let profiles: Vec<Uuid> = profiles.iter().map(|profile| profile.uuid()).collect();
    sqlx::query!("DELETE FROM order_drafts WHERE profile_id = ANY($1)", &profiles).execute(conn).await?;
    Ok(())
}

/// The draft of a profile as a row of its data export.
pub(crate) async fn export(conn: &mut PgConnection, profile: ProfileId) -> Result<Vec<Value>, StoreError> {
    let rows = sqlx::query_scalar!(
        r#"SELECT jsonb_build_object('choices', choices, 'saved_at', saved_at) AS "row!"
           FROM order_drafts WHERE profile_id = $1 LIMIT 1"#,
        profile.uuid(),
    );
    Ok(rows.fetch_all(conn).await?)
}
