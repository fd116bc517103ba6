//! The use of limits: reading it, and the requirements of an order.

use kernel::{Amount, Currency, Rounding, TenantId};

use super::Exchange;
use crate::ExchangeError;
use crate::limits::{self, Ahead, Demand, Flow, Usage, store};
use crate::policy::converted;
use crate::quote::Quote;
use identity::CustomerStatus;

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
        let (demand, uses) = (self.demand(tenant, quote).await?, self.uses(tenant, standing).await?);
        let now = self.inner.world.now();
        let steps = limits::requirements(Flow::Exchange, standing, &demand, &uses, &policy.tiers, now);
        let steps = steps.map_err(ExchangeError::Limit)?;
        let halved_until = standing.limits_halved(now).filter(|_| !steps.is_empty());
        let near = limits::near(standing, &demand, &uses, &policy.tiers, now);
        let can_order = steps.is_empty();
        let after = if can_order { limits::after(standing, &demand, &uses, &policy.tiers, now) } else { Vec::new() };
        Ok(Ahead { steps, halved_until, near, after })
    }

    async fn uses(&self, tenant: TenantId, standing: &CustomerStatus) -> Result<Vec<limits::Use>, ExchangeError> {
        let Some(user) = standing.user else { return Ok(Vec::new()) };
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        let since = self.inner.world.now() - limits::WINDOW;
        Ok(store::uses(tx.conn(), tenant, user, None, since).await?)
    }

    /// The use of an order, in euro at the present prices, rounded up. Only money that enters or leaves the platform
    /// counts, never money that stays on balances.
    pub(super) async fn demand(&self, tenant: TenantId, quote: &Quote) -> Result<Demand, ExchangeError> {
        let euro = async |amount| self.euro(tenant, amount).await;
        let nothing = Amount::zero(Currency::EUR);
        let (given, received) = (quote.from_amount, quote.to_amount);
        let is_incoming = !quote.source.is_balance() && given.currency().is_fiat();
        let leaves = !quote.sink.is_balance();
        let fiat = match (is_incoming, leaves && received.currency().is_fiat()) {
            (true, _) => euro(given).await?,
            (false, true) => euro(received).await?,
            (false, false) => nothing,
        };
        let crypto_out = if leaves && !received.currency().is_fiat() { euro(received).await? } else { nothing };
        Ok(Demand { fiat, crypto_out, is_incoming })
    }

    /// Converts to euro at the present prices, rounded up.
    pub(super) async fn euro(&self, tenant: TenantId, amount: Amount) -> Result<Amount, ExchangeError> {
        if amount.currency() == Currency::EUR {
            return Ok(amount);
        }
        let prices = self.prices(tenant).await?;
        prices.price(amount.currency())?;
        let too_large = || ExchangeError::Internal(format!("{amount} is too much for a sum in euro"));
        converted(amount, Currency::EUR, &prices, Rounding::Up).ok_or_else(too_large)
    }
}
