//! The anti-phishing phrase. A person chooses it, and every email to the person begins with it, so that a forged email
//! can be recognised.

mod store;

use ::store::TenantTx;
use chrono::TimeDelta;
use kernel::{TenantId, UserId};
use serde_json::json;

use crate::audit::{self, Entry};
use crate::counter::{self, Limit, SANDBOX_FACTOR};
use crate::envelope::Class;
use crate::notify::mail::{self, Notice, SealedPhrase};
use crate::{ClientContext, EmailAddress, Identity, IdentityError, Principal, Tenant, person::user, rules};

/// Changes per person and day, because each one sends an email.
const CHANGES_MAX: i32 = 10;

impl Identity {
    /// A person's phrase, if one is set.
    ///
    /// # Errors
    /// Database errors; data encrypted under another key-encryption key.
    pub async fn mail_phrase(&self, tenant: TenantId, user: UserId) -> Result<Option<String>, IdentityError> {
        let mut tx = self.store().tenant(tenant).await?;
        self.phrase_of(&mut tx, user).await
    }

    /// Sets, changes or removes the phrase. The notification email shows the previous phrase.
    ///
    /// # Errors
    /// A field error of `phrase`; [`IdentityError::TooMany`].
    pub async fn set_mail_phrase(
        &self,
        tenant: &Tenant,
        who: &Principal,
        phrase: Option<&str>,
        context: &ClientContext,
    ) -> Result<Option<String>, IdentityError> {
        let phrase = phrase.map(rules::phrase).transpose().map_err(|broken| ("phrase", broken))?;
        let mut tx = self.store().tenant(tenant.id).await?;
        // Locked before the read, so that each notification shows the right previous phrase.
        user::store::lock(tx.conn(), tenant.id, who.user).await?;
        let before = self.sealed_phrase(&mut tx, who.user).await?;
        if self.open_phrase(&mut tx, before.as_ref()).await? == phrase {
            return Ok(phrase);
        }
        let now = self.world().now();
        counter::store::spend(tx.conn(), tenant.id, now, &[limit(tenant, who.user)]).await?;
        let sealed = match &phrase {
            Some(phrase) => Some(self.envelope().seal(&mut tx, Class::Pii, who.user.uuid(), phrase.as_bytes()).await?),
            None => None,
        };
        store::set(tx.conn(), tenant.id, who.user, sealed.as_deref(), now).await?;
        self.tell_of_phrase(&mut tx, who, (before, phrase.is_some()), context).await?;
        tx.commit().await?;
        Ok(phrase)
    }

    async fn tell_of_phrase(
        &self,
        tx: &mut TenantTx,
        who: &Principal,
        (before, is_set): (Option<SealedPhrase>, bool),
        context: &ClientContext,
    ) -> Result<(), IdentityError> {
        let (tenant, now) = (tx.tenant(), self.world().now());
        let (action, notice) = match (&before, is_set) {
            (None, _) => ("mail_phrase.set", Notice::PhraseSet),
            (Some(_), true) => ("mail_phrase.changed", Notice::PhraseChanged),
            (Some(_), false) => ("mail_phrase.removed", Notice::PhraseRemoved),
        };
        let entry = Entry::new(action).of(who.user, Some(who.session)).with(json!({}));
        audit::store::write(tx.conn(), self.world(), tenant, context, &entry).await?;
        tx.enqueue(now, &mail::job::phrase(tenant, who.user, notice, self.world().uuid(), before)).await?;
        Ok(())
    }

    /// A person's encrypted phrase.
    pub(crate) async fn sealed_phrase(
        &self,
        tx: &mut TenantTx,
        user: UserId,
    ) -> Result<Option<SealedPhrase>, IdentityError> {
        let tenant = tx.tenant();
        let sealed = store::sealed(tx.conn(), tenant, user).await?;
        Ok(sealed.map(|sealed| SealedPhrase::new(user, &sealed)))
    }

    /// The phrase for an email to this person.
    pub(crate) async fn phrase_of(&self, tx: &mut TenantTx, user: UserId) -> Result<Option<String>, IdentityError> {
        let sealed = self.sealed_phrase(tx, user).await?;
        self.open_phrase(tx, sealed.as_ref()).await
    }

    /// The phrase for an email to this address; `None` if no account has it.
    pub(crate) async fn phrase_at(
        &self,
        tx: &mut TenantTx,
        email: &EmailAddress,
    ) -> Result<Option<String>, IdentityError> {
        let tenant = tx.tenant();
        let found = store::sealed_at(tx.conn(), tenant, email.normalized()).await?;
        let sealed = found.map(|(user, sealed)| SealedPhrase::new(user, &sealed));
        self.open_phrase(tx, sealed.as_ref()).await
    }

    /// Decrypts a phrase.
    pub(crate) async fn open_phrase(
        &self,
        tx: &mut TenantTx,
        kept: Option<&SealedPhrase>,
    ) -> Result<Option<String>, IdentityError> {
        let Some(SealedPhrase { user, sealed }) = kept else { return Ok(None) };
        let sealed = hex::decode(sealed).map_err(|error| IdentityError::internal(&error))?;
        let plain = self.envelope().open(tx, Class::Pii, user.uuid(), &sealed).await?;
        let text = String::from_utf8(plain.to_vec()).map_err(|error| IdentityError::internal(&error))?;
        Ok(Some(text))
    }
}

fn limit(tenant: &Tenant, user: UserId) -> Limit {
    let max = if tenant.sandbox { CHANGES_MAX * SANDBOX_FACTOR } else { CHANGES_MAX };
    let message = "The phrase was changed too often today.";
    Limit { name: "phrase.user", subject: user.to_string(), window: TimeDelta::days(1), max, message }
}
