use identity::Standing;
use kernel::{Amount, TenantId, TransactionId};

use super::{Exchange, RequisiteInput};
use crate::ExchangeError;
use crate::transaction::{RefundTo, Transaction};

impl Exchange {
    /// Checks where a transaction's money shall go back to, and writes it canonically: a place that the rail holding it can
    /// reach. That is the rail it came by, or, for a payout that came back, the one it had left by. The owner of a bank
    /// account is verified as for an order, and whose wallet an address is is asked as for one. It is good for what there is to
    /// give back now.
    /// While payouts are held it waits: an order that was made before would else lead to whatever place a stranger names.
    ///
    /// # Errors
    /// [`ExchangeError::PayoutsHeld`], [`ExchangeError::AddressHeld`], those of [`Exchange::check_requisite`] and [`Exchange::verified`], and [`ExchangeError::Travel`].
    pub async fn check_refund(
        &self,
        tenant: TenantId,
        owner: &Standing,
        transaction: &Transaction,
        input: &RequisiteInput,
    ) -> Result<RefundTo, ExchangeError> {
        self.may_send(owner)?;
        let user = owner.user.ok_or(ExchangeError::NotFound { what: "transaction" })?;
        let held = transaction.collect().map(|collect| (collect.expected.currency(), collect.payway));
        let from_balance = || ExchangeError::refused("it goes back to the balance that it came from");
        let (currency, payway) = held.ok_or_else(from_balance)?;
        let requisite = self.check_requisite(currency, payway, input)?;
        let left = transaction.available().filter(|left| left.is_positive());
        if let Some(left) = left {
            self.refund_may_leave((tenant, user), transaction.profile, transaction.id, left, &requisite).await?;
        }
        let travel = match left {
            Some(left) => self.refund_may_go((tenant, user), transaction.id, left, (payway, &requisite)).await?,
            None => None,
        };
        let requisite = self.verified(tenant, transaction.profile, currency, payway, requisite, input).await?;
        Ok(RefundTo { requisite, at_most: left.unwrap_or(Amount::zero(currency)), travel })
    }

    /// Whether a payout may still be handed to its rail; see [`Transaction::may_pay_out`]. Whoever pays asks right before.
    ///
    /// # Errors
    /// [`ExchangeError::NotFound`], and those of the database: then nobody knows, and nothing is sent.
    pub async fn may_pay_out(
        &self,
        tenant: TenantId,
        transaction: TransactionId,
        leg: u16,
    ) -> Result<bool, ExchangeError> {
        Ok(self.find(tenant, transaction).await?.may_pay_out(leg))
    }
}
