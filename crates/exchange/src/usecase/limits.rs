//! The use of limits: reading it, and the requirements of an order.

use kernel::{Amount, Currency, TenantId};

use super::Exchange;
use super::counts::is_limited;
use crate::ExchangeError;
use crate::counting::{Counting, in_euro, store};
use crate::limits::{self, Customer, CustomerUsage, Demand, Flow, LimitPreview};
use crate::quote::{Price, Quote};
use crate::transaction_type::Side;
use identity::{CustomerStatus, Step};

impl Exchange {
    /// The use of the customer's limits.
    ///
    /// # Errors
    /// Database errors.
    pub async fn usage(
        &self,
        tenant: TenantId,
        customer_status: &CustomerStatus,
    ) -> Result<CustomerUsage, ExchangeError> {
        let policy = self.policy(tenant).await?;
        let now = self.inner.world.now_for(tenant);
        let uses = self.uses(tenant, customer_status).await?;
        let tier = limits::usage(customer_status, &policy.tiers, &uses, now);
        Ok(CustomerUsage { tier, rules: policy.limits.usage(Customer::of(customer_status), &uses, now) })
    }

    /// The verification steps that the customer needs for an order from this quote, and the order's effect on the
    /// limits.
    ///
    /// # Errors
    /// [`ExchangeError::Limit`], [`ExchangeError::BelowMinimum`] or [`ExchangeError::AboveMaximum`] if no step would
    /// permit the order.
    pub async fn requirements(
        &self,
        tenant: TenantId,
        customer_status: &CustomerStatus,
        quote: &Quote,
    ) -> Result<LimitPreview, ExchangeError> {
        let policy = self.policy(tenant).await?;
        if !is_limited(&policy, customer_status) {
            return Ok(LimitPreview::default());
        }
        let (demand, uses) = (self.demand(tenant, &quote.price).await?, self.uses(tenant, customer_status).await?);
        let now = self.inner.world.now_for(tenant);
        let of_tier = limits::requirements(Flow::Exchange, customer_status, &demand, &uses, &policy.tiers, now);
        let of_tier = of_tier.map_err(ExchangeError::Limit)?;
        let of_rules = policy.limits.requirements(customer_status, &demand.ends, &uses, now)?;
        // Each tier needs the steps of the tiers below it, so the longer list includes the other.
        let steps = if of_rules.len() > of_tier.len() { of_rules } else { of_tier };
        if !steps.is_empty() {
            let halved_until = customer_status.limits_halved(now);
            let near = limits::near(customer_status, &demand, &uses, &policy.tiers, now);
            return Ok(LimitPreview { steps, halved_until, near, ..LimitPreview::default() });
        }
        Ok(LimitPreview {
            steps,
            halved_until: None,
            near: limits::near(customer_status, &demand, &uses, &policy.tiers, now),
            after: limits::after(customer_status, &demand, &uses, &policy.tiers, now),
            rules_after: policy.limits.after(Customer::of(customer_status), &demand.ends, &uses, now),
        })
    }

    /// The verification steps that the customer needs for an exchange of this side and amount, before there is a price.
    ///
    /// # Errors
    /// [`ExchangeError::Limit`] if no step would raise the limit far enough; an error without a price of the currency.
    pub async fn steps_for(
        &self,
        tenant: TenantId,
        customer_status: &CustomerStatus,
        (side, amount): (Side, Amount),
    ) -> Result<Vec<Step>, ExchangeError> {
        let policy = self.policy(tenant).await?;
        if limits::is_unlimited(customer_status, &policy.tiers) {
            return Ok(Vec::new());
        }
        let (demand, uses) =
            (Demand::of_side(side, self.euro(tenant, amount).await?), self.uses(tenant, customer_status).await?);
        let now = self.inner.world.now_for(tenant);
        limits::requirements(Flow::Exchange, customer_status, &demand, &uses, &policy.tiers, now)
            .map_err(ExchangeError::Limit)
    }

    async fn uses(
        &self,
        tenant: TenantId,
        customer_status: &CustomerStatus,
    ) -> Result<Vec<limits::Use>, ExchangeError> {
        let Some(user) = customer_status.user else { return Ok(Vec::new()) };
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        let since = self.inner.world.now_for(tenant) - limits::WINDOW;
        store::uses(tx.conn(), tenant, user, None, since).await
    }

    /// The use of an order, in euro at the present prices, rounded up.
    pub(super) async fn demand(&self, tenant: TenantId, price: &Price) -> Result<Demand, ExchangeError> {
        let policy = self.policy(tenant).await?;
        let counting = Counting::of(price, &policy.limits);
        let prices = if counting.needs_prices() { Some(self.prices(tenant).await?) } else { None };
        counting.demand(prices.as_deref())
    }

    /// Converts to euro at the present prices, rounded up.
    pub(super) async fn euro(&self, tenant: TenantId, amount: Amount) -> Result<Amount, ExchangeError> {
        if amount.currency() == Currency::EUR {
            return Ok(amount);
        }
        in_euro(amount, &*self.prices(tenant).await?)
    }
}
