//! Which prices a tenant has: a sandbox the simulated ones, a tenant with real customers those of public exchanges.

use super::Rates;
use crate::rails::Connected;

/// The markets of an installation. A sandbox has the simulated prices, a tenant with real customers those of public
/// exchanges, and neither sees the other's. Cheap to clone.
#[derive(Clone)]
pub struct Markets {
    simulated: Rates,
    live: Option<Rates>,
}

impl Markets {
    /// The simulated market, and the real one if the installation reads it.
    #[must_use]
    pub const fn new(simulated: Rates, live: Option<Rates>) -> Self {
        Self { simulated, live }
    }

    /// The simulated prices, for rails that serve sandboxes alone.
    #[must_use]
    pub const fn simulated(&self) -> &Rates {
        &self.simulated
    }

    /// The prices of tenants with real customers; `None` without a source.
    #[must_use]
    pub const fn live(&self) -> Option<&Rates> {
        self.live.as_ref()
    }

    /// The prices of a tenant with these connections; `None` if it has no source of prices.
    #[must_use]
    pub const fn of(&self, connected: &Connected) -> Option<&Rates> {
        match connected {
            Connected::Everything | Connected::EverythingBut(_) => Some(&self.simulated),
            Connected::Payways(_) => self.live.as_ref(),
        }
    }
}

impl From<Rates> for Markets {
    fn from(simulated: Rates) -> Self {
        Self::new(simulated, None)
    }
}
