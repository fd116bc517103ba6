//! Why a bank's statement file is refused, and at which line.

use kernel::{Amount, AmountError, Currency};

use super::{MAX_ENTRIES, MAX_REFERENCE_CHARS, MAX_TEXT_CHARS};
use crate::xml::{Fault, XmlReason};

/// Why a file is refused, and where.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct CamtError {
    /// The line, from one. For a missing element it is the line of the element that should have it.
    pub line: usize,
    /// The reason.
    pub reason: Reason,
}

/// Why a file is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Reason {
    /// The file is not an XML document within the limits.
    #[error(transparent)]
    Xml(#[from] XmlReason),
    /// The root is not the document of camt.053 or camt.054, version 001.02 to 001.08.
    #[error("{name:?} of {namespace:?} is not camt.053 or camt.054, version 001.02 to 001.08")]
    WrongRoot {
        /// The name of the root.
        name: String,
        /// Its namespace.
        namespace: String,
    },
    /// A mandatory element is missing or empty.
    #[error("{inside:?} has no {element:?}")]
    Missing {
        /// The element that should be there.
        element: &'static str,
        /// The element that should have it.
        inside: String,
    },
    /// An element is there twice, where only one is allowed.
    #[error("{element:?} is there more than once")]
    Repeated {
        /// The element.
        element: &'static str,
    },
    /// An amount is not a decimal number of its currency.
    #[error("the amount {text:?} {error}")]
    BadAmount {
        /// The text.
        text: String,
        /// The error.
        error: AmountError,
    },
    /// The currency is not a fiat currency of the platform.
    #[error("the currency {0:?} is not supported")]
    UnsupportedCurrency(String),
    /// An amount is not in the currency of the account.
    #[error("the amount is in {found}, and the account in {account}")]
    OtherCurrency {
        /// The currency of the amount.
        found: Currency,
        /// The currency of the account.
        account: Currency,
    },
    /// A date or a time is not one of ISO 8601.
    #[error("{0:?} is not a date or a time of ISO 8601")]
    BadDate(String),
    /// A code is not one of the message's.
    #[error("{text:?} is not a value of {element:?}")]
    BadCode {
        /// The element.
        element: String,
        /// The text.
        text: String,
    },
    /// An identification has more than [`MAX_REFERENCE_CHARS`] characters, or another text more than
    /// [`MAX_TEXT_CHARS`].
    #[error("{0:?} is longer than {MAX_REFERENCE_CHARS} (reference) or {MAX_TEXT_CHARS} (other text) characters")]
    TooLong(String),
    /// There are more than [`MAX_ENTRIES`] entries.
    #[error("the file has more than {MAX_ENTRIES} entries")]
    TooManyEntries,
    /// The closing balance is not the opening balance plus the booked entries.
    #[error("the closing balance is {stated}, and the opening balance with the booked entries is {computed}")]
    BalanceMismatch {
        /// The closing balance of the bank.
        stated: Amount,
        /// The sum.
        computed: Amount,
    },
}

impl From<Fault> for CamtError {
    fn from(fault: Fault) -> Self {
        Self { line: fault.line, reason: Reason::Xml(fault.reason) }
    }
}
