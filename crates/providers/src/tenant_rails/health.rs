//! The health of a tenant's bank, cards and chains, from statements, jobs and scanners.

use exchange::rails::{BankDesk, BankDeskError, ConnectedTo, ConnectionHealth, RailError};
use identity::Tenant;
use kernel::TenantId;

use super::console::{of_store, unavailable};
use super::{OwnCards, TenantRails};
use crate::orchestrator::lookup_pulse;

impl TenantRails {
    /// What is known of the tenant's connections. Those of a sandbox are simulated, so it has none.
    pub(super) async fn known_health(&self, tenant: TenantId) -> Result<Vec<ConnectionHealth>, RailError> {
        let found = self.identity.tenant_by_id(tenant).await.map_err(|error| unavailable(&error))?;
        if found.sandbox {
            return Ok(Vec::new());
        }
        let mut known = Vec::new();
        known.extend(self.bank_health(tenant).await?);
        known.extend(self.card_health(tenant).await?);
        known.extend(self.chain_health(&found).await?);
        Ok(known)
    }

    async fn bank_health(&self, tenant: TenantId) -> Result<Option<ConnectionHealth>, RailError> {
        let overview = match self.overview(tenant).await {
            Ok(overview) => overview,
            Err(BankDeskError::Rail(error)) => return Err(error),
            Err(_) => return Ok(None),
        };
        let heard_at = overview.statements.first().map(|statement| statement.created_at);
        Ok(Some(ConnectionHealth {
            to: ConnectedTo::Bank,
            name: String::new(),
            answered_at: None,
            heard_at,
            error: None,
            is_off: false,
        }))
    }

    async fn card_health(&self, tenant: TenantId) -> Result<Option<ConnectionHealth>, RailError> {
        if !matches!(self.acquirer(tenant).await, Ok(OwnCards::Orchestrator(_))) {
            return Ok(None);
        }
        let pulse = lookup_pulse(&self.console.store, tenant).await.map_err(of_store)?;
        Ok(Some(ConnectionHealth {
            to: ConnectedTo::Cards,
            name: String::new(),
            answered_at: pulse.done_at,
            heard_at: pulse.heard_at,
            error: pulse.error,
            is_off: false,
        }))
    }

    async fn chain_health(&self, tenant: &Tenant) -> Result<Vec<ConnectionHealth>, RailError> {
        let mut known = Vec::new();
        for network in self.chains.networks(&tenant.slug) {
            let found = self.custody.scanner_health(tenant.id, network).await;
            let (answered_at, error) = found.map_err(|error| unavailable(&error))?;
            let name = network.name().to_owned();
            let (to, is_off) = (ConnectedTo::Chain, false);
            known.push(ConnectionHealth { to, name, answered_at, heard_at: None, error, is_off });
        }
        Ok(known)
    }
}
