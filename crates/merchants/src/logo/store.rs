//! All SQL of logos.

use ::store::StoreError;
use chrono::{DateTime, Utc};
use kernel::{MerchantLogoId, ProfileId, TenantId, TenantProfile};
use sqlx::PgConnection;
use uuid::Uuid;

pub(super) async fn of_profile(
    conn: &mut PgConnection,
    tenant: TenantId,
    profile: ProfileId,
) -> Result<Option<MerchantLogoId>, StoreError> {
    let id = sqlx::query_scalar!(
        "SELECT id FROM merchant_logos WHERE tenant_id = $1 AND profile_id = $2",
        tenant.uuid(),
        profile.uuid(),
    );
    Ok(id.fetch_optional(conn).await?.map(MerchantLogoId::from_uuid))
}

pub(super) async fn set(
    conn: &mut PgConnection,
    TenantProfile { tenant, profile }: TenantProfile,
    id: MerchantLogoId,
    png: &[u8],
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO merchant_logos (tenant_id, profile_id, id, picture, created_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (tenant_id, profile_id)
         DO UPDATE SET id = EXCLUDED.id, picture = EXCLUDED.picture, created_at = EXCLUDED.created_at",
        tenant.uuid(),
        profile.uuid(),
        id.uuid(),
        png,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

pub(super) async fn picture(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: MerchantLogoId,
) -> Result<Option<Vec<u8>>, StoreError> {
    let picture = sqlx::query_scalar!(
        "SELECT picture FROM merchant_logos WHERE tenant_id = $1 AND id = $2",
        tenant.uuid(),
        id.uuid(),
    );
    Ok(picture.fetch_optional(conn).await?)
}

pub(super) async fn forget(conn: &mut PgConnection, profiles: &[ProfileId]) -> Result<(), StoreError> {
    let profiles: Vec<Uuid> = profiles.iter().map(|profile| profile.uuid()).collect();
    sqlx::query!("DELETE FROM merchant_logos WHERE profile_id = ANY($1)", &profiles).execute(conn).await?;
    Ok(())
}
