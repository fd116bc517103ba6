//! The publishable key of a tenant, by which the tenant's own site identifies the tenant if the host does not. It
//! grants no access and is visible in pages, so it is stored in plain text.

use std::sync::Arc;

use kernel::World;

use super::{Tenant, store};
use crate::{Identity, IdentityError, token};

/// Random characters after the prefix.
const CHARS: usize = 32;

/// Whether `text` has the form of a publishable key, so that other texts need no lookup. Pure.
fn is_key(text: &str) -> bool {
    let rest = text.strip_prefix("pk_live_").or_else(|| text.strip_prefix("pk_test_"));
    rest.is_some_and(|rest| rest.len() == CHARS && rest.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

/// Creates a key; its prefix says whether the tenant is a sandbox.
pub(crate) fn new_key(world: &World, sandbox: bool) -> String {
    let prefix = if sandbox { "pk_test_" } else { "pk_live_" };
    format!("{prefix}{}", token::base62(&world.random::<CHARS>(), CHARS))
}

impl Identity {
    /// The tenant with this publishable key, cached for up to 5 s.
    ///
    /// # Errors
    /// [`IdentityError::NotFound`] for an unknown or replaced key.
    pub async fn tenant_by_key(&self, key: &str) -> Result<Arc<Tenant>, IdentityError> {
        if !is_key(key) {
            return Err(IdentityError::NotFound("The tenant of this key"));
        }
        let now = self.world().now();
        // A cache key that no host can have, because of the space.
        let name = format!("key {key}");
        let found = match self.inner.tenants.get(&name, now) {
            Some(known) => known,
            None => {
                let mut tx = self.store().system().await?;
                let found = store::by_key(tx.conn(), key).await?.map(Arc::new);
                self.inner.tenants.put(name, found.clone(), now);
                found
            }
        };
        found.ok_or(IdentityError::NotFound("The tenant of this key"))
    }
}

#[cfg(test)]
mod tests {

    use kernel::ManualClock;
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_publishable_key_says_whether_its_tenant_is_a_sandbox(seed in any::<u64>(), sandbox in any::<bool>()) {
            let world = World::seeded(ManualClock::at(chrono::DateTime::UNIX_EPOCH), seed);
            let (key, other) = (new_key(&world, sandbox), new_key(&world, sandbox));
            prop_assert!(is_key(&key), "{}", key);
            prop_assert_eq!(key.starts_with("pk_test_"), sandbox);
            prop_assert_ne!(&key, &other);
            let longer = format!("{key}0");
            prop_assert!(!is_key(&key[1..]) && !is_key(&longer));
        }
    }

    #[test]
    fn a_secret_key_is_not_accepted_as_publishable() {
        assert!(!is_key("sk_live_0123456789abcdefghijABCDEFGHIJ01"));
        assert!(!is_key("pk_live_0123456789abcdefghijABCDEFGHI_01"));
    }
}
