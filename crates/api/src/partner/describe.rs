//! Transactions as the partner API returns them, for the event feed.

use async_trait::async_trait;
use exchange::{Exchange, ExchangeError};
use identity::IdentityError;
use kernel::{ProfileId, TenantId, TransactionId, World};
use partners::Partners;
use partners::webhook::DescribeTransaction;
use serde::Serialize;
use serde_json::Value;

use super::widget_orders::described;
use crate::view;

/// Writes transactions into events.
#[derive(Clone)]
pub struct TransactionViews {
    /// The exchange.
    pub exchange: Exchange,
    /// The partners, whose widgets make transactions.
    pub partners: Partners,
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
            Err(ExchangeError::NotFound { .. }) => return self.of_widget(tenant, profile, transaction).await,
            Err(error) => return Err(refused(&error)),
            Ok(found) => found,
        };
        written(&view::transaction(&found, self.world.now())).map(Some)
    }
}

impl TransactionViews {
    async fn of_widget(
        &self,
        tenant: TenantId,
        partner: ProfileId,
        transaction: TransactionId,
    ) -> Result<Option<Value>, IdentityError> {
        let Some(noted) = self.partners.widget_order((tenant, partner), transaction).await? else { return Ok(None) };
        let shown = described(&self.exchange, &self.world, tenant, noted).await.map_err(|error| refused(&error))?;
        shown.map(|shown| written(&shown)).transpose()
    }
}

fn refused(error: &ExchangeError) -> IdentityError {
    IdentityError::refusal(error.kind(), error.code(), error.to_string())
}

fn written(shown: &impl Serialize) -> Result<Value, IdentityError> {
    serde_json::to_value(shown)
        .map_err(|error| IdentityError::refusal(kernel::ErrorKind::Internal, "INTERNAL_ERROR", error.to_string()))
}
