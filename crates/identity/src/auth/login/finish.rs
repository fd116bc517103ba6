//! Checks a sign-in code and opens the session.

use ::store::TenantTx;
use kernel::ChallengeId;
use serde_json::json;

use super::brute_force::{self, WrongCodes};
use super::model::{Login, LoginChallenge};
use super::{limits, sandbox, store};
use crate::audit::{self, Entry};
use crate::counter::{self, seconds_until};
use crate::one_time_code::{self as code, ATTEMPTS_MAX, Magic, code_for, resend_after_s};
use crate::{ClientContext, Identity, IdentityError, Tenant, person::user};

/// The result of a check.
enum Checked {
    Right,
    Wrong,
    Expired,
    Exhausted,
}

impl Identity {
    /// Signs in with the code of a challenge. An unknown address gets an account. A code is single-use.
    ///
    /// # Errors
    /// A field error of `code`, with the attempts left, if it is wrong or expired; [`IdentityError::TooMany`] if the
    /// challenge has no attempts left, or a network tries too many closed challenges; [`IdentityError::Blocked`] for a
    /// blocked account.
    pub async fn finish_login(
        &self,
        tenant: &Tenant,
        challenge: ChallengeId,
        code: &str,
        context: &ClientContext,
    ) -> Result<Login, IdentityError> {
        self.finish_login_linking(tenant, challenge, code, None, context).await
    }

    /// Like [`Identity::finish_login`], and links the identity that waits for this address's code in the same
    /// transaction. If a second factor is required, the link waits for it.
    ///
    /// # Errors
    /// The errors of [`Identity::finish_login`], and [`crate::error::FederatedLoginError`]; the code stays valid then.
    pub async fn finish_login_linking(
        &self,
        tenant: &Tenant,
        challenge: ChallengeId,
        code: &str,
        link: Option<&str>,
        context: &ClientContext,
    ) -> Result<Login, IdentityError> {
        let Some(typed) = code::typed(code) else {
            return Err(IdentityError::field("code", "format", "Enter the code from the mail."));
        };
        let now = self.world().now();
        let mut tx = self.store().tenant(tenant.id).await?;
        // The attempt is taken under the row's lock before the comparison, so that parallel guesses cannot share one.
        let Some(kept) = store::take_attempt(tx.conn(), tenant.id, challenge, now, ATTEMPTS_MAX).await? else {
            counter::store::spend(tx.conn(), tenant.id, now, &limits::of_checking(tenant, context)).await?;
            let refusal = self.why_closed(&mut tx, tenant, challenge).await?;
            // Commits the network's count of checks.
            tx.commit().await?;
            return Err(refusal);
        };
        match self.check(tenant, &kept, &typed) {
            Checked::Right => self.open(tx, tenant, &kept, link, context).await,
            refused => self.refuse(tx, tenant, &kept, &refused, context).await,
        }
    }

    fn check(&self, tenant: &Tenant, kept: &LoginChallenge, typed: &str) -> Checked {
        match sandbox::meaning(tenant.sandbox, &kept.email, typed) {
            Some(Magic::Right) => return Checked::Right,
            Some(Magic::Wrong) => return Checked::Wrong,
            Some(Magic::Expired) => return Checked::Expired,
            Some(Magic::Exhausted) => return Checked::Exhausted,
            None => {}
        }
        let expected = code_for(self.pepper(), tenant.id, kept.id, &kept.seed, kept.code_kind);
        if code::matches(&expected, typed) { Checked::Right } else { Checked::Wrong }
    }

    /// Why a challenge accepts no attempts. An unknown, foreign or used challenge is reported as expired.
    async fn why_closed(
        &self,
        tx: &mut TenantTx,
        tenant: &Tenant,
        challenge: ChallengeId,
    ) -> Result<IdentityError, IdentityError> {
        let kept = store::find(tx.conn(), tenant.id, challenge).await?;
        let now = self.world().now();
        Ok(match kept {
            Some(kept) if kept.open && now < kept.expires_at && kept.attempts >= ATTEMPTS_MAX => self.exhausted(&kept),
            _ => expired(),
        })
    }

    async fn refuse(
        &self,
        mut tx: TenantTx,
        tenant: &Tenant,
        kept: &LoginChallenge,
        why: &Checked,
        context: &ClientContext,
    ) -> Result<Login, IdentityError> {
        let now = self.world().now();
        let entry = Entry::new("login.code_refused").with(json!({"challenge": kept.id, "attempt": kept.attempts}));
        audit::store::write(tx.conn(), self.world(), tenant.id, context, &entry).await?;
        // Last, because all failures of a tenant contend for these two rows.
        counter::store::add_one(tx.conn(), tenant.id, now, &limits::failures()).await?;
        let hour = limits::failures_of_the_hour();
        let count = counter::store::add_one(tx.conn(), tenant.id, now, &hour).await?;
        // Each count occurs once, whichever server handles the attempt, so one alarm per hour is sent.
        if count == hour.max {
            let since = hour.starts_at(now);
            tracing::error!(
                event = "alert.sign_in_codes_guessed", tenant = %tenant.id, count, %since,
                "ALERT: sign-in codes are being guessed."
            );
            tx.enqueue(now, &[brute_force::alarm(tenant.id, WrongCodes { since, count })]).await?;
        }
        // Commits on failure, because the attempt is used up.
        tx.commit().await?;
        Err(match why {
            Checked::Expired => expired(),
            Checked::Exhausted => self.exhausted(kept),
            Checked::Wrong | Checked::Right => wrong(kept),
        })
    }

    async fn open(
        &self,
        mut tx: TenantTx,
        tenant: &Tenant,
        kept: &LoginChallenge,
        link: Option<&str>,
        context: &ClientContext,
    ) -> Result<Login, IdentityError> {
        let now = self.world().now();
        store::consume(tx.conn(), tenant.id, kept.id, now).await?;
        let (id, added) =
            user::store::find_or_add(tx.conn(), self.world(), tenant.id, &kept.email, kept.language).await?;
        // A right code proves that the address takes emails again.
        user::store::clear_mail_bounced(tx.conn(), tenant.id, id).await?;
        let link = match link {
            Some(link) => Some(self.proven_link(&mut tx, &kept.email, link).await?),
            None => None,
        };
        let details = json!({"challenge": kept.id, "registered": added});
        let context = link.as_ref().map_or_else(|| context.clone(), |link| link.came_from(context));
        self.enter_linking(tx, tenant, id, link, details, &context).await
    }

    /// The error after too many wrong attempts; it says when a new code can be sent.
    fn exhausted(&self, kept: &LoginChallenge) -> IdentityError {
        let free_at = kept.created_at + chrono::TimeDelta::seconds(i64::from(resend_after_s(kept.send_number)));
        IdentityError::TooMany {
            retry_after_s: seconds_until(free_at, self.world().now()),
            message: "This code was tried too often. Ask for a new one.",
        }
    }
}

fn expired() -> IdentityError {
    IdentityError::field("code", "expired", "This code is no longer good. Ask for a new one.")
}

fn wrong(kept: &LoginChallenge) -> IdentityError {
    IdentityError::Field {
        field: "code",
        rule: "wrong",
        message: "This is not the code we sent.".into(),
        attempts_left: u32::try_from(ATTEMPTS_MAX - kept.attempts).ok(),
    }
}
