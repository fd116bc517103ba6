//! The errors of this crate.

use ::store::StoreError;
use identity::IdentityError;
use kernel::ErrorKind;

/// Why a request to support is refused.
#[derive(Debug, thiserror::Error)]
pub enum SupportError {
    /// A field breaks its rule.
    #[error("{field} {rule}")]
    Invalid {
        /// The field.
        field: &'static str,
        /// The rule, in plain English.
        rule: String,
    },
    /// There is none of this id, or it is another person's.
    #[error("there is no such {0}")]
    NotFound(&'static str),
    /// The state does not allow it.
    #[error("{0}")]
    Conflict(&'static str),
    /// Too many requests.
    #[error("too many messages to support; try again later")]
    TooMany {
        /// Seconds until the next attempt makes sense.
        retry_after_s: u32,
    },
    /// From the records of customers and operators.
    #[error(transparent)]
    Identity(#[from] IdentityError),
    /// From the database.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Something else.
    #[error("{0}")]
    Internal(String),
}

impl SupportError {
    pub(crate) fn invalid(field: &'static str, rule: impl Into<String>) -> Self {
        Self::Invalid { field, rule: rule.into() }
    }

    /// The kind of error, which decides the HTTP status.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::Invalid { .. } => ErrorKind::Invalid,
            Self::NotFound(_) => ErrorKind::NotFound,
            Self::Conflict(_) => ErrorKind::Conflict,
            Self::TooMany { .. } => ErrorKind::TooMany,
            Self::Identity(error) => error.kind(),
            Self::Store(error) => error.kind(),
            Self::Internal(_) => ErrorKind::Internal,
        }
    }

    /// The stable error code.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Invalid { .. } => "VALIDATION_ERROR",
            Self::NotFound(_) => "NOT_FOUND",
            Self::Conflict(_) => "CONFLICT_ERROR",
            Self::TooMany { .. } => "TOO_MANY_REQUESTS",
            Self::Identity(error) => error.code(),
            Self::Store(error) => error.code(),
            Self::Internal(_) => "INTERNAL_ERROR",
        }
    }
}
