//! Launches of a widget that a partner's server prepared: personal data then is in no address. A session serves once,
//! within 15 minutes. Its content is encrypted with a key that only its token gives, and the database has only the
//! token's hash.

mod store;

use aes_gcm::aead::{Aead, KeyInit};
use aes_gcm::{Aes256Gcm, Key, Nonce};
use chrono::{DateTime, TimeDelta, Utc};
use identity::{IdentityError, KeySecret, Secret};
use kernel::{PartnerKeyId, ProfileId, TenantId};
use sha2::{Digest, Sha256};

use crate::Partners;
use crate::launch::{Launch, LaunchError};

/// How long a session may wait for its launch.
const LASTS: TimeDelta = TimeDelta::minutes(15);
const PREFIX: &str = "ws_";

/// A prepared launch.
#[derive(Debug, Clone)]
pub struct WidgetSession {
    /// The token for the address of the frame. It is returned once.
    pub token: Secret,
    /// When it can no longer be used.
    pub expires_at: DateTime<Utc>,
}

impl Partners {
    /// Prepares a launch of the widget with this public key, which must belong to the same profile. `query` has the
    /// parameters.
    ///
    /// # Errors
    /// Field errors of `api_key` and `query`.
    pub async fn open_widget_session(
        &self,
        tenant: (TenantId, bool),
        owner: ProfileId,
        public_key: &str,
        query: &str,
    ) -> Result<WidgetSession, IdentityError> {
        let unknown = || IdentityError::field("api_key", "invalid", "This is not a public key of your widgets.");
        let known = self.by_secret(tenant, public_key).await.map_err(|error| match error {
            IdentityError::Unauthenticated => unknown(),
            other => other,
        })?;
        if !known.key.kind.is_public() || known.key.profile != owner {
            return Err(unknown());
        }
        let broken = |error: LaunchError| IdentityError::field("query", "invalid", format!("Not possible: {error}."));
        Launch::parse(query).map_err(broken)?;
        let made = KeySecret::generate(self.world(), PREFIX);
        let expires_at = self.world().now() + LASTS;
        let sealed = cipher(made.secret.expose()).encrypt(&Nonce::default(), query.as_bytes());
        let sealed = sealed.map_err(|_| unknown())?;
        let mut tx = self.store().tenant(tenant.0).await?;
        store::add(tx.conn(), tenant.0, known.key.id, (&made.hash, &sealed), (self.world().now(), expires_at)).await?;
        tx.commit().await?;
        Ok(WidgetSession { token: made.secret, expires_at })
    }

    /// Uses the session of a widget key, once. Returns its parameters; `None` if it is unknown, used or expired.
    ///
    /// # Errors
    /// Database errors.
    pub async fn use_widget_session(
        &self,
        tenant: TenantId,
        key: PartnerKeyId,
        token: &str,
    ) -> Result<Option<String>, IdentityError> {
        let Some(hash) = KeySecret::parse(PREFIX, token) else { return Ok(None) };
        let mut tx = self.store().tenant(tenant).await?;
        let taken = store::take(tx.conn(), tenant, key, &hash, self.world().now()).await?;
        tx.commit().await?;
        let opened = taken.and_then(|sealed| cipher(token).decrypt(&Nonce::default(), sealed.as_slice()).ok());
        Ok(opened.and_then(|bytes| String::from_utf8(bytes).ok()))
    }
}

/// The cipher of a token. Each token encrypts one text, so the nonce is constant.
fn cipher(token: &str) -> Aes256Gcm {
    let key = Sha256::digest(format!("agio widget session\n{token}"));
    Aes256Gcm::new(Key::<Aes256Gcm>::from_slice(&key))
}
