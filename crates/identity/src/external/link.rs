//! Linking an identity to the account of an address, after a code that was sent there.

use ::store::TenantTx;
use kernel::UserId;
use serde_json::json;

use super::store::{self, External};
use super::{ExternalError, LINK_LIFE};
use crate::audit::{self, Entry};
use crate::token::{self, TokenKind};
use crate::{ClientContext, EmailAddress, Identity, IdentityError, Secret, Tenant};

impl Identity {
    /// Keeps a proven identity until the code of `email` comes back, and gives what has to come with the code.
    pub(crate) async fn hold_link(
        &self,
        tx: &mut TenantTx,
        external: &External,
        email: &EmailAddress,
    ) -> Result<Secret, IdentityError> {
        let (link, hash) = token::generate(self.world(), TokenKind::Link);
        let (tenant, now) = (tx.tenant(), self.world().now());
        store::add_pending(tx.conn(), tenant, &hash, external, email.normalized(), (now, now + LINK_LIFE)).await?;
        Ok(link)
    }

    /// Links what waited for this address's code, in the transaction of the sign-in by that code.
    ///
    /// # Errors
    /// [`ExternalError::Expired`] when nothing waits (any more), [`ExternalError::Taken`] and [`ExternalError::Another`].
    pub(crate) async fn settle_link(
        &self,
        tx: &mut TenantTx,
        tenant: &Tenant,
        user: UserId,
        email: &EmailAddress,
        link: &str,
        context: &ClientContext,
    ) -> Result<(), IdentityError> {
        let hash = token::parse(TokenKind::Link, link).ok_or(ExternalError::Expired)?;
        let now = self.world().now();
        let external = store::take_pending(tx.conn(), tenant.id, &hash, email.normalized(), now).await?;
        self.link_now(tx, tenant, user, &external.ok_or(ExternalError::Expired)?, context).await
    }

    /// Links, and notes it. An identity that is the person's already stays so.
    ///
    /// # Errors
    /// [`ExternalError::Taken`] and [`ExternalError::Another`].
    pub(crate) async fn link_now(
        &self,
        tx: &mut TenantTx,
        tenant: &Tenant,
        user: UserId,
        external: &External,
        context: &ClientContext,
    ) -> Result<(), IdentityError> {
        let owner = store::owner(tx.conn(), tenant.id, external).await?;
        if super::model::linked(owner, user)? {
            return Ok(());
        }
        if !store::link(tx.conn(), tenant.id, user, external, self.world().now()).await? {
            // Either somebody linked it in this moment, or the person has one of this provider already.
            let owner = store::owner(tx.conn(), tenant.id, external).await?;
            return Err(if owner.is_some_and(|owner| owner != user) {
                ExternalError::Taken.into()
            } else {
                ExternalError::Another.into()
            });
        }
        let entry = Entry::new("identity.linked").of(user, None).with(json!({"provider": external.provider.code()}));
        audit::store::write(tx.conn(), self.world(), tenant.id, context, &entry).await?;
        Ok(())
    }
}
