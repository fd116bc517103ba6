//! A cache of API keys by secret. It is used only while the process receives notifications of changes.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};
use kernel::TenantId;

use super::lookup::KnownKey;

/// The lifetime of an entry.
const KEEP: TimeDelta = TimeDelta::seconds(5);
/// The maximum number of entries. Above it the cache is emptied.
const ENTRIES_MAX: usize = 10_000;

type Name = (TenantId, [u8; 32]);

#[derive(Default)]
struct Inner {
    is_heard: bool,
    /// Moves on with every change, so that a lookup that began before it is not remembered.
    generation: u64,
    entries: HashMap<Name, (Arc<KnownKey>, DateTime<Utc>)>,
}

/// The keys by the hash of their secrets.
#[derive(Default)]
pub(crate) struct Cache(Mutex<Inner>);

impl Cache {
    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The entry, or the generation at which a lookup begins.
    pub(super) fn get(&self, name: Name, now: DateTime<Utc>) -> Result<Arc<KnownKey>, u64> {
        let inner = self.inner();
        match inner.entries.get(&name) {
            Some((known, at)) if inner.is_heard && now - *at < KEEP => Ok(known.clone()),
            _ => Err(inner.generation),
        }
    }

    pub(super) fn put(&self, name: Name, known: Arc<KnownKey>, generation: u64, now: DateTime<Utc>) {
        let mut inner = self.inner();
        if !inner.is_heard || inner.generation != generation {
            return;
        }
        if inner.entries.len() >= ENTRIES_MAX {
            inner.entries.clear();
        }
        inner.entries.insert(name, (known, now));
    }

    /// Forgets everything.
    pub(crate) fn purge(&self) {
        let mut inner = self.inner();
        inner.generation = inner.generation.wrapping_add(1);
        inner.entries.clear();
    }

    /// Whether changes are heard from now on.
    pub(super) fn hears(&self, is_heard: bool) {
        self.purge();
        self.inner().is_heard = is_heard;
    }
}

#[cfg(test)]
mod tests {
    use kernel::{PartnerKeyId, ProfileId};
    use uuid::Uuid;

    use super::*;
    use crate::{Key, KeyKind};

    fn known() -> Arc<KnownKey> {
        let key = Key {
            id: PartnerKeyId::from_uuid(Uuid::from_u128(1)),
            profile: ProfileId::from_uuid(Uuid::from_u128(2)),
            kind: KeyKind::Exchanger,
            name: "Shop".into(),
            addresses: vec![],
            scopes: vec![],
            signing_key: None,
            domains: vec![],
            secrets: vec![],
            created_at: DateTime::UNIX_EPOCH,
            used_at: None,
            revoked_at: None,
        };
        Arc::new(KnownKey::new(key, None))
    }

    const NAME: [u8; 32] = [7; 32];

    #[test]
    fn a_key_is_remembered_for_seconds_only_while_changes_are_heard() {
        let (cache, now) = (Cache::default(), DateTime::UNIX_EPOCH);
        let name = (TenantId::from_uuid(Uuid::from_u128(3)), NAME);
        let generation = cache.get(name, now).unwrap_err();
        cache.put(name, known(), generation, now);
        assert!(cache.get(name, now).is_err(), "a process that hears nothing remembers nothing");
        cache.hears(true);
        let generation = cache.get(name, now).unwrap_err();
        cache.put(name, known(), generation, now);
        assert!(cache.get(name, now).is_ok() && cache.get(name, now + KEEP).is_err());
        let other = (TenantId::from_uuid(Uuid::from_u128(4)), NAME);
        assert!(cache.get(other, now).is_err(), "another tenant's key");
        cache.hears(false);
        assert!(cache.get(name, now).is_err());
    }

    /// A key that is revoked while it is looked up must not come back from the cache.
    #[test]
    fn a_lookup_that_began_before_a_change_is_not_remembered() {
        let (cache, now) = (Cache::default(), DateTime::UNIX_EPOCH);
        let name = (TenantId::from_uuid(Uuid::from_u128(3)), NAME);
        cache.hears(true);
        let generation = cache.get(name, now).unwrap_err();
        cache.purge();
        cache.put(name, known(), generation, now);
        assert!(cache.get(name, now).is_err());
    }
}
