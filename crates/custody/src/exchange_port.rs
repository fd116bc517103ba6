//! Adapters: the exchange as custody's event listener, and its rates as custody's prices.

use async_trait::async_trait;
use exchange::rails::RailEvent;
use exchange::{Command, Exchange, Rates};
use kernel::{Currency, Network, Price, TenantId, TransactionId};

use crate::{ListenerError, RailListener, Valuation};

#[async_trait]
impl RailListener for Exchange {
    async fn on_rail_event(&self, tenant: TenantId, event: &RailEvent) -> Result<(), ListenerError> {
        // Calls the inherent method, which is idempotent by event id.
        Self::on_rail_event(self, tenant, event.clone()).await.map_err(|error| ListenerError(error.to_string()))
    }

    async fn may_pay_out(&self, tenant: TenantId, transaction: TransactionId, leg: u16) -> Result<bool, ListenerError> {
        Self::may_pay_out(self, tenant, transaction, leg).await.map_err(|error| ListenerError(error.to_string()))
    }

    async fn payout_pause(&self, tenant: TenantId, network: Network) -> Result<Option<String>, ListenerError> {
        self.network_payout_pause(tenant, network).await.map_err(|error| ListenerError(error.to_string()))
    }

    async fn on_payout_held(
        &self,
        tenant: TenantId,
        transaction: TransactionId,
        leg: u16,
        reason: &str,
    ) -> Result<(), ListenerError> {
        // Moves the transaction to MANUAL with the leg still owed. If the payout is sent later, the review ends
        // automatically.
        let command = Command::PayoutUnclear { leg, detail: reason.to_owned() };
        let told = self.apply(tenant, transaction, command, "custody").await;
        told.map(|_| ()).map_err(|error| ListenerError(error.to_string()))
    }
}

impl Valuation for Rates {
    fn price(&self, currency: Currency) -> Option<Price> {
        self.current().ok()?.prices.get(&currency).copied()
    }
}
