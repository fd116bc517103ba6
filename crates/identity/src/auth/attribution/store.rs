//! All SQL of attribution.

use chrono::{DateTime, Utc};
use kernel::{TenantId, UserId};
use store::{PgConnection, StoreError};

use super::Campaign;

/// Stores a campaign, unless one is stored.
pub(super) async fn campaign(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    campaign: &Campaign,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO user_sources AS s (tenant_id, user_id, utm_source, utm_medium, utm_campaign, utm_term, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT (tenant_id, user_id) DO UPDATE
             SET utm_source = $3, utm_medium = $4, utm_campaign = $5, utm_term = $6
             WHERE COALESCE(s.utm_source, s.utm_medium, s.utm_campaign, s.utm_term) IS NULL",
        tenant.uuid(),
        user.uuid(),
        campaign.source,
        campaign.medium,
        campaign.campaign,
        campaign.term,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Stores a promo code, unless one is stored.
pub(super) async fn promo(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    code: &str,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO user_sources AS s (tenant_id, user_id, promo_code, created_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (tenant_id, user_id) DO UPDATE SET promo_code = $3 WHERE s.promo_code IS NULL",
        tenant.uuid(),
        user.uuid(),
        code,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}
