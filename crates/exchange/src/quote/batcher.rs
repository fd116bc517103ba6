//! Batched storage and look-up of firm quotes: one statement serves all concurrent requests.

use ::store::batch::BatchWork;
use ::store::{Store, StoreError};
use kernel::{QuoteId, TenantId};

use super::Quote;
use super::store::{self, StoredQuote};

/// Stores quotes durably, so that every signed quote can be found.
pub(crate) struct Keep {
    pub(crate) store: Store,
}

impl BatchWork for Keep {
    type Ask = Quote;
    type Answer = ();

    async fn run(&self, tenant: TenantId, quotes: &[Quote]) -> Result<Vec<()>, StoreError> {
        let mut tx = self.store.tenant(tenant).await?;
        store::insert(tx.conn(), tenant, quotes).await?;
        tx.commit().await?;
        Ok(vec![(); quotes.len()])
    }
}

/// Finds quotes, and the orders created from them.
pub(crate) struct Find {
    pub(crate) store: Store,
}

impl BatchWork for Find {
    type Ask = QuoteId;
    type Answer = Option<StoredQuote>;

    async fn run(&self, tenant: TenantId, ids: &[QuoteId]) -> Result<Vec<Option<StoredQuote>>, StoreError> {
        let mut tx = self.store.tenant_read_bulk(tenant).await?;
        store::find(tx.conn(), tenant, ids).await
    }
}
