//! The connections of a tenant, which limit the directions that its customers can use.

use std::collections::BTreeSet;

use async_trait::async_trait;
use kernel::{Currency, Network, Payway, TenantId};

use super::RailError;

/// The connections of a tenant.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Connected {
    /// A sandbox: every rail is simulated.
    #[default]
    Everything,
    /// A sandbox where these networks have nodes of main networks: no simulated money may become their coins.
    EverythingBut(BTreeSet<Network>),
    /// A tenant with real customers: these payways, each in these currencies. Its prices are those of public exchanges
    /// ([`Markets`](crate::rates::Markets)).
    Payways(BTreeSet<(Payway, Currency)>),
}

impl Connected {
    /// Whether money can come and go by this payway in this currency.
    #[must_use]
    pub fn carries(&self, payway: Payway, currency: Currency) -> bool {
        match self {
            Self::Everything => true,
            Self::EverythingBut(networks) => payway.network().is_none_or(|network| !networks.contains(&network)),
            Self::Payways(payways) => payways.contains(&(payway, currency)),
        }
    }

    /// Whether no money can come or go.
    #[must_use]
    pub fn is_nothing(&self) -> bool {
        matches!(self, Self::Payways(payways) if payways.is_empty())
    }
}

/// The connections of all tenants.
#[async_trait]
pub trait Connections: Send + Sync {
    /// The connections of this tenant.
    ///
    /// # Errors
    /// [`RailError::Unavailable`] if the tenant cannot be read.
    async fn connected(&self, tenant: TenantId) -> Result<Connected, RailError>;
}

/// All tenants of a sandbox.
#[derive(Debug, Clone, Copy)]
pub struct EverythingConnected;

#[async_trait]
impl Connections for EverythingConnected {
    async fn connected(&self, _tenant: TenantId) -> Result<Connected, RailError> {
        Ok(Connected::Everything)
    }
}
