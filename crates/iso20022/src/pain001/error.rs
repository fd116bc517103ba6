//! Why a payment file cannot be written: the field, the transfer, and the broken rule.

use std::fmt;

use super::{MAX_ID_CHARS, MAX_NAME_INPUT_CHARS, MAX_REMITTANCE_CHARS, MAX_TRANSFERS};

/// A field of an [`Initiation`](super::Initiation).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Field {
    /// `message_id`.
    MessageId,
    /// `created_at`.
    CreatedAt,
    /// `debtor.name`.
    DebtorName,
    /// `debtor.iban`.
    DebtorIban,
    /// `debtor.bic`.
    DebtorBic,
    /// `execution_date`.
    ExecutionDate,
    /// `transfers`.
    Transfers,
    /// The sum of the amounts.
    ControlSum,
    /// `end_to_end_id` of a transfer.
    EndToEndId,
    /// `amount` of a transfer.
    Amount,
    /// `creditor_name` of a transfer.
    CreditorName,
    /// `creditor_iban` of a transfer.
    CreditorIban,
    /// `remittance` of a transfer.
    Remittance,
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::MessageId => "message id",
            Self::CreatedAt => "creation time",
            Self::DebtorName => "debtor name",
            Self::DebtorIban => "debtor IBAN",
            Self::DebtorBic => "debtor BIC",
            Self::ExecutionDate => "execution date",
            Self::Transfers => "list of transfers",
            Self::ControlSum => "control sum",
            Self::EndToEndId => "end-to-end id",
            Self::Amount => "amount",
            Self::CreditorName => "creditor name",
            Self::CreditorIban => "creditor IBAN",
            Self::Remittance => "remittance text",
        })
    }
}

/// The rule that a field breaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Rule {
    /// The field is empty.
    #[error("is empty")]
    Empty,
    /// An identification has more than [`MAX_ID_CHARS`] characters.
    #[error("has more than {MAX_ID_CHARS} characters")]
    IdTooLong,
    /// An identification has a character that is not in the SEPA set. It is not mapped, because it must come back equal.
    #[error("has the character {0:?}, which is not in the SEPA character set")]
    NotSepa(char),
    /// An identification starts or ends with `/` or has `//` (EPC217-08), or it starts or ends with a space.
    #[error("has a slash or a space at its start or end, or two slashes together")]
    Slashes,
    /// A name has more than [`MAX_NAME_INPUT_CHARS`] characters before the mapping.
    #[error("has more than {MAX_NAME_INPUT_CHARS} characters")]
    NameTooLong,
    /// A remittance text has more than [`MAX_REMITTANCE_CHARS`] characters before the mapping.
    #[error("has more than {MAX_REMITTANCE_CHARS} characters")]
    RemittanceTooLong,
    /// A name has no letter or digit after the mapping to the SEPA set.
    #[error("has no letter or digit that the SEPA character set can spell")]
    NothingLeft,
    /// The IBAN's country, length, format or check digits are wrong (ISO 13616).
    #[error("is not a valid IBAN")]
    BadIban,
    /// The BIC does not have the form of ISO 9362.
    #[error("is not a BIC of 8 or 11 characters")]
    BadBic,
    /// The year does not have four digits.
    #[error("is not between the years 1 and 9999")]
    BadYear,
    /// There are more than [`MAX_TRANSFERS`] transfers.
    #[error("has more than {MAX_TRANSFERS} transfers")]
    TooManyTransfers,
    /// The amount is zero or below.
    #[error("is not above zero")]
    NotPositive,
    /// The currency is not fiat.
    #[error("is not in a fiat currency")]
    NotFiat,
    /// The amount is beyond the limit of the scheme ([`MAX_EURO_ATOMS`](super::MAX_EURO_ATOMS)) or has more than 18
    /// digits (ISO 20022).
    #[error("is too large")]
    TooLarge,
}

/// Why a message cannot be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pain001Error {
    /// The field.
    pub field: Field,
    /// The position of the transfer in the list, from zero; `None` for a field of the message.
    pub transfer: Option<usize>,
    /// The rule that the field breaks.
    pub rule: Rule,
}

impl fmt::Display for Pain001Error {
    /// `transfer 3: creditor IBAN is not a valid IBAN`; transfers are counted from one.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(at) = self.transfer {
            write!(f, "transfer {}: ", at.saturating_add(1))?;
        }
        write!(f, "{} {}", self.field, self.rule)
    }
}

impl std::error::Error for Pain001Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.rule)
    }
}
