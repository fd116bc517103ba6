//! Deposits: transfers to addresses of orders and of deposit accounts.

mod model;
pub(crate) mod store;

pub use model::{ChainObservation, Deposit, DepositOwner, DepositState};

use kernel::TransactionId;

use crate::{Custody, CustodyError};

impl Custody {
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
