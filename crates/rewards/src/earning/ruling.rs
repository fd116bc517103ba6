//! An operator decides about an earning that is held or questioned.

use exchange::ExchangeError;
use kernel::{TenantId, TransactionId};
use ledger::CommitError;

use super::booking::Way;
use super::store;
use super::{Decision, Ruling};
use crate::Rewards;

impl Rewards {
    /// Carries out an operator's ruling, and returns what it led to. The caller has checked the permission and writes the
    /// audit log.
    ///
    /// # Errors
    /// [`ExchangeError::NotFound`]; [`ExchangeError::Refused`] for an earning that waits for no operator, and for a
    /// reward that is paid out already.
    pub async fn rule(
        &self,
        tenant: TenantId,
        order: TransactionId,
        ruling: Ruling,
    ) -> Result<Decision, ExchangeError> {
        let now = self.world().now();
        let mut tx = self.store().tenant(tenant).await?;
        let found = store::of_order(tx.conn(), tenant, order).await?;
        let found = found.ok_or(ExchangeError::NotFound { what: "earning" })?;
        let refused = |reason: &str| ExchangeError::Refused { reason: reason.to_owned() };
        let decision = Decision::of(found.state, ruling);
        let decision = decision.ok_or_else(|| refused("it waits for no decision"))?;
        let done = match decision {
            Decision::Release => store::release(tx.conn(), tenant, order, now).await?,
            Decision::Drop => store::drop_held(tx.conn(), tenant, order).await?,
            Decision::Keep => store::keep(tx.conn(), tenant, order).await?,
            Decision::TakeBack => true,
        };
        tx.commit().await?;
        if !done {
            return Err(ExchangeError::Busy);
        }
        if decision == Decision::TakeBack {
            let change = self.booking(order, found.profile, found.amount, Way::TakeBack);
            self.journal().commit(tenant, change).await.map_err(|error| match error {
                CommitError::Insufficient { .. } => {
                    refused("the referrer has moved this reward to the balance; grant it, or block the customer")
                }
                other => other.into(),
            })?;
        }
        Ok(decision)
    }
}
