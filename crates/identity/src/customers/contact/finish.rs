//! The second step of a contact change: a correct code replaces the old address or number.

use ::store::TenantTx;
use kernel::ChallengeId;
use serde_json::json;

use super::model::{ContactChallenge, Way, may_change_phone};
use super::start::too_early;
use super::{limits, store};
use crate::audit::{self, Entry};
use crate::counter::{self, seconds_until};
use crate::notify::mail::Notice;
use crate::one_time_code::{self, ATTEMPTS_MAX, Magic};
use crate::person::verification::{Event, Kind};
use crate::{
    ClientContext, EmailAddress, Identity, IdentityError, Principal, Tenant, User, notify::mail, person::user,
};

impl Identity {
    /// Checks the code of an email change, and notifies the old address.
    ///
    /// # Errors
    /// A field error of `code`; 409 `EMAIL_ALREADY_LINKED_ERROR` if another account has the address.
    pub async fn confirm_email_change(
        &self,
        tenant: &Tenant,
        who: &Principal,
        challenge: ChallengeId,
        code: &str,
        context: &ClientContext,
    ) -> Result<User, IdentityError> {
        let (mut tx, kept) = self.checked(tenant, who, challenge, code, "email").await?;
        let now = self.world().now();
        let email = EmailAddress::parse(&kept.target)?;
        let old =
            user::store::find(tx.conn(), tenant.id, who.user).await?.ok_or(IdentityError::NotFound("The user"))?;
        if !user::store::set_email(tx.conn(), tenant.id, who.user, &email, now).await? {
            let message = "This email belongs to another account.";
            return Err(IdentityError::refusal(kernel::ErrorKind::Conflict, "EMAIL_ALREADY_LINKED_ERROR", message));
        }
        let entry = Entry::new("email.changed").of(who.user, Some(who.session)).with(json!({ "challenge": kept.id }));
        audit::store::write(tx.conn(), self.world(), tenant.id, context, &entry).await?;
        let to = (who.user, old.email.as_str());
        let notice = mail::job::email_changed(tenant.id, kept.id, to, old.settings.language, context);
        tx.enqueue(now, &[notice]).await?;
        tx.commit().await?;
        self.user(tenant.id, who.user).await
    }

    /// Checks the code of a telephone change. The number is then stored as verified. If it replaces another number, the
    /// person is notified and payouts are held for a while.
    ///
    /// # Errors
    /// A field error of `code`; 429 `PHONE_CHANGE_LIMIT_EXCEEDED` if another change happened first.
    pub async fn confirm_phone_change(
        &self,
        tenant: &Tenant,
        who: &Principal,
        challenge: ChallengeId,
        code: &str,
        context: &ClientContext,
    ) -> Result<User, IdentityError> {
        let (mut tx, kept) = self.checked(tenant, who, challenge, code, "phone").await?;
        let now = self.world().now();
        let changed_at = user::store::lock_phone(tx.conn(), tenant.id, who.user).await?;
        may_change_phone(changed_at, now).map_err(too_early)?;
        let before = user::store::find(tx.conn(), tenant.id, who.user).await?.and_then(|user| user.phone);
        user::store::set_phone(tx.conn(), tenant.id, who.user, &kept.target, now).await?;
        if before.is_some_and(|number| number != kept.target) {
            user::store::note_guards_changed(tx.conn(), tenant.id, who.user, now).await?;
            let notice = mail::job::security(tenant.id, who.user, Notice::PhoneChanged, self.world().uuid());
            tx.enqueue(now, &[notice]).await?;
        }
        self.move_verification(&mut tx, who.user, Kind::Phone, Event::Prove, &[], context).await?;
        let details = json!({ "challenge": kept.id, "way": kept.way.code() });
        let entry = Entry::new("phone.changed").of(who.user, Some(who.session)).with(details);
        audit::store::write(tx.conn(), self.world(), tenant.id, context, &entry).await?;
        tx.commit().await?;
        self.user(tenant.id, who.user).await
    }

    /// Returns the challenge of a correct code, consumed in the transaction that is returned. A wrong code costs an
    /// attempt even if the rest fails.
    async fn checked(
        &self,
        tenant: &Tenant,
        who: &Principal,
        challenge: ChallengeId,
        code: &str,
        kind: &'static str,
    ) -> Result<(TenantTx, ContactChallenge), IdentityError> {
        let Some(typed) = one_time_code::typed(code) else {
            return Err(IdentityError::field("code", "format", "Enter the code that we sent."));
        };
        let now = self.world().now();
        let mut tx = self.store().tenant(tenant.id).await?;
        counter::store::spend(tx.conn(), tenant.id, now, &[limits::of_checking(who.user)]).await?;
        let taken = store::take_attempt(tx.conn(), tenant.id, challenge, who.user, now, ATTEMPTS_MAX).await?;
        let Some(kept) = taken.filter(|kept| kept.way.kind() == kind) else {
            let closed = store::find(tx.conn(), tenant.id, challenge).await?.filter(|kept| kept.user == who.user);
            tx.commit().await?;
            return Err(match closed {
                Some(kept) if kept.open && now < kept.expires_at && kept.attempts >= ATTEMPTS_MAX => {
                    self.tried_too_often(&kept)
                }
                _ => expired(),
            });
        };
        let refused = match self.meaning(tenant, &kept, &typed) {
            Magic::Right => {
                store::consume(tx.conn(), tenant.id, kept.id, now).await?;
                return Ok((tx, kept));
            }
            Magic::Expired => expired(),
            Magic::Exhausted => self.tried_too_often(&kept),
            Magic::Wrong => IdentityError::Field {
                field: "code",
                rule: "wrong",
                message: "This is not the code we sent.".into(),
                attempts_left: u32::try_from(ATTEMPTS_MAX - kept.attempts).ok(),
            },
        };
        tx.commit().await?;
        Err(refused)
    }

    fn meaning(&self, tenant: &Tenant, kept: &ContactChallenge, typed: &str) -> Magic {
        let simulated = match kept.way {
            Way::Mail => kept.target.to_ascii_lowercase().ends_with("@example.test"),
            Way::Sms | Way::Messenger => kept.target.starts_with("+999"),
        };
        if let Some(magic) = one_time_code::simulated(tenant.sandbox && simulated, typed) {
            return magic;
        }
        let expected =
            one_time_code::code_for(self.pepper(), tenant.id, kept.id, &kept.seed, one_time_code::CodeKind::Digits);
        if one_time_code::matches(&expected, typed) { Magic::Right } else { Magic::Wrong }
    }

    fn tried_too_often(&self, kept: &ContactChallenge) -> IdentityError {
        let wait = chrono::TimeDelta::seconds(i64::from(one_time_code::resend_after_s(kept.send_number)));
        IdentityError::TooMany {
            retry_after_s: seconds_until(kept.created_at + wait, self.world().now()),
            message: "This code was tried too often. Ask for a new one.",
        }
    }
}

fn expired() -> IdentityError {
    IdentityError::field("code", "expired", "This code is no longer good. Ask for a new one.")
}
