//! Several profiles of one person: each has balances, orders and payees of its own; who the person is, what they were verified for
//! and how much they may exchange is the person's, whatever profile they act for.

mod model;
pub(crate) mod store;

use ::store::TenantTx;
use kernel::{ProfileId, TenantId};
use serde_json::json;

use model::Asked;
pub use model::{OPEN_MAX, Profile};

use crate::audit::{self, Entry};
use crate::closing::{Books, Ties};
use crate::passkey::checked_name;
use crate::session::Principal;
use crate::{ClientContext, Identity, IdentityError, user};

/// A profile, and whether something is in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The profile.
    pub profile: Profile,
    /// It is closed, and something has come in since: opened again, it can be seen to.
    pub is_unsettled: bool,
}

fn not_found() -> IdentityError {
    IdentityError::NotFound("The profile")
}

impl Identity {
    /// The person's profiles, closed ones too, the first one first.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn profiles(
        &self,
        tenant: TenantId,
        who: &Principal,
        books: &dyn Books,
    ) -> Result<Vec<Listed>, IdentityError> {
        let mut tx = self.store().tenant_read(tenant).await?;
        let mut listed = Vec::new();
        for profile in store::of_user(tx.conn(), tenant, who.user).await? {
            let is_unsettled = profile.closed_at.is_some()
                && !books.ties(&mut tx, std::slice::from_ref(&profile.id)).await?.in_the_way().is_empty();
            listed.push(Listed { profile, is_unsettled });
        }
        Ok(listed)
    }

    /// Makes another one.
    ///
    /// # Errors
    /// A field error of `name`, and a conflict when there are enough.
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

    /// Calls one something else.
    ///
    /// # Errors
    /// A field error of `name`, [`IdentityError::NotFound`] for another person's.
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

    /// Closes one that is empty: nothing can be ordered on it any more, and its history stays. Closing again changes nothing.
    ///
    /// An order that is made at this very moment may still come after; then the profile is listed as unsettled.
    ///
    /// # Errors
    /// [`IdentityError::NotFound`] for another person's, a conflict for the first one; what is in the way, in the inner result.
    pub async fn close_profile(
        &self,
        tenant: TenantId,
        who: &Principal,
        id: ProfileId,
        books: &dyn Books,
        context: &ClientContext,
    ) -> Result<Result<(), Ties>, IdentityError> {
        let (mut tx, all) = self.own_profiles(tenant, who).await?;
        let profile = all.iter().find(|one| one.id == id).ok_or_else(not_found)?;
        let ties = books.ties(&mut tx, &[id]).await?;
        match model::close(profile, ties)? {
            Asked::Again => return Ok(Ok(())),
            Asked::Refused(ties) => return Ok(Err(ties)),
            Asked::Closes => {}
        }
        store::set_closed(tx.conn(), tenant, id, Some(self.world().now())).await?;
        self.end_profile_act(tx, who, "profile.closed", id, context).await?;
        Ok(Ok(()))
    }

    /// Opens one again, however many are open where money came to it late: only in an open one it can be seen to. Opening an
    /// open one changes nothing.
    ///
    /// # Errors
    /// [`IdentityError::NotFound`] for another person's, a conflict when enough are open.
    pub async fn reopen_profile(
        &self,
        tenant: TenantId,
        who: &Principal,
        id: ProfileId,
        books: &dyn Books,
        context: &ClientContext,
    ) -> Result<(), IdentityError> {
        let (mut tx, all) = self.own_profiles(tenant, who).await?;
        let profile = all.iter().find(|one| one.id == id).ok_or_else(not_found)?;
        if profile.closed_at.is_none() {
            return Ok(());
        }
        if books.ties(&mut tx, &[id]).await?.in_the_way().is_empty() {
            model::may_open(&all, false)?;
        }
        store::set_closed(tx.conn(), tenant, id, None).await?;
        self.end_profile_act(tx, who, "profile.reopened", id, context).await
    }

    /// The person's profiles; whoever else changes them waits until the transaction ends.
    async fn own_profiles(&self, tenant: TenantId, who: &Principal) -> Result<(TenantTx, Vec<Profile>), IdentityError> {
        let mut tx = self.store().tenant(tenant).await?;
        user::store::lock(tx.conn(), tenant, who.user).await?;
        // Who waited for the lock may have been erased meanwhile.
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
