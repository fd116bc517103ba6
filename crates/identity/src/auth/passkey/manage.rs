//! A person's own passkeys: making, naming and removing them.

use kernel::{PasskeyId, TenantId};

use super::model;
use super::store::{self, CeremonyKind, For};
use super::{Passkey, PasskeyAnswer, PasskeyRequest, PasskeySite, limits};
use crate::auth::mfa::nothing_jumped;
use crate::auth::mfa::store::settings;
use crate::auth::session::Principal;
use crate::notify::mail::Notice;
use crate::{ClientContext, Identity, IdentityError, Secret, counter, person::user, rules};

const NAME_CHARS_MAX: usize = 50;
/// The maximum number of passkeys of a person.
const PASSKEYS_MAX: usize = 20;

impl Identity {
    /// A person's passkeys, the oldest first.
    ///
    /// # Errors
    /// Database errors.
    pub async fn passkeys(&self, tenant: TenantId, who: &Principal) -> Result<Vec<Passkey>, IdentityError> {
        let mut tx = self.store().tenant_read(tenant).await?;
        Ok(store::of(tx.conn(), tenant, who.user).await?)
    }

    /// Creates a request for a new passkey. `with_factor` says whether an existing factor confirmed it.
    ///
    /// # Errors
    /// A conflict with 20 existing passkeys; [`IdentityError::TooMany`].
    pub async fn begin_passkey(
        &self,
        tenant: TenantId,
        who: &Principal,
        site: &PasskeySite,
        with_factor: bool,
    ) -> Result<PasskeyRequest, IdentityError> {
        let mut tx = self.store().tenant(tenant).await?;
        counter::store::spend(tx.conn(), tenant, self.world().now(), &[limits::of_person(who.user)]).await?;
        let known = store::known(tx.conn(), tenant, who.user, site.host()).await?;
        room_for_one(store::of(tx.conn(), tenant, who.user).await?.len())?;
        let person =
            user::store::find(tx.conn(), tenant, who.user).await?.ok_or(IdentityError::NotFound("The user"))?;
        let name = [person.first_name.as_deref(), person.last_name.as_deref()];
        let name = name.into_iter().flatten().collect::<Vec<_>>().join(" ");
        let shown = (person.email.as_str(), (!name.is_empty()).then_some(name.as_str()));
        let begun = model::begin_registration(site, who.user.uuid(), shown, &known)?;
        let asked = For { user: Some(who.user), session: Some(who.session), step_up: None, with_factor };
        self.remember(tx, CeremonyKind::Register, site, asked, begun).await
    }

    /// Stores the new passkey. A person's first factor comes with recovery codes, and all switches are turned on.
    ///
    /// # Errors
    /// A field error of `name`; [`IdentityError::PasskeyRefused`] for an invalid answer; [`IdentityError::Exists`] for
    /// a known passkey.
    pub async fn add_passkey(
        &self,
        tenant: TenantId,
        who: &Principal,
        site: &PasskeySite,
        answer: PasskeyAnswer<'_>,
        name: &str,
        context: &ClientContext,
    ) -> Result<Vec<Secret>, IdentityError> {
        let name = checked_name(name)?;
        let now = self.world().now();
        let asked = self.take(tenant, answer.request, CeremonyKind::Register, site).await?;
        if asked.asked.session != Some(who.session) {
            return Err(IdentityError::PasskeyRefused);
        }
        let kept = model::finish_registration(site, &asked.state, answer.credential)?;
        let mut tx = self.store().tenant(tenant).await?;
        // Serialised per person, so that concurrent requests cannot exceed the maximum.
        settings::lock(tx.conn(), tenant, who.user).await?;
        room_for_one(store::of(tx.conn(), tenant, who.user).await?.len())?;
        let first = !settings::is_enrolled(tx.conn(), tenant, who.user).await?;
        nothing_jumped(!first, asked.asked.with_factor)?;
        let id = self.world().id();
        if !store::add(tx.conn(), tenant, id, who.user, site.host(), &kept, &name, now).await? {
            return Err(IdentityError::Exists("This passkey"));
        }
        let codes = self.enrolled(&mut tx, who, first, Notice::PasskeyAdded, context).await?;
        tx.commit().await?;
        Ok(codes)
    }

    /// Renames a passkey.
    ///
    /// # Errors
    /// A field error of `name`; [`IdentityError::NotFound`] for another person's passkey.
    pub async fn rename_passkey(
        &self,
        tenant: TenantId,
        who: &Principal,
        id: PasskeyId,
        name: &str,
    ) -> Result<(), IdentityError> {
        let name = checked_name(name)?;
        let mut tx = self.store().tenant(tenant).await?;
        if !store::rename(tx.conn(), tenant, who.user, id, &name).await? {
            return Err(IdentityError::NotFound("The passkey"));
        }
        Ok(tx.commit().await?)
    }

    /// Removes a passkey. The email code always remains as a sign-in method. With the last factor, the recovery codes
    /// are deleted and all switches are turned off.
    ///
    /// # Errors
    /// [`IdentityError::NotFound`] for another person's passkey.
    pub async fn remove_passkey(
        &self,
        tenant: TenantId,
        who: &Principal,
        id: PasskeyId,
        context: &ClientContext,
    ) -> Result<(), IdentityError> {
        let mut tx = self.store().tenant(tenant).await?;
        settings::lock(tx.conn(), tenant, who.user).await?;
        if !store::remove(tx.conn(), tenant, who.user, id).await? {
            return Err(IdentityError::NotFound("The passkey"));
        }
        self.removed(&mut tx, who, Notice::PasskeyRemoved, context).await?;
        Ok(tx.commit().await?)
    }
}

fn room_for_one(passkeys: usize) -> Result<(), IdentityError> {
    let full = || IdentityError::conflict("You have 20 passkeys. Remove one first.");
    (passkeys < PASSKEYS_MAX).then_some(()).ok_or_else(full)
}

/// Validates a name that a person gives to a passkey or a profile.
///
/// # Errors
/// A field error of `name`.
pub(crate) fn checked_name(name: &str) -> Result<String, IdentityError> {
    rules::label(name, 1, NAME_CHARS_MAX).map_err(|broken| match broken.code {
        "invisible_character" => ("name", broken).into(),
        _ => IdentityError::field("name", "length", "Give it a name of 1 to 50 characters."),
    })
}
