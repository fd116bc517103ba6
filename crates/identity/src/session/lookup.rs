//! Who sends an access token, asked for all requests of a moment at once.

use ::store::batch::BatchWork;
use ::store::{Store, StoreError};
use kernel::{TenantId, World};

use super::store::{self, Found};
use crate::token::TokenHash;

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
