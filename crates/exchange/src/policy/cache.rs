//! The policies of tenants, remembered for a moment: every quote asks.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};
use kernel::TenantId;

use super::Policy;
use super::store::InForce;

/// A new version that takes effect at once is everywhere after this long.
const KEEP: TimeDelta = TimeDelta::seconds(30);
/// Policies in memory at most; each is some kilobytes.
const TENANTS_MAX: usize = 500;

/// What is in force for a tenant, and until when that may be believed.
type Known = (Arc<Policy>, DateTime<Utc>);

/// What was read lately.
#[derive(Default)]
pub(crate) struct Cache(Mutex<HashMap<TenantId, Known>>);

impl Cache {
    /// `None` when it has to be read.
    pub(crate) fn get(&self, tenant: TenantId, now: DateTime<Utc>) -> Option<Arc<Policy>> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (policy, until) = known.get(&tenant)?;
        (now < *until).then(|| policy.clone())
    }

    /// Remembers what was read, no longer than to the moment at which the next version takes effect.
    pub(crate) fn put(&self, tenant: TenantId, found: InForce, now: DateTime<Utc>) -> Arc<Policy> {
        let until = found.next_at.map_or(now + KEEP, |next| next.min(now + KEEP));
        let policy = Arc::new(found.policy.unwrap_or_else(Policy::seed));
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= TENANTS_MAX && !known.contains_key(&tenant) {
            // Rare, and the next requests fill it again with the tenants that matter.
            known.clear();
        }
        known.insert(tenant, (policy.clone(), until));
        policy
    }
}
