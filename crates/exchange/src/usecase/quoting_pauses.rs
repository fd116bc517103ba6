//! Pausing and resuming what a tenant quotes.

use std::sync::Arc;

use kernel::TenantId;

use super::Exchange;
use crate::ExchangeError;
use crate::quoting_pause::{PausedPair, QuotingPause, store};

impl Exchange {
    /// The tenant's pauses of quoting, at most two seconds old.
    ///
    /// # Errors
    /// Database errors.
    pub async fn quoting_pauses(&self, tenant: TenantId) -> Result<Arc<[QuotingPause]>, ExchangeError> {
        let now = self.inner.world.now();
        if let Some(known) = self.inner.pauses.get(tenant, now) {
            return Ok(known);
        }
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        let found = store::all(tx.conn(), tenant).await?;
        drop(tx);
        Ok(self.inner.pauses.put(tenant, found, now))
    }

    /// Pauses quotes of a pair, or of everything. Orders with a quote go on. Repeating it changes nothing.
    ///
    /// # Errors
    /// Database errors.
    pub async fn pause_quoting(
        &self,
        tenant: TenantId,
        pair: PausedPair,
        (by, reason): (&str, &str),
    ) -> Result<(), ExchangeError> {
        let pause = QuotingPause { pair, reason: reason.to_owned(), by: by.to_owned(), at: self.inner.world.now() };
        let mut tx = self.inner.store.tenant(tenant).await?;
        store::insert(tx.conn(), tenant, &pause).await?;
        tx.commit().await?;
        self.inner.pauses.forget(tenant);
        Ok(())
    }

    /// Resumes quotes of a pair, or of everything; pauses of other pairs stay. Returns false if it was not paused.
    ///
    /// # Errors
    /// Database errors.
    pub async fn resume_quoting(&self, tenant: TenantId, pair: PausedPair) -> Result<bool, ExchangeError> {
        let mut tx = self.inner.store.tenant(tenant).await?;
        let was_paused = store::delete(tx.conn(), tenant, pair).await?;
        tx.commit().await?;
        self.inner.pauses.forget(tenant);
        Ok(was_paused)
    }
}
