//! Decisions of the payer about money that has arrived.

use exchange::beneficiary_wallet::PayerWallet;
use exchange::transaction::{Allowed, Choice, Command, RefundTo};
use exchange::{ExchangeError, RequisiteInput, Transaction};
use kernel::{Amount, TenantId};

use super::{Looked, Movement, Part, refused};
use crate::Merchants;
use crate::merchant::Merchant;
use crate::state::PaymentState;

/// The destination of a payer's refund.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PayerAddress {
    /// The address.
    pub requisite: RequisiteInput,
    /// The payer's declaration of the wallet, if given.
    pub wallet: Option<PayerWallet>,
    /// The network fee that the payer saw.
    pub cost: Amount,
}

impl Looked {
    /// The money with this name, if it waits for its payer.
    fn decidable(&self, part: Option<Part>) -> Result<&Movement, ExchangeError> {
        let movement = self.part(part).filter(|movement| movement.state().asks_payer());
        movement.ok_or_else(|| refused("nothing waits for the payer"))
    }

    /// Whether the payer may leave this money with the merchant: it pays for the order, or the merchant takes more.
    fn may_leave(&self) -> bool {
        self.state() != PaymentState::Paid || self.merchant.settings.takes_more
    }
}

impl Merchants {
    /// Accepts an underpayment that brings the merchant's minimum. Returns whether it did.
    pub(super) async fn accept_within_tolerance(
        &self,
        tenant: TenantId,
        looked: &Looked,
    ) -> Result<bool, ExchangeError> {
        let Some(movement) = looked.current() else { return Ok(false) };
        let is_partly = movement.state() == PaymentState::PaidPartly;
        if !is_partly || looked.payment.terms.tolerance_bps == 0 {
            return Ok(false);
        }
        let least = looked.least(movement);
        if self.exchanges_for(tenant, movement, least).await?.is_none() {
            return Ok(false);
        }
        match self.accept_amount(tenant, &looked.merchant, movement, least).await {
            Ok(_) => Ok(true),
            Err(ExchangeError::Internal(fault)) => Err(ExchangeError::Internal(fault)),
            // Not now: the rate has moved, or the limits of the merchant are used up. The payer decides.
            Err(_) => Ok(false),
        }
    }

    /// The proceeds of the held money at the present rate, if they reach the minimum.
    async fn exchanges_for(
        &self,
        tenant: TenantId,
        movement: &Movement,
        least: Amount,
    ) -> Result<Option<Choice>, ExchangeError> {
        let choices = self.exchange().choices(tenant, &movement.transaction).await?;
        let brings_enough = |choice: &Choice| {
            choice.action == Allowed::UpdateAmount
                && choice.gets.checked_cmp(least).is_ok_and(std::cmp::Ordering::is_ge)
        };
        Ok(choices.into_iter().find(brings_enough))
    }

    async fn accept_amount(
        &self,
        tenant: TenantId,
        merchant: &Merchant,
        movement: &Movement,
        at_least: Amount,
    ) -> Result<Transaction, ExchangeError> {
        let (customer_status, transaction) = (self.status(tenant, merchant).await?, &movement.transaction);
        let name = format!("payment accept {}", transaction.version);
        let command = Command::AcceptAmount { at_least };
        self.exchange().apply_once(tenant, transaction.id, command, &customer_status, &name).await
    }

    /// The payer's choices about received money: an exchange, if it brings what the merchant accepts,
    /// leave it with the merchant, or take it back. Each with its cost. `part` names the money, and without it the
    /// current movement.
    ///
    /// # Errors
    /// An unavailable network, and database errors.
    pub async fn choices(
        &self,
        tenant: TenantId,
        looked: &Looked,
        part: Option<Part>,
    ) -> Result<Vec<Choice>, ExchangeError> {
        let Ok(movement) = looked.decidable(part) else { return Ok(Vec::new()) };
        let (least, may_leave) = (looked.least(movement), looked.may_leave());
        let is_further = part.is_some_and(|part| part.further > 0);
        let choices = self.exchange().choices(tenant, &movement.transaction).await?;
        let is_payers = |choice: &Choice| match choice.action {
            Allowed::Refund => true,
            Allowed::UpdateAmount => may_leave && choice.gets.checked_cmp(least).is_ok_and(std::cmp::Ordering::is_ge),
            // A further payment is credited as it is.
            Allowed::Deposit => is_further && looked.merchant.settings.takes_more,
            _ => false,
        };
        Ok(choices.into_iter().filter(is_payers).collect())
    }

    /// Exchanges the received money at the present rate, if that brings what the merchant accepts. A
    /// further payment to an address is credited as it is, if the merchant takes more.
    ///
    /// # Errors
    /// [`ExchangeError::Refused`] if it brings less, the merchant takes no more, or nothing waits for the payer.
    pub async fn accept(&self, tenant: TenantId, looked: Looked, part: Option<Part>) -> Result<Looked, ExchangeError> {
        let movement = looked.decidable(part)?;
        let is_further = part.is_some_and(|part| part.further > 0);
        if !looked.may_leave() || (is_further && !looked.merchant.settings.takes_more) {
            return Err(refused("the shop takes no more than the price"));
        }
        if is_further {
            let (customer_status, found) = (self.status(tenant, &looked.merchant).await?, &movement.transaction);
            let name = format!("payment leave {}", found.version);
            self.exchange().apply_once(tenant, found.id, Command::Deposit, &customer_status, &name).await?;
        } else {
            self.accept_amount(tenant, &looked.merchant, movement, looked.least(movement)).await?;
        }
        let Looked { merchant, payment, .. } = looked;
        self.look(tenant, merchant, payment).await
    }

    /// Sends the money that has arrived back to an address of the payer's, less the network fee that the payer saw. It
    /// is no withdrawal of the merchant: the merchant's holds, addresses and wallets do not matter.
    ///
    /// # Errors
    /// [`ExchangeError::Refused`] if nothing waits for the payer, or the fee has risen; those of an invalid address;
    /// [`ExchangeError::Travel`] if the payer must say whose wallet it is.
    pub async fn take_back(
        &self,
        tenant: TenantId,
        looked: Looked,
        part: Option<Part>,
        to: PayerAddress,
    ) -> Result<Looked, ExchangeError> {
        let movement = &looked.decidable(part)?.transaction;
        let customer_status = self.status(tenant, &looked.merchant).await?;
        let wallet = to.wallet.map(PayerWallet::checked).transpose()?;
        let checked = self.exchange().check_payer_refund(tenant, movement, &to.requisite, wallet.as_ref()).await?;
        let refund = Box::new(RefundTo { cost: Some(to.cost), ..checked });
        let command = Command::RefundPayer { to: refund, wallet: wallet.map(Box::new) };
        let name = format!("payment take back {}", movement.version);
        self.exchange().apply_once(tenant, movement.id, command, &customer_status, &name).await?;
        let Looked { merchant, payment, .. } = looked;
        self.look(tenant, merchant, payment).await
    }
}
