//! All SQL of saved requisites.

use ::store::StoreError;
use chrono::{DateTime, Utc};
use kernel::{ProfileId, SavedRequisiteId, TenantId, TenantProfile};
use serde_json::Value;
use sqlx::PgConnection;
use uuid::Uuid;

use super::{SAVED_MAX, SavedRequisite};
use crate::own_list::{self, OwnList};
use crate::requisite::Requisite;

struct SavedRow {
    id: Uuid,
    profile_id: Uuid,
    currency: String,
    payway: String,
    requisite: Value,
    label: Option<String>,
    created_at: DateTime<Utc>,
}

impl SavedRow {
    /// `None` for a row whose currency or payway is no longer in the catalogue.
    fn read(self) -> Option<SavedRequisite> {
        Some(SavedRequisite {
            id: SavedRequisiteId::from_uuid(self.id),
            profile: ProfileId::from_uuid(self.profile_id),
            currency: self.currency.parse().ok()?,
            payway: self.payway.parse().ok()?,
            requisite: serde_json::from_value(self.requisite).ok()?,
            label: self.label,
            created_at: self.created_at,
        })
    }
}

/// The identity of a destination: two requisites with the same one are the same place.
fn place(requisite: &Requisite) -> String {
    match requisite {
        Requisite::Address { value, memo } => format!("{value}\n{}", memo.as_deref().unwrap_or_default()),
        Requisite::Iban { value, .. } => value.clone(),
        Requisite::Card { card } => card.token.clone(),
        Requisite::Customer(_) | Requisite::Code => String::new(),
    }
}

/// Inserts a requisite, or changes the label and the name of the one with the same destination. Returns the stored one.
pub(crate) async fn save(
    conn: &mut PgConnection,
    tenant: TenantId,
    saved: &SavedRequisite,
) -> Result<Option<SavedRequisite>, StoreError> {
    let requisite = serde_json::to_value(&saved.requisite).unwrap_or_default();
    let row = sqlx::query_as!(
        SavedRow,
        "INSERT INTO saved_requisites (tenant_id, id, profile_id, currency, payway, place, requisite, label, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         ON CONFLICT (tenant_id, profile_id, currency, payway, place)
         DO UPDATE SET label = excluded.label, requisite = excluded.requisite
         RETURNING id, profile_id, currency, payway, requisite, label, created_at",
        tenant.uuid(),
        saved.id.uuid(),
        saved.profile.uuid(),
        saved.currency.code(),
        saved.payway.code(),
        place(&saved.requisite),
        requisite,
        saved.label,
        saved.created_at,
    );
    Ok(row.fetch_one(conn).await?.read())
}

/// The saved requisites of a profile, newest first; at most [`SAVED_MAX`].
pub(crate) async fn list(
    conn: &mut PgConnection,
    tenant: TenantId,
    profile: ProfileId,
) -> Result<Vec<SavedRequisite>, StoreError> {
    let rows = sqlx::query_as!(
        SavedRow,
        "SELECT id, profile_id, currency, payway, requisite, label, created_at FROM saved_requisites
         WHERE tenant_id = $1 AND profile_id = $2 ORDER BY created_at DESC, id DESC LIMIT $3",
        tenant.uuid(),
        profile.uuid(),
        SAVED_MAX,
    );
    Ok(rows.fetch_all(conn).await?.into_iter().filter_map(SavedRow::read).collect())
}

/// The number of saved requisites of a profile, after taking the lock under which they are added.
pub(crate) async fn count_locked(
    conn: &mut PgConnection,
    tenant: TenantId,
    profile: ProfileId,
) -> Result<i64, StoreError> {
    own_list::store::lock(conn, OwnList::SavedRequisites, profile).await?;
    let counted = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM saved_requisites WHERE tenant_id = $1 AND profile_id = $2"#,
        tenant.uuid(),
        profile.uuid(),
    );
    Ok(counted.fetch_one(conn).await?)
}

/// Whether the profile has saved this destination.
pub(crate) async fn is_saved(
    conn: &mut PgConnection,
    tenant: TenantId,
    saved: &SavedRequisite,
) -> Result<bool, StoreError> {
    let found = sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT 1 FROM saved_requisites WHERE tenant_id = $1 AND profile_id = $2 AND currency = $3
                          AND payway = $4 AND place = $5) AS "found!""#,
        tenant.uuid(),
        saved.profile.uuid(),
        saved.currency.code(),
        saved.payway.code(),
        place(&saved.requisite),
    );
    Ok(found.fetch_one(conn).await?)
}

/// Changes the label of a requisite of the profile. Returns the stored one, if there is one.
pub(crate) async fn relabel(
    conn: &mut PgConnection,
    TenantProfile { tenant, profile }: TenantProfile,
    id: SavedRequisiteId,
    label: Option<&str>,
) -> Result<Option<SavedRequisite>, StoreError> {
    let row = sqlx::query_as!(
        SavedRow,
        "UPDATE saved_requisites SET label = $4 WHERE tenant_id = $1 AND profile_id = $2 AND id = $3
         RETURNING id, profile_id, currency, payway, requisite, label, created_at",
        tenant.uuid(),
        profile.uuid(),
        id.uuid(),
        label,
    );
    Ok(row.fetch_optional(conn).await?.and_then(SavedRow::read))
}

/// Deletes a requisite of the profile. Returns whether there was one.
pub(crate) async fn delete(
    conn: &mut PgConnection,
    tenant: TenantId,
    profile: ProfileId,
    id: SavedRequisiteId,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "DELETE FROM saved_requisites WHERE tenant_id = $1 AND profile_id = $2 AND id = $3",
        tenant.uuid(),
        profile.uuid(),
        id.uuid(),
    );
    Ok(done.execute(conn).await?.rows_affected() == 1)
}

/// Deletes the saved requisites of these profiles.
pub(crate) async fn forget(conn: &mut PgConnection, profiles: &[ProfileId]) -> Result<(), StoreError> {
    let profiles: Vec<Uuid> = profiles.iter().map(|profile| profile.uuid()).collect();
    sqlx::query!("DELETE FROM saved_requisites WHERE profile_id = ANY($1)", &profiles).execute(conn).await?;
    Ok(())
}

/// The saved requisites of a profile as rows of its data export.
pub(crate) async fn export(conn: &mut PgConnection, profile: ProfileId) -> Result<Vec<Value>, StoreError> {
    let rows = sqlx::query_scalar!(
        r#"SELECT jsonb_build_object('currency', currency, 'payway', payway, 'requisite', requisite, 'label', label,
                                     'created_at', created_at) AS "row!"
           FROM saved_requisites WHERE profile_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2"#,
        profile.uuid(),
        SAVED_MAX,
    );
    Ok(rows.fetch_all(conn).await?)
}
