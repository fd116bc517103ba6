//! A customer credit transfer initiation: pain.001.001.09 in the subset of the SEPA rulebook.
//!
//! Sources: ISO 20022 message definition pain.001.001.09, and EPC132-08, "SEPA Credit Transfer Scheme
//! Customer-to-PSP Implementation Guidelines".

mod check;
mod error;
#[cfg(test)]
mod tests;
mod write;

use chrono::{DateTime, NaiveDate, Utc};
use kernel::Amount;

pub use error::{Field, Pain001Error, Rule};

/// The most transfers of one message.
pub const MAX_TRANSFERS: usize = 10_000;
/// The longest identification, in characters (ISO 20022 `Max35Text`).
pub const MAX_ID_CHARS: usize = 35;
/// The longest name of a party, in characters (EPC132-08). A longer name is cut after the mapping.
pub const MAX_NAME_CHARS: usize = 70;
/// The longest remittance text, in characters (ISO 20022 `Max140Text`).
pub const MAX_REMITTANCE_CHARS: usize = 140;
/// The longest name that the writer reads, in characters, before the mapping.
pub const MAX_NAME_INPUT_CHARS: usize = 1_000;
/// The largest amount of one transfer in euro, in cents: 999,999,999.99 EUR (EPC132-08, AT-04).
pub const MAX_EURO_ATOMS: i128 = 99_999_999_999;
/// The first number that has more digits than ISO 20022 allows in an amount and in a control sum: `totalDigits` is 18.
pub const FIRST_TOO_LONG: i128 = 1_000_000_000_000_000_000;

/// The account that pays.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Debtor {
    /// The name of the account's holder. The writer maps it with [`crate::sepa_text`].
    pub name: String,
    /// The IBAN; spaces are allowed.
    pub iban: String,
    /// The BIC of the bank, 8 or 11 characters. `None` writes `NOTPROVIDED`, which SEPA allows.
    pub bic: Option<String>,
}

impl Debtor {
    /// Checks the account as [`Initiation::to_xml`] does.
    ///
    /// # Errors
    /// [`Pain001Error`] names the first field that breaks a rule.
    pub fn check(&self) -> Result<(), Pain001Error> {
        check::checked_debtor(self).map(drop)
    }
}

/// One credit transfer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Transfer {
    /// The identification that reaches the creditor and comes back with a return: 1 to 35 characters of the SEPA set.
    pub end_to_end_id: String,
    /// The amount, above zero, in a fiat currency.
    pub amount: Amount,
    /// The creditor's name. The writer maps it with [`crate::sepa_text`].
    pub creditor_name: String,
    /// The creditor's IBAN; spaces are allowed.
    pub creditor_iban: String,
    /// The remittance text: at most 140 characters. The writer maps it, and cuts it if the mapping made it longer. An
    /// empty text writes no element.
    pub remittance: String,
}

/// A message to the debtor's bank.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Initiation {
    /// The identification of the message, unique for the bank: 1 to 35 characters of the SEPA set.
    pub message_id: String,
    /// When the message was made. The fraction of the second is not written.
    pub created_at: DateTime<Utc>,
    /// The account that pays.
    pub debtor: Debtor,
    /// The day on which the bank should take the money.
    pub execution_date: NaiveDate,
    /// The transfers: 1 to [`MAX_TRANSFERS`].
    pub transfers: Vec<Transfer>,
}

impl Initiation {
    /// Writes the message as an XML document in UTF-8.
    ///
    /// The message has one payment (`PmtInf`) per currency, in the order in which the currencies first appear. Its
    /// identification is the message's if the message has one currency. Otherwise it is the currency's code, `-`, and
    /// the last 31 characters of the message's identification.
    ///
    /// A payment in euro has the service level `SEPA` and shared charges by the scheme's rule (`SLEV`). Any other
    /// currency has no service level, and shared charges (`SHAR`).
    ///
    /// The control sum of the message adds the numbers of all currencies, as ISO 20022 defines it.
    ///
    /// # Errors
    /// [`Pain001Error`] names the first field that breaks a rule. Nothing is written then.
    pub fn to_xml(&self) -> Result<String, Pain001Error> {
        Ok(write::document(&check::checked(self)?))
    }
}
