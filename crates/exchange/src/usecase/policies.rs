//! Which policy is in force for a tenant, and how a new one is published.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use kernel::{TenantId, World};
use store::Store;

use super::Exchange;
use crate::ExchangeError;
use crate::policy::{Policy, store as rows};

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

/// Gives the demo tenant, a sandbox, its policy. What is there already stays.
///
/// # Errors
/// Those of the database.
pub async fn seed_demo(store: &Store, world: &World, tenant: TenantId) -> Result<(), ExchangeError> {
    let now = world.now();
    let mut tx = store.system().await?;
    rows::append(tx.conn(), tenant, &Policy::sandbox(), now, now).await?;
    Ok(tx.commit().await?)
}
