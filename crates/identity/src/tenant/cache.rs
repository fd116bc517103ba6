//! A short-lived cache of tenants by host, because every request looks one up.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};

use super::Tenant;

/// The lifetime of an entry: changes reach every process after this time, and a busy host costs one query per period.
const KEEP: TimeDelta = TimeDelta::seconds(5);
/// Host names come from clients, so the cache is bounded.
const HOSTS_MAX: usize = 1_000;

type Known = (Option<Arc<Tenant>>, DateTime<Utc>);

/// The tenant of each host with the lookup time; unknown hosts are cached too.
#[derive(Default)]
pub(crate) struct Cache(Mutex<HashMap<String, Known>>);

impl Cache {
    /// `None` if the host has to be looked up.
    pub(super) fn get(&self, host: &str, now: DateTime<Utc>) -> Option<Option<Arc<Tenant>>> {
        let hosts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (tenant, at) = hosts.get(host)?;
        (now - *at <= KEEP).then(|| tenant.clone())
    }

    pub(super) fn put(&self, host: String, tenant: Option<Arc<Tenant>>, now: DateTime<Utc>) {
        let mut hosts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if hosts.len() >= HOSTS_MAX {
            // This is rare, and the next requests refill it.
            hosts.clear();
        }
        hosts.insert(host, (tenant, now));
    }
}
