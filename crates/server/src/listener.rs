//! What rails tell goes to the exchanger.

use async_trait::async_trait;
use custody::{ListenerError, RailListener};
use exchange::Exchange;
use exchange::rails::RailEvent;
use kernel::{TenantId, TransactionId};

/// The exchanger as the one who listens.
pub struct ExchangeListener(pub Exchange);

#[async_trait]
impl RailListener for ExchangeListener {
    async fn on_rail_event(&self, tenant: TenantId, event: &RailEvent) -> Result<(), ListenerError> {
        self.0.on_rail_event(tenant, event.clone()).await.map_err(|error| ListenerError(error.to_string()))
    }

    async fn may_pay_out(&self, tenant: TenantId, transaction: TransactionId, leg: u16) -> Result<bool, ListenerError> {
        self.0.may_pay_out(tenant, transaction, leg).await.map_err(|error| ListenerError(error.to_string()))
    }
}
