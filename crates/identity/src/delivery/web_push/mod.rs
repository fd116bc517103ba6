//! Web push: the browsers that receive messages, the keys that sign them (VAPID, RFC 8292), and the port that encrypts
//! (RFC 8291) and sends them. `crate::delivery` runs the job.

pub(crate) mod job;
pub(crate) mod store;

use std::sync::Arc;

use ::store::TenantTx;
use async_trait::async_trait;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, Utc};
use kernel::{PushDeviceId, TenantId, TenantUser, UserId};
use url::{Host, Url};
use uuid::Uuid;
use zeroize::Zeroizing;

use crate::auth::session::{self, Device};
use crate::envelope::Class;
use crate::notify::mail::{self, Notice};
use crate::{ClientContext, Identity, IdentityError, Principal};

/// The most browsers of one person.
pub const DEVICES_MAX: i64 = 10;
/// Bytes of an uncompressed point of P-256.
const POINT_BYTES: usize = 65;
/// Bytes of the secret that the browser shares.
const AUTH_BYTES: usize = 16;
const ENDPOINT_MAX: usize = 1_000;
const NAME_MAX: usize = 100;

/// A new key pair of P-256.
pub struct PushKeyPair {
    /// The uncompressed point.
    pub public: Vec<u8>,
    /// The private key, PKCS #8.
    pub private: Zeroizing<Vec<u8>>,
}

/// A message to one browser, ready to be encrypted. It holds keys, so `Debug` does not show it.
pub struct PushMessage {
    /// The address at the push service.
    pub endpoint: Url,
    /// The browser's public key.
    pub public_key: Vec<u8>,
    /// The secret that the browser shares.
    pub auth: Vec<u8>,
    /// The tenant's key pair, which signs the message.
    pub keys: PushKeyPair,
    /// The sender's contact for the push service, as a URL of the tenant (RFC 8292).
    pub subject: String,
    /// The plaintext: at most 3,000 bytes.
    pub plain: Vec<u8>,
    /// When it is sent.
    pub now: DateTime<Utc>,
}

/// The result of sending a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PushOutcome {
    /// The push service has taken it.
    Taken,
    /// The browser no longer receives messages (404 or 410).
    Gone,
    /// A retry may succeed, after this many seconds if the push service says so.
    Later(String, Option<u32>),
    /// The push service refuses the message for good.
    Refused(String),
}

/// Encrypts and sends web push messages.
#[async_trait]
pub trait Pusher: Send + Sync {
    /// A new key pair.
    ///
    /// # Errors
    /// If the random source fails.
    fn new_keys(&self) -> Result<PushKeyPair, String>;

    /// Sends one message.
    async fn push(&self, message: &PushMessage) -> PushOutcome;
}

/// A browser that receives messages, for its owner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PushDevice {
    /// Its id.
    pub id: PushDeviceId,
    /// Browser and system; empty if unknown.
    pub name: String,
    /// The address at the push service, by which a browser recognises itself.
    pub endpoint: String,
    /// When it was added.
    pub created_at: DateTime<Utc>,
}

/// The subscription of a browser; keys in base64url.
#[derive(Clone, Debug)]
pub struct Subscription<'a> {
    /// The address at the push service.
    pub endpoint: &'a str,
    /// The browser's public key, an uncompressed point of P-256.
    pub p256dh: &'a str,
    /// The secret that it shares, 16 bytes.
    pub auth: &'a str,
}

impl Identity {
    /// Sets what sends web push messages. Call it once at start-up; without it, they are not offered.
    pub fn push_by(&self, pusher: Arc<dyn Pusher>) {
        // A second call is ignored.
        let _ = self.inner.pusher.set(pusher);
    }

    pub(crate) fn pusher(&self) -> Option<&Arc<dyn Pusher>> {
        self.inner.pusher.get()
    }

    /// The public key of the tenant, in base64url, and the person's browsers, newest first. The first call makes the
    /// key.
    ///
    /// # Errors
    /// [`IdentityError::NotFound`] if web push is not offered.
    pub async fn push_devices(
        &self,
        tenant: TenantId,
        user: UserId,
    ) -> Result<(String, Vec<PushDevice>), IdentityError> {
        let mut tx = self.store().tenant(tenant).await?;
        let keys = self.push_keys(&mut tx).await?;
        let devices = store::list(tx.conn(), tenant, user).await?;
        tx.commit().await?;
        Ok((URL_SAFE_NO_PAD.encode(keys.public), devices))
    }

    /// Adds a browser, or renews its keys. A browser belongs to one person: the one who subscribed last. It receives
    /// messages until the session that subscribed last ends. The person is told about a browser that is new to them.
    ///
    /// # Errors
    /// A field error; a conflict if the person has [`DEVICES_MAX`]; [`IdentityError::Unauthenticated`] if the session
    /// has ended meanwhile.
    pub async fn add_push_device(
        &self,
        tenant: TenantId,
        who: &Principal,
        asked: &Subscription<'_>,
        context: &ClientContext,
    ) -> Result<PushDevice, IdentityError> {
        let endpoint = endpoint(asked.endpoint)?;
        let public_key = bytes("p256dh", asked.p256dh, POINT_BYTES)?;
        if public_key.first() != Some(&4) {
            return Err(IdentityError::field("p256dh", "invalid", "must be an uncompressed point of P-256"));
        }
        let auth = bytes("auth", asked.auth, AUTH_BYTES)?;
        let name = Device::of(context.user_agent.as_deref().unwrap_or_default()).name();
        let name: String = name.chars().take(NAME_MAX).collect();
        let mut tx = self.store().tenant(tenant).await?;
        self.push_keys(&mut tx).await?;
        let (user, session, now) = (who.user, who.session, self.world().now());
        if !session::store::keep_open(tx.conn(), tenant, session).await? {
            return Err(IdentityError::Unauthenticated);
        }
        let is_known = store::owner(tx.conn(), tenant, &endpoint).await? == Some(user);
        let new = PushDevice { id: self.world().id(), name, endpoint, created_at: now };
        let id = store::put(tx.conn(), TenantUser { tenant, user }, session, &new, (&public_key, &auth)).await?;
        if store::list(tx.conn(), tenant, user).await?.len() > usize::try_from(DEVICES_MAX).unwrap_or(0) {
            return Err(IdentityError::conflict("Ten browsers receive messages already. Remove one first."));
        }
        if !is_known {
            let notice = Notice::PushAdded { session, at: now };
            tx.enqueue(now, &[mail::job::security(tenant, user, notice, new.id.uuid())]).await?;
        }
        tx.commit().await?;
        Ok(PushDevice { id, ..new })
    }

    /// Removes a browser of the person.
    ///
    /// # Errors
    /// [`IdentityError::NotFound`] if the person has none with this id.
    pub async fn remove_push_device(
        &self,
        tenant: TenantId,
        user: UserId,
        id: PushDeviceId,
    ) -> Result<(), IdentityError> {
        let mut tx = self.store().tenant(tenant).await?;
        if !store::delete(tx.conn(), tenant, user, id).await? {
            return Err(IdentityError::NotFound("The browser"));
        }
        Ok(tx.commit().await?)
    }

    /// The tenant's key pair. The first call makes it.
    pub(crate) async fn push_keys(&self, tx: &mut TenantTx) -> Result<PushKeyPair, IdentityError> {
        let pusher = self.pusher().ok_or(IdentityError::NotFound("Web push"))?;
        let tenant = tx.tenant();
        if store::keys(tx.conn(), tenant).await?.is_none() {
            let made = pusher.new_keys().map_err(|error| IdentityError::internal(&error))?;
            let id = self.world().uuid();
            let sealed = self.envelope().seal(tx, Class::Push, id, &made.private).await?;
            // Two requests may make keys at once: both use the ones that were stored.
            store::add_keys(tx.conn(), tenant, (id, &made.public, &sealed), self.world().now()).await?;
        }
        let kept = store::keys(tx.conn(), tenant).await?.ok_or(IdentityError::NotFound("Web push"))?;
        let (id, public, sealed): (Uuid, Vec<u8>, Vec<u8>) = kept;
        let private = self.envelope().open(tx, Class::Push, id, &sealed).await?;
        Ok(PushKeyPair { public, private })
    }
}

/// The address at a push service: `https` and a name. Addresses in numbers, other ports than the default, and names of
/// this machine are refused; names that lead to private addresses are refused when a message is sent.
fn endpoint(text: &str) -> Result<String, IdentityError> {
    let refused = || IdentityError::field("endpoint", "invalid", "must be the https address of a push service");
    if text.len() > ENDPOINT_MAX {
        return Err(IdentityError::field("endpoint", "length", "must have at most 1000 characters"));
    }
    let url = Url::parse(text).map_err(|_| refused())?;
    let is_named =
        matches!(url.host(), Some(Host::Domain(name)) if name.contains('.') && !name.ends_with(".localhost"));
    let is_plain = url.port().is_none() && url.username().is_empty() && url.password().is_none();
    if url.scheme() == "https" && is_named && is_plain { Ok(url.into()) } else { Err(refused()) }
}

fn bytes(field: &'static str, text: &str, length: usize) -> Result<Vec<u8>, IdentityError> {
    let refused = || IdentityError::field(field, "invalid", format!("must be {length} bytes in base64url"));
    let found = URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).map_err(|_| refused())?;
    if found.len() == length { Ok(found) } else { Err(refused()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_https_address_of_a_named_service_is_an_endpoint() {
        assert!(endpoint("https://fcm.googleapis.com/fcm/send/abc:def").is_ok());
        for bad in [
            "http://push.example/a",
            "https://10.0.0.1/a",
            "https://[::1]/a",
            "https://localhost/a",
            "https://me.localhost/a",
            "https://push.example:8443/a",
            "https://user@push.example/a",
            "https://intranet/a",
            "javascript:alert(1)",
            "",
        ] {
            assert!(endpoint(bad).is_err(), "{bad}");
        }
        assert!(endpoint(&format!("https://push.example/{}", "a".repeat(1_000))).is_err());
    }
}
