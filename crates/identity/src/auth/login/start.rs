//! Sends a sign-in code.

use ::store::TenantTx;
use kernel::TenantId;
use serde_json::json;

use super::budget::{self, Caller, CodeTerms, Load, Used};
use super::model::LoginChallenge;
use super::{device_mark, limits, store};
use crate::audit::{self, Entry};
use crate::auth::session::KEEP_ENDED;
use crate::captcha::{self, CaptchaAction, Solution};
use crate::counter::{self, Limit, seconds_until};
use crate::one_time_code::{CODE_LIFE, Challenge, next_send, resend_after_s};
use crate::{ClientContext, EmailAddress, Identity, IdentityError, Secret, Tenant, notify::mail};

impl Identity {
    /// Sends a code to `email`. It supersedes the same caller's earlier code, but not those of other callers. Neither
    /// the answer nor the work depends on whether the address has an account.
    ///
    /// # Errors
    /// A field error of `email`; [`IdentityError::TooMany`] before the resend delay is over, or beyond the limits;
    /// [`IdentityError::CaptchaRequired`] under a brute-force attack or heavy load.
    pub async fn start_login(
        &self,
        tenant: &Tenant,
        email: &str,
        context: &ClientContext,
    ) -> Result<Challenge, IdentityError> {
        self.start_login_solving(tenant, email, None, context).await
    }

    /// Like [`Identity::start_login`], with an optional solution of a puzzle.
    ///
    /// # Errors
    /// The errors of [`Identity::start_login`]; the solution stays unused then.
    pub async fn start_login_solving(
        &self,
        tenant: &Tenant,
        email: &str,
        solution: Option<Solution<'_>>,
        context: &ClientContext,
    ) -> Result<Challenge, IdentityError> {
        let asked = captcha::ProofOfWork { action: CaptchaAction::Login, solution };
        self.send_login_code(tenant, email, Some(asked), context).await
    }

    /// Sends a code. Without `work`, the caller has proven control of the address in another way.
    pub(crate) async fn send_login_code(
        &self,
        tenant: &Tenant,
        email: &str,
        work: Option<captcha::ProofOfWork<'_>>,
        context: &ClientContext,
    ) -> Result<Challenge, IdentityError> {
        let email = EmailAddress::parse(email)?;
        let now = self.world().now();
        let mut tx = self.store().tenant(tenant.id).await?;
        let whose = self.whose(&mut tx, &email, context).await?;
        let (load, terms) = self.sending_terms(&mut tx, tenant, &whose.caller, context).await?;
        if let Some((asked, numbers)) = work.zip(terms.work.numbers()) {
            // Before any counter or lock, so that a request without proof of work is cheap.
            self.require_work(&mut tx, asked, numbers).await?;
        }
        // The counters come first: their locks serialise sends of one caller to one address, so the resend delay has no
        // race.
        let spent = limits::of_sending(tenant.sandbox, &whose.caller, &email, context);
        counter::store::spend(tx.conn(), tenant.id, now, &spent).await?;
        let last = store::last_send(tx.conn(), tenant.id, &email, whose.caller.key()).await?;
        let send_number = next_send(last, now).map_err(|free_at| IdentityError::TooMany {
            retry_after_s: seconds_until(free_at, now),
            message: "A code was sent a moment ago.",
        })?;
        let challenge = LoginChallenge {
            id: self.world().id(),
            email,
            seed: self.world().random(),
            code_kind: limits::code_kind(load.failures),
            language: context.language,
            network: context.network(),
            send_number,
            attempts: 0,
            created_at: now,
            expires_at: now + CODE_LIFE,
            open: true,
        };
        store::add(tx.conn(), tenant.id, &challenge, whose.caller.key()).await?;
        let sent = Entry::new("login.code_sent").with(json!({"challenge": challenge.id, "send": send_number}));
        audit::store::write(tx.conn(), self.world(), tenant.id, context, &sent).await?;
        // While registration is paused, the email to an address without an account is scheduled for when the code has
        // expired, and the job then sends nothing. So the work is the same for all addresses.
        let held_back = terms.registration_paused && !whose.has_account;
        let due = if held_back { challenge.expires_at } else { now };
        tx.enqueue(due, &[mail::job::login_code(tenant.id, challenge.id)]).await?;
        tx.commit().await?;
        if load.ends_with_this(&whose.caller) {
            tracing::error!(
                event = "alert.registration_paused", tenant = %tenant.id,
                "ALERT: registration by e-mail is paused. Unknown callers asked for too many codes."
            );
        }
        Ok(Challenge {
            id: challenge.id,
            resend_after_s: resend_after_s(send_number),
            expires_at: challenge.expires_at,
            registration_paused: terms.registration_paused,
        })
    }

    /// Identifies the caller, as known to the account of the address.
    async fn whose(
        &self,
        tx: &mut TenantTx,
        email: &EmailAddress,
        context: &ClientContext,
    ) -> Result<Whose, IdentityError> {
        let (tenant, now) = (tx.tenant(), self.world().now());
        let device = context.device.as_deref();
        let device = device.and_then(|mark| device_mark::read(self.pepper(), tenant, email, mark, now));
        let network = context.network();
        let known = store::known(tx.conn(), tenant, email, &network, now - KEEP_ENDED).await?;
        let caller = Caller::of(device, network, known.network && context.ip.is_some());
        Ok(Whose { caller, has_account: known.account })
    }

    /// The tenant's current load, and the terms for the next code.
    async fn sending_terms(
        &self,
        tx: &mut TenantTx,
        tenant: &Tenant,
        caller: &Caller,
        context: &ClientContext,
    ) -> Result<(Load, CodeTerms), IdentityError> {
        let now = self.world().now();
        let of_tenant = limits::of_tenant(tenant.sandbox, caller);
        let of_provider = limits::of_provider(tenant.sandbox, caller, context);
        let mut used = async |limit: &Limit| -> Result<Used, IdentityError> {
            Ok(Used { count: counter::store::read(tx.conn(), tenant.id, now, limit).await?, max: limit.max })
        };
        let load = Load {
            failures: used(&limits::failures()).await?.count,
            tenant: used(&of_tenant).await?,
            provider: used(&of_provider).await?,
        };
        Ok((load, budget::terms(caller, load)))
    }

    /// A device mark for a signed-in person's browser. It gives the device its own allowance of codes for this address.
    pub fn device_mark(&self, tenant: TenantId, email: &str) -> Option<Secret> {
        let (email, now) = (EmailAddress::parse(email).ok()?, self.world().now());
        Some(device_mark::make(self.pepper(), tenant, &email, self.world().random(), now))
    }

    /// Whether a device mark shows that the owner of an address has signed in on the browser that carries it.
    #[must_use]
    pub fn is_device_of(&self, tenant: TenantId, email: &str, mark: &str) -> bool {
        let (Ok(email), now) = (EmailAddress::parse(email), self.world().now()) else { return false };
        device_mark::read(self.pepper(), tenant, &email, mark, now).is_some()
    }
}

/// The caller of a code request, and whether the address has an account.
struct Whose {
    caller: Caller,
    has_account: bool,
}
