//! Who sends an access token, asked for all requests of a moment at once.

use ::store::batch::BatchWork;
use ::store::{Store, StoreError};
use kernel::{ProfileId, SessionId, TenantId, World};

use super::store::{self, Found};
use crate::token::{self, TokenHash, TokenKind};

/// Looks access tokens up.
pub(crate) struct ByToken {
    pub(crate) store: Store,
    pub(crate) world: World,
}

impl BatchWork for ByToken {
    type Ask = TokenHash;
    type Answer = Option<Found>;

    async fn run(&self, tenant: TenantId, asks: &[TokenHash]) -> Result<Vec<Option<Found>>, StoreError> {
        let mut tx = self.store.tenant_read_bulk(tenant).await?;
        store::by_access_tokens(tx.conn(), tenant, asks, self.world.now()).await
    }
}

impl crate::Identity {
    /// Whether a session goes on and its person was not shut out, however old its tokens are: for what stays open.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn session_lives(&self, tenant: TenantId, session: SessionId) -> Result<bool, crate::IdentityError> {
        let mut tx = self.store().tenant_read(tenant).await?;
        Ok(store::lives(tx.conn(), tenant, session, self.world().now()).await?)
    }

    /// The open profiles of who keeps this refresh token, which stays as it is: for a page that is drawn before its program has
    /// renewed the session. Nobody's where it could not be renewed, or still waits for a second factor.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn profiles_behind(
        &self,
        tenant: TenantId,
        refresh_token: &str,
    ) -> Result<Vec<ProfileId>, crate::IdentityError> {
        let Some(hash) = token::parse(TokenKind::Refresh, refresh_token) else { return Ok(Vec::new()) };
        let mut tx = self.store().tenant_read(tenant).await?;
        Ok(store::profiles_behind(tx.conn(), tenant, &hash, self.world().now()).await?)
    }
}
