//! Sending a code.

use serde_json::json;

use super::model::{CODE_LIFE, Challenge, Kept, next_send, resend_after_s};
use super::{limits, store};
use crate::audit::{self, Entry};
use crate::counter::{self, seconds_until};
use crate::{ClientContext, EmailAddress, Identity, IdentityError, Tenant, mail};

impl Identity {
    /// Sends a code to `email`. A new one ends the one before it. What is answered, and what it costs, does not depend on
    /// whether anybody has an account with the address.
    ///
    /// # Errors
    /// A field error of `email`; [`IdentityError::TooMany`] before the resend time is over, or beyond the limits of sends.
    pub async fn start_login(
        &self,
        tenant: &Tenant,
        email: &str,
        context: &ClientContext,
    ) -> Result<Challenge, IdentityError> {
        let email = EmailAddress::parse(email)?;
        let now = self.world().now();
        let mut tx = self.store().tenant(tenant.id).await?;
        // Counting first: it also makes sends to one address wait for each other, so that the timer cannot be raced.
        counter::store::spend(tx.conn(), tenant.id, now, &limits::of_sending(tenant, &email, context)).await?;
        let last = store::last_send(tx.conn(), tenant.id, &email).await?;
        let send_number = next_send(last, now).map_err(|free_at| IdentityError::TooMany {
            retry_after_s: seconds_until(free_at, now),
            message: "A code was sent a moment ago.",
        })?;
        let failures = counter::store::read(tx.conn(), tenant.id, now, &limits::failures()).await?;
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
