//! Loads the facts for the admission of a movement, and registers new addresses of refused payouts.

use identity::CustomerStatus;
use kernel::{Amount, Endpoint, PayeeCheckId, Payway, Product, TenantId, TenantUser};

use super::Exchange;
use super::counts::{CountedMovement, is_counted};
use crate::ExchangeError;
use crate::admission::{Coins, Evidence, OpenFacts, OpenRequest, Refusal, Rules, check_request};
use crate::cooling_off::store::{self as addresses, Named};
use crate::limits::Demand;
use crate::payee::{self, PayeeCheck};
use crate::policy::Policy;
use crate::quote::Quote;
use crate::requisite::Requisite;
use crate::transaction::{ActionReason, Asker, Transaction};

impl Exchange {
    /// The facts for opening a movement, without payment instructions.
    ///
    /// # Errors
    /// The refusals that need no facts, unavailable prices, and database errors.
    pub(super) async fn open_facts(&self, tenant: TenantId, request: &OpenRequest) -> Result<OpenFacts, ExchangeError> {
        let plain = self.plain_facts(tenant, Asker::Owner).await?;
        check_request(request, &plain.policy, self.inner.world.now_for(tenant))?;
        let (quote, requisite) = (&request.quote, request.requisite.as_ref());
        self.check_payways(tenant, (quote.price.source, quote.price.sink)).await?;
        let (demand, counts) = if is_counted(&plain.policy, &request.customer_status) {
            let demand = self.demand(tenant, &quote.price).await?;
            let flow = self.flow(tenant, request.id, request.profile, &quote.price, demand, requisite).await?;
            (demand, self.counts(tenant, &plain.policy, &request.customer_status, &flow).await?)
        } else {
            (Demand::nothing(), None)
        };
        let payee = match request.consent {
            Some(consent) => self.payee_check(tenant, consent.check).await?,
            None => None,
        };
        let available = self.available(tenant, quote).await?;
        let promotion = self.promotion_facts(tenant, request).await?;
        Ok(OpenFacts { plain, demand, available, payee, counts, instructions: None, promotion })
    }

    /// The evidence for an order that is priced again, or for money that its owner deposits: the present limits and
    /// policy apply, as for a new order.
    pub(super) async fn recheck_limits(
        &self,
        tenant: TenantId,
        customer_status: &CustomerStatus,
        repriced: &Transaction,
    ) -> Result<Evidence, ExchangeError> {
        let policy = self.policy(tenant).await?;
        policy.allows(&repriced.price.direction(), customer_status.residence)?;
        let refusal = match self.evidence(tenant, &policy, customer_status, repriced).await {
            Ok(evidence) => return Ok(evidence),
            Err(refusal) => refusal,
        };
        Err(self.remembered(tenant, customer_status, repriced.requisite(), refusal).await?)
    }

    /// The evidence for a movement in its present state.
    ///
    /// # Errors
    /// A refusal with the broken rule, or with unavailable prices.
    pub(super) async fn evidence(
        &self,
        tenant: TenantId,
        policy: &Policy,
        customer_status: &CustomerStatus,
        movement: &Transaction,
    ) -> Result<Evidence, Refusal> {
        if !is_counted(policy, customer_status) {
            return Ok(Evidence::default());
        }
        let (price, requisite) = (&movement.price, movement.requisite());
        let demand = self.demand(tenant, price).await?;
        let flow = self.flow(tenant, movement.id, movement.profile, price, demand, requisite).await?;
        let Some(counts) = self.counts(tenant, policy, customer_status, &flow).await? else {
            return Ok(Evidence::default());
        };
        let now = self.inner.world.now_for(tenant);
        Rules { policy, customer_status }.count(movement.id, price, &demand, &counts, requisite, now)
    }

    /// The evidence for a refund of coins to an address: the rules of an order's payout apply.
    ///
    /// # Errors
    /// [`ExchangeError::AddressHeld`], [`ExchangeError::Travel`] with the missing information, and unavailable prices.
    pub(super) async fn refund_evidence(
        &self,
        tenant: TenantId,
        customer_status: &CustomerStatus,
        refunded: &Transaction,
        (payway, requisite): (Payway, &Requisite),
    ) -> Result<Evidence, ExchangeError> {
        let left = refunded.available().filter(|left| left.is_positive() && payway.network().is_some());
        let Some(left) = left else { return Ok(Evidence::default()) };
        let policy = self.policy(tenant).await?;
        let coins = Coins { euro: self.euro(tenant, left).await?, payway, requisite };
        let (transaction, profile) = (refunded.id, refunded.profile);
        let flow = CountedMovement { transaction, profile, demand: None, going: Some(coins), coming: None };
        let Some(counts) = self.counts(tenant, &policy, customer_status, &flow).await? else {
            return Ok(Evidence::default());
        };
        let (rules, now) = (Rules { policy: &policy, customer_status }, self.inner.world.now_for(tenant));
        match rules.refund(transaction, coins, &counts, now) {
            Ok(evidence) => Ok(evidence),
            Err(refusal) => Err(self.remembered(tenant, customer_status, Some(requisite), refusal).await?),
        }
    }

    /// The evidence for coins without a matching order that their owner credits to the balance.
    ///
    /// # Errors
    /// [`ExchangeError::SenderUnknown`], and unavailable prices.
    pub(super) async fn keep_evidence(
        &self,
        tenant: TenantId,
        customer_status: &CustomerStatus,
        movement: &Transaction,
    ) -> Result<Evidence, ExchangeError> {
        let payway = movement.collect().map(|collect| collect.payway).filter(|payway| payway.network().is_some());
        // Returned payouts come from the platform itself and need no statement.
        let is_ours = movement.action.as_ref().is_some_and(|action| action.reason == ActionReason::Returned);
        let kept = movement.available().filter(|left| left.is_positive() && !is_ours);
        let Some((payway, kept)) = payway.zip(kept) else { return Ok(Evidence::default()) };
        let policy = self.policy(tenant).await?;
        let (transaction, profile, coming) = (movement.id, movement.profile, Some(self.euro(tenant, kept).await?));
        let flow = CountedMovement { transaction, profile, demand: None, going: None, coming };
        let Some(counts) = self.counts(tenant, &policy, customer_status, &flow).await? else {
            return Ok(Evidence::default());
        };
        Rules { policy: &policy, customer_status }.keep(transaction, payway, &counts)
    }

    /// Registers the address of a held payout, enqueues the mail about it the first time, and returns the error.
    ///
    /// # Errors
    /// Database errors.
    pub(super) async fn remembered(
        &self,
        tenant: TenantId,
        customer_status: &CustomerStatus,
        requisite: Option<&Requisite>,
        refusal: Refusal,
    ) -> Result<ExchangeError, ExchangeError> {
        let Refusal { error, named: Some(until) } = refusal else { return Ok(refusal.error) };
        let (Some(Requisite::Address { value, memo }), Some(user)) = (requisite, customer_status.user) else {
            return Ok(error);
        };
        let (now, id) = (self.inner.world.now_for(tenant), self.inner.world.uuid());
        let named = Named { address: value, memo: memo.as_deref().unwrap_or_default() };
        let mut tx = self.inner.store.tenant(tenant).await?;
        addresses::name(tx.conn(), TenantUser { tenant, user }, id, named, None, now).await?;
        if let Some(event) = addresses::tell(tx.conn(), TenantUser { tenant, user }, named, now).await? {
            tx.enqueue(self.inner.world.now(), &identity::mail::new_address(tenant, user, until, event)).await?;
        }
        tx.commit().await?;
        Ok(error)
    }

    pub(super) async fn payee_check(
        &self,
        tenant: TenantId,
        check: PayeeCheckId,
    ) -> Result<Option<PayeeCheck>, ExchangeError> {
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        Ok(payee::store::find(tx.conn(), check).await?)
    }

    /// The available balance of the quote's profile in the given currency, or that of its product; `None` if neither
    /// pays. The ledger checks again at the commit.
    pub(super) async fn available(&self, tenant: TenantId, quote: &Quote) -> Result<Option<Amount>, ExchangeError> {
        let source = quote.price.source;
        let Some(profile) = quote.profile.filter(|_| source.payway().is_none()) else { return Ok(None) };
        let currency = quote.price.from_amount.currency();
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        if let Endpoint::Product(product) = source {
            // Cashback is paid by the platform itself.
            if product == Product::Cashback {
                return Ok(None);
            }
            return Ok(Some(ledger::product_balance(tx.conn(), profile, product, currency).await?));
        }
        let balances = ledger::balances(tx.conn(), profile.uuid()).await?;
        let found = balances.iter().find(|one| one.currency == currency);
        Ok(Some(found.map_or_else(|| Amount::zero(currency), |one| one.available)))
    }
}
