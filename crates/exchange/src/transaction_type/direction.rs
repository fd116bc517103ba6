//! The direction of a movement: its pair of currencies, its endpoints, and what kind of exchange the pair is. Pure.

use kernel::{Currency, Endpoint};
use serde::{Deserialize, Serialize};

kernel::codes! {
    /// The kinds of exchange (specification, "Entities and their fields").
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "UPPERCASE")]
    pub enum Side {
        /// Fiat for crypto.
        Buy = "BUY",
        /// Crypto for fiat.
        Sell = "SELL",
        /// Crypto for crypto.
        Swap = "SWAP",
    }
}

impl Side {
    /// The side of a pair; `None` for one currency and for fiat against fiat.
    #[must_use]
    pub fn of(from: Currency, to: Currency) -> Option<Self> {
        if from == to {
            return None;
        }
        match (from.is_fiat(), to.is_fiat()) {
            (true, false) => Some(Self::Buy),
            (false, true) => Some(Self::Sell),
            (false, false) => Some(Self::Swap),
            (true, true) => None,
        }
    }

    /// The specification's display type: purchase, sale or swap.
    #[must_use]
    pub const fn display_type(self) -> &'static str {
        match self {
            Self::Buy => "purchase",
            Self::Sell => "sale",
            Self::Swap => "swap",
        }
    }
}

/// A route for money: both currencies, and the endpoint on each side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Direction {
    /// The given currency.
    pub from_currency: Currency,
    /// The source endpoint.
    pub source: Endpoint,
    /// The received currency.
    pub to_currency: Currency,
    /// The destination endpoint.
    pub sink: Endpoint,
}

impl Direction {
    /// Buy, sell or swap; `None` for one currency on both sides or fiat on both sides.
    #[must_use]
    pub fn side(&self) -> Option<Side> {
        Side::of(self.from_currency, self.to_currency)
    }

    /// Whether the currencies differ.
    #[must_use]
    pub fn converts(&self) -> bool {
        self.from_currency != self.to_currency
    }
}
