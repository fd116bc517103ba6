use identity::CustomerStatus;
use kernel::{Amount, TenantId, TransactionId};

use super::{Exchange, RequisiteInput};
use crate::ExchangeError;
use crate::transaction::{RefundTo, Transaction};

impl Exchange {
    /// Validates the destination of a refund, and returns it in canonical form with its checks. The rail that holds the
    /// money must be able to reach it: the rail of the payment, or, for a returned payout, that of the payout. A bank
    /// account needs a verification of payee, and an address needs the checks of the travel rule, as for an order. The
    /// checks cover the amount available now.
    ///
    /// Refused while payouts are held: otherwise an attacker could redirect an existing order's money to an own
    /// destination.
    ///
    /// # Errors
    /// [`ExchangeError::PayoutsHeld`], [`ExchangeError::AddressHeld`], those of [`Exchange::check_requisite`] and
    /// [`Exchange::verified`], and [`ExchangeError::Travel`].
    pub async fn check_refund(
        &self,
        tenant: TenantId,
        owner: &CustomerStatus,
        transaction: &Transaction,
        input: &RequisiteInput,
    ) -> Result<RefundTo, ExchangeError> {
        self.check_payout_hold(owner)?;
        let held = transaction.collect().map(|collect| (collect.expected.currency(), collect.payway));
        let from_balance = || ExchangeError::refused("it goes back to the balance that it came from");
        let (currency, payway) = held.ok_or_else(from_balance)?;
        let requisite = self.check_requisite(currency, payway, input)?;
        let evidence = self.refund_evidence(tenant, owner, transaction, (payway, &requisite)).await?;
        let requisite = self.verified(tenant, transaction.profile, currency, payway, requisite, input).await?;
        let at_most = transaction.available().filter(|left| left.is_positive()).unwrap_or(Amount::zero(currency));
        Ok(RefundTo { requisite, at_most, travel: evidence.travel })
    }

    /// Whether a payout may still be handed to its rail; see [`Transaction::may_pay_out`]. The payer calls it
    /// immediately before the rail.
    ///
    /// # Errors
    /// [`ExchangeError::NotFound`], and database errors; then the payout must not be sent.
    pub async fn may_pay_out(
        &self,
        tenant: TenantId,
        transaction: TransactionId,
        leg: u16,
    ) -> Result<bool, ExchangeError> {
        Ok(self.find(tenant, transaction).await?.may_pay_out(leg))
    }
}
