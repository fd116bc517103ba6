//! Transactions and payments as the partner API returns them, for the event feed.

use async_trait::async_trait;
use exchange::{Exchange, ExchangeError};
use identity::{Identity, IdentityError};
use kernel::{PaymentId, ProfileId, TenantId, TenantProfile, TransactionId, World};
use merchants::Merchants;
use partners::Partners;
use partners::webhook::DescribeSubject;
use serde::Serialize;
use serde_json::Value;

use super::widget_orders::described;
use crate::AppState;
use crate::client::merchants::payment_page;
use crate::view;

/// Writes transactions and payments into events.
#[derive(Clone)]
pub struct TransactionViews {
    /// The exchange.
    pub exchange: Exchange,
    /// The partners, whose widgets make transactions.
    pub partners: Partners,
    /// The merchants, who ask for payments.
    pub merchants: Merchants,
    /// The tenants, and the links of payments.
    pub identity: Identity,
    /// The clock.
    pub world: World,
}

impl TransactionViews {
    /// With the parts of the API.
    pub(super) fn of(state: &AppState) -> Self {
        Self {
            exchange: state.exchange().clone(),
            partners: state.partners().clone(),
            merchants: state.merchants().clone(),
            identity: state.identity().clone(),
            world: state.world().clone(),
        }
    }
}

#[async_trait]
impl DescribeSubject for TransactionViews {
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
        written(&view::transaction(&found, self.world.now_for(tenant))).map(Some)
    }

    async fn describe_payment(
        &self,
        tenant: TenantId,
        profile: ProfileId,
        payment: PaymentId,
    ) -> Result<Option<Value>, IdentityError> {
        let looked = match self.merchants.seen(tenant, profile, payment).await {
            Err(ExchangeError::NotFound { .. }) => return Ok(None),
            Err(error) => return Err(refused(&error)),
            Ok(looked) => looked,
        };
        let origin = self.identity.tenant_by_id(tenant).await?.origin_for_mail("").unwrap_or_default();
        let token = self.identity.payment_token(tenant, payment).0;
        written(&view::payment_details(&looked, payment_page(&origin, &token))).map(Some)
    }
}

impl TransactionViews {
    async fn of_widget(
        &self,
        tenant: TenantId,
        partner: ProfileId,
        transaction: TransactionId,
    ) -> Result<Option<Value>, IdentityError> {
        let Some(noted) = self.partners.widget_order(TenantProfile { tenant, profile: partner }, transaction).await?
        else {
            return Ok(None);
        };
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
