//! Requisites: where money goes. Pure validators with the specification's messages (section 5).

use std::borrow::Cow;
use std::collections::BTreeMap;

use kernel::{Amount, Network, Payway};
use serde::{Deserialize, Serialize};

use crate::payee::VerifiedPayee;
use crate::rails::CardToken;

mod address;
mod card;
mod customer;
mod iban;
mod person;

pub use address::validate_address;
pub use card::validate_card;
pub use customer::{Party, validate_note};
pub use iban::validate_iban;
pub use person::validate_full_name;

/// A checked destination, in canonical writing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Requisite {
    /// An address on a chain.
    Address {
        /// Canonical.
        value: String,
        /// Only where the network knows memos.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        memo: Option<String>,
    },
    /// A bank account.
    Iban {
        /// Without spaces, upper case.
        value: String,
        /// Whose it is.
        full_name: String,
        /// What its bank said of that, and what the customer chose; only where the scheme asks.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        payee: Option<Box<VerifiedPayee>>,
    },
    /// A card that the acquirer keeps.
    Card {
        /// Its token, last four digits and brand.
        card: CardToken,
    },
    /// The balance of another customer.
    Customer(Party),
}

impl Requisite {
    /// It in short, for lists and mails: the first six and the last four characters, or a card's brand and digits.
    #[must_use]
    pub fn display(&self) -> String {
        match self {
            Self::Address { value, .. } | Self::Iban { value, .. } => shortened(value),
            Self::Card { card } => format!("{} •••• {}", card.brand, card.last4),
            Self::Customer(party) => party.name.clone(),
        }
    }

    /// Whether coins go there.
    pub(crate) const fn is_address(&self) -> bool {
        matches!(self, Self::Address { .. })
    }
}

/// The first six and the last four characters (specification, section 9: eight and more are shortened in the middle).
fn shortened(text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    if letters.len() <= 12 {
        return text.to_owned();
    }
    let end = letters.len() - 4;
    letters[..6].iter().chain(['…'].iter()).chain(&letters[end..]).collect()
}

/// Which chains a deployment is connected to: Bitcoin and Litecoin write test addresses differently.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChainKind {
    /// Real money.
    Main,
    /// The public test networks.
    Test,
    /// A private node.
    Regtest,
    /// Any of them: the sandbox, where nothing is worth anything.
    Sandbox,
}

/// Which chain each network of a deployment is on: a real node tells, and everything else is as usual.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChainKinds {
    usual: ChainKind,
    connected: BTreeMap<Network, ChainKind>,
}

impl From<ChainKind> for ChainKinds {
    fn from(usual: ChainKind) -> Self {
        Self { usual, connected: BTreeMap::new() }
    }
}

impl ChainKinds {
    /// The same, with `network` on a chain of its own.
    #[must_use]
    pub fn with(mut self, network: Network, kind: ChainKind) -> Self {
        self.connected.insert(network, kind);
        self
    }

    /// The chain that money sent by `payway` goes over.
    #[must_use]
    pub fn of(&self, payway: Payway) -> ChainKind {
        payway.network().and_then(|network| self.connected.get(&network)).copied().unwrap_or(self.usual)
    }
}

/// A value in canonical writing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Normalised {
    /// The value.
    pub value: String,
    /// The memo, where there is one.
    pub memo: Option<String>,
    /// What a wallet's link asks for, to be offered to the person.
    pub amount: Option<Amount>,
}

/// Why a requisite is refused, in the specification's words. `code` is stable; the text is English.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct RequisiteError {
    /// The field it is about: `value`, `memo`, `full_name`, `number`, `expiry`, ...
    pub field: &'static str,
    /// Stable: `required`, `incorrect_address`, `address_not_for_currency`, `iban_eur_sepa_only`, ...
    pub code: &'static str,
    /// For people.
    pub message: Cow<'static, str>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_address_keeps_its_ends() {
        assert_eq!(shortened("ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9"), "ltc1qw…n4n9");
        assert_eq!(shortened("short"), "short");
    }
}
