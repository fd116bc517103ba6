//! Deposits: transfers to addresses of orders and of deposit accounts.

mod model;
mod slow;
pub(crate) mod store;

pub use model::{ChainObservation, Deposit, DepositOwner, DepositState};

use chrono::{DateTime, Utc};
use kernel::TransactionId;

use crate::{Custody, CustodyError};

/// The maximum number of slow deposits that are counted.
const SLOW_MAX: i64 = 500;

impl Custody {
    /// When the deposits of a tenant were seen that should be credited by now and are not, oldest first; at most 500.
    ///
    /// # Errors
    /// Database errors.
    pub async fn slow_deposits(&self, tenant: kernel::TenantId) -> Result<Vec<DateTime<Utc>>, CustodyError> {
        let now = self.inner.world.now();
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        let found = store::uncredited(tx.conn(), tenant, now - slow::PATIENCE, SLOW_MAX).await?;
        Ok(found.into_iter().filter(|deposit| deposit.is_slow(now)).map(|deposit| deposit.seen_at).collect())
    }

    /// The deposits for one transaction, oldest first; at most 100.
    ///
    /// # Errors
    /// Database errors.
    pub async fn deposits_of(
        &self,
        tenant: kernel::TenantId,
        transaction: TransactionId,
    ) -> Result<Vec<Deposit>, CustodyError> {
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        store::of_transaction(tx.conn(), tenant, transaction).await
    }
}
