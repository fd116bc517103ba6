//! Reading and setting which balances are spent first.

use kernel::{Currency, ProfileId, TenantId};

use super::Exchange;
use crate::ExchangeError;
use crate::spending::{SpendingBalance, check_order, spending_order, store};

impl Exchange {
    /// The profile's order of spending: the stored order, then all other held currencies. `main` is the owner's main
    /// currency.
    ///
    /// # Errors
    /// Database errors.
    pub async fn spending(
        &self,
        tenant: TenantId,
        profile: ProfileId,
        main: Currency,
    ) -> Result<Vec<SpendingBalance>, ExchangeError> {
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        let kept = store::find(tx.conn(), tenant, profile).await?;
        let held = ledger::balances(tx.conn(), profile.uuid()).await?;
        let held: Vec<Currency> = held.into_iter().map(|balance| balance.currency).collect();
        Ok(spending_order(&kept, &held, main))
    }

    /// Replaces the order of spending. Reading appends held balances that it leaves out.
    ///
    /// # Errors
    /// [`ExchangeError::Invalid`] for a duplicate currency.
    pub async fn set_spending(
        &self,
        tenant: TenantId,
        profile: ProfileId,
        order: &[SpendingBalance],
    ) -> Result<(), ExchangeError> {
        check_order(order)?;
        let mut tx = self.inner.store.tenant(tenant).await?;
        store::save(tx.conn(), tenant, profile, order, self.inner.world.now()).await?;
        Ok(tx.commit().await?)
    }
}
