//! The use of limits: reading it, and the requirements of an order.

use kernel::{Amount, Currency, TenantId};

use super::Exchange;
use crate::ExchangeError;
use crate::counting::{Counting, in_euro, store};
use crate::limits::{self, Demand, Flow, LimitPreview, Usage};
use crate::quote::{Price, Quote};
use crate::transaction_type::Side;
use identity::{CustomerStatus, Step};

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
    ) -> Result<LimitPreview, ExchangeError> {
        let policy = self.policy(tenant).await?;
        if limits::is_unlimited(standing, &policy.tiers) {
            return Ok(LimitPreview::default());
        }
        let (demand, uses) = (self.demand(tenant, &quote.price).await?, self.uses(tenant, standing).await?);
        let now = self.inner.world.now();
        let steps = limits::requirements(Flow::Exchange, standing, &demand, &uses, &policy.tiers, now);
        let steps = steps.map_err(ExchangeError::Limit)?;
        let halved_until = standing.limits_halved(now).filter(|_| !steps.is_empty());
        let near = limits::near(standing, &demand, &uses, &policy.tiers, now);
        let can_order = steps.is_empty();
        let after = if can_order { limits::after(standing, &demand, &uses, &policy.tiers, now) } else { Vec::new() };
        Ok(LimitPreview { steps, halved_until, near, after })
    }

    /// The verification steps that the customer needs for an exchange of this side and amount, before there is a price.
    ///
    /// # Errors
    /// [`ExchangeError::Limit`] if no step would raise the limit far enough; an error without a price of the currency.
    pub async fn steps_for(
        &self,
        tenant: TenantId,
        standing: &CustomerStatus,
        (side, amount): (Side, Amount),
    ) -> Result<Vec<Step>, ExchangeError> {
        let policy = self.policy(tenant).await?;
        if limits::is_unlimited(standing, &policy.tiers) {
            return Ok(Vec::new());
        }
        let (demand, uses) =
            (Demand::of_side(side, self.euro(tenant, amount).await?), self.uses(tenant, standing).await?);
        let now = self.inner.world.now();
        limits::requirements(Flow::Exchange, standing, &demand, &uses, &policy.tiers, now).map_err(ExchangeError::Limit)
    }

    async fn uses(&self, tenant: TenantId, standing: &CustomerStatus) -> Result<Vec<limits::Use>, ExchangeError> {
        let Some(user) = standing.user else { return Ok(Vec::new()) };
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        let since = self.inner.world.now() - limits::WINDOW;
        store::uses(tx.conn(), tenant, user, None, since).await
    }

    /// The use of an order, in euro at the present prices, rounded up.
    pub(super) async fn demand(&self, tenant: TenantId, price: &Price) -> Result<Demand, ExchangeError> {
        let counting = Counting::of(price);
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
