//! The customer's side of partner keys: the owner as a principal, and notices about keys.

mod store;

use ::store::TenantTx;
use kernel::{PartnerKeyId, ProfileId, SessionId, TenantId, UserId, WebhookEndpointId};
use serde_json::json;

use crate::audit::Entry;
use crate::auth::session::Switches;
use crate::auth::session::{Principal, Stage};
use crate::notify::mail::Notice;
use crate::{ClientContext, Identity, IdentityError, audit, notify::mail, token};

/// An event of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyEvent {
    /// It was created.
    Made,
    /// It has a new secret.
    Rotated,
    /// The key got more scopes or more addresses.
    Widened,
    /// It was revoked.
    Revoked,
}

/// The SHA-256 of a partner's secret, and the secret: the random part in base 62, and a checksum, after `prefix`.
#[derive(Clone, Debug)]
pub struct KeySecret {
    /// The secret. It is shown once.
    pub secret: crate::Secret,
    /// Its hash.
    pub hash: [u8; 32],
}

/// An event of a webhook address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WebhookEvent {
    /// It was added, or has another address.
    Set,
    /// It has a new secret.
    Rotated,
    /// It was deleted.
    Deleted,
}

/// What a customer decided about a partner who asks how far they are verified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConsentEvent {
    /// The customer agreed.
    Given,
    /// The customer withdrew the consent.
    Withdrawn,
}

/// Why the sender stopped calling an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WebhookStop {
    /// It failed for too long.
    Paused,
    /// It answered 410.
    Disabled,
}

impl KeySecret {
    /// A new secret with this prefix.
    pub fn generate(world: &kernel::World, prefix: &str) -> Self {
        let (text, hash) = token::with_prefix(prefix, &world.random());
        Self { secret: crate::Secret::new(text), hash }
    }

    /// The hash of `text`, if it is a secret with this prefix and a right checksum.
    pub fn parse(prefix: &str, text: &str) -> Option<[u8; 32]> {
        token::parse_prefixed(prefix, text)
    }
}

impl Identity {
    /// The owner of an open profile, as the principal of a key. Keys have no second factor, so nothing asks for one;
    /// the person gave it when they made the key. A newer version of the terms does not stop a key.
    ///
    /// # Errors
    /// [`IdentityError::Unauthenticated`] if the profile is closed, [`IdentityError::Blocked`] if its person is.
    pub async fn principal_of_key(
        &self,
        tenant: TenantId,
        profile: ProfileId,
        key: PartnerKeyId,
    ) -> Result<Principal, IdentityError> {
        let mut tx = self.store().tenant_read(tenant).await?;
        let owner = store::owner_of(&mut tx, profile).await?.ok_or(IdentityError::Unauthenticated)?;
        if owner.is_blocked {
            return Err(IdentityError::Blocked);
        }
        Ok(Principal {
            user: owner.user,
            profiles: vec![profile],
            // No session has the id of a key.
            session: SessionId::from_uuid(key.uuid()),
            stage: Stage::Full,
            guards: Switches::default(),
            facts: owner.facts,
        })
    }

    /// Whether a profile can act: it is open, and its person is not blocked.
    ///
    /// # Errors
    /// Database errors.
    pub async fn is_served(&self, tenant: TenantId, profile: ProfileId) -> Result<bool, IdentityError> {
        let mut tx = self.store().tenant_read(tenant).await?;
        Ok(store::owner_of(&mut tx, profile).await?.is_some_and(|owner| !owner.is_blocked))
    }

    /// Records an event of a key in the audit log, and tells the person by email.
    ///
    /// # Errors
    /// Database errors.
    pub async fn note_key_event(
        &self,
        tx: &mut TenantTx,
        who: &Principal,
        (event, key): (KeyEvent, PartnerKeyId),
        context: &ClientContext,
    ) -> Result<(), IdentityError> {
        let (action, notice) = match event {
            KeyEvent::Made => ("partner_key.made", Notice::PartnerKeyMade),
            KeyEvent::Rotated => ("partner_key.rotated", Notice::PartnerKeyRotated),
            KeyEvent::Widened => ("partner_key.widened", Notice::PartnerKeyWidened),
            KeyEvent::Revoked => ("partner_key.revoked", Notice::PartnerKeyRevoked),
        };
        let (tenant, now) = (tx.tenant(), self.world().now());
        let entry = Entry::new(action).of(who.user, Some(who.session)).with(json!({ "key": key.to_string() }));
        audit::store::write(tx.conn(), self.world(), tenant, context, &entry).await?;
        let mail = mail::job::security(tenant, who.user, notice, self.world().uuid());
        tx.enqueue(now, &[mail]).await?;
        Ok(())
    }

    /// Records an event of a webhook address in the audit log, and tells the person by email, unless it was deleted.
    ///
    /// # Errors
    /// Database errors.
    pub async fn note_webhook_event(
        &self,
        tx: &mut TenantTx,
        who: &Principal,
        (event, endpoint): (WebhookEvent, WebhookEndpointId),
        context: &ClientContext,
    ) -> Result<(), IdentityError> {
        let (action, notice) = match event {
            WebhookEvent::Set => ("partner_webhook.set", Some(Notice::WebhookSet)),
            WebhookEvent::Rotated => ("partner_webhook.rotated", Some(Notice::WebhookRotated)),
            WebhookEvent::Deleted => ("partner_webhook.deleted", None),
        };
        let (tenant, now) = (tx.tenant(), self.world().now());
        let entry =
            Entry::new(action).of(who.user, Some(who.session)).with(json!({ "endpoint": endpoint.to_string() }));
        audit::store::write(tx.conn(), self.world(), tenant, context, &entry).await?;
        if let Some(notice) = notice {
            tx.enqueue(now, &[mail::job::security(tenant, who.user, notice, self.world().uuid())]).await?;
        }
        Ok(())
    }

    /// Records a customer's consent to the partner with this key, or its withdrawal, in the audit log.
    ///
    /// # Errors
    /// Database errors.
    pub async fn note_consent(
        &self,
        tx: &mut TenantTx,
        who: &Principal,
        (event, key): (ConsentEvent, PartnerKeyId),
        context: &ClientContext,
    ) -> Result<(), IdentityError> {
        let action = match event {
            ConsentEvent::Given => "partner_consent.given",
            ConsentEvent::Withdrawn => "partner_consent.withdrawn",
        };
        let tenant = tx.tenant();
        let entry = Entry::new(action).of(who.user, Some(who.session)).with(json!({ "key": key.to_string() }));
        Ok(audit::store::write(tx.conn(), self.world(), tenant, context, &entry).await?)
    }

    /// Notifies the owner of a webhook address that the sender stopped calling it.
    ///
    /// # Errors
    /// Database errors.
    pub async fn note_webhook_stop(
        &self,
        tx: &mut TenantTx,
        owner: UserId,
        stop: WebhookStop,
    ) -> Result<(), IdentityError> {
        let notice = match stop {
            WebhookStop::Paused => Notice::WebhookPaused,
            WebhookStop::Disabled => Notice::WebhookDisabled,
        };
        let (tenant, now) = (tx.tenant(), self.world().now());
        Ok(tx.enqueue(now, &[mail::job::security(tenant, owner, notice, self.world().uuid())]).await?)
    }
}
