//! Requisites: payout destinations. Pure validators with the messages of the specification's "Validation rules".

use std::borrow::Cow;
use std::collections::BTreeMap;

use kernel::{Amount, Network, Payway};
use serde::{Deserialize, Serialize};

use crate::rails::CardToken;

mod address;
mod card;
mod customer;
mod iban;
mod person;
mod verified_payee;

pub use address::validate_address;
pub use card::validate_card;
pub use customer::{Party, validate_note};
pub use iban::validate_iban;
pub use person::validate_full_name;
pub use verified_payee::{PayeeChoice, VerifiedPayee};

/// A validated destination, in canonical form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Requisite {
    /// An address on a chain.
    Address {
        /// The address, in canonical form.
        value: String,
        /// The memo; only on networks with memos.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        memo: Option<String>,
    },
    /// A bank account.
    Iban {
        /// The IBAN without spaces, in upper case.
        value: String,
        /// The account holder's name.
        full_name: String,
        /// The verification of payee, if required.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        payee: Option<Box<VerifiedPayee>>,
    },
    /// A tokenized card.
    Card {
        /// The token, last four digits and brand.
        card: CardToken,
    },
    /// Another customer's balance.
    Customer(Party),
    /// None: the payway's service issues a code, which the customer sees on the order.
    Code,
}

impl Requisite {
    /// A short form for lists and mails: the first six and last four characters, or a card's brand and digits.
    #[must_use]
    pub fn display(&self) -> String {
        match self {
            Self::Address { value, .. } | Self::Iban { value, .. } => shortened(value),
            Self::Card { card } => format!("{} •••• {}", card.brand, card.last4),
            Self::Customer(party) => party.name.clone(),
            Self::Code => "Code".to_owned(),
        }
    }
}

/// The first six and the last four characters (specification, "Business constants and limits": long values are
/// shortened in the middle).
fn shortened(text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    if letters.len() <= 12 {
        return text.to_owned();
    }
    let end = letters.len() - 4;
    letters[..6].iter().chain(['…'].iter()).chain(&letters[end..]).collect()
}

/// The kind of chain that a deployment is connected to. Bitcoin and Litecoin have distinct formats for test addresses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChainKind {
    /// The main network.
    Main,
    /// The public test networks.
    Test,
    /// A private regtest node.
    Regtest,
    /// Any of them: the sandbox, which moves no real money.
    Sandbox,
}

/// The kind of chain of each network: that of the connected node, or the default.
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
    /// Sets the kind of chain of `network`.
    #[must_use]
    pub fn with(mut self, network: Network, kind: ChainKind) -> Self {
        self.connected.insert(network, kind);
        self
    }

    /// The kind of chain that `payway` uses.
    #[must_use]
    pub fn of(&self, payway: Payway) -> ChainKind {
        payway.network().and_then(|network| self.connected.get(&network)).copied().unwrap_or(self.usual)
    }
}

/// A value in canonical form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Normalised {
    /// The value.
    pub value: String,
    /// The memo, if there is one.
    pub memo: Option<String>,
    /// The amount that a wallet's payment link requests, as a suggestion.
    pub amount: Option<Amount>,
}

/// Why a requisite is invalid, in the specification's words. `code` is stable; the text is English.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct RequisiteError {
    /// The field: `value`, `memo`, `full_name`, `number`, `expiry`, ...
    pub field: &'static str,
    /// The stable code: `required`, `incorrect_address`, `address_not_for_currency`, `iban_eur_sepa_only`, ...
    pub code: &'static str,
    /// The message for the customer.
    pub message: Cow<'static, str>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_address_is_shortened_in_the_middle() {
        assert_eq!(shortened("ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9"), "ltc1qw…n4n9");
        assert_eq!(shortened("short"), "short");
    }
}
