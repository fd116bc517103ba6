use kernel::{Amount, ErrorKind};
use uuid::Uuid;

use crate::Account;

/// Why a change was not committed. Nothing of it was written, except after [`CommitError::Unavailable`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CommitError {
    /// A record is not at the version the change was decided on: load again and decide again.
    #[error("record {record} is at version {found}, not {expected}")]
    Moved {
        /// The record.
        record: Uuid,
        /// The version the change was decided on.
        expected: i64,
        /// The version it has; 0 when it does not exist.
        found: i64,
    },
    /// An account cannot give that much.
    #[error("{account} has {available} of the {needed} needed")]
    Insufficient {
        /// The account.
        account: Box<Account>,
        /// What the transfer takes.
        needed: Amount,
        /// What the account can give: posted, less what is held.
        available: Amount,
    },
    /// The change breaks a rule whatever the balances are.
    #[error(transparent)]
    Invalid(#[from] InvalidChange),
    /// The queue is full; nothing was looked at.
    #[error("the ledger has more to do than it can take on")]
    Overloaded,
    /// The database does not answer. The outcome may be unknown: commit the same key again to learn it.
    #[error("the ledger does not answer")]
    Unavailable,
}

/// The rule that a change breaks.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidChange {
    /// The key is empty or longer than 200 bytes.
    #[error("the key has {0} bytes, not 1 to 200")]
    Key(usize),
    /// More of something than one change may have.
    #[error("{what}: {found} in one change, at most {max}")]
    TooMany {
        /// Of what.
        what: &'static str,
        /// How many.
        found: usize,
        /// The limit.
        max: usize,
    },
    /// A text is empty, too long, or has a NUL.
    #[error("{0} is empty, too long or not plain text")]
    Text(&'static str),
    /// An account's parts do not fit its book.
    #[error("there is no account {0}")]
    Account(Box<Account>),
    /// Two accounts' names give the same key.
    #[error("the account {0} cannot be opened: its key is taken")]
    AccountKeyTaken(Box<Account>),
    /// Debit and credit are the same account.
    #[error("transfer {0} gives to the account it takes from")]
    SameAccount(Uuid),
    /// The amount is zero or less.
    #[error("transfer {0} moves nothing")]
    NotPositive(Uuid),
    /// The two accounts and the amount are not of one currency.
    #[error("transfer {0} mixes currencies")]
    MixedCurrencies(Uuid),
    /// A sum does not fit 38 digits.
    #[error("transfer {0} makes a sum too large to keep")]
    TooLarge(Uuid),
    /// A transfer with this id exists.
    #[error("transfer {0} exists already")]
    TransferExists(Uuid),
    /// There is no such hold.
    #[error("there is no hold {0}")]
    NoSuchHold(Uuid),
    /// The hold was posted, voided or has expired before.
    #[error("hold {0} has ended already")]
    HoldEnded(Uuid),
    /// The hold's time has passed: it can only be released.
    #[error("hold {0} has expired")]
    HoldExpired(Uuid),
    /// The hold's time has not passed yet, or it has none.
    #[error("hold {0} has not expired")]
    HoldNotExpired(Uuid),
    /// Accounts or amount do not fit the hold.
    #[error("the transfer does not fit hold {0}")]
    HoldMismatch(Uuid),
    /// A record keeps its kind and owner for ever.
    #[error("record {0} is of another kind or owner")]
    RecordIdentity(Uuid),
    /// A version below 1, or one record expected at two versions.
    #[error("record {0} is given an impossible version")]
    RecordVersion(Uuid),
    /// The database does not take a value (an unknown reason: the change is at fault, not the database).
    #[error("the database does not take it: {0}")]
    Refused(String),
}

impl CommitError {
    /// How it is to be answered.
    #[must_use]
    pub const fn kind(&self) -> ErrorKind {
        match self {
            Self::Moved { .. } => ErrorKind::Conflict,
            Self::Insufficient { .. } => ErrorKind::Unprocessable,
            Self::Invalid(rule) => rule.kind(),
            Self::Overloaded | Self::Unavailable => ErrorKind::Unavailable,
        }
    }

    /// The specification's code.
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
    /// A hold that ended meanwhile is a race of two callers; the rest is a fault of the code that made the change.
    const fn kind(&self) -> ErrorKind {
        match self {
            Self::HoldEnded(_) | Self::HoldExpired(_) | Self::HoldNotExpired(_) => ErrorKind::Conflict,
            _ => ErrorKind::Internal,
        }
    }
}
