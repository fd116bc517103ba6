//! Payouts: exactly one per transaction and leg, across crashes at any point.

mod attempts;
mod chain_steps;
mod job;
mod make;
mod model;
mod replacement;
mod send;
mod store;
#[cfg(test)]
mod walk;

pub(crate) use chain_steps::{deepen, included, rewind};
pub(crate) use job::PayoutHandler;
pub use model::{Payout, PayoutState};
pub(crate) use replacement::RaiseHandler;

use kernel::{TenantId, TransactionId};

use crate::{Custody, CustodyError};

impl Custody {
    /// The payout of one leg: its state, hash, confirmations and cost.
    ///
    /// # Errors
    /// Database errors.
    pub async fn payout(
        &self,
        tenant: TenantId,
        transaction: TransactionId,
        leg: u16,
    ) -> Result<Option<Payout>, CustodyError> {
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        store::of_leg(tx.conn(), tenant, transaction, leg).await
    }
}
