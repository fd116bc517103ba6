//! Switching nodes and sources of prices of a tenant off and on.

use kernel::TenantId;

use super::Exchange;
use crate::ExchangeError;
use crate::connection_pause::{ConnectionPause, ServerConnection, store};

impl Exchange {
    /// The nodes and sources of prices that the tenant has switched off, the oldest first.
    ///
    /// # Errors
    /// Database errors.
    pub async fn connection_pauses(&self, tenant: TenantId) -> Result<Vec<ConnectionPause>, ExchangeError> {
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        Ok(store::all(tx.conn(), tenant).await?)
    }

    /// Switches a node or a source of prices off for the tenant. Repeating it changes nothing. Other nodes of the system
    /// know it after two seconds for payways, and after 30 for prices.
    ///
    /// # Errors
    /// Database errors.
    pub(crate) async fn pause_connection(
        &self,
        tenant: TenantId,
        pause: &ConnectionPause,
    ) -> Result<(), ExchangeError> {
        let mut tx = self.inner.store.tenant(tenant).await?;
        store::insert(tx.conn(), tenant, pause).await?;
        tx.commit().await?;
        self.forget_pauses(tenant);
        Ok(())
    }

    /// Switches it on again. Repeating it changes nothing.
    ///
    /// # Errors
    /// Database errors.
    pub(crate) async fn resume_connection(
        &self,
        tenant: TenantId,
        connection: &ServerConnection,
    ) -> Result<(), ExchangeError> {
        let mut tx = self.inner.store.tenant(tenant).await?;
        store::delete(tx.conn(), tenant, connection).await?;
        tx.commit().await?;
        self.forget_pauses(tenant);
        Ok(())
    }

    fn forget_pauses(&self, tenant: TenantId) {
        self.inner.payway_pauses.forget(tenant);
        self.inner.policies.forget(tenant);
    }
}
