//! Passkeys: a way to sign in that needs nothing else, and a second factor that nobody can be talked out of.
//!
//! A passkey belongs to one host of a tenant (its relying party id), and a ceremony to the tenant, the page, and, except at
//! sign-in, the session that it was begun by. A ceremony is taken once, whatever becomes of its answer.
//!
//! **Another kind of owner.** [`model`] knows no people: an owner is a handle of sixteen bytes, a passkey is [`model::Kept`], a
//! ceremony is bytes. Whoever else signs in with passkeys keeps tables of their own, shaped as `passkeys` and
//! `passkey_ceremonies`, as `crate::operator` does, and does as `prove` here: keep what `model::begin_*` gives; take it in a transaction of its own; lock
//! the passkey's row; `verify`; store the state that it gives. Handles must not repeat between kinds of owners on one host,
//! because a device keeps one passkey for each: UUIDs do not.

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
use model::{Begun, Refused};
pub(crate) use store::Kind;
use store::{Ceremony, For};

use crate::{Identity, IdentityError};

/// How long a browser may take; it is told the same.
pub(crate) const ANSWER_WITHIN: TimeDelta = TimeDelta::minutes(5);

/// A passkey, as its owner sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passkey {
    /// The passkey.
    pub id: PasskeyId,
    /// As its owner calls it.
    pub name: String,
    /// The host that it works at.
    pub host: String,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// When it was last used.
    pub used_at: Option<DateTime<Utc>>,
}

/// What a browser is asked to do with a passkey.
#[derive(Clone, Debug, PartialEq)]
pub struct PasskeyRequest {
    /// To be sent back with the answer; taken once.
    pub id: CeremonyId,
    /// The options of `navigator.credentials`, in the standard's JSON.
    pub options: Value,
}

/// What a browser has answered.
#[derive(Clone, Copy, Debug)]
pub struct PasskeyAnswer<'a> {
    /// Which asking it answers.
    pub request: CeremonyId,
    /// The credential, in the standard's JSON.
    pub credential: &'a Value,
}

impl From<Refused> for IdentityError {
    fn from(refused: Refused) -> Self {
        // Why is for the log: whoever tries to be somebody else learns nothing.
        tracing::info!(reason = refused.0, "a passkey's answer was refused");
        Self::PasskeyRefused
    }
}

impl Identity {
    /// Keeps what a browser is asked, and commits.
    async fn remember(
        &self,
        mut tx: TenantTx,
        kind: Kind,
        site: &PasskeySite,
        asked: For,
        begun: Begun,
    ) -> Result<PasskeyRequest, IdentityError> {
        let (tenant, id) = (tx.tenant(), self.world().id());
        let expires_at = self.world().now() + ANSWER_WITHIN;
        let kept =
            Ceremony { kind: kind.code().to_owned(), origin: site.origin().to_owned(), asked, state: begun.state };
        store::begin(tx.conn(), tenant, id, &kept, expires_at).await?;
        tx.commit().await?;
        Ok(PasskeyRequest { id, options: begun.options })
    }

    /// Takes what was asked, in a transaction of its own: whatever becomes of the answer, it is not asked again.
    async fn take(
        &self,
        tenant: TenantId,
        id: CeremonyId,
        kind: Kind,
        site: &PasskeySite,
    ) -> Result<Ceremony, IdentityError> {
        let mut tx = self.store().tenant(tenant).await?;
        let asked = store::take(tx.conn(), tenant, id, self.world().now()).await?;
        tx.commit().await?;
        let fits = |asked: &Ceremony| asked.kind == kind.code() && asked.origin == site.origin();
        asked.filter(fits).ok_or(IdentityError::PasskeyRefused)
    }
}
