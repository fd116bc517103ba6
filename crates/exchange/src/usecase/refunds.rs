use kernel::{TenantId, TransactionId};

use super::{Exchange, RequisiteInput};
use crate::ExchangeError;
use crate::requisite::Requisite;
use crate::transaction::Transaction;

impl Exchange {
    /// Checks where a transaction's money shall go back to, and writes it canonically: a place that the rail holding it can
    /// reach. That is the rail it came by, or, for a payout that came back, the one it had left by. The owner of a bank
    /// account is verified as for an order.
    ///
    /// # Errors
    /// Those of [`Exchange::check_requisite`] and [`Exchange::verified`].
    pub async fn check_refund(
        &self,
        tenant: TenantId,
        transaction: &Transaction,
        input: &RequisiteInput,
    ) -> Result<Requisite, ExchangeError> {
        let quote = &transaction.quote;
        let held = transaction.collect().map(|collect| (collect.expected.currency(), collect.payway));
        let (currency, payway) = held.unwrap_or((quote.from_currency, quote.from_payway));
        let requisite = self.check_requisite(currency, payway, input)?;
        self.verified(tenant, transaction.profile, currency, payway, requisite, input).await
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
