//! Velocity limits: reading the use, requirements of an order, and consuming the limits.

use ::store::TenantTx;
use kernel::{Amount, Currency, Rounding, TenantId, TransactionId, UserId};

use super::Exchange;
use super::cooling_off::{Leaving, held};
use super::create::order_id;
use super::originators::{Coming, sender};
use super::travel::{Going, travel};
use crate::ExchangeError;
use crate::beneficiary_wallet::{Purpose, Travel};
use crate::cooling_off::Verdict;
use crate::limits::{self, Ahead, Demand, Flow, Usage, store};
use crate::originator::{Sender, store as senders};
use crate::policy::{Policy, converted};
use crate::quote::Quote;
use crate::requisite::Requisite;
use crate::transaction::Transaction;
use identity::CustomerStatus;

/// A permitted order. Its open database transaction holds the customer's lock.
struct Admitted {
    tx: TenantTx,
    user: UserId,
    demand: Demand,
    /// Whether its coins leave to a new address.
    to_new: bool,
    /// The incoming coins in euro, if the travel rule counts them.
    comes: Option<Amount>,
    grounds: TravelRuleEvidence,
}

/// The travel-rule evidence for both wallets of a transaction.
#[derive(Default)]
pub(super) struct TravelRuleEvidence {
    /// The declaration of the destination wallet.
    pub travel: Option<Travel>,
    /// The statement about the originator.
    pub sender: Option<Sender>,
}

impl Exchange {
    /// The use of the customer's limits.
    ///
    /// # Errors
    /// Database errors.
    pub async fn usage(&self, tenant: TenantId, standing: &CustomerStatus) -> Result<Vec<Usage>, ExchangeError> {
        let policy = self.policy(tenant).await?;
        let now = self.inner.world.now();
        let uses = self.uses(tenant, standing).await?;
        Ok(limits::usage(standing, &policy.tiers, &uses, now))
    }

    /// The verification steps that the customer needs for an order from this quote, and the order's effect on the
    /// limits.
    ///
    /// # Errors
    /// [`ExchangeError::Limit`] if no step would raise the limit far enough.
    pub async fn requirements(
        &self,
        tenant: TenantId,
        standing: &CustomerStatus,
        quote: &Quote,
    ) -> Result<Ahead, ExchangeError> {
        let policy = self.policy(tenant).await?;
        if limits::is_unlimited(standing, &policy.tiers) {
            return Ok(Ahead::default());
        }
        let (demand, uses) = (self.demand(quote)?, self.uses(tenant, standing).await?);
        let now = self.inner.world.now();
        let steps = limits::requirements(Flow::Exchange, standing, &demand, &uses, &policy.tiers, now);
        let steps = steps.map_err(limit)?;
        let halved_until = standing.limits_halved(now).filter(|_| !steps.is_empty());
        let near = limits::near(standing, &demand, &uses, &policy.tiers, now);
        let can_order = steps.is_empty();
        let after = if can_order { limits::after(standing, &demand, &uses, &policy.tiers, now) } else { Vec::new() };
        Ok(Ahead { steps, halved_until, near, after })
    }

    /// Consumes the limits for an order before it is created. Concurrent orders of the customer wait for the lock and
    /// then see the use. Returns the travel-rule evidence, if the rule requires it.
    ///
    /// # Errors
    /// [`ExchangeError::Limit`], [`ExchangeError::AddressHeld`], [`ExchangeError::Travel`] with what is missing, and
    /// [`ExchangeError::SenderUnknown`].
    pub(super) async fn consume_limits(
        &self,
        tenant: TenantId,
        standing: &CustomerStatus,
        policy: &Policy,
        order: TransactionId,
        quote: &Quote,
        requisite: Option<&Requisite>,
    ) -> Result<TravelRuleEvidence, ExchangeError> {
        let Some(mut admitted) = self.admit(tenant, standing, policy, order, (quote, requisite)).await? else {
            return Ok(TravelRuleEvidence::default());
        };
        let now = self.inner.world.now();
        let taken = (&admitted.demand, admitted.to_new);
        store::take(admitted.tx.conn(), tenant, admitted.user, order, taken, now).await?;
        if let Some(comes) = admitted.comes {
            senders::take(admitted.tx.conn(), (tenant, admitted.user), order, comes, now).await?;
        }
        admitted.tx.commit().await?;
        Ok(admitted.grounds)
    }

    /// Whether the balance, the limits and the travel rule permit an order from this quote now. Consumes nothing: the
    /// web calls it before the customer confirms.
    ///
    /// # Errors
    /// [`ExchangeError::InsufficientBalance`], [`ExchangeError::Limit`], [`ExchangeError::AddressHeld`],
    /// [`ExchangeError::Travel`] with what is missing, and [`ExchangeError::SenderUnknown`].
    pub async fn check_order(
        &self,
        tenant: TenantId,
        standing: &CustomerStatus,
        quote: &Quote,
        requisite: Option<&Requisite>,
    ) -> Result<(), ExchangeError> {
        self.covered(tenant, quote).await?;
        let (policy, order) = (self.policy(tenant).await?, order_id(quote.id));
        match self.admit(tenant, standing, &policy, order, (quote, requisite)).await? {
            Some(admitted) => Ok(admitted.tx.rollback().await?),
            None => Ok(()),
        }
    }

    /// Checks an order under the customer's lock, which is held until the use is written. Returns `None` if no limit or
    /// rule applies to the customer.
    async fn admit(
        &self,
        tenant: TenantId,
        standing: &CustomerStatus,
        policy: &Policy,
        order: TransactionId,
        (quote, requisite): (&Quote, Option<&Requisite>),
    ) -> Result<Option<Admitted>, ExchangeError> {
        let is_limited = !limits::is_unlimited(standing, &policy.tiers);
        let is_counted = is_limited || policy.travel_rule.is_some() || policy.new_addresses.is_some();
        let Some(user) = standing.user.filter(|_| is_counted) else {
            return Ok(None);
        };
        let demand = self.demand(quote)?;
        let now = self.inner.world.now();
        let mut tx = self.inner.store.tenant(tenant).await?;
        store::lock(tx.conn(), user).await?;
        let leaving = requisite.zip(quote.sink.payway()).filter(|_| demand.crypto_out.is_positive());
        let rule = policy.new_addresses.as_ref().zip(leaving);
        let mut to_new = false;
        if is_limited || rule.is_some() {
            let uses = store::uses(tx.conn(), tenant, user, Some(order), (now - limits::WINDOW, now)).await?;
            if uses.len() >= usize::try_from(store::USES_MAX).unwrap_or(usize::MAX) {
                return Err(ExchangeError::TooMany { what: "orders", retry_after_s: 86_400 });
            }
            limits::admit(standing, &demand, &uses, &policy.tiers, now).map_err(limit)?;
            if let Some((rule, (requisite, _))) = rule {
                let (person, euro) = ((tenant, user), demand.crypto_out);
                let leaving = Leaving { person, profile: quote.profile, euro, requisite };
                let verdict = self.judge_address(&mut tx, rule, &leaving, &uses, now).await?;
                if let Some(held) = held(rule, requisite, &verdict) {
                    // Commits even on refusal: the cooling-off period starts when an address is first named, and the
                    // mail must be sent.
                    tx.commit().await?;
                    return Err(held);
                }
                to_new = verdict == Verdict::New;
            }
        }
        let travel = match policy.travel_rule.as_ref().zip(leaving) {
            Some((rule, (requisite, payway))) => {
                let (purpose, euro) = (Purpose::Order, demand.crypto_out);
                let going = Going { transaction: order, purpose, euro, payway, requisite };
                travel(tx.conn(), (tenant, user), rule, &going, now).await?
            }
            _ => None,
        };
        let mut comes = None;
        let arriving = quote.source.payway().filter(|payway| payway.network().is_some());
        let sender = match policy.travel_rule.as_ref().zip(arriving) {
            Some((rule, payway)) => {
                let coming = Coming { transaction: order, euro: self.euro(quote.from_amount)?, payway };
                comes = Some(coming.euro);
                sender(tx.conn(), (tenant, user), rule, &coming, now).await?
            }
            _ => None,
        };
        Ok(Some(Admitted { tx, user, demand, to_new, comes, grounds: TravelRuleEvidence { travel, sender } }))
    }

    /// Checks an order again when more money arrived than was ordered: the present limits and policy apply, as for a
    /// new order.
    pub(super) async fn recheck_limits(
        &self,
        tenant: TenantId,
        standing: &CustomerStatus,
        repriced: &Transaction,
    ) -> Result<TravelRuleEvidence, ExchangeError> {
        let policy = self.policy(tenant).await?;
        policy.allows(&repriced.quote.direction(), standing.residence)?;
        self.consume_limits(tenant, standing, &policy, repriced.id, &repriced.quote, repriced.requisite()).await
    }

    async fn uses(&self, tenant: TenantId, standing: &CustomerStatus) -> Result<Vec<limits::Use>, ExchangeError> {
        let Some(user) = standing.user else { return Ok(Vec::new()) };
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        let now = self.inner.world.now();
        Ok(store::uses(tx.conn(), tenant, user, None, (now - limits::WINDOW, now)).await?)
    }

    /// The use of an order, in euro at the present prices, rounded up. Only money that enters or leaves the platform
    /// counts, never money that stays on balances.
    fn demand(&self, quote: &Quote) -> Result<Demand, ExchangeError> {
        let euro = |amount| self.euro(amount);
        let nothing = Amount::zero(Currency::EUR);
        let (given, received) = (quote.from_amount, quote.to_amount);
        let is_incoming = !quote.source.is_balance() && given.currency().is_fiat();
        let leaves = !quote.sink.is_balance();
        let fiat = match (is_incoming, leaves && received.currency().is_fiat()) {
            (true, _) => euro(given)?,
            (false, true) => euro(received)?,
            (false, false) => nothing,
        };
        let crypto_out = if leaves && !received.currency().is_fiat() { euro(received)? } else { nothing };
        Ok(Demand { fiat, crypto_out, is_incoming })
    }

    /// Converts to euro at the present prices, rounded up.
    pub(super) fn euro(&self, amount: Amount) -> Result<Amount, ExchangeError> {
        if amount.currency() == Currency::EUR {
            return Ok(amount);
        }
        let prices = self.inner.rates.current()?;
        let no_price = || ExchangeError::Internal(format!("{} has no price in euro", amount.currency()));
        converted(amount, Currency::EUR, &prices, Rounding::Up).ok_or_else(no_price)
    }
}

fn limit(exceeded: Box<limits::Exceeded>) -> ExchangeError {
    ExchangeError::Limit(exceeded)
}
