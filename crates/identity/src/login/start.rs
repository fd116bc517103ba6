//! Sending a code.

use serde_json::json;

use super::model::{CODE_LIFE, Challenge, Kept, next_send, resend_after_s};
use super::{limits, store};
use crate::audit::{self, Entry};
use crate::captcha::{self, Action, Solution};
use crate::counter::{self, seconds_until};
use crate::{ClientContext, EmailAddress, Identity, IdentityError, Tenant, mail};

impl Identity {
    /// Sends a code to `email`. A new one ends the one before it. What is answered, and what it costs, does not depend on
    /// whether anybody has an account with the address.
    ///
    /// # Errors
    /// A field error of `email`; [`IdentityError::TooMany`] before the resend time is over, or beyond the limits of sends;
    /// [`IdentityError::CaptchaRequired`] while codes are being guessed.
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
        let failures = counter::store::read(tx.conn(), tenant.id, now, &limits::failures()).await?;
        if let Some(asked) = work.filter(|_| limits::are_guesses(failures)) {
            // Before anything is counted or locked: who shows no work costs none.
            self.require_work(&mut tx, asked).await?;
        }
        // Counting first: it also makes sends to one address wait for each other, so that the timer cannot be raced.
        counter::store::spend(tx.conn(), tenant.id, now, &limits::of_sending(tenant, &email, context)).await?;
        let last = store::last_send(tx.conn(), tenant.id, &email).await?;
        let send_number = next_send(last, now).map_err(|free_at| IdentityError::TooMany {
            retry_after_s: seconds_until(free_at, now),
            message: "A code was sent a moment ago.",
        })?;
        let challenge = Kept {
            id: self.world().id(),
            email,
            seed: self.world().random(),
            code_kind: limits::code_kind(failures),
            language: context.language,
            network: context.network(),
            send_number,
            attempts: 0,
            created_at: now,
            expires_at: now + CODE_LIFE,
            open: true,
        };
        store::add(tx.conn(), tenant.id, &challenge).await?;
        let sent = Entry::new("login.code_sent").with(json!({"challenge": challenge.id, "send": send_number}));
        audit::store::write(tx.conn(), self.world(), tenant.id, context, &sent).await?;
        tx.enqueue(now, &[mail::job::login_code(tenant.id, challenge.id)]).await?;
        tx.commit().await?;
        Ok(Challenge {
            id: challenge.id,
            resend_after_s: resend_after_s(send_number),
            expires_at: challenge.expires_at,
        })
    }
}
