//! A person's limits: what is used, what an order would need, and taking it.

use kernel::{Amount, Currency, Rounding, TenantId, TransactionId};

use super::Exchange;
use crate::ExchangeError;
use crate::allowance::{self, Demand, Flow, Usage, store};
use crate::policy::{Policy, converted};
use crate::quote::Quote;
use crate::transaction::Transaction;
use identity::{Standing, Step};

impl Exchange {
    /// What is used of the person's limits.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn usage(&self, tenant: TenantId, standing: &Standing) -> Result<Vec<Usage>, ExchangeError> {
        let policy = self.policy(tenant).await?;
        let now = self.inner.world.now();
        let uses = self.uses(tenant, standing).await?;
        Ok(allowance::usage(standing, &policy.tiers, &uses, now))
    }

    /// What the person has to do before an order can be made of this quote.
    ///
    /// # Errors
    /// [`ExchangeError::Limit`] when nothing that they can do helps.
    pub async fn requirements(
        &self,
        tenant: TenantId,
        standing: &Standing,
        quote: &Quote,
    ) -> Result<Vec<Step>, ExchangeError> {
        let policy = self.policy(tenant).await?;
        if allowance::is_unlimited(standing, &policy.tiers) {
            return Ok(Vec::new());
        }
        let (demand, uses) = (self.demand(quote)?, self.uses(tenant, standing).await?);
        let now = self.inner.world.now();
        allowance::requirements(Flow::Exchange, standing, &demand, &uses, &policy.tiers, now).map_err(limit)
    }

    /// Takes what the order needs of the person's limits, before it is made. Whoever orders at the same moment waits, and
    /// finds it taken.
    pub(super) async fn take_allowance(
        &self,
        tenant: TenantId,
        standing: &Standing,
        policy: &Policy,
        order: TransactionId,
        quote: &Quote,
    ) -> Result<(), ExchangeError> {
        let Some(user) = standing.user.filter(|_| !allowance::is_unlimited(standing, &policy.tiers)) else {
            return Ok(());
        };
        let demand = self.demand(quote)?;
        let now = self.inner.world.now();
        let mut tx = self.inner.store.tenant(tenant).await?;
        store::lock(tx.conn(), user).await?;
        let uses = store::uses(tx.conn(), tenant, user, Some(order), now).await?;
        if uses.len() >= usize::try_from(store::USES_MAX).unwrap_or(usize::MAX) {
            return Err(ExchangeError::TooMany { what: "orders", retry_after_s: 86_400 });
        }
        allowance::admit(standing, &demand, &uses, &policy.tiers, now).map_err(limit)?;
        store::take(tx.conn(), tenant, user, order, &demand, now).await?;
        Ok(tx.commit().await?)
    }

    /// What an order needs that takes more than was agreed, because more came: the person's limits and the policy of today,
    /// as for a new one.
    pub(super) async fn admit_anew(
        &self,
        tenant: TenantId,
        standing: &Standing,
        anew: &Transaction,
    ) -> Result<(), ExchangeError> {
        let policy = self.policy(tenant).await?;
        policy.allows(&anew.quote.direction(), standing.residence)?;
        self.take_allowance(tenant, standing, &policy, anew.id, &anew.quote).await
    }

    async fn uses(&self, tenant: TenantId, standing: &Standing) -> Result<Vec<allowance::Use>, ExchangeError> {
        let Some(user) = standing.user else { return Ok(Vec::new()) };
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        Ok(store::uses(tx.conn(), tenant, user, None, self.inner.world.now()).await?)
    }

    /// What an exchange takes of the limits, in euro at the present prices, rounded up.
    fn demand(&self, quote: &Quote) -> Result<Demand, ExchangeError> {
        let euro = |amount: Amount| {
            if amount.currency() == Currency::EUR {
                return Ok(amount);
            }
            let prices = self.inner.rates.current()?;
            let unpriced = || ExchangeError::Internal(format!("{} has no price in euro", amount.currency()));
            converted(amount, Currency::EUR, &prices, Rounding::Up).ok_or_else(unpriced)
        };
        let nothing = Amount::zero(Currency::EUR);
        let (given, received) = (quote.from_amount, quote.to_amount);
        let is_incoming = given.currency().is_fiat();
        let fiat = match (is_incoming, received.currency().is_fiat()) {
            (true, _) => euro(given)?,
            (false, true) => euro(received)?,
            (false, false) => nothing,
        };
        let crypto_out = if received.currency().is_fiat() { nothing } else { euro(received)? };
        Ok(Demand { fiat, crypto_out, is_incoming })
    }
}

fn limit(exceeded: allowance::Exceeded) -> ExchangeError {
    ExchangeError::Limit(Box::new(exceeded))
}
