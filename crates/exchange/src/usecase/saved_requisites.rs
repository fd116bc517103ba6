//! Saving, listing, renaming and deleting requisites.

use kernel::{Currency, Payway, PaywayKind, ProfileId, SavedRequisiteId, TenantId, TenantProfile};

use super::{Exchange, RequisiteInput};
use crate::ExchangeError;
use crate::saved_requisite::{SAVED_MAX, SavedRequisite, store, validate_label};

impl Exchange {
    /// Saves a bank account or address for later payouts. The same destination again changes its label and name only.
    ///
    /// # Errors
    /// The errors of [`Exchange::check_requisite`]; [`ExchangeError::Invalid`] for a card or a label that is too long;
    /// [`ExchangeError::Refused`] if the profile has saved [`SAVED_MAX`].
    pub async fn save_requisite(
        &self,
        TenantProfile { tenant, profile }: TenantProfile,
        (currency, payway): (Currency, Payway),
        input: &RequisiteInput,
        label: Option<&str>,
    ) -> Result<SavedRequisite, ExchangeError> {
        if !matches!(payway.kind(), PaywayKind::Crypto | PaywayKind::Iban) || !payway.supports(currency) {
            return Err(ExchangeError::invalid("payway", "must be a network or a bank transfer of the currency"));
        }
        let saved = SavedRequisite {
            id: self.inner.world.id(),
            profile,
            currency,
            payway,
            requisite: self.check_requisite(currency, payway, input)?,
            label: validate_label(label)?,
            created_at: self.inner.world.now_for(tenant),
        };
        let mut tx = self.inner.store.tenant(tenant).await?;
        let count = store::count_locked(tx.conn(), tenant, profile).await?;
        if count >= SAVED_MAX && !store::is_saved(tx.conn(), tenant, &saved).await? {
            return Err(ExchangeError::refused("50 details are saved. Delete one of them first."));
        }
        let stored = store::save(tx.conn(), tenant, &saved).await?;
        tx.commit().await?;
        Ok(stored.unwrap_or(saved))
    }

    /// The saved requisites of a profile, newest first.
    ///
    /// # Errors
    /// Database errors.
    pub async fn saved_requisites(
        &self,
        tenant: TenantId,
        profile: ProfileId,
    ) -> Result<Vec<SavedRequisite>, ExchangeError> {
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        Ok(store::list(tx.conn(), tenant, profile).await?)
    }

    /// Changes the label of a saved requisite of the profile. An empty label removes it.
    ///
    /// # Errors
    /// [`ExchangeError::Invalid`] for a bad label; [`ExchangeError::NotFound`] if the profile has none with this id.
    pub async fn relabel_saved_requisite(
        &self,
        TenantProfile { tenant, profile }: TenantProfile,
        id: SavedRequisiteId,
        label: &str,
    ) -> Result<SavedRequisite, ExchangeError> {
        let label = validate_label(Some(label))?;
        let mut tx = self.inner.store.tenant(tenant).await?;
        let changed = store::relabel(tx.conn(), TenantProfile { tenant, profile }, id, label.as_deref()).await?;
        let changed = changed.ok_or(ExchangeError::NotFound { what: "saved requisite" })?;
        tx.commit().await?;
        Ok(changed)
    }

    /// Deletes a saved requisite of the profile.
    ///
    /// # Errors
    /// [`ExchangeError::NotFound`] if the profile has none with this id.
    pub async fn delete_saved_requisite(
        &self,
        tenant: TenantId,
        profile: ProfileId,
        id: SavedRequisiteId,
    ) -> Result<(), ExchangeError> {
        let mut tx = self.inner.store.tenant(tenant).await?;
        if !store::delete(tx.conn(), tenant, profile, id).await? {
            return Err(ExchangeError::NotFound { what: "saved requisite" });
        }
        Ok(tx.commit().await?)
    }
}
