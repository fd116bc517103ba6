//! Linking an identity to the account of an address, after a code that was sent there.

use ::store::TenantTx;
use kernel::{SessionId, UserId};
use serde_json::json;

use super::store::{self, External};
use super::{ExternalError, LINK_LIFE, Provider};
use crate::audit::{self, Entry};
use crate::mail::{self, Notice};
use crate::token::{self, TokenHash, TokenKind};
use crate::{ClientContext, EmailAddress, Identity, IdentityError, Principal, Secret, telegram};

/// An identity that was proven, and whose address's code has come back.
pub(crate) struct Proven {
    hash: TokenHash,
    external: External,
}

impl Proven {
    /// Where a sign-in that it goes along with comes from. What Telegram has proven was held for who showed a launch, in a token
    /// that only they were given: it is inside the messenger that the code was typed.
    pub(crate) fn came_from(&self, context: &ClientContext) -> ClientContext {
        if self.external.provider == Provider::Telegram { telegram::inside(context) } else { context.clone() }
    }
}

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

    /// What waited for this address's code, used up in the transaction of the sign-in by that code.
    ///
    /// # Errors
    /// [`ExternalError::Expired`] when nothing waits (any more).
    pub(crate) async fn proven_link(
        &self,
        tx: &mut TenantTx,
        email: &EmailAddress,
        link: &str,
    ) -> Result<Proven, IdentityError> {
        let hash = token::parse(TokenKind::Link, link).ok_or(ExternalError::Expired)?;
        let (tenant, now) = (tx.tenant(), self.world().now());
        let external = store::take_pending(tx.conn(), tenant, &hash, email.normalized(), now).await?;
        Ok(Proven { hash, external: external.ok_or(ExternalError::Expired)? })
    }

    /// Links it in the transaction in which `session` was opened; where that waits for a second factor, so does the link: whoever
    /// reads the mail alone adds no way in of their own.
    ///
    /// # Errors
    /// [`ExternalError::Taken`] and [`ExternalError::Another`].
    pub(crate) async fn settle_link(
        &self,
        tx: &mut TenantTx,
        (user, session): (UserId, SessionId),
        factor_required: bool,
        proven: &Proven,
        context: &ClientContext,
    ) -> Result<(), IdentityError> {
        let tenant = tx.tenant();
        if factor_required {
            let owner = store::owner(tx.conn(), tenant, &proven.external).await?;
            super::model::linked(owner, user)?;
            return Ok(store::hold_for(tx.conn(), tenant, &proven.hash, session).await?);
        }
        self.link_now(tx, user, &proven.external, context).await
    }

    /// Links what waited for the second factor of this session, which has been shown in this transaction. What can no longer be
    /// linked is dropped, and the person is told so by mail: they are let in all the same.
    ///
    /// # Errors
    /// Those of the database.
    pub(crate) async fn settle_held(
        &self,
        tx: &mut TenantTx,
        who: &Principal,
        context: &ClientContext,
    ) -> Result<(), IdentityError> {
        let tenant = tx.tenant();
        let Some(external) = store::take_held(tx.conn(), tenant, who.session, self.world().now()).await? else {
            return Ok(());
        };
        match self.link_now(tx, who.user, &external, context).await {
            Err(IdentityError::External(why)) => {
                tracing::info!(%tenant, %why, "an identity that waited was not linked");
                let is_taken = matches!(why, ExternalError::Taken);
                let notice = Notice::MethodNotLinked { provider: external.provider, is_taken };
                let (now, event) = (self.world().now(), self.world().uuid());
                tx.enqueue(now, &[mail::job::security(tenant, who.user, notice, event)]).await?;
                Ok(())
            }
            other => other,
        }
    }

    /// Links, notes it, and tells the person. An identity that is the person's already stays so.
    ///
    /// # Errors
    /// [`ExternalError::Taken`] and [`ExternalError::Another`].
    pub(crate) async fn link_now(
        &self,
        tx: &mut TenantTx,
        user: UserId,
        external: &External,
        context: &ClientContext,
    ) -> Result<(), IdentityError> {
        let (tenant, now) = (tx.tenant(), self.world().now());
        let owner = store::owner(tx.conn(), tenant, external).await?;
        if super::model::linked(owner, user)? {
            return Ok(());
        }
        if !store::link(tx.conn(), tenant, user, external, now).await? {
            // Either somebody linked it in this moment, or the person has one of this provider already.
            let owner = store::owner(tx.conn(), tenant, external).await?;
            return Err(if owner.is_some_and(|owner| owner != user) {
                ExternalError::Taken.into()
            } else {
                ExternalError::Another.into()
            });
        }
        let entry = Entry::new("identity.linked").of(user, None).with(json!({"provider": external.provider.code()}));
        audit::store::write(tx.conn(), self.world(), tenant, context, &entry).await?;
        let notice = Notice::MethodLinked { provider: external.provider };
        tx.enqueue(now, &[mail::job::security(tenant, user, notice, self.world().uuid())]).await?;
        Ok(())
    }
}
