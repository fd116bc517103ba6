//! Making, listing, renaming and archiving presets.

use ::store::TenantTx;
use kernel::{PresetId, ProfileId, TenantId, TenantProfile};

use super::{Exchange, RequisiteInput};
use crate::ExchangeError;
use crate::preset::{PRESETS_MAX, Preset, Terms, store, validate_name};
use crate::transaction::{self, Transaction};

/// The maximum number of orders that a preset lists.
const ORDERS_MAX: i64 = 50;

impl Exchange {
    /// Makes a preset. `requisite` is validated for the destination of `terms`. The same one again is the first one.
    ///
    /// # Errors
    /// The errors of [`Exchange::check_requisite`]; [`ExchangeError::DirectionUnavailable`]; [`ExchangeError::Invalid`] for
    /// a bad or taken name, or a destination that a preset cannot keep; [`ExchangeError::Refused`] if the profile has
    /// [`PRESETS_MAX`].
    pub async fn make_preset(
        &self,
        TenantProfile { tenant, profile }: TenantProfile,
        name: &str,
        terms: Terms,
        requisite: Option<&RequisiteInput>,
    ) -> Result<Preset, ExchangeError> {
        terms.check_direction()?;
        let requisite = match (terms.sink.payway(), requisite) {
            (Some(payway), Some(input)) => Some(self.check_requisite(terms.to_currency, payway, input)?),
            (None, Some(_)) => return Err(ExchangeError::invalid("requisite", "must be left out: no payway sends it")),
            (_, None) => None,
        };
        let preset = Preset {
            id: self.inner.world.id(),
            profile,
            name: validate_name(name)?,
            terms: Terms { requisite, ..terms },
            archived_at: None,
            created_at: self.inner.world.now_for(tenant),
        };
        let mut tx = self.inner.store.tenant(tenant).await?;
        let count = store::count_locked(tx.conn(), tenant, profile).await?;
        if let Some(known) = namesake(&mut tx, tenant, &preset).await? {
            // The same request again, after a lost response.
            return if known.terms == preset.terms { Ok(known) } else { Err(taken()) };
        }
        if count >= PRESETS_MAX {
            return Err(ExchangeError::refused("there are 50 presets already"));
        }
        store::insert(tx.conn(), tenant, &preset).await?;
        tx.commit().await?;
        Ok(preset)
    }

    /// The presets of a profile that are in use, or its archived ones, newest first.
    ///
    /// # Errors
    /// Database errors.
    pub async fn presets(
        &self,
        tenant: TenantId,
        profile: ProfileId,
        is_archived: bool,
    ) -> Result<Vec<Preset>, ExchangeError> {
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        Ok(store::list(tx.conn(), tenant, profile, is_archived).await?)
    }

    /// A preset of the profile.
    ///
    /// # Errors
    /// [`ExchangeError::NotFound`] if the profile has none with this id.
    pub async fn preset(&self, tenant: TenantId, profile: ProfileId, id: PresetId) -> Result<Preset, ExchangeError> {
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        store::find(tx.conn(), tenant, profile, id).await?.ok_or(ExchangeError::NotFound { what: "preset" })
    }

    /// The orders that were made from a preset, newest first; at most 50.
    ///
    /// # Errors
    /// Database errors, and unreadable records.
    pub async fn preset_orders(
        &self,
        tenant: TenantId,
        profile: ProfileId,
        id: PresetId,
    ) -> Result<Vec<Transaction>, ExchangeError> {
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        let found = store::orders(tx.conn(), profile, id, ORDERS_MAX).await?;
        found.into_iter().map(|(id, body)| transaction::read(id, body)).collect()
    }

    /// Renames, archives or restores a preset.
    ///
    /// # Errors
    /// [`ExchangeError::NotFound`] if the profile has none with this id; [`ExchangeError::Invalid`] for a bad or taken
    /// name.
    pub async fn change_preset(
        &self,
        TenantProfile { tenant, profile }: TenantProfile,
        id: PresetId,
        name: Option<&str>,
        is_archived: Option<bool>,
    ) -> Result<Preset, ExchangeError> {
        let name = name.map(validate_name).transpose()?;
        let mut tx = self.inner.store.tenant(tenant).await?;
        // Names are compared under the lock of all presets of the profile.
        store::count_locked(tx.conn(), tenant, profile).await?;
        let found = store::find(tx.conn(), tenant, profile, id).await?;
        let mut preset = found.ok_or(ExchangeError::NotFound { what: "preset" })?;
        preset.name = name.unwrap_or(preset.name);
        preset.archived_at = match is_archived {
            Some(true) => preset.archived_at.or(Some(self.inner.world.now_for(tenant))),
            Some(false) => None,
            None => preset.archived_at,
        };
        if preset.archived_at.is_none() && namesake(&mut tx, tenant, &preset).await?.is_some() {
            return Err(taken());
        }
        store::update(tx.conn(), tenant, &preset).await?;
        tx.commit().await?;
        Ok(preset)
    }
}

/// Another preset in use of the same profile with the same name.
async fn namesake(tx: &mut TenantTx, tenant: TenantId, preset: &Preset) -> Result<Option<Preset>, ExchangeError> {
    let in_use = store::list(tx.conn(), tenant, preset.profile, false).await?;
    Ok(in_use.into_iter().find(|known| known.name == preset.name && known.id != preset.id))
}

fn taken() -> ExchangeError {
    ExchangeError::invalid("name", "is taken by another preset")
}
