//! Sending a code to a new address or number.

use std::collections::BTreeSet;

use kernel::{Country, TenantId, UserId};
use serde_json::json;

use super::model::{ContactChallenge, Way, may_change_phone};
use super::{limits, store};
use crate::audit::{self, Entry};
use crate::counter::{self, seconds_until};
use crate::one_time_code::{CODE_LIFE, Challenge, next_send, resend_after_s};
use crate::rules::{self, Phone};
use crate::{
    ClientContext, EmailAddress, Identity, IdentityError, Principal, Tenant, auth::session, notify::mail,
    notify::texting, person::user,
};

impl Identity {
    /// Sends a code to `email`, which replaces the person's address once the code is confirmed. The answer does not
    /// reveal whether another account has the address; only the recipient of the code learns that.
    ///
    /// # Errors
    /// A field error of `email`; [`IdentityError::TooMany`].
    pub async fn start_email_change(
        &self,
        tenant: &Tenant,
        who: &Principal,
        email: &str,
        context: &ClientContext,
    ) -> Result<Challenge, IdentityError> {
        let email = EmailAddress::parse(email)?;
        let person = self.user(tenant.id, who.user).await?;
        if EmailAddress::parse(&person.email).is_ok_and(|own| own.normalized() == email.normalized()) {
            return Err(IdentityError::field("email", "same", "This is your email already."));
        }
        self.send_contact_code(tenant, who, Way::Mail, email.address(), context).await
    }

    /// Sends a code to a telephone, by SMS or by messenger.
    ///
    /// # Errors
    /// Status codes as in the specification's phone step mapping: 406 for an anonymous number, 422 for a region in
    /// `refused`, 429 `PHONE_CHANGE_LIMIT_EXCEEDED` within a day of the last change, a field error of `phone` for an
    /// invalid number.
    pub async fn start_phone_change(
        &self,
        tenant: &Tenant,
        who: &Principal,
        number: &str,
        way: Way,
        refused: &BTreeSet<Country>,
        context: &ClientContext,
    ) -> Result<Challenge, IdentityError> {
        let phone = acceptable(number, tenant.sandbox, refused)?;
        let person = self.user(tenant.id, who.user).await?;
        if person.phone.as_deref() == Some(phone.number()) {
            return Err(IdentityError::field("phone", "same", "This is your phone already."));
        }
        may_change_phone(person.phone_changed_at, self.world().now()).map_err(too_early)?;
        self.send_contact_code(tenant, who, way, phone.number(), context).await
    }

    async fn send_contact_code(
        &self,
        tenant: &Tenant,
        who: &Principal,
        way: Way,
        target: &str,
        context: &ClientContext,
    ) -> Result<Challenge, IdentityError> {
        let now = self.world().now();
        let mut tx = self.store().tenant(tenant.id).await?;
        let since = session::account_made_at(tx.conn(), tenant.id, who.user).await?;
        let spent = limits::of_sending(tenant, (who.user, now - since), way, target, context);
        counter::store::spend(tx.conn(), tenant.id, now, &spent).await?;
        let last = store::last_send(tx.conn(), tenant.id, who.user, way).await?;
        let send_number = next_send(last, now).map_err(|free_at| IdentityError::TooMany {
            retry_after_s: seconds_until(free_at, now),
            message: "A code was sent a moment ago.",
        })?;
        let kept = ContactChallenge {
            id: self.world().id(),
            user: who.user,
            way,
            target: target.to_owned(),
            seed: self.world().random(),
            language: self.language_of(tenant.id, who.user).await.unwrap_or(context.language),
            send_number,
            attempts: 0,
            created_at: now,
            expires_at: now + CODE_LIFE,
            open: true,
        };
        store::add(tx.conn(), tenant.id, &kept).await?;
        let details = json!({ "challenge": kept.id, "way": way.code(), "send": send_number });
        let entry = Entry::new("contact.code_sent").of(who.user, Some(who.session)).with(details);
        audit::store::write(tx.conn(), self.world(), tenant.id, context, &entry).await?;
        let job = match way {
            Way::Mail => mail::job::contact_code(tenant.id, kept.id),
            Way::Sms | Way::Messenger => texting::job::contact_code(tenant.id, kept.id),
        };
        tx.enqueue(now, &[job]).await?;
        tx.commit().await?;
        Ok(Challenge {
            id: kept.id,
            resend_after_s: resend_after_s(send_number),
            expires_at: kept.expires_at,
            registration_paused: false,
        })
    }

    async fn language_of(&self, tenant: TenantId, id: UserId) -> Option<crate::Language> {
        let mut tx = self.store().tenant_read(tenant).await.ok()?;
        let person = user::store::find(tx.conn(), tenant, id).await.ok()??;
        Some(person.settings.language)
    }
}

/// Returns the parsed number, or the specification's error for a number that is not allowed.
pub(super) fn acceptable(number: &str, sandbox: bool, refused: &BTreeSet<Country>) -> Result<Phone, IdentityError> {
    let phone = rules::phone(number, sandbox).map_err(|broken| match broken.code {
        "anonymous" => IdentityError::refusal(kernel::ErrorKind::Invalid, "NOT_ACCEPTABLE", broken.message),
        _ => ("phone", broken).into(),
    })?;
    if phone.country.is_some_and(|country| refused.contains(&country)) {
        let message = "Numbers of this region cannot be used.";
        return Err(IdentityError::refusal(kernel::ErrorKind::Unprocessable, "UNPROCESSABLE_ENTITY", message));
    }
    Ok(phone)
}

pub(super) fn too_early(retry_after_s: u32) -> IdentityError {
    IdentityError::Refused {
        kind: kernel::ErrorKind::TooMany,
        code: "PHONE_CHANGE_LIMIT_EXCEEDED",
        message: "The phone can be changed once in 24 hours.".to_owned(),
        retry_after_s: Some(retry_after_s),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_number_that_cannot_be_called_has_its_own_answer() {
        let refused = BTreeSet::from(["RU".parse().unwrap()]);
        let code = |number: &str| acceptable(number, false, &refused).map_err(|error| error.code()).err();
        assert_eq!(code("+48 512 345 678"), None);
        assert_eq!(code("+888 0123 4567"), Some("NOT_ACCEPTABLE"));
        assert_eq!(code("+7 495 123-45-67"), Some("UNPROCESSABLE_ENTITY"));
        assert_eq!(code("+7 701 234 5678"), None);
        assert_eq!(code("512 345 678"), Some("VALIDATION_ERROR"));
    }
}
