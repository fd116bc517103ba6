//! Profiles of a person. Each profile owns balances, orders and payees. Identity, verifications and limits belong to
//! the person.

mod model;
pub(crate) mod store;

use ::store::TenantTx;
use kernel::{ProfileId, TenantId};
use serde_json::json;

use model::ProfileClosureDecision;
pub use model::{OPEN_MAX, Profile, ProfileClosure};

use crate::audit::{self, Entry};
use crate::auth::passkey::checked_name;
use crate::auth::session::Principal;
use crate::ledger_port::ClosurePort;
use crate::{ClientContext, Identity, IdentityError, person::user};

/// A profile, and whether it needs attention.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The profile.
    pub profile: Profile,
    /// The profile is closed, but money has arrived since. It can be reopened to resolve that.
    pub is_unsettled: bool,
}

fn not_found() -> IdentityError {
    IdentityError::NotFound("The profile")
}

impl Identity {
    /// The person's profiles, including closed ones, the main one first.
    ///
    /// # Errors
    /// Database errors.
    pub async fn profiles(
        &self,
        tenant: TenantId,
        who: &Principal,
        books: &dyn ClosurePort,
    ) -> Result<Vec<Listed>, IdentityError> {
        let mut tx = self.store().tenant_read(tenant).await?;
        let mut listed = Vec::new();
        for profile in store::of_user(tx.conn(), tenant, who.user).await? {
            let is_unsettled = profile.closed_at.is_some()
                && !books.ties(&mut tx, std::slice::from_ref(&profile.id)).await?.closure_blockers().is_empty();
            listed.push(Listed { profile, is_unsettled });
        }
        Ok(listed)
    }

    /// Creates a profile.
    ///
    /// # Errors
    /// A field error of `name`; a conflict at the maximum number of profiles.
    pub async fn add_profile(
        &self,
        tenant: TenantId,
        who: &Principal,
        name: &str,
        context: &ClientContext,
    ) -> Result<Profile, IdentityError> {
        let name = checked_name(name)?;
        let (mut tx, all) = self.own_profiles(tenant, who).await?;
        model::may_open(&all, true)?;
        let (id, now): (ProfileId, _) = (self.world().id(), self.world().now());
        store::add(tx.conn(), tenant, who.user, id, &name, now).await?;
        self.end_profile_act(tx, who, "profile.made", id, context).await?;
        Ok(Profile { id, name: Some(name), is_main: false, created_at: now, closed_at: None })
    }

    /// Renames a profile.
    ///
    /// # Errors
    /// A field error of `name`; [`IdentityError::NotFound`] for another person's profile.
    pub async fn rename_profile(
        &self,
        tenant: TenantId,
        who: &Principal,
        id: ProfileId,
        name: &str,
        context: &ClientContext,
    ) -> Result<(), IdentityError> {
        let name = checked_name(name)?;
        let (mut tx, all) = self.own_profiles(tenant, who).await?;
        all.iter().find(|one| one.id == id).ok_or_else(not_found)?;
        store::rename(tx.conn(), tenant, id, &name).await?;
        self.end_profile_act(tx, who, "profile.renamed", id, context).await
    }

    /// Closes an empty profile: it accepts no new orders, and its history stays. Closing a closed profile is a no-op.
    ///
    /// A concurrent order can still arrive afterwards; the profile is then listed as unsettled.
    ///
    /// # Errors
    /// [`IdentityError::NotFound`] for another person's profile; a conflict for the main one.
    pub async fn close_profile(
        &self,
        tenant: TenantId,
        who: &Principal,
        id: ProfileId,
        books: &dyn ClosurePort,
        context: &ClientContext,
    ) -> Result<ProfileClosure, IdentityError> {
        let (mut tx, all) = self.own_profiles(tenant, who).await?;
        let profile = all.iter().find(|one| one.id == id).ok_or_else(not_found)?;
        let ties = books.ties(&mut tx, &[id]).await?;
        match model::close(profile, ties)? {
            ProfileClosureDecision::Again => return Ok(ProfileClosure::Closed),
            ProfileClosureDecision::Refused(ties) => return Ok(ProfileClosure::Refused(ties)),
            ProfileClosureDecision::Closes => {}
        }
        store::set_closed(tx.conn(), tenant, id, Some(self.world().now())).await?;
        self.end_profile_act(tx, who, "profile.closed", id, context).await?;
        Ok(ProfileClosure::Closed)
    }

    /// Reopens a profile. The maximum of open profiles does not apply if money has arrived since the closure, because
    /// it can be resolved in an open profile only. Reopening an open profile is a no-op.
    ///
    /// # Errors
    /// [`IdentityError::NotFound`] for another person's profile; a conflict at the maximum of open profiles.
    pub async fn reopen_profile(
        &self,
        tenant: TenantId,
        who: &Principal,
        id: ProfileId,
        books: &dyn ClosurePort,
        context: &ClientContext,
    ) -> Result<(), IdentityError> {
        let (mut tx, all) = self.own_profiles(tenant, who).await?;
        let profile = all.iter().find(|one| one.id == id).ok_or_else(not_found)?;
        if profile.closed_at.is_none() {
            return Ok(());
        }
        if books.ties(&mut tx, &[id]).await?.closure_blockers().is_empty() {
            model::may_open(&all, false)?;
        }
        store::set_closed(tx.conn(), tenant, id, None).await?;
        self.end_profile_act(tx, who, "profile.reopened", id, context).await
    }

    /// The person's profiles, with the person's row locked until the transaction ends.
    async fn own_profiles(&self, tenant: TenantId, who: &Principal) -> Result<(TenantTx, Vec<Profile>), IdentityError> {
        let mut tx = self.store().tenant(tenant).await?;
        user::store::lock(tx.conn(), tenant, who.user).await?;
        // The person may have been erased while this waited for the lock.
        user::store::find(tx.conn(), tenant, who.user).await?.ok_or(IdentityError::Unauthenticated)?;
        let all = store::of_user(tx.conn(), tenant, who.user).await?;
        Ok((tx, all))
    }

    async fn end_profile_act(
        &self,
        mut tx: TenantTx,
        who: &Principal,
        action: &'static str,
        id: ProfileId,
        context: &ClientContext,
    ) -> Result<(), IdentityError> {
        let tenant = tx.tenant();
        let entry = Entry::new(action).of(who.user, Some(who.session)).with(json!({"profile": id}));
        audit::store::write(tx.conn(), self.world(), tenant, context, &entry).await?;
        Ok(tx.commit().await?)
    }
}
