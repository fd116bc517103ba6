//! Looks up access tokens, batched across concurrent requests.

use ::store::batch::BatchWork;
use ::store::{Store, StoreError};
use kernel::{ProfileId, SessionId, TenantId, World};

use super::store::{self, TokenLookup};
use crate::token::{self, TokenHash, TokenKind};

/// The batched lookup of access tokens.
pub(crate) struct ByToken {
    pub(crate) store: Store,
    pub(crate) world: World,
}

impl BatchWork for ByToken {
    type Ask = TokenHash;
    type Answer = Option<TokenLookup>;

    async fn run(&self, tenant: TenantId, asks: &[TokenHash]) -> Result<Vec<Option<TokenLookup>>, StoreError> {
        let mut tx = self.store.tenant_read_bulk(tenant).await?;
        store::by_access_tokens(tx.conn(), tenant, asks, self.world.now()).await
    }
}

impl crate::Identity {
    /// Whether a session is open and its person is not blocked, regardless of the age of its tokens; for open
    /// websockets.
    ///
    /// # Errors
    /// Database errors.
    pub async fn session_lives(&self, tenant: TenantId, session: SessionId) -> Result<bool, crate::IdentityError> {
        let mut tx = self.store().tenant_read(tenant).await?;
        Ok(store::lives(tx.conn(), tenant, session, self.world().now()).await?)
    }

    /// The open profiles behind a refresh token, without using it up: for a page that is rendered before the client has
    /// renewed the session. Empty if the token is not valid, or the session waits for a second factor.
    ///
    /// # Errors
    /// Database errors.
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
