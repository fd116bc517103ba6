//! Which host is whose, remembered for a moment: every request asks.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};

use super::Tenant;

/// What was changed is so everywhere after this long; a host that is asked all the time costs a query in it.
const KEEP: TimeDelta = TimeDelta::seconds(5);
/// Anybody can send any host name, so the memory for them is bounded.
const HOSTS_MAX: usize = 1_000;

type Known = (Option<Arc<Tenant>>, DateTime<Utc>);

/// What was found for a host, and when; also that nothing was.
#[derive(Default)]
pub(crate) struct Cache(Mutex<HashMap<String, Known>>);

impl Cache {
    /// `None` when it has to be looked up.
    pub(super) fn get(&self, host: &str, now: DateTime<Utc>) -> Option<Option<Arc<Tenant>>> {
        let hosts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (tenant, at) = hosts.get(host)?;
        (now - *at <= KEEP).then(|| tenant.clone())
    }

    pub(super) fn put(&self, host: String, tenant: Option<Arc<Tenant>>, now: DateTime<Utc>) {
        let mut hosts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if hosts.len() >= HOSTS_MAX {
            // Rare, and the next requests fill it again with the hosts that matter.
            hosts.clear();
        }
        hosts.insert(host, (tenant, now));
    }
}
