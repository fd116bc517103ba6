//! A cache of what operators paused, because every quote needs it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};
use kernel::TenantId;

/// The time to live of the known pauses: the maximum delay until a pause is in effect on every node.
const KEEP: TimeDelta = TimeDelta::seconds(2);
/// The maximum number of tenants whose pauses are known.
const TENANTS_MAX: usize = 500;

/// The pauses of a tenant, and when they are read again.
type Known<P> = (Arc<[P]>, DateTime<Utc>);

/// The known pauses of tenants.
pub(crate) struct PauseCache<P>(Mutex<HashMap<TenantId, Known<P>>>);

impl<P> Default for PauseCache<P> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<P> PauseCache<P> {
    /// The known pauses; `None` if they must be read from the database.
    pub(crate) fn get(&self, tenant: TenantId, now: DateTime<Utc>) -> Option<Arc<[P]>> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (pauses, until) = known.get(&tenant)?;
        (now < *until).then(|| pauses.clone())
    }

    pub(crate) fn put(&self, tenant: TenantId, pauses: Vec<P>, now: DateTime<Utc>) -> Arc<[P]> {
        let pauses: Arc<[P]> = pauses.into();
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= TENANTS_MAX && !known.contains_key(&tenant) {
            known.clear();
        }
        known.insert(tenant, (pauses.clone(), now + KEEP));
        pauses
    }

    /// Invalidates the cache.
    pub(crate) fn forget(&self, tenant: TenantId) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&tenant);
    }
}
