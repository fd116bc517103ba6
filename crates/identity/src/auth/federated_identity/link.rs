//! Links an identity to the account of an email address, after that address was confirmed by a code.

use ::store::TenantTx;
use kernel::{SessionId, UserId};
use serde_json::json;

use super::model::{self, LINK_LIFE};
use super::store::{self, FederatedIdentity};
use crate::audit::{self, Entry};
use crate::error::FederatedLoginError;
use crate::notify::mail::{self, Notice};
use crate::provider::Provider;
use crate::token::{self, TokenHash, TokenKind};
use crate::{ClientContext, EmailAddress, Identity, IdentityError, Principal, Secret};

/// A verified identity whose email address was confirmed by a code.
pub(crate) struct Proven {
    hash: TokenHash,
    external: FederatedIdentity,
}

impl Proven {
    /// The client context of the sign-in that confirms the address. For a Telegram identity it is inside the messenger:
    /// only the holder of the launch has the link token.
    pub(crate) fn came_from(&self, context: &ClientContext) -> ClientContext {
        if self.external.provider == Provider::Telegram { context.inside_messenger() } else { context.clone() }
    }
}

impl Identity {
    /// Stores a verified identity until the code of `email` is confirmed. Returns the token to send with the code.
    pub(crate) async fn hold_link(
        &self,
        tx: &mut TenantTx,
        external: &FederatedIdentity,
        email: &EmailAddress,
    ) -> Result<Secret, IdentityError> {
        let (link, hash) = token::generate(self.world(), TokenKind::Link);
        let (tenant, now) = (tx.tenant(), self.world().now());
        store::add_pending(tx.conn(), tenant, &hash, external, email.normalized(), (now, now + LINK_LIFE)).await?;
        Ok(link)
    }

    /// The identity that waits for this address's code. It is consumed in the transaction of the sign-in.
    ///
    /// # Errors
    /// [`FederatedLoginError::Expired`] if none waits.
    pub(crate) async fn proven_link(
        &self,
        tx: &mut TenantTx,
        email: &EmailAddress,
        link: &str,
    ) -> Result<Proven, IdentityError> {
        let hash = token::parse(TokenKind::Link, link).ok_or(FederatedLoginError::Expired)?;
        let (tenant, now) = (tx.tenant(), self.world().now());
        let external = store::take_pending(tx.conn(), tenant, &hash, email.normalized(), now).await?;
        Ok(Proven { hash, external: external.ok_or(FederatedLoginError::Expired)? })
    }

    /// Links the identity in the transaction that opened `session`. If the session waits for a second factor, the link
    /// waits too: access to the mailbox alone must not add a sign-in method.
    ///
    /// # Errors
    /// [`FederatedLoginError::Taken`] and [`FederatedLoginError::Another`].
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
            model::linked(owner, user)?;
            return Ok(store::hold_for(tx.conn(), tenant, &proven.hash, session).await?);
        }
        self.link_now(tx, user, &proven.external, context).await
    }

    /// Links the identity that waited for this session's second factor, which was proven in this transaction. If the
    /// link is no longer possible, it is dropped, the person is notified by email, and the sign-in succeeds.
    ///
    /// # Errors
    /// Database errors.
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
            Err(IdentityError::FederatedLogin(why)) => {
                tracing::info!(
                    event = "identity.link_refused", %tenant, %why,
                    "The server did not link a waiting identity."
                );
                let is_taken = matches!(why, FederatedLoginError::Taken);
                let notice = Notice::MethodNotLinked { provider: external.provider, is_taken };
                let (now, event) = (self.world().now(), self.world().uuid());
                tx.enqueue(now, &[mail::job::security(tenant, who.user, notice, event)]).await?;
                Ok(())
            }
            other => other,
        }
    }

    /// Links the identity, logs it and notifies the person. An existing link to the same person is a no-op.
    ///
    /// # Errors
    /// [`FederatedLoginError::Taken`] and [`FederatedLoginError::Another`].
    pub(crate) async fn link_now(
        &self,
        tx: &mut TenantTx,
        user: UserId,
        external: &FederatedIdentity,
        context: &ClientContext,
    ) -> Result<(), IdentityError> {
        let (tenant, now) = (tx.tenant(), self.world().now());
        let owner = store::owner(tx.conn(), tenant, external).await?;
        if model::linked(owner, user)? {
            return Ok(());
        }
        if !store::link(tx.conn(), tenant, user, external, now).await? {
            // The identity was linked concurrently, or the person has another one of this provider.
            let owner = store::owner(tx.conn(), tenant, external).await?;
            return Err(if owner.is_some_and(|owner| owner != user) {
                FederatedLoginError::Taken.into()
            } else {
                FederatedLoginError::Another.into()
            });
        }
        let entry = Entry::new("identity.linked").of(user, None).with(json!({"provider": external.provider.code()}));
        audit::store::write(tx.conn(), self.world(), tenant, context, &entry).await?;
        let notice = Notice::MethodLinked { provider: external.provider };
        tx.enqueue(now, &[mail::job::security(tenant, user, notice, self.world().uuid())]).await?;
        Ok(())
    }
}
