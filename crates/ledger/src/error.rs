//! Why the Journal did not commit a change.

use kernel::{Amount, ErrorKind};
use uuid::Uuid;

use crate::Account;

/// Why a change was not committed. Nothing was written, except possibly after [`CommitError::Unavailable`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CommitError {
    /// A record has changed since the decision: load and decide again.
    #[error("record {record} is at version {found}, not {expected}")]
    Moved {
        /// The record.
        record: Uuid,
        /// The expected version.
        expected: i64,
        /// The present version; 0 if the record does not exist.
        found: i64,
    },
    /// The available balance of an account is too low.
    #[error("{account} has {available} of the {needed} needed")]
    Insufficient {
        /// The account.
        account: Box<Account>,
        /// The amount of the transfer.
        needed: Amount,
        /// The available balance: posted, less held.
        available: Amount,
    },
    /// The change breaks a rule, whatever the balances are.
    #[error(transparent)]
    Invalid(#[from] InvalidChange),
    /// The queue is full; the change was not examined.
    #[error("the ledger has more to do than it can take on")]
    Overloaded,
    /// The database does not answer, and the outcome may be unknown. To learn it, commit the same key again.
    #[error("the ledger does not answer")]
    Unavailable,
}

/// The rule that a change breaks.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidChange {
    /// The key is empty or longer than 200 bytes.
    #[error("the key has {0} bytes, not 1 to 200")]
    Key(usize),
    /// The change has more entries of a kind than permitted.
    #[error("{what}: {found} in one change, at most {max}")]
    TooMany {
        /// The kind.
        what: &'static str,
        /// The number found.
        found: usize,
        /// The maximum.
        max: usize,
    },
    /// A text is empty, too long, or contains NUL.
    #[error("{0} is empty, too long or not plain text")]
    Text(&'static str),
    /// The account's parts do not fit its book.
    #[error("there is no account {0}")]
    Account(Box<Account>),
    /// Two account names have the same key.
    #[error("the account {0} cannot be opened: its key is taken")]
    AccountKeyTaken(Box<Account>),
    /// Debit and credit are the same account.
    #[error("transfer {0} gives to the account it takes from")]
    SameAccount(Uuid),
    /// The amount is not positive.
    #[error("transfer {0} moves nothing")]
    NotPositive(Uuid),
    /// The accounts and the amount have different currencies.
    #[error("transfer {0} mixes currencies")]
    MixedCurrencies(Uuid),
    /// A sum exceeds 38 digits.
    #[error("transfer {0} makes a sum too large to keep")]
    TooLarge(Uuid),
    /// A transfer with this id exists.
    #[error("transfer {0} exists already")]
    TransferExists(Uuid),
    /// The hold does not exist.
    #[error("there is no hold {0}")]
    NoSuchHold(Uuid),
    /// The hold was posted, voided or expired before.
    #[error("hold {0} has ended already")]
    HoldEnded(Uuid),
    /// The hold has expired: it can only be released.
    #[error("hold {0} has expired")]
    HoldExpired(Uuid),
    /// The hold has not expired, or does not expire.
    #[error("hold {0} has not expired")]
    HoldNotExpired(Uuid),
    /// The accounts or the amount do not match the hold.
    #[error("the transfer does not fit hold {0}")]
    HoldMismatch(Uuid),
    /// The kind and owner of a record cannot change.
    #[error("record {0} is of another kind or owner")]
    RecordIdentity(Uuid),
    /// A version below 1, or one record expected at two versions.
    #[error("record {0} is given an impossible version")]
    RecordVersion(Uuid),
    /// The database rejects a value for another reason; the fault lies with the change.
    #[error("the database does not take it: {0}")]
    Refused(String),
}

impl CommitError {
    /// The kind of error for the caller.
    #[must_use]
    pub const fn kind(&self) -> ErrorKind {
        match self {
            Self::Moved { .. } => ErrorKind::Conflict,
            Self::Insufficient { .. } => ErrorKind::Unprocessable,
            Self::Invalid(rule) => rule.kind(),
            Self::Overloaded | Self::Unavailable => ErrorKind::Unavailable,
        }
    }

    /// The specification's error code.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Insufficient { .. } => "INSUFFICIENT_BALANCE",
            Self::Overloaded | Self::Unavailable => "SERVICE_UNAVAILABLE",
            Self::Moved { .. } => "CONFLICT_ERROR",
            Self::Invalid(rule) => match rule.kind() {
                ErrorKind::Conflict => "CONFLICT_ERROR",
                _ => "INTERNAL_ERROR",
            },
        }
    }
}

impl InvalidChange {
    /// A hold that ended meanwhile is a race between two callers; any other case is a fault of the code that built the
    /// change.
    const fn kind(&self) -> ErrorKind {
        match self {
            Self::HoldEnded(_) | Self::HoldExpired(_) | Self::HoldNotExpired(_) => ErrorKind::Conflict,
            _ => ErrorKind::Internal,
        }
    }
}
