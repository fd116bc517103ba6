//! Where a movement of money begins or ends: a payway, a balance, another customer, or a product account.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::{Currency, Network, Payway, PaywayKind};

/// An account of a product in the platform's ledger, beside the customer's balances.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Product {
    /// The customer's payment card.
    PaymentCard,
    /// The customer's debt on a card.
    Overdraft,
    /// Referral rewards of the customer.
    Reward,
    /// Cashback, which the platform pays.
    Cashback,
    /// A paid service, such as an eSIM or a merchant.
    Service,
}

impl Product {
    /// All products.
    pub const ALL: [Self; 5] = [Self::PaymentCard, Self::Overdraft, Self::Reward, Self::Cashback, Self::Service];

    /// The code of its endpoint and of its accounts. No payway has this code.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::PaymentCard => "payment_card",
            Self::Overdraft => "overdraft",
            Self::Reward => "reward",
            Self::Cashback => "cashback",
            Self::Service => "service",
        }
    }

    /// The display name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::PaymentCard => "Payment card",
            Self::Overdraft => "Overdraft",
            Self::Reward => "Referral reward",
            Self::Cashback => "Cashback",
            Self::Service => "Service",
        }
    }
}

/// The source or the destination of a movement of money: an external payway, or an account in the platform's ledger.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Endpoint {
    /// The customer's balance in the currency.
    Balance,
    /// The balance of another customer of the tenant.
    Customer,
    /// The account of a product.
    Product(Product),
    /// An external payment over a payway.
    Payway(Payway),
}

/// The code of [`Endpoint::Balance`]. No payway has this code.
const BALANCE: &str = "balance";
/// The code of [`Endpoint::Customer`]. No payway has this code.
const CUSTOMER: &str = "customer";

impl Endpoint {
    /// The payway; `None` for an account in the ledger.
    #[must_use]
    pub const fn payway(self) -> Option<Payway> {
        match self {
            Self::Balance | Self::Customer | Self::Product(_) => None,
            Self::Payway(payway) => Some(payway),
        }
    }

    /// Whether it is the customer's own balance.
    #[must_use]
    pub const fn is_balance(self) -> bool {
        matches!(self, Self::Balance)
    }

    /// The kind of its payway; `None` for an account in the ledger.
    #[must_use]
    pub fn kind(self) -> Option<PaywayKind> {
        self.payway().map(Payway::kind)
    }

    /// Its blockchain; `None` for an account in the ledger and for a fiat payway.
    #[must_use]
    pub fn network(self) -> Option<Network> {
        self.payway().and_then(Payway::network)
    }

    /// `balance`, `customer`, a product's code, or the specification's name of the payway.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Balance => BALANCE,
            Self::Customer => CUSTOMER,
            Self::Product(product) => product.code(),
            Self::Payway(payway) => payway.code(),
        }
    }

    /// The display name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Balance => "Balance",
            Self::Customer => "Another customer",
            Self::Product(product) => product.name(),
            Self::Payway(payway) => payway.name(),
        }
    }

    /// Whether it supports `currency`. An account in the ledger supports every currency.
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
            _ => match Product::ALL.into_iter().find(|product| product.code() == code) {
                Some(product) => Ok(Self::Product(product)),
                None => code.parse().map(Self::Payway),
            },
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
    fn every_endpoint_reads_back_and_no_payway_has_the_code_of_an_account() {
        let accounts = [Endpoint::Balance, Endpoint::Customer].into_iter().chain(Product::ALL.map(Endpoint::Product));
        let codes: Vec<_> = accounts.clone().map(Endpoint::code).collect();
        for endpoint in Payway::all().map(Endpoint::from).chain(accounts) {
            assert_eq!(endpoint.code().parse(), Ok(endpoint));
            assert_eq!(codes.contains(&endpoint.code()), endpoint.payway().is_none());
        }
        assert!("cheque".parse::<Endpoint>().is_err());
    }
}
