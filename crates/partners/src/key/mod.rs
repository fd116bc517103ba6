//! The keys of a profile: list, create, change, rotate, revoke.

mod cache;
mod hear;
mod lookup;
mod model;
mod proof;
mod store;

use ::store::{StoreError, TenantTx};
use chrono::{DateTime, Utc};
use identity::{ClientContext, IdentityError, KeyEvent, KeySecret, Principal, Secret};
use kernel::{PartnerKeyId, ProfileId, TenantId};

pub(crate) use cache::Cache;
pub use lookup::{KnownKey, has_secret_form};
pub use model::{
    Domain, DomainState, Importer, KEYS_MAX, Key, KeyChange, KeyHolder, NewKey, OVERLAP_HOURS_MAX, SecretInfo,
    may_leave,
};

use self::model::Content;
use self::store::KeyToAdd;
use crate::Partners;

/// The tenant of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeyTenant {
    /// The tenant.
    pub id: TenantId,
    /// Whether the tenant is a sandbox. The prefix of a secret says so.
    pub is_sandbox: bool,
}

/// A key and the profile that it belongs to. Another profile's key is not found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OwnKey {
    /// The profile.
    pub profile: ProfileId,
    /// The key.
    pub id: PartnerKeyId,
}

/// A key with a new secret, which is returned once.
#[derive(Debug, Clone)]
pub struct Made {
    /// The key.
    pub key: Key,
    /// Its new secret.
    pub secret: Secret,
}

/// The maximum number of profiles with keys that are listed.
const HOLDERS_MAX: i64 = 200;
/// The maximum number of importers that are listed.
const IMPORTERS_MAX: i64 = 200;
pub(crate) const UNKNOWN: IdentityError = IdentityError::NotFound("The API key");

/// Revokes a key in `tx` and tells every process. Returns whether it was valid.
pub(crate) async fn revoke(
    tx: &mut TenantTx,
    profile: ProfileId,
    id: PartnerKeyId,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let tenant = tx.tenant();
    let is_done = store::revoke(tx.conn(), tenant, profile, id, now).await?;
    store::tell(tx.conn()).await?;
    Ok(is_done)
}

impl Partners {
    /// Lets this process ask the database about every key again.
    pub(crate) fn forget_cached_keys(&self) {
        self.inner.known.purge();
    }

    /// The keys of a profile, the newest first. Revoked ones stay for 90 days.
    ///
    /// # Errors
    /// Database errors.
    pub async fn keys(&self, tenant: TenantId, profile: ProfileId) -> Result<Vec<Key>, IdentityError> {
        let mut tx = self.store().tenant_read(tenant).await?;
        let since = self.world().now() - model::REVOKED_FOR;
        Ok(store::of_profile(tx.conn(), tenant, profile, since).await?)
    }

    /// A key of the profile.
    ///
    /// # Errors
    /// [`IdentityError::NotFound`] for another profile's key.
    pub async fn key(&self, tenant: TenantId, profile: ProfileId, id: PartnerKeyId) -> Result<Key, IdentityError> {
        let mut tx = self.store().tenant_read(tenant).await?;
        store::find(tx.conn(), tenant, profile, id).await?.ok_or(UNKNOWN)
    }

    /// The profiles with a key that may import verifications, oldest key first; at most 200.
    ///
    /// # Errors
    /// Database errors.
    pub async fn importers(&self, tenant: TenantId) -> Result<Vec<Importer>, IdentityError> {
        let mut tx = self.store().tenant_read(tenant).await?;
        Ok(store::domains::importers(tx.conn(), tenant, IMPORTERS_MAX).await?)
    }

    /// The profiles with a key that is not revoked, oldest key first; at most 200.
    ///
    /// # Errors
    /// Database errors.
    pub async fn key_holders(&self, tenant: TenantId) -> Result<Vec<KeyHolder>, IdentityError> {
        let mut tx = self.store().tenant_read(tenant).await?;
        Ok(store::key_holders(tx.conn(), tenant, HOLDERS_MAX).await?)
    }

    /// Checks what [`Partners::make_key`] would refuse of a new key itself.
    ///
    /// # Errors
    /// Field errors.
    pub fn check_key(&self, tenant: KeyTenant, asked: &NewKey) -> Result<(), IdentityError> {
        model::content(asked, tenant.is_sandbox).map(|_| ())
    }

    /// Creates a key and its first secret.
    ///
    /// # Errors
    /// Field errors; a conflict with 20 keys.
    pub async fn make_key(
        &self,
        tenant: KeyTenant,
        who: &Principal,
        profile: ProfileId,
        asked: &NewKey,
        context: &ClientContext,
    ) -> Result<Made, IdentityError> {
        let KeyTenant { id: tenant, is_sandbox: sandbox } = tenant;
        let content = model::content(asked, sandbox)?;
        let (id, now) = (self.world().id(), self.world().now());
        let made = KeySecret::generate(self.world(), model::prefix(asked.kind, sandbox));
        let mut tx = self.store().tenant(tenant).await?;
        if store::count_locked(tx.conn(), tenant, profile).await? >= KEYS_MAX {
            let words = format!("There may be {KEYS_MAX} API keys. Revoke one first.");
            return Err(IdentityError::refusal(kernel::ErrorKind::Conflict, "CONFLICT_ERROR", words));
        }
        let new = KeyToAdd { id, profile, user: who.user, kind: asked.kind, content: &content };
        store::add(tx.conn(), tenant, &new, now).await?;
        store::add_secret(tx.conn(), tenant, id, (&made, asked.kind.is_public()), now).await?;
        let key = self.noted(&mut tx, who, (KeyEvent::Made, profile, id), context).await?;
        tx.commit().await?;
        tracing::info!(event = "partner_key.made", %tenant, key = %id, kind = asked.kind.code(), "A customer made an API key.");
        Ok(Made { key, secret: made.secret })
    }

    /// Whether a change lets a key do more, so that it needs a confirmation.
    ///
    /// # Errors
    /// The errors of [`Partners::change_key`].
    pub async fn widens(
        &self,
        tenant: KeyTenant,
        profile: ProfileId,
        id: PartnerKeyId,
        change: &KeyChange,
    ) -> Result<bool, IdentityError> {
        let key = self.key(tenant.id, profile, id).await?;
        Ok(model::is_wider(&key.content(), &model::changed(&key, change, tenant.is_sandbox)?))
    }

    /// Changes a key. `confirmed` says whether the person confirmed a change that lets it do more.
    ///
    /// # Errors
    /// Field errors, [`IdentityError::NotFound`], and [`IdentityError::FactorRequired`] for such a change without it.
    pub async fn change_key(
        &self,
        tenant: KeyTenant,
        who: &Principal,
        key: OwnKey,
        change: &KeyChange,
        confirmed: bool,
        context: &ClientContext,
    ) -> Result<Key, IdentityError> {
        let KeyTenant { id: tenant, is_sandbox: sandbox } = tenant;
        let OwnKey { profile, id } = key;
        let mut tx = self.store().tenant(tenant).await?;
        let key = store::lock(tx.conn(), tenant, profile, id).await?.ok_or(UNKNOWN)?;
        let content = model::changed(&key, change, sandbox)?;
        let widens = model::is_wider(&key.content(), &content);
        if widens && !confirmed {
            return Err(IdentityError::FactorRequired);
        }
        store::change(tx.conn(), tenant, id, &content).await?;
        let key = match widens {
            true => self.noted(&mut tx, who, (KeyEvent::Widened, profile, id), context).await?,
            false => {
                store::tell(tx.conn()).await?;
                store::find(tx.conn(), tenant, profile, id).await?.ok_or(UNKNOWN)?
            }
        };
        tx.commit().await?;
        self.inner.known.purge();
        Ok(key)
    }

    /// Gives a key a new secret. The present one stays valid for `overlap_hours`; older ones end at once.
    ///
    /// # Errors
    /// A field error of `overlap_hours`, [`IdentityError::NotFound`].
    pub async fn rotate_key(
        &self,
        tenant: KeyTenant,
        who: &Principal,
        key: OwnKey,
        overlap_hours: u16,
        context: &ClientContext,
    ) -> Result<Made, IdentityError> {
        let KeyTenant { id: tenant, is_sandbox: sandbox } = tenant;
        let OwnKey { profile, id } = key;
        let overlap = model::overlap(overlap_hours)?;
        let now = self.world().now();
        let mut tx = self.store().tenant(tenant).await?;
        let key = store::lock(tx.conn(), tenant, profile, id).await?.ok_or(UNKNOWN)?;
        let made = KeySecret::generate(self.world(), model::prefix(key.kind, sandbox));
        store::retire(tx.conn(), tenant, id, now + overlap, now).await?;
        store::add_secret(tx.conn(), tenant, id, (&made, key.kind.is_public()), now).await?;
        let key = self.noted(&mut tx, who, (KeyEvent::Rotated, profile, id), context).await?;
        tx.commit().await?;
        self.inner.known.purge();
        tracing::info!(event = "partner_key.rotated", %tenant, key = %id, "A customer gave an API key a new secret.");
        Ok(Made { key, secret: made.secret })
    }

    /// Revokes a key at once, in every process.
    ///
    /// # Errors
    /// [`IdentityError::NotFound`] for another profile's key, and for a revoked one.
    pub async fn revoke_key(
        &self,
        tenant: TenantId,
        who: &Principal,
        (profile, id): (ProfileId, PartnerKeyId),
        context: &ClientContext,
    ) -> Result<(), IdentityError> {
        let mut tx = self.store().tenant(tenant).await?;
        if !store::revoke(tx.conn(), tenant, profile, id, self.world().now()).await? {
            return Err(UNKNOWN);
        }
        self.noted(&mut tx, who, (KeyEvent::Revoked, profile, id), context).await?;
        tx.commit().await?;
        self.inner.known.purge();
        tracing::info!(event = "partner_key.revoked", %tenant, key = %id, "A customer revoked an API key.");
        Ok(())
    }

    /// Revokes the keys of these profiles and deletes what their owner wrote, in `tx`. The rows stay, because
    /// transactions refer to them.
    ///
    /// # Errors
    /// Database errors.
    pub async fn forget(&self, tx: &mut TenantTx, profiles: &[ProfileId]) -> Result<(), StoreError> {
        self.forget_webhooks(tx, profiles).await?;
        self.forget_widget_orders(tx, profiles).await?;
        self.forget_customers(tx, profiles).await?;
        crate::recording::store::forget(tx.conn(), profiles).await?;
        store::forget(tx.conn(), profiles, self.world().now()).await?;
        store::tell(tx.conn()).await
    }

    /// Writes the audit event, signals every process, and returns the stored key.
    async fn noted(
        &self,
        tx: &mut TenantTx,
        who: &Principal,
        (event, profile, id): (KeyEvent, ProfileId, PartnerKeyId),
        context: &ClientContext,
    ) -> Result<Key, IdentityError> {
        let tenant = tx.tenant();
        self.identity().note_key_event(tx, who, (event, id), context).await?;
        store::tell(tx.conn()).await?;
        store::find(tx.conn(), tenant, profile, id).await?.ok_or(UNKNOWN)
    }
}

impl Key {
    fn content(&self) -> Content {
        Content {
            name: self.name.clone(),
            addresses: self.addresses.clone(),
            scopes: self.scopes.clone(),
            domains: self.domains.iter().map(|domain| domain.name.clone()).collect(),
            signing_key: self.signing_key,
        }
    }
}
