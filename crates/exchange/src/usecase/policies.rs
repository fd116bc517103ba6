//! Reading and publishing a tenant's policy.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use kernel::{TenantId, World};
use store::{Store, SystemTx};

use super::Exchange;
use crate::ExchangeError;
use crate::beneficiary_wallet::TravelRule;
use crate::connection_pause::{off_sources, store as connections};
use crate::policy::{Policy, Surroundings, store as rows};
use crate::rates::{PriceBook, RatesUnavailable};

impl Exchange {
    /// The policy of a tenant, at most 30 s old; [`Policy::seed`] if none is published.
    ///
    /// # Errors
    /// Database errors, and a stored policy that cannot be read.
    pub async fn policy(&self, tenant: TenantId) -> Result<Arc<Policy>, ExchangeError> {
        let now = self.inner.world.now();
        if let Some(policy) = self.inner.policies.get(tenant, now) {
            return Ok(policy);
        }
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        let found = rows::in_force(tx.conn(), tenant, now).await?;
        let off_sources = off_sources(&connections::all(tx.conn(), tenant).await?);
        drop(tx);
        let connected = self.inner.rails.connections.connected(tenant).await?;
        let has_prices = self.inner.markets.of(&connected).is_some();
        Ok(self.inner.policies.put(tenant, found, Surroundings { connected, has_prices, off_sources }, now))
    }

    /// The prices of a tenant.
    ///
    /// # Errors
    /// [`ExchangeError::Rates`] if there are none, or only outdated ones; those of [`Exchange::policy`].
    pub async fn prices(&self, tenant: TenantId) -> Result<Arc<PriceBook>, ExchangeError> {
        let policy = self.policy(tenant).await?;
        Ok(self.prices_under(&policy)?)
    }

    /// The prices of the tenant with this policy.
    ///
    /// # Errors
    /// [`RatesUnavailable`] with the reason.
    pub(super) fn prices_under(&self, policy: &Policy) -> Result<Arc<PriceBook>, RatesUnavailable> {
        let of_euro = || Ok(Arc::new(PriceBook::of_euro(self.inner.world.now())));
        let rates = self.inner.markets.of(&policy.connected);
        rates.map_or_else(of_euro, |rates| rates.current_without(&policy.off_sources))
    }
}

/// Publishes a new version of a tenant's policy, in force from `effective_at` on. Existing orders keep their quotes.
///
/// # Errors
/// An invalid policy, a version that exists, and database errors.
pub async fn publish_policy(
    store: &Store,
    world: &World,
    tenant: TenantId,
    policy: &Policy,
    effective_at: DateTime<Utc>,
) -> Result<(), ExchangeError> {
    let mut tx = store.system().await?;
    if !rows::append(tx.conn(), tenant, policy, effective_at, world.now()).await? {
        return Err(ExchangeError::refused(format!("version {} of the policy is there already", policy.version)));
    }
    Ok(tx.commit().await?)
}

/// The policy in force with another travel rule, as a proposed change; `None` removes the rule.
///
/// # Errors
/// Database errors.
pub async fn with_travel_rule(
    tx: &mut SystemTx,
    world: &World,
    tenant: TenantId,
    travel_rule: Option<TravelRule>,
) -> Result<Policy, ExchangeError> {
    let found = rows::in_force(tx.conn(), tenant, world.now()).await?;
    Ok(Policy { travel_rule, ..found.policy.unwrap_or_else(Policy::seed) })
}

/// Publishes the first policy of a new tenant: that of a sandbox, or that for real customers. An existing policy stays.
///
/// # Errors
/// Database errors.
pub async fn open_policy(
    tx: &mut SystemTx,
    world: &World,
    tenant: TenantId,
    sandbox: bool,
) -> Result<(), ExchangeError> {
    let now = world.now();
    let first = if sandbox { Policy::sandbox() } else { Policy::seed() };
    rows::append(tx.conn(), tenant, &first, now, now).await?;
    Ok(())
}

/// Publishes the sandbox policy of the demo tenant. An existing policy stays.
///
/// # Errors
/// Database errors.
pub async fn seed_demo(store: &Store, world: &World, tenant: TenantId) -> Result<(), ExchangeError> {
    let mut tx = store.system().await?;
    open_policy(&mut tx, world, tenant, true).await?;
    Ok(tx.commit().await?)
}
