//! All SQL of presets.

use ::store::StoreError;
use chrono::{DateTime, Utc};
use kernel::{PresetId, ProfileId, TenantId};
use serde_json::Value;
use sqlx::PgConnection;
use uuid::Uuid;

use super::{PRESETS_MAX, Preset};
use crate::own_list::{self, OwnList};

struct PresetRow {
    id: Uuid,
    profile_id: Uuid,
    name: String,
    terms: Value,
    archived_at: Option<DateTime<Utc>>,
    created_at: DateTime<Utc>,
}

impl PresetRow {
    /// `None` for a row whose currency or payway is no longer in the catalogue.
    fn read(self) -> Option<Preset> {
        Some(Preset {
            id: PresetId::from_uuid(self.id),
            profile: ProfileId::from_uuid(self.profile_id),
            name: self.name,
            terms: serde_json::from_value(self.terms).ok()?,
            archived_at: self.archived_at,
            created_at: self.created_at,
        })
    }
}

/// Inserts a preset.
pub(crate) async fn insert(conn: &mut PgConnection, tenant: TenantId, preset: &Preset) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO presets (tenant_id, id, profile_id, name, terms, archived_at, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        tenant.uuid(),
        preset.id.uuid(),
        preset.profile.uuid(),
        preset.name,
        serde_json::to_value(&preset.terms).unwrap_or_default(),
        preset.archived_at,
        preset.created_at,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The presets of a profile that are in use, or its archived ones, newest first; at most [`PRESETS_MAX`].
pub(crate) async fn list(
    conn: &mut PgConnection,
    tenant: TenantId,
    profile: ProfileId,
    is_archived: bool,
) -> Result<Vec<Preset>, StoreError> {
    let rows = sqlx::query_as!(
        PresetRow,
        "SELECT id, profile_id, name, terms, archived_at, created_at FROM presets
         WHERE tenant_id = $1 AND profile_id = $2 AND (archived_at IS NOT NULL) = $3
         ORDER BY created_at DESC, id DESC LIMIT $4",
        tenant.uuid(),
        profile.uuid(),
        is_archived,
        PRESETS_MAX,
    );
    Ok(rows.fetch_all(conn).await?.into_iter().filter_map(PresetRow::read).collect())
}

/// A preset of the profile.
pub(crate) async fn find(
    conn: &mut PgConnection,
    tenant: TenantId,
    profile: ProfileId,
    id: PresetId,
) -> Result<Option<Preset>, StoreError> {
    let row = sqlx::query_as!(
        PresetRow,
        "SELECT id, profile_id, name, terms, archived_at, created_at FROM presets
         WHERE tenant_id = $1 AND profile_id = $2 AND id = $3",
        tenant.uuid(),
        profile.uuid(),
        id.uuid(),
    );
    Ok(row.fetch_optional(conn).await?.and_then(PresetRow::read))
}

/// Stores the name and the archived time of a preset.
pub(crate) async fn update(conn: &mut PgConnection, tenant: TenantId, preset: &Preset) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE presets SET name = $3, archived_at = $4 WHERE tenant_id = $1 AND id = $2",
        tenant.uuid(),
        preset.id.uuid(),
        preset.name,
        preset.archived_at,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The number of presets of a profile, after taking the lock under which they are added.
pub(crate) async fn count_locked(
    conn: &mut PgConnection,
    tenant: TenantId,
    profile: ProfileId,
) -> Result<i64, StoreError> {
    own_list::store::lock(conn, OwnList::Presets, profile).await?;
    let counted = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM presets WHERE tenant_id = $1 AND profile_id = $2"#,
        tenant.uuid(),
        profile.uuid(),
    );
    Ok(counted.fetch_one(conn).await?)
}

/// The bodies of the profile's orders that were made from a preset, newest first, at most `limit`.
pub(crate) async fn orders(
    conn: &mut PgConnection,
    profile: ProfileId,
    id: PresetId,
    limit: i64,
) -> Result<Vec<(Uuid, Value)>, StoreError> {
    let rows = sqlx::query!(
        "SELECT id, body FROM records
         WHERE kind = 'transaction' AND owner = $1 AND body ->> 'preset' = $2 ORDER BY id DESC LIMIT $3",
        profile.uuid(),
        id.to_string(),
        limit,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(|row| (row.id, row.body)).collect())
}

/// Deletes the presets of these profiles.
pub(crate) async fn forget(conn: &mut PgConnection, profiles: &[ProfileId]) -> Result<(), StoreError> {
    let profiles: Vec<Uuid> = profiles.iter().map(|profile| profile.uuid()).collect();
    sqlx::query!("DELETE FROM presets WHERE profile_id = ANY($1)", &profiles).execute(conn).await?;
    Ok(())
}

/// The presets of a profile as rows of its data export.
pub(crate) async fn export(conn: &mut PgConnection, profile: ProfileId) -> Result<Vec<Value>, StoreError> {
    let rows = sqlx::query_scalar!(
        r#"SELECT jsonb_build_object('name', name, 'terms', terms, 'archived_at', archived_at,
                                     'created_at', created_at) AS "row!"
           FROM presets WHERE profile_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2"#,
        profile.uuid(),
        PRESETS_MAX,
    );
    Ok(rows.fetch_all(conn).await?)
}
