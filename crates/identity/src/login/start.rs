//! Sending a code.

use ::store::TenantTx;
use kernel::TenantId;
use serde_json::json;

use super::budget::{self, Caller, Load, Terms, Used};
use super::model::{CODE_LIFE, Challenge, Kept, next_send, resend_after_s};
use super::{device_mark, limits, store};
use crate::audit::{self, Entry};
use crate::captcha::{self, Action, Solution};
use crate::counter::{self, Limit, seconds_until};
use crate::session::KEEP_ENDED;
use crate::{ClientContext, EmailAddress, Identity, IdentityError, Secret, Tenant, mail};

impl Identity {
    /// Sends a code to `email`. A new one ends the one that the same caller asked for before; those that others asked for stay. What
    /// is answered, and what it costs, does not depend on whether anybody has an account with the address.
    ///
    /// # Errors
    /// A field error of `email`; [`IdentityError::TooMany`] before the resend time is over, or beyond the limits of sends;
    /// [`IdentityError::CaptchaRequired`] while codes are being guessed, or many are asked for.
    pub async fn start_login(
        &self,
        tenant: &Tenant,
        email: &str,
        context: &ClientContext,
    ) -> Result<Challenge, IdentityError> {
        self.start_login_solving(tenant, email, None, context).await
    }

    /// The same for somebody who may have solved a puzzle for it.
    ///
    /// # Errors
    /// Those of [`Identity::start_login`]; then the solution has not served.
    pub async fn start_login_solving(
        &self,
        tenant: &Tenant,
        email: &str,
        solution: Option<Solution<'_>>,
        context: &ClientContext,
    ) -> Result<Challenge, IdentityError> {
        let asked = captcha::Asked { action: Action::Login, solution };
        self.send_login_code(tenant, email, Some(asked), context).await
    }

    /// Sends a code. Without `work` to be asked for, the address is known to be the caller's by other proof.
    pub(crate) async fn send_login_code(
        &self,
        tenant: &Tenant,
        email: &str,
        work: Option<captcha::Asked<'_>>,
        context: &ClientContext,
    ) -> Result<Challenge, IdentityError> {
        let email = EmailAddress::parse(email)?;
        let now = self.world().now();
        let mut tx = self.store().tenant(tenant.id).await?;
        let whose = self.whose(&mut tx, &email, context).await?;
        let (load, terms) = self.sending_terms(&mut tx, tenant, &whose.caller, context).await?;
        if let Some((asked, numbers)) = work.zip(terms.work.numbers()) {
            // Before anything is counted or locked: who shows no work costs none.
            self.require_work(&mut tx, asked, numbers).await?;
        }
        // Counting first: it also makes sends by one caller to one address wait for each other, so that the timer cannot be raced.
        let spent = limits::of_sending(tenant.sandbox, &whose.caller, &email, context);
        counter::store::spend(tx.conn(), tenant.id, now, &spent).await?;
        let last = store::last_send(tx.conn(), tenant.id, &email, whose.caller.key()).await?;
        let send_number = next_send(last, now).map_err(|free_at| IdentityError::TooMany {
            retry_after_s: seconds_until(free_at, now),
            message: "A code was sent a moment ago.",
        })?;
        let challenge = Kept {
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
        // While registration is paused, the mail to an address without an account is due when its code has expired, and the job then sends
        // nothing. So the work is the same for all addresses.
        let held_back = terms.registration_paused && !whose.has_account;
        let due = if held_back { challenge.expires_at } else { now };
        tx.enqueue(due, &[mail::job::login_code(tenant.id, challenge.id)]).await?;
        tx.commit().await?;
        if load.ends_with_this(&whose.caller) {
            tracing::error!(tenant = %tenant.id, "ALERT: registration by e-mail is paused: too many codes are asked for");
        }
        Ok(Challenge {
            id: challenge.id,
            resend_after_s: resend_after_s(send_number),
            expires_at: challenge.expires_at,
            registration_paused: terms.registration_paused,
        })
    }

    /// Who asks, as far as the account of the address knows them.
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

    /// What has been asked of the tenant so far, and on what terms the next code is sent.
    async fn sending_terms(
        &self,
        tx: &mut TenantTx,
        tenant: &Tenant,
        caller: &Caller,
        context: &ClientContext,
    ) -> Result<(Load, Terms), IdentityError> {
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

    /// The mark that the device of somebody who has signed in may keep: codes to this address that it asks for have an allowance
    /// of their own.
    pub fn device_mark(&self, tenant: TenantId, email: &str) -> Option<Secret> {
        let (email, now) = (EmailAddress::parse(email).ok()?, self.world().now());
        Some(device_mark::make(self.pepper(), tenant, &email, self.world().random(), now))
    }
}

/// Who asks for a code to an address.
struct Whose {
    caller: Caller,
    has_account: bool,
}
