//! Saving, listing and deleting cards.

use kernel::{ProfileId, SavedCardId, TenantId, TenantProfile};

use super::Exchange;
use crate::ExchangeError;
use crate::plan::store as plans;
use crate::rails::CardToken;
use crate::saved_card::{CARDS_MAX, Expiry, SavedCard, store};

impl Exchange {
    /// Saves a tokenised card. A card that looks the same (brand, last digits, expiry) gets the new token.
    ///
    /// # Errors
    /// [`ExchangeError::Refused`] if the profile has saved [`CARDS_MAX`].
    pub async fn save_card(
        &self,
        TenantProfile { tenant, profile }: TenantProfile,
        card: CardToken,
        expiry: Expiry,
        holder: String,
    ) -> Result<SavedCard, ExchangeError> {
        let (id, created_at) = (self.inner.world.id(), self.inner.world.now_for(tenant));
        let new = SavedCard { id, profile, card, expiry, holder, created_at };
        let mut tx = self.inner.store.tenant(tenant).await?;
        let count = store::count_locked(tx.conn(), tenant, profile).await?;
        let saved = store::save(tx.conn(), tenant, &new).await?;
        if count >= CARDS_MAX && saved.id == new.id {
            return Err(ExchangeError::refused("20 cards are saved. Delete one of them first."));
        }
        tx.commit().await?;
        Ok(saved)
    }

    /// The saved cards of a profile, newest first.
    ///
    /// # Errors
    /// Database errors.
    pub async fn saved_cards(&self, tenant: TenantId, profile: ProfileId) -> Result<Vec<SavedCard>, ExchangeError> {
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        Ok(store::list(tx.conn(), tenant, profile).await?)
    }

    /// Deletes a saved card of the profile, and pauses the plans that it pays.
    ///
    /// # Errors
    /// [`ExchangeError::NotFound`] if the profile has none with this id.
    pub async fn delete_saved_card(
        &self,
        tenant: TenantId,
        profile: ProfileId,
        id: SavedCardId,
    ) -> Result<(), ExchangeError> {
        let mut tx = self.inner.store.tenant(tenant).await?;
        if !store::delete(tx.conn(), tenant, profile, id).await? {
            return Err(ExchangeError::NotFound { what: "saved card" });
        }
        plans::pause_without(tx.conn(), tenant, profile, id, self.inner.world.now_for(tenant)).await?;
        Ok(tx.commit().await?)
    }
}
