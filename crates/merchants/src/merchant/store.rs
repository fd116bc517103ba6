//! All SQL of merchants.

use ::store::StoreError;
use chrono::{DateTime, Utc};
use kernel::{MerchantId, MerchantLogoId, ProfileId, TenantId, TenantUser, UserId};
use serde_json::Value;
use sqlx::PgConnection;
use uuid::Uuid;

use super::Merchant;

struct MerchantRow {
    id: Uuid,
    profile_id: Uuid,
    user_id: Uuid,
    settings: Value,
    logo: Option<Uuid>,
    created_at: DateTime<Utc>,
}

impl MerchantRow {
    /// `None` for settings with a currency that is no longer in the catalogue.
    fn read(self) -> Option<Merchant> {
        Some(Merchant {
            id: MerchantId::from_uuid(self.id),
            profile: ProfileId::from_uuid(self.profile_id),
            user: UserId::from_uuid(self.user_id),
            logo: self.logo.map(MerchantLogoId::from_uuid),
            settings: serde_json::from_value(self.settings).ok()?,
            created_at: self.created_at,
        })
    }
}

/// Inserts a merchant, or changes the settings of the profile's. Returns what is stored.
pub(crate) async fn set(
    conn: &mut PgConnection,
    tenant: TenantId,
    merchant: &Merchant,
    now: DateTime<Utc>,
) -> Result<Merchant, StoreError> {
    let row = sqlx::query!(
        r#"INSERT INTO merchants (tenant_id, id, profile_id, user_id, settings, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $6)
         ON CONFLICT (tenant_id, profile_id) DO UPDATE SET settings = EXCLUDED.settings, updated_at = EXCLUDED.updated_at
         RETURNING id, created_at,
                (SELECT l.id FROM merchant_logos l
                 WHERE l.tenant_id = merchants.tenant_id AND l.profile_id = merchants.profile_id) AS "logo?""#,
        tenant.uuid(),
        merchant.id.uuid(),
        merchant.profile.uuid(),
        merchant.user.uuid(),
        serde_json::to_value(&merchant.settings).unwrap_or_default(),
        now,
    )
    .fetch_one(conn)
    .await?;
    Ok(Merchant {
        id: MerchantId::from_uuid(row.id),
        created_at: row.created_at,
        logo: row.logo.map(MerchantLogoId::from_uuid),
        ..merchant.clone()
    })
}

pub(crate) async fn of_profile(
    conn: &mut PgConnection,
    tenant: TenantId,
    profile: ProfileId,
) -> Result<Option<Merchant>, StoreError> {
    let row = sqlx::query_as!(
        MerchantRow,
        r#"SELECT id, profile_id, user_id, settings, created_at,
                (SELECT l.id FROM merchant_logos l
                 WHERE l.tenant_id = merchants.tenant_id AND l.profile_id = merchants.profile_id) AS "logo?"
         FROM merchants WHERE tenant_id = $1 AND profile_id = $2"#,
        tenant.uuid(),
        profile.uuid(),
    );
    Ok(row.fetch_optional(conn).await?.and_then(MerchantRow::read))
}

/// The merchants of a customer, oldest first; at most 20.
pub(crate) async fn of_user(conn: &mut PgConnection, key: TenantUser) -> Result<Vec<Merchant>, StoreError> {
    let rows = sqlx::query_as!(
        MerchantRow,
        r#"SELECT id, profile_id, user_id, settings, created_at,
                (SELECT l.id FROM merchant_logos l
                 WHERE l.tenant_id = merchants.tenant_id AND l.profile_id = merchants.profile_id) AS "logo?"
         FROM merchants WHERE tenant_id = $1 AND user_id = $2 ORDER BY created_at, id LIMIT 20"#,
        key.tenant.uuid(),
        key.user.uuid(),
    );
    Ok(rows.fetch_all(conn).await?.into_iter().filter_map(MerchantRow::read).collect())
}

pub(crate) async fn by_id(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: MerchantId,
) -> Result<Option<Merchant>, StoreError> {
    let row = sqlx::query_as!(
        MerchantRow,
        r#"SELECT id, profile_id, user_id, settings, created_at,
                (SELECT l.id FROM merchant_logos l
                 WHERE l.tenant_id = merchants.tenant_id AND l.profile_id = merchants.profile_id) AS "logo?"
         FROM merchants WHERE tenant_id = $1 AND id = $2"#,
        tenant.uuid(),
        id.uuid(),
    );
    Ok(row.fetch_optional(conn).await?.and_then(MerchantRow::read))
}

/// Deletes the merchants of these profiles, with their payments and links.
pub(crate) async fn forget(conn: &mut PgConnection, profiles: &[ProfileId]) -> Result<(), StoreError> {
    let profiles: Vec<Uuid> = profiles.iter().map(|profile| profile.uuid()).collect();
    sqlx::query!(
        "DELETE FROM merchant_refunds r USING merchant_payments p, merchants m
         WHERE r.tenant_id = p.tenant_id AND r.payment_id = p.id AND p.tenant_id = m.tenant_id
           AND p.merchant_id = m.id AND m.profile_id = ANY($1)",
        &profiles,
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "DELETE FROM merchant_attempts a USING merchant_payments p, merchants m
         WHERE a.tenant_id = p.tenant_id AND a.payment_id = p.id AND p.tenant_id = m.tenant_id
           AND p.merchant_id = m.id AND m.profile_id = ANY($1)",
        &profiles,
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "DELETE FROM merchant_payments p USING merchants m
         WHERE p.tenant_id = m.tenant_id AND p.merchant_id = m.id AND m.profile_id = ANY($1)",
        &profiles,
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "DELETE FROM merchant_links l USING merchants m
         WHERE l.tenant_id = m.tenant_id AND l.merchant_id = m.id AND m.profile_id = ANY($1)",
        &profiles,
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!("DELETE FROM merchants WHERE profile_id = ANY($1)", &profiles).execute(conn).await?;
    Ok(())
}
