//! All SQL of saved cards.

use ::store::StoreError;
use chrono::{DateTime, Utc};
use kernel::{ProfileId, SavedCardId, TenantId};
use serde_json::Value;
use sqlx::PgConnection;
use uuid::Uuid;

use super::{CARDS_MAX, Expiry, SavedCard};
use crate::own_list::{self, OwnList};
use crate::rails::{CardAgreement, CardToken};

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

/// Records that the cardholder agrees to charges of a card without them. The latest agreement counts.
pub(crate) async fn agree(
    conn: &mut PgConnection,
    tenant: TenantId,
    (profile, id): (ProfileId, SavedCardId),
    agreement: &CardAgreement,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE saved_cards SET agreed_at = $4, agreed_address = $5, agreed_user_agent = $6
         WHERE tenant_id = $1 AND profile_id = $2 AND id = $3",
        tenant.uuid(),
        profile.uuid(),
        id.uuid(),
        agreement.accepted_at,
        agreement.address.map(|address| address.to_string()),
        agreement.user_agent,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The agreement about a saved card with this token, while a plan that can still run pays with the card.
pub(crate) async fn agreement(
    conn: &mut PgConnection,
    tenant: TenantId,
    profile: ProfileId,
    token: &str,
) -> Result<Option<CardAgreement>, StoreError> {
    let row = sqlx::query!(
        r#"SELECT c.agreed_at AS "at!", c.agreed_address AS address, c.agreed_user_agent AS user_agent
           FROM saved_cards c
           WHERE c.tenant_id = $1 AND c.profile_id = $2 AND c.token = $3 AND c.agreed_at IS NOT NULL
             AND EXISTS (SELECT FROM plans p
                         WHERE p.tenant_id = c.tenant_id AND p.profile_id = c.profile_id
                           AND p.state IN ('active', 'paused')
                           AND p.terms #>> '{card,id}' = 'crd_' || replace(c.id::text, '-', ''))"#,
        tenant.uuid(),
        profile.uuid(),
        token,
    );
    Ok(row.fetch_optional(conn).await?.map(|row| CardAgreement {
        accepted_at: row.at,
        address: row.address.and_then(|text| text.parse().ok()),
        user_agent: row.user_agent.unwrap_or_default(),
    }))
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
                                     'expiry_month', expiry_month, 'holder', holder, 'created_at', created_at,
                                     'agreed_at', agreed_at, 'agreed_address', agreed_address,
                                     'agreed_user_agent', agreed_user_agent) AS "row!"
           FROM saved_cards WHERE profile_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2"#,
        profile.uuid(),
        CARDS_MAX,
    );
    Ok(rows.fetch_all(conn).await?)
}
