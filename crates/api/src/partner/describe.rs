//! Transactions as the partner API returns them, for the event feed.

use async_trait::async_trait;
use exchange::{Exchange, ExchangeError};
use identity::IdentityError;
use kernel::{ProfileId, TenantId, TransactionId, World};
use partners::webhook::DescribeTransaction;
use serde_json::Value;

use crate::view;

/// Writes transactions into events.
#[derive(Clone)]
pub struct TransactionViews {
    /// The exchange.
    pub exchange: Exchange,
    /// The clock.
    pub world: World,
}

#[async_trait]
impl DescribeTransaction for TransactionViews {
    async fn describe(
        &self,
        tenant: TenantId,
        profile: ProfileId,
        transaction: TransactionId,
    ) -> Result<Option<Value>, IdentityError> {
        let found = match self.exchange.get(tenant, profile, transaction).await {
            Err(ExchangeError::NotFound { .. }) => return Ok(None),
            Err(error) => return Err(IdentityError::refusal(error.kind(), error.code(), error.to_string())),
            Ok(found) => found,
        };
        let shown = serde_json::to_value(view::transaction(&found, self.world.now()));
        shown
            .map(Some)
            .map_err(|error| IdentityError::refusal(kernel::ErrorKind::Internal, "INTERNAL_ERROR", error.to_string()))
    }
}
