//! A short-lived cache of the tenants' policies, because every quote reads one.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};
use kernel::TenantId;

use super::Policy;
use super::store::InForce;
use crate::rails::Connected;

/// The time to live of an entry: the maximum delay until a new version is in effect on every node.
const KEEP: TimeDelta = TimeDelta::seconds(30);
/// The maximum number of cached policies; each takes some kilobytes.
const TENANTS_MAX: usize = 500;

/// The policy of a tenant, and when the entry expires.
type Known = (Arc<Policy>, DateTime<Utc>);

/// The cache.
#[derive(Default)]
pub(crate) struct Cache(Mutex<HashMap<TenantId, Known>>);

/// What the tenant has connected, which is no part of a published policy.
pub(crate) struct Surroundings {
    /// The connections.
    pub connected: Connected,
    /// Whether there is a source of prices.
    pub has_prices: bool,
    /// The names of the sources of prices that are off.
    pub off_sources: BTreeSet<String>,
}

impl Cache {
    /// Invalidates the entry of a tenant.
    pub(crate) fn forget(&self, tenant: TenantId) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&tenant);
    }

    /// The cached policy; `None` if it must be read from the database.
    pub(crate) fn get(&self, tenant: TenantId, now: DateTime<Utc>) -> Option<Arc<Policy>> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (policy, until) = known.get(&tenant)?;
        (now < *until).then(|| policy.clone())
    }

    /// Caches a policy until the time to live ends or the next version takes effect.
    pub(crate) fn put(
        &self,
        tenant: TenantId,
        found: InForce,
        Surroundings { connected, has_prices, off_sources }: Surroundings,
        now: DateTime<Utc>,
    ) -> Arc<Policy> {
        let until = found.next_at.map_or(now + KEEP, |next| next.min(now + KEEP));
        let policy =
            Arc::new(Policy { connected, has_prices, off_sources, ..found.policy.unwrap_or_else(Policy::seed) });
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= TENANTS_MAX && !known.contains_key(&tenant) {
            // Happens rarely; the next requests refill the cache with the active tenants.
            known.clear();
        }
        known.insert(tenant, (policy.clone(), until));
        policy
    }
}
