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

/// Publishes the policy in force with another travel rule, from now on, as a version of its own; without one nobody is asked.
/// Gives the version. `tx` is the caller's, who writes down in it who did so.
///
/// # Errors
/// A threshold that is no amount of euro, a next version that waits already, and those of the database.
pub async fn publish_travel_rule(
    tx: &mut SystemTx,
    world: &World,
    tenant: TenantId,
    travel_rule: Option<TravelRule>,
) -> Result<u32, ExchangeError> {
    let now = world.now();
    let found = rows::in_force(tx.conn(), tenant, now).await?;
    if found.next_at.is_some() {
        return Err(ExchangeError::refused("another version of the policy waits for its time already"));
    }
    let before = found.policy.unwrap_or_else(Policy::seed);
    let version = before.version.saturating_add(1);
    let policy = Policy { version, travel_rule, ..before };
    if !rows::append(tx.conn(), tenant, &policy, now, now).await? {
        return Err(ExchangeError::refused(format!("version {version} of the policy is there already")));
    }
    Ok(version)
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
