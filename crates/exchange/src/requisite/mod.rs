//! Requisites: where money goes. Pure validators with the specification's messages (section 5).

use kernel::{Currency, Payway};
use serde::{Deserialize, Serialize};

use crate::rails::CardToken;

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
    },
    /// A card that the acquirer keeps.
    Card {
        /// Its token, last four digits and brand.
        card: CardToken,
    },
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

/// A value in canonical writing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Normalised {
    /// The value.
    pub value: String,
    /// The memo, where there is one.
    pub memo: Option<String>,
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
    pub message: &'static str,
}

/// Checks an IBAN for a currency: EUR only to SEPA IBANs, UAH only to Ukrainian ones, USD has its own message.
///
/// # Errors
/// [`RequisiteError`] about `value`.
pub fn validate_iban(currency: Currency, value: &str) -> Result<Normalised, RequisiteError> {
    let _ = (currency, value);
    Err(RequisiteError { field: "value", code: "incorrect_iban", message: "IBAN is not correct" })
}

/// Checks an address for a currency on a payway.
///
/// # Errors
/// [`RequisiteError`] about `value` or `memo`.
pub fn validate_address(
    chains: ChainKind,
    currency: Currency,
    payway: Payway,
    value: &str,
    memo: Option<&str>,
) -> Result<Normalised, RequisiteError> {
    let _ = (chains, currency, payway, value, memo);
    Err(RequisiteError { field: "value", code: "incorrect_address", message: "Incorrect address" })
}
