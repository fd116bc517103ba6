//! Checks of refund destinations, and the choices about held money with their costs.

use identity::CustomerStatus;
use kernel::{Amount, TenantId, TransactionId};

use super::{Exchange, RequisiteInput};
use crate::ExchangeError;
use crate::beneficiary_wallet::{PayerWallet, need_of_payer};
use crate::quote::Quote;
use crate::requisite::Requisite;
use crate::transaction::{Asker, Choice, Facts, RefundTo, Transaction, choices};

impl Transaction {
    /// The address that the customer named for a refund of the payment.
    #[must_use]
    pub fn refund_address(&self) -> Option<RequisiteInput> {
        match &self.collect()?.refund_to {
            Some(Requisite::Address { value, memo }) => {
                Some(RequisiteInput::Address { value: value.clone(), memo: memo.clone() })
            }
            _ => None,
        }
    }
}

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
        self.check_payout_hold(tenant, owner)?;
        let held = transaction.collect().map(|collect| (collect.expected.currency(), collect.payway));
        let from_balance = || ExchangeError::refused("it goes back to the balance that it came from");
        let (currency, payway) = held.ok_or_else(from_balance)?;
        let requisite = self.check_requisite(currency, payway, input)?;
        let evidence = self.refund_evidence(tenant, owner, transaction, (payway, &requisite)).await?;
        let requisite = self.verified(tenant, transaction.profile, currency, payway, requisite, input).await?;
        let at_most = transaction.available().filter(|left| left.is_positive()).unwrap_or(Amount::zero(currency));
        Ok(RefundTo { requisite, at_most, cost: None, travel: evidence.travel })
    }

    /// Validates the destination of a refund to the payer of a merchant's payment, who is not its owner. The owner's
    /// holds, payout addresses and wallets do not apply: the money goes to another person. The checks cover the
    /// amount available now.
    ///
    /// # Errors
    /// The errors of [`Exchange::check_requisite`], and [`ExchangeError::Travel`] if the payer must say whose wallet it is.
    pub async fn check_payer_refund(
        &self,
        tenant: TenantId,
        transaction: &Transaction,
        input: &RequisiteInput,
        wallet: Option<&PayerWallet>,
    ) -> Result<RefundTo, ExchangeError> {
        let chain = transaction.collect().filter(|collect| collect.payway.network().is_some());
        let collect = chain.ok_or_else(|| ExchangeError::refused("only coins go back to their payer by an address"))?;
        let currency = collect.expected.currency();
        let requisite = self.check_requisite(currency, collect.payway, input)?;
        self.check_payer_wallet(tenant, transaction, requisite.display(), wallet).await?;
        let at_most = transaction.available().filter(|left| left.is_positive()).unwrap_or(Amount::zero(currency));
        Ok(RefundTo { requisite, at_most, cost: None, travel: None })
    }

    /// Applies the travel rule to a refund to a payer.
    pub(super) async fn check_payer_wallet(
        &self,
        tenant: TenantId,
        refunded: &Transaction,
        address: String,
        wallet: Option<&PayerWallet>,
    ) -> Result<(), ExchangeError> {
        let (policy, left) = (self.policy(tenant).await?, refunded.available());
        let (Some(rule), Some(left)) = (&policy.travel_rule, left.filter(|left| left.is_positive())) else {
            return Ok(());
        };
        let Some(payway) = refunded.collect().map(|collect| collect.payway) else { return Ok(()) };
        let need = need_of_payer(rule, self.euro(tenant, left).await?, wallet);
        need.map_or(Ok(()), |need| Err(ExchangeError::Travel { need, payway, address }))
    }

    /// The choices of its owner about a transaction's held money, each with its cost to the last unit.
    ///
    /// # Errors
    /// An unavailable network, and database errors.
    pub async fn choices(&self, tenant: TenantId, transaction: &Transaction) -> Result<Vec<Choice>, ExchangeError> {
        let plain = self.plain_facts(tenant, Asker::Owner).await?;
        let price = &transaction.price;
        let network_fee = self.network_fee(tenant, price.to_currency, price.sink).await?;
        let refund_fee = match transaction.collect() {
            Some(collect) => self.network_fee(tenant, collect.expected.currency(), collect.payway.into()).await?,
            None => None,
        };
        choices(transaction, &Facts { network_fee, refund_fee, ..plain }, self.inner.world.now_for(tenant))
    }

    /// Validates the address that a refund of a payment for `quote` would go to, like any payout address.
    ///
    /// # Errors
    /// [`ExchangeError::RefundAddress`]; [`ExchangeError::Invalid`] for a payment that returns the way it came.
    pub(super) fn check_refund_address(
        &self,
        quote: &Quote,
        input: &RequisiteInput,
    ) -> Result<Requisite, ExchangeError> {
        let chain = quote.price.source.payway().filter(|payway| payway.network().is_some());
        let rule = "must be left out: only a payment on a blockchain needs an address for its refund";
        let payway = chain.ok_or_else(|| ExchangeError::invalid("refund_to", rule))?;
        self.check_requisite(quote.price.from_currency, payway, input).map_err(|refused| match refused {
            ExchangeError::Requisite(error) => ExchangeError::RefundAddress(error),
            other => other,
        })
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
