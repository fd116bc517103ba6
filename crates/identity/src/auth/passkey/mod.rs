//! Passkeys (WebAuthn): a passwordless sign-in method, and a phishing-resistant second factor.
//!
//! A passkey belongs to one host of a tenant (its relying party id). A ceremony belongs to the tenant, the page and,
//! except at sign-in, the session that began it. A ceremony is single-use, even if its answer fails.
//!
//! **Other kinds of owners.** [`model`] does not depend on people: an owner is a user handle of sixteen bytes, a
//! passkey is [`model::StoredPasskey`], a ceremony is bytes. Another kind of owner has its own tables in the form of `passkeys`
//! and `passkey_ceremonies`, as `crate::backoffice::operator` does, and follows the steps of `prove` here: store the state of
//! `model::begin_*`; consume it in its own transaction; lock the passkey's row; `verify`; store the new state. User
//! handles must be unique across the kinds of owners on one host, because a device stores one passkey per handle. UUIDs
//! ensure that.

mod limits;
mod manage;
pub(crate) mod model;
mod prove;
pub(crate) mod public_key;
mod store;

use ::store::TenantTx;
use chrono::{DateTime, TimeDelta, Utc};
use kernel::{CeremonyId, PasskeyId, TenantId};
use serde_json::Value;

pub(crate) use manage::checked_name;
pub use model::PasskeySite;
use model::{InvalidResponse, StartedCeremony};
pub(crate) use store::CeremonyKind;
use store::{Ceremony, For};

use crate::{Identity, IdentityError};

/// The lifetime of a ceremony, which is also the timeout in the browser's options.
pub(crate) const ANSWER_WITHIN: TimeDelta = TimeDelta::minutes(5);

/// A passkey, as its owner sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passkey {
    /// The passkey's id.
    pub id: PasskeyId,
    /// The name that the owner gave it.
    pub name: String,
    /// The host that it works at.
    pub host: String,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// When it was last used.
    pub used_at: Option<DateTime<Utc>>,
}

/// A request for a passkey operation in the browser.
#[derive(Clone, Debug, PartialEq)]
pub struct PasskeyRequest {
    /// The ceremony id, to be returned with the answer; single-use.
    pub id: CeremonyId,
    /// The options of `navigator.credentials`, in WebAuthn JSON.
    pub options: Value,
}

/// The browser's answer.
#[derive(Clone, Copy, Debug)]
pub struct PasskeyAnswer<'a> {
    /// The ceremony that it answers.
    pub request: CeremonyId,
    /// The credential, in WebAuthn JSON.
    pub credential: &'a Value,
}

impl From<InvalidResponse> for IdentityError {
    fn from(refused: InvalidResponse) -> Self {
        // The reason goes to the log only, so that an attacker learns nothing.
        tracing::info!(
            event = "passkey.answer_refused",
            reason = refused.0,
            "The server refused the answer of a passkey."
        );
        Self::PasskeyRefused
    }
}

impl Identity {
    /// Stores a ceremony, and commits.
    async fn remember(
        &self,
        mut tx: TenantTx,
        kind: CeremonyKind,
        site: &PasskeySite,
        asked: For,
        begun: StartedCeremony,
    ) -> Result<PasskeyRequest, IdentityError> {
        let (tenant, id) = (tx.tenant(), self.world().id());
        let expires_at = self.world().now() + ANSWER_WITHIN;
        let kept =
            Ceremony { kind: kind.code().to_owned(), origin: site.origin().to_owned(), asked, state: begun.state };
        store::begin(tx.conn(), tenant, id, &kept, expires_at).await?;
        tx.commit().await?;
        Ok(PasskeyRequest { id, options: begun.options })
    }

    /// Consumes a ceremony in its own transaction, so that it is single-use even if the answer fails.
    async fn take(
        &self,
        tenant: TenantId,
        id: CeremonyId,
        kind: CeremonyKind,
        site: &PasskeySite,
    ) -> Result<Ceremony, IdentityError> {
        let mut tx = self.store().tenant(tenant).await?;
        let asked = store::take(tx.conn(), tenant, id, self.world().now()).await?;
        tx.commit().await?;
        let fits = |asked: &Ceremony| asked.kind == kind.code() && asked.origin == site.origin();
        asked.filter(fits).ok_or(IdentityError::PasskeyRefused)
    }
}
