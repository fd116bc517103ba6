//! Session handover to another host of the same tenant, or to another device, by a single-use code. The code is valid
//! for 30 seconds, two minutes or five minutes, and at one host only.
//!
//! A code for another device ([`Carrier::Device`]) opens no session by itself: the device that holds it asks, both
//! devices show the same number, and the person lets it in on the first device.

mod model;
mod store;

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::json;

pub use self::model::{AskingDevice, Carrier, Continued, HandoverInfo, HandoverState};
use crate::audit::{self, Entry};
use crate::auth::login::SignInProof;
use crate::auth::session::{Device, ProvenFactors};
use crate::counter::{self, Limit, SANDBOX_FACTOR};
use crate::error::FederatedLoginError;
use crate::mask;
use crate::token::{self, TokenKind};
use crate::{ClientContext, Identity, IdentityError, Login, Principal, Secret, Tenant, tenant};

/// Codes per person in ten minutes.
const CODES_MAX: i32 = 60;
const DEVICE_NAME_MAX: usize = 100;

/// A handover code.
#[derive(Clone, Debug)]
pub struct Handover {
    /// The code, to be sent to the other host by POST. It must not appear in a logged URL.
    pub code: Secret,
    /// When it expires.
    pub expires_at: DateTime<Utc>,
}

/// The request of a device to take over the session.
#[derive(Clone, Debug)]
pub struct Asking {
    /// The secret of the device, which alone can open the session.
    pub secret: Secret,
    /// Two digits that both devices show.
    pub number: i16,
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
        to: (&str, Carrier),
        context: &ClientContext,
    ) -> Result<Handover, IdentityError> {
        self.hand_over_to_continue(tenant, principal, to, None, context).await
    }

    /// Creates a code that also says what the other device continues.
    ///
    /// # Errors
    /// As [`Self::hand_over`].
    pub async fn hand_over_to_continue(
        &self,
        tenant: &Tenant,
        principal: &Principal,
        (host, carrier): (&str, Carrier),
        continued: Option<Continued>,
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
        let new = store::NewHandover {
            hash: &hash,
            host: &host,
            now,
            expires_at,
            is_confirmed: carrier.is_confirmed(),
            continued,
        };
        store::add(tx.conn(), tenant.id, principal, &new).await?;
        let entry = Entry::new("session.handover").of(principal.user, Some(principal.session));
        let entry = entry.with(json!({"host": host, "carrier": carrier.code()}));
        audit::store::write(tx.conn(), self.world(), tenant.id, context, &entry).await?;
        tx.commit().await?;
        Ok(Handover { code, expires_at })
    }

    /// The state of a code for `host`. It does not consume the code, so that link scanners open no session.
    ///
    /// # Errors
    /// [`FederatedLoginError::Expired`] for an unknown code.
    pub async fn look_at_handover(
        &self,
        tenant: &Tenant,
        host: &str,
        code: &str,
    ) -> Result<HandoverInfo, IdentityError> {
        let hash = token::parse(TokenKind::Handover, code).ok_or(FederatedLoginError::Expired)?;
        let host = tenant::normalize_host(host).ok_or(FederatedLoginError::Expired)?;
        let now = self.world().now();
        let mut tx = self.store().tenant_read(tenant.id).await?;
        let found = store::find(tx.conn(), tenant.id, &hash, &host, now).await?.ok_or(FederatedLoginError::Expired)?;
        let store::HandoverRow { user, email, kept, is_confirmed, continues, asking } = found;
        let state = model::state(kept, now);
        let whose = (state == HandoverState::Good).then(|| (user, mask::email(&email)));
        Ok(HandoverInfo { state, whose, expires_at: kept.expires_at, is_confirmed, continues, asking })
    }

    /// Requests the session with a code of [`Carrier::Device`]. Only the first requesting device can get it.
    ///
    /// # Errors
    /// [`FederatedLoginError::Expired`] for any other code.
    pub async fn ask_to_take_over(
        &self,
        tenant: &Tenant,
        host: &str,
        code: &str,
        context: &ClientContext,
    ) -> Result<Asking, IdentityError> {
        let hash = token::parse(TokenKind::Handover, code).ok_or(FederatedLoginError::Expired)?;
        let host = tenant::normalize_host(host).ok_or(FederatedLoginError::Expired)?;
        let (secret, asked) = token::generate(self.world(), TokenKind::Browser);
        let number = 10 + i16::try_from(u16::from_be_bytes(self.world().random::<2>()) % 90).unwrap_or(0);
        let name = Device::of(context.user_agent.as_deref().unwrap_or_default()).name();
        let device = AskingDevice { number, name: name.chars().take(DEVICE_NAME_MAX).collect() };
        let mut tx = self.store().tenant(tenant.id).await?;
        if !store::ask(tx.conn(), (tenant.id, &hash, &host), &asked, &device, self.world().now()).await? {
            return Err(FederatedLoginError::Expired.into());
        }
        tx.commit().await?;
        Ok(Asking { secret, number })
    }

    /// Lets the device in that asked, or refuses it. Only the session that made the code can, and once.
    ///
    /// # Errors
    /// A conflict if no device asks, or the answer was given.
    pub async fn answer_handover(
        &self,
        tenant: &Tenant,
        principal: &Principal,
        (code, is_allowed): (&str, bool),
        context: &ClientContext,
    ) -> Result<(), IdentityError> {
        let nothing = || IdentityError::conflict("No device asks with this code any more.");
        let hash = token::parse(TokenKind::Handover, code).ok_or_else(nothing)?;
        let mut tx = self.store().tenant(tenant.id).await?;
        let whose = (tenant.id, &hash, principal.session);
        if !store::answer(tx.conn(), whose, is_allowed, self.world().now()).await? {
            return Err(nothing());
        }
        let entry = Entry::new("session.handover").of(principal.user, Some(principal.session));
        let entry = entry.with(json!({"is_allowed": is_allowed}));
        audit::store::write(tx.conn(), self.world(), tenant.id, context, &entry).await?;
        Ok(tx.commit().await?)
    }

    /// Opens a session at `host` with its code. The originating session must still be open, and the new session ends no
    /// later. If the person protects sign-in, a second factor is required here too.
    ///
    /// # Errors
    /// [`FederatedLoginError::Expired`] for any other code; [`IdentityError::Blocked`].
    pub async fn take_over(
        &self,
        tenant: &Tenant,
        host: &str,
        code: &str,
        context: &ClientContext,
    ) -> Result<Login, IdentityError> {
        self.take_over_by(tenant, host, (code, None), context).await
    }

    /// The same with the secret of the device that was let in, for a code of [`Carrier::Device`].
    ///
    /// # Errors
    /// As [`Self::take_over`], and [`FederatedLoginError::Expired`] before the device is let in.
    pub async fn take_over_by(
        &self,
        tenant: &Tenant,
        host: &str,
        (code, secret): (&str, Option<&str>),
        context: &ClientContext,
    ) -> Result<Login, IdentityError> {
        let asked = secret.map(|text| token::parse(TokenKind::Browser, text).ok_or(FederatedLoginError::Expired));
        let asked = asked.transpose()?;
        let hash = token::parse(TokenKind::Handover, code).ok_or(FederatedLoginError::Expired)?;
        let host = tenant::normalize_host(host).ok_or(FederatedLoginError::Expired)?;
        let mut tx = self.store().tenant(tenant.id).await?;
        let taken = store::take(tx.conn(), (tenant.id, &hash, &host), asked.as_ref(), self.world().now()).await?;
        let by = taken.ok_or(FederatedLoginError::Expired)?;
        let context = ClientContext { client: by.client.handed_over(context.client), ..context.clone() };
        let details = json!({"handover": host, "from": by.session});
        let factors = ProvenFactors::Session { until: by.ends_at };
        self.enter_with(tx, tenant, by.user, SignInProof { factors, link: None }, details, &context).await
    }
}

fn limit(tenant: &Tenant, principal: &Principal) -> Limit {
    let max = if tenant.sandbox { CODES_MAX * SANDBOX_FACTOR } else { CODES_MAX };
    let (window, message) = (TimeDelta::minutes(10), "Too many codes were made. Wait a little.");
    Limit { name: "handover.user", subject: principal.user.to_string(), window, max, message }
}
