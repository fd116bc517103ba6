//! Sessions with opaque tokens, which are looked up at every request and rotated at every refresh.

mod device;
mod devices;
mod ended;
mod lookup;
mod model;
mod open;
mod pair;
mod refresh;
#[cfg(test)]
mod rotation;
pub(crate) mod store;

pub(crate) use ended::Ends;
pub(crate) use lookup::ByToken;
pub(crate) use model::KEEP_ENDED;
pub(crate) use open::{OpenedSession, ProvenFactors, open};
pub(crate) use store::account_made_at;

use kernel::{SessionId, TenantId};

pub use device::Device;
pub use devices::SignedIn;
pub(crate) use devices::of_user;
pub use ended::Ended;
pub use model::{Principal, Stage, Switches, Tokens};
pub use refresh::Renewed;

use crate::audit::{self, Entry};
use crate::token::{self, TokenKind};
use crate::{ClientContext, Identity, IdentityError};

impl Identity {
    /// Authenticates an access token with one query, batched with concurrent requests; the first use of a token takes a
    /// second one. Nothing is cached, so an ended session is refused by every process.
    ///
    /// # Errors
    /// [`IdentityError::Unauthenticated`] unless the token is valid for this tenant; [`IdentityError::Blocked`] if the
    /// person was blocked in the meantime.
    pub async fn authenticate(&self, tenant: TenantId, access_token: &str) -> Result<Principal, IdentityError> {
        let hash = token::parse(TokenKind::Access, access_token).ok_or(IdentityError::Unauthenticated)?;
        let found = self.inner.tokens.ask(tenant, hash).await?.ok_or(IdentityError::Unauthenticated)?;
        if found.blocked {
            return Err(IdentityError::Blocked);
        }
        if found.first_use {
            // For the last-used times in the person's list of devices.
            let now = self.world().now();
            let mut tx = self.store().tenant(tenant).await?;
            store::note_use(tx.conn(), tenant, &hash, now).await?;
            tx.commit().await?;
        }
        Ok(found.principal)
    }

    /// Ends the session of an access or refresh token. An unknown token is ignored.
    ///
    /// # Errors
    /// Database errors.
    pub async fn logout(&self, tenant: TenantId, token: &str, context: &ClientContext) -> Result<(), IdentityError> {
        let access = token::parse(TokenKind::Access, token);
        let Some(hash) = access.or_else(|| token::parse(TokenKind::Refresh, token)) else {
            return Ok(());
        };
        let mut tx = self.store().tenant(tenant).await?;
        let Some(session) = store::of_token(tx.conn(), tenant, &hash).await? else {
            return Ok(());
        };
        self.end(tx, tenant, session, context).await
    }

    /// Ends a session by the id that [`Identity::authenticate`] returned.
    ///
    /// # Errors
    /// Database errors.
    pub async fn logout_session(
        &self,
        tenant: TenantId,
        session: SessionId,
        context: &ClientContext,
    ) -> Result<(), IdentityError> {
        let tx = self.store().tenant(tenant).await?;
        self.end(tx, tenant, session, context).await
    }

    async fn end(
        &self,
        mut tx: ::store::TenantTx,
        tenant: TenantId,
        session: SessionId,
        context: &ClientContext,
    ) -> Result<(), IdentityError> {
        let now = self.world().now();
        if let Some(user) = store::revoke(tx.conn(), tenant, session, now, "logout").await? {
            let entry = Entry::new("session.logout").of(user, Some(session));
            audit::store::write(tx.conn(), self.world(), tenant, context, &entry).await?;
        }
        Ok(tx.commit().await?)
    }
}
