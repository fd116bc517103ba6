//! Which policy is in force for a tenant, and how a new one is published.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use kernel::{TenantId, World};
use store::{Store, SystemTx};

use super::Exchange;
use crate::ExchangeError;
use crate::policy::{Policy, store as rows};
use crate::wallet::TravelRule;

impl Exchange {
    /// The policy of a tenant as of now, at most 30 s old; [`Policy::seed`] for one that has published none.
    ///
    /// # Errors
    /// Those of the database, and a stored policy that cannot be read.
    pub async fn policy(&self, tenant: TenantId) -> Result<Arc<Policy>, ExchangeError> {
        let now = self.inner.world.now();
        if let Some(policy) = self.inner.policies.get(tenant, now) {
            return Ok(policy);
        }
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        let found = rows::in_force(tx.conn(), tenant, now).await?;
        Ok(self.inner.policies.put(tenant, found, now))
    }
}

/// Publishes a new version of a tenant's policy, in force from `effective_at` on. Orders that were made keep the price
/// that they were quoted.
///
/// # Errors
/// A policy that breaks a rule, a version that was published before, and those of the database.
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

/// The policy in force with another travel rule, as a change of it; without one nobody is asked.
///
/// # Errors
/// Those of the database.
pub async fn with_travel_rule(
    tx: &mut SystemTx,
    world: &World,
    tenant: TenantId,
    travel_rule: Option<TravelRule>,
) -> Result<Policy, ExchangeError> {
    let found = rows::in_force(tx.conn(), tenant, world.now()).await?;
    Ok(Policy { travel_rule, ..found.policy.unwrap_or_else(Policy::seed) })
}

/// Gives a new tenant its first policy: that of a sandbox, or the one for real customers. One that is there stays.
///
/// # Errors
/// Those of the database.
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

/// Gives the demo tenant, a sandbox, its policy. What is there already stays.
///
/// # Errors
/// Those of the database.
pub async fn seed_demo(store: &Store, world: &World, tenant: TenantId) -> Result<(), ExchangeError> {
    let mut tx = store.system().await?;
    open_policy(&mut tx, world, tenant, true).await?;
    Ok(tx.commit().await?)
}
