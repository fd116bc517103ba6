use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::{Currency, Network, Payway, PaywayKind};

/// The source or the destination of a movement of money: an external payway, or a balance in the platform's ledger.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Endpoint {
    /// The customer's balance in the currency.
    Balance,
    /// The balance of another customer of the tenant.
    Customer,
    /// An external payment over a payway.
    Payway(Payway),
}

/// The code of [`Endpoint::Balance`]. No payway has this code.
const BALANCE: &str = "balance";
/// The code of [`Endpoint::Customer`]. No payway has this code.
const CUSTOMER: &str = "customer";

impl Endpoint {
    /// The payway; `None` for a balance.
    #[must_use]
    pub const fn payway(self) -> Option<Payway> {
        match self {
            Self::Balance | Self::Customer => None,
            Self::Payway(payway) => Some(payway),
        }
    }

    /// Whether it is the customer's own balance.
    #[must_use]
    pub const fn is_balance(self) -> bool {
        matches!(self, Self::Balance)
    }

    /// The kind of its payway; `None` for a balance.
    #[must_use]
    pub fn kind(self) -> Option<PaywayKind> {
        self.payway().map(Payway::kind)
    }

    /// Its blockchain; `None` for a balance and for a fiat payway.
    #[must_use]
    pub fn network(self) -> Option<Network> {
        self.payway().and_then(Payway::network)
    }

    /// `balance`, `customer`, or the specification's name of the payway.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Balance => BALANCE,
            Self::Customer => CUSTOMER,
            Self::Payway(payway) => payway.code(),
        }
    }

    /// The display name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Balance => "Balance",
            Self::Customer => "Another customer",
            Self::Payway(payway) => payway.name(),
        }
    }

    /// Whether it supports `currency`. A balance supports every currency.
    #[must_use]
    pub fn supports(self, currency: Currency) -> bool {
        self.payway().is_none_or(|payway| payway.supports(currency))
    }
}

impl From<Payway> for Endpoint {
    fn from(payway: Payway) -> Self {
        Self::Payway(payway)
    }
}

impl FromStr for Endpoint {
    type Err = String;

    fn from_str(code: &str) -> Result<Self, Self::Err> {
        match code {
            BALANCE => Ok(Self::Balance),
            CUSTOMER => Ok(Self::Customer),
            _ => code.parse().map(Self::Payway),
        }
    }
}

impl fmt::Display for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl Serialize for Endpoint {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.code())
    }
}

impl<'de> Deserialize<'de> for Endpoint {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let code = std::borrow::Cow::<str>::deserialize(deserializer)?;
        code.parse().map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_endpoint_reads_back_and_no_payway_has_the_code_of_a_balance() {
        let all = Payway::all().map(Endpoint::from).chain([Endpoint::Balance, Endpoint::Customer]);
        for endpoint in all {
            assert_eq!(endpoint.code().parse(), Ok(endpoint));
            assert_eq!([BALANCE, CUSTOMER].contains(&endpoint.code()), endpoint.payway().is_none());
        }
        assert!("cheque".parse::<Endpoint>().is_err());
    }
}
