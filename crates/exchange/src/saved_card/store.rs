//! All SQL of saved cards.

use ::store::StoreError;
use chrono::{DateTime, Utc};
use kernel::{ProfileId, SavedCardId, TenantId};
use serde_json::Value;
use sqlx::PgConnection;
use uuid::Uuid;

use super::{CARDS_MAX, Expiry, SavedCard};
use crate::own_list::{self, OwnList};
use crate::rails::CardToken;

struct CardRow {
    id: Uuid,
    profile_id: Uuid,
    token: String,
    brand: String,
    last4: String,
    expiry_year: i16,
    expiry_month: i16,
    holder: String,
    created_at: DateTime<Utc>,
}

impl From<CardRow> for SavedCard {
    fn from(row: CardRow) -> Self {
        // The table's checks keep both numbers in range.
        let expiry = Expiry { year: row.expiry_year.unsigned_abs(), month: row.expiry_month.to_le_bytes()[0] };
        Self {
            id: SavedCardId::from_uuid(row.id),
            profile: ProfileId::from_uuid(row.profile_id),
            card: CardToken { token: row.token, last4: row.last4, brand: row.brand },
            expiry,
            holder: row.holder,
            created_at: row.created_at,
        }
    }
}

/// Inserts a card, or replaces the token and the name of the one that looks the same. Returns the stored one.
pub(crate) async fn save(
    conn: &mut PgConnection,
    tenant: TenantId,
    saved: &SavedCard,
) -> Result<SavedCard, StoreError> {
    let row = sqlx::query_as!(
        CardRow,
        "INSERT INTO saved_cards (tenant_id, id, profile_id, token, brand, last4, expiry_year, expiry_month, holder,
                                  created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
         ON CONFLICT (tenant_id, profile_id, brand, last4, expiry_year, expiry_month)
         DO UPDATE SET token = excluded.token, holder = excluded.holder
         RETURNING id, profile_id, token, brand, last4, expiry_year, expiry_month, holder, created_at",
        tenant.uuid(),
        saved.id.uuid(),
        saved.profile.uuid(),
        saved.card.token,
        saved.card.brand,
        saved.card.last4,
        i16::try_from(saved.expiry.year).unwrap_or(i16::MAX),
        i16::from(saved.expiry.month),
        saved.holder,
        saved.created_at,
    );
    Ok(row.fetch_one(conn).await?.into())
}

/// The saved cards of a profile, newest first; at most [`CARDS_MAX`].
pub(crate) async fn list(
    conn: &mut PgConnection,
    tenant: TenantId,
    profile: ProfileId,
) -> Result<Vec<SavedCard>, StoreError> {
    let rows = sqlx::query_as!(
        CardRow,
        "SELECT id, profile_id, token, brand, last4, expiry_year, expiry_month, holder, created_at FROM saved_cards
         WHERE tenant_id = $1 AND profile_id = $2 ORDER BY created_at DESC, id DESC LIMIT $3",
        tenant.uuid(),
        profile.uuid(),
        CARDS_MAX,
    );
    Ok(rows.fetch_all(conn).await?.into_iter().map(Into::into).collect())
}

/// The number of saved cards of a profile, after taking the lock under which they are added.
pub(crate) async fn count_locked(
    conn: &mut PgConnection,
    tenant: TenantId,
    profile: ProfileId,
) -> Result<i64, StoreError> {
    own_list::store::lock(conn, OwnList::SavedCards, profile).await?;
    let counted = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM saved_cards WHERE tenant_id = $1 AND profile_id = $2"#,
        tenant.uuid(),
        profile.uuid(),
    );
    Ok(counted.fetch_one(conn).await?)
}

/// Deletes a card of the profile. Returns whether there was one.
pub(crate) async fn delete(
    conn: &mut PgConnection,
    tenant: TenantId,
    profile: ProfileId,
    id: SavedCardId,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "DELETE FROM saved_cards WHERE tenant_id = $1 AND profile_id = $2 AND id = $3",
        tenant.uuid(),
        profile.uuid(),
        id.uuid(),
    );
    Ok(done.execute(conn).await?.rows_affected() == 1)
}

/// Deletes the saved cards of these profiles.
pub(crate) async fn forget(conn: &mut PgConnection, profiles: &[ProfileId]) -> Result<(), StoreError> {
    let profiles: Vec<Uuid> = profiles.iter().map(|profile| profile.uuid()).collect();
    sqlx::query!("DELETE FROM saved_cards WHERE profile_id = ANY($1)", &profiles).execute(conn).await?;
    Ok(())
}

/// The saved cards of a profile as rows of its data export, without their tokens.
pub(crate) async fn export(conn: &mut PgConnection, profile: ProfileId) -> Result<Vec<Value>, StoreError> {
    let rows = sqlx::query_scalar!(
        r#"SELECT jsonb_build_object('brand', brand, 'last4', last4, 'expiry_year', expiry_year,
                                     'expiry_month', expiry_month, 'holder', holder, 'created_at', created_at) AS "row!"
           FROM saved_cards WHERE profile_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2"#,
        profile.uuid(),
        CARDS_MAX,
    );
    Ok(rows.fetch_all(conn).await?)
}
