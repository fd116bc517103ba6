//! The logo of a profile: payers see it on the payment page, visitors in the profile's widget.

mod store;

use ::store::{StoreError, TenantTx};
use exchange::ExchangeError;
use identity::kyc_documents::Logo;
use kernel::{MerchantLogoId, ProfileId, TenantId, TenantProfile};

use crate::Merchants;

impl Merchants {
    /// The logo of a profile, if it has one.
    ///
    /// # Errors
    /// Database errors.
    pub async fn logo(&self, tenant: TenantId, profile: ProfileId) -> Result<Option<MerchantLogoId>, ExchangeError> {
        let mut tx = self.store().tenant_read(tenant).await?;
        Ok(store::of_profile(tx.conn(), tenant, profile).await?)
    }

    /// Sets the logo of a profile, in place of an earlier one. Returns its id, which no other picture ever has.
    ///
    /// # Errors
    /// Database errors.
    pub async fn set_logo(
        &self,
        tenant: TenantId,
        profile: ProfileId,
        logo: &Logo,
    ) -> Result<MerchantLogoId, ExchangeError> {
        let (id, now) = (self.world().id(), self.world().now());
        let mut tx = self.store().tenant(tenant).await?;
        store::set(tx.conn(), TenantProfile { tenant, profile }, id, logo.png(), now).await?;
        tx.commit().await?;
        tracing::info!(event = "merchant.logo_set", %tenant, %profile, logo = %id, "A profile set its logo.");
        Ok(id)
    }

    /// Removes the logo of a profile; nothing if it has none.
    ///
    /// # Errors
    /// Database errors.
    pub async fn remove_logo(&self, tenant: TenantId, profile: ProfileId) -> Result<(), ExchangeError> {
        let mut tx = self.store().tenant(tenant).await?;
        store::forget(tx.conn(), &[profile]).await?;
        Ok(tx.commit().await?)
    }

    /// The PNG of a logo.
    ///
    /// # Errors
    /// [`ExchangeError::NotFound`] for a logo that was replaced or removed, or of another tenant; database errors.
    pub async fn logo_picture(&self, tenant: TenantId, id: MerchantLogoId) -> Result<Vec<u8>, ExchangeError> {
        let mut tx = self.store().tenant_read(tenant).await?;
        let found = store::picture(tx.conn(), tenant, id).await?;
        found.ok_or(ExchangeError::NotFound { what: "logo" })
    }
}

/// Deletes the logos of these profiles, in `tx`.
pub(crate) async fn forget(tx: &mut TenantTx, profiles: &[ProfileId]) -> Result<(), StoreError> {
    store::forget(tx.conn(), profiles).await
}
