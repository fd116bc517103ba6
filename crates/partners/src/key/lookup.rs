//! The key of a request's secret.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use chrono::{DateTime, TimeDelta, Utc};
use identity::{IdentityError, KeySecret};
use kernel::TenantId;

use super::model::{DomainState, Key, prefix};
use super::store;
use crate::address::{AddressRange, admits};
use crate::kind::KeyKind;
use crate::origin::{named_by, origin};
use crate::{Partners, scope};

/// How often a use is noted.
const NOTE_EVERY: TimeDelta = TimeDelta::minutes(1);

/// A valid key.
#[derive(Debug)]
pub struct KnownKey {
    /// The key, without its secrets and domains; a public one with both.
    pub key: Key,
    /// When the secret stops working.
    expires_at: Option<DateTime<Utc>>,
    ranges: Vec<AddressRange>,
    /// When its use was last noted, in seconds.
    noted: AtomicI64,
}

impl KnownKey {
    pub(super) fn new(key: Key, expires_at: Option<DateTime<Utc>>) -> Self {
        let ranges = key.addresses.iter().filter_map(|text| AddressRange::parse(text)).collect();
        let noted = AtomicI64::new(key.used_at.map_or(0, |at| at.timestamp()));
        Self { key, expires_at, ranges, noted }
    }

    /// Whether it may be used from `address`. A stored list that cannot be read admits no address.
    #[must_use]
    pub fn admits(&self, address: Option<IpAddr>) -> bool {
        self.ranges.len() == self.key.addresses.len() && admits(&self.ranges, address)
    }

    /// The origins of the pages that may show the widget of this key: those of its proven domains.
    #[must_use]
    pub fn origins(&self) -> Vec<String> {
        let saved = self.key.domains.iter().filter(|domain| domain.state == DomainState::Saved);
        saved.map(|domain| origin(&domain.name)).collect()
    }

    /// Whether it has the scope, directly or through another.
    #[must_use]
    pub fn may(&self, needed: &str) -> bool {
        scope::grants(&self.key.scopes, needed)
    }
}

/// Whether a text looks like a partner's secret, valid or not. It is never an access token.
#[must_use]
pub fn has_secret_form(text: &str) -> bool {
    text.starts_with("sk_test_") || text.starts_with("sk_live_")
}

impl Partners {
    /// The valid key of a secret. A secret of the other mode is refused without a lookup.
    ///
    /// # Errors
    /// [`IdentityError::Unauthenticated`] for anything but a valid secret of this tenant.
    pub async fn by_secret(&self, tenant: (TenantId, bool), text: &str) -> Result<Arc<KnownKey>, IdentityError> {
        let (tenant, sandbox) = tenant;
        let hash = KeySecret::parse(prefix(KeyKind::Exchanger, sandbox), text)
            .or_else(|| KeySecret::parse(prefix(KeyKind::Widget, sandbox), text))
            .ok_or(IdentityError::Unauthenticated)?;
        let now = self.world().now();
        let is_valid = |known: &Arc<KnownKey>| known.expires_at.is_none_or(|end| now < end);
        let generation = match self.inner.known.get((tenant, hash), now) {
            Ok(known) if is_valid(&known) => return Ok(known),
            Ok(_) => return Err(IdentityError::Unauthenticated),
            Err(generation) => generation,
        };
        let mut tx = self.store().tenant_read(tenant).await?;
        let found = store::by_secret(tx.conn(), tenant, &hash, now).await?;
        let (key, expires_at) = found.ok_or(IdentityError::Unauthenticated)?;
        let known = Arc::new(KnownKey::new(key, expires_at));
        self.inner.known.put((tenant, hash), known.clone(), generation, now);
        Ok(known)
    }

    /// Whether pages of this origin are on a proven domain of any public key of the tenant. A preflight request names no
    /// key, so it asks this.
    ///
    /// # Errors
    /// Database errors.
    pub async fn is_page_of_partner(&self, tenant: TenantId, origin: &str) -> Result<bool, IdentityError> {
        let Some(domain) = named_by(origin) else { return Ok(false) };
        let mut tx = self.store().tenant_read(tenant).await?;
        Ok(store::domains::is_proven(tx.conn(), tenant, domain).await?)
    }

    /// Notes a use of a key, at most once a minute.
    ///
    /// # Errors
    /// Database errors.
    pub async fn note_use(&self, tenant: TenantId, known: &KnownKey) -> Result<(), IdentityError> {
        let now = self.world().now();
        let before = now - NOTE_EVERY;
        let noted = known.noted.load(Ordering::Relaxed);
        let is_due = noted <= before.timestamp();
        let claim = |seen| known.noted.compare_exchange(seen, now.timestamp(), Ordering::Relaxed, Ordering::Relaxed);
        if !is_due || claim(noted).is_err() {
            return Ok(());
        }
        let mut tx = self.store().tenant(tenant).await?;
        store::note_use(tx.conn(), tenant, known.key.id, now, before).await?;
        Ok(tx.commit().await?)
    }
}
