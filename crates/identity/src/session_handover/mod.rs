//! Session handover to another host of the same tenant, or to a phone, by a single-use code. The code is valid for 30
//! seconds or two minutes, and at one host only.

mod model;
mod store;

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::json;

use self::model::Kept;
pub use self::model::{Carrier, HandoverInfo, HandoverState};
use crate::audit::{self, Entry};
use crate::counter::{self, Limit, SANDBOX_FACTOR};
use crate::error::ExternalError;
use crate::mask;
use crate::session::Proof;
use crate::token::{self, TokenKind};
use crate::{ClientContext, Identity, IdentityError, Login, Principal, Secret, Tenant, tenant};

/// Codes per person in ten minutes.
const CODES_MAX: i32 = 60;

/// A handover code.
#[derive(Clone, Debug)]
pub struct Handover {
    /// The code, to be sent to the other host by POST. It must not appear in a logged URL.
    pub code: Secret,
    /// When it expires.
    pub expires_at: DateTime<Utc>,
}

impl Identity {
    /// Creates a code that opens a session at `host`, a host of the same tenant.
    ///
    /// # Errors
    /// A field error of `host` if it is not; [`IdentityError::TooMany`].
    pub async fn hand_over(
        &self,
        tenant: &Tenant,
        principal: &Principal,
        (host, carrier): (&str, Carrier),
        context: &ClientContext,
    ) -> Result<Handover, IdentityError> {
        let refused = || IdentityError::field("host", "unknown", "This is not a host of this service.");
        let there = self.tenant_by_host(host).await.map_err(|_| refused())?;
        let host = tenant::normalize_host(host).filter(|_| there.id == tenant.id).ok_or_else(refused)?;
        let now = self.world().now();
        let (code, hash) = token::generate(self.world(), TokenKind::Handover);
        let expires_at = now + carrier.life();
        let mut tx = self.store().tenant(tenant.id).await?;
        counter::store::spend(tx.conn(), tenant.id, now, &[limit(tenant, principal)]).await?;
        store::add(tx.conn(), tenant.id, &hash, principal, &host, (now, expires_at)).await?;
        let entry = Entry::new("session.handover").of(principal.user, Some(principal.session));
        let entry = entry.with(json!({"host": host, "carrier": carrier.code()}));
        audit::store::write(tx.conn(), self.world(), tenant.id, context, &entry).await?;
        tx.commit().await?;
        Ok(Handover { code, expires_at })
    }

    /// The state of a code for `host`. It does not consume the code, so that link scanners open no session.
    ///
    /// # Errors
    /// [`ExternalError::Expired`] for an unknown code.
    pub async fn look_at_handover(
        &self,
        tenant: &Tenant,
        host: &str,
        code: &str,
    ) -> Result<HandoverInfo, IdentityError> {
        let hash = token::parse(TokenKind::Handover, code).ok_or(ExternalError::Expired)?;
        let host = tenant::normalize_host(host).ok_or(ExternalError::Expired)?;
        let now = self.world().now();
        let mut tx = self.store().tenant_read(tenant.id).await?;
        let found = store::find(tx.conn(), tenant.id, &hash, &host, now).await?.ok_or(ExternalError::Expired)?;
        let store::Found { user, email, kept } = found;
        let state = model::state(kept, now);
        let whose = (state == HandoverState::Good).then(|| (user, mask::email(&email)));
        Ok(HandoverInfo { state, whose, expires_at: kept.expires_at })
    }

    /// Opens a session at `host` with its code. The originating session must still be open, and the new session ends no
    /// later. If the person protects sign-in, a second factor is required here too.
    ///
    /// # Errors
    /// [`ExternalError::Expired`] for any other code; [`IdentityError::Blocked`].
    pub async fn take_over(
        &self,
        tenant: &Tenant,
        host: &str,
        code: &str,
        context: &ClientContext,
    ) -> Result<Login, IdentityError> {
        let hash = token::parse(TokenKind::Handover, code).ok_or(ExternalError::Expired)?;
        let host = tenant::normalize_host(host).ok_or(ExternalError::Expired)?;
        let mut tx = self.store().tenant(tenant.id).await?;
        let taken = store::take(tx.conn(), tenant.id, &hash, &host, self.world().now()).await?;
        let by = taken.ok_or(ExternalError::Expired)?;
        let context = ClientContext { client: by.client.handed_over(context.client), ..context.clone() };
        let details = json!({"handover": host, "from": by.session});
        let proof = Proof::Session { until: by.ends_at };
        self.enter_with(tx, tenant, by.user, (proof, None), details, &context).await
    }
}

fn limit(tenant: &Tenant, principal: &Principal) -> Limit {
    let max = if tenant.sandbox { CODES_MAX * SANDBOX_FACTOR } else { CODES_MAX };
    let (window, message) = (TimeDelta::minutes(10), "Too many codes were made. Wait a little.");
    Limit { name: "handover.user", subject: principal.user.to_string(), window, max, message }
}
