//! What can go wrong here, in the specification's codes.

use chrono::{DateTime, Utc};
use kernel::ErrorKind;
use store::StoreError;

use crate::captcha::{Puzzle, Refusal};
use crate::external::ExternalError;

use crate::envelope::EnvelopeError;

/// Errors of identity.
#[derive(Debug, thiserror::Error)]
pub enum IdentityError {
    /// A field does not hold to its rule.
    #[error("{message}")]
    Field {
        /// The field's name in the request.
        field: &'static str,
        /// The rule, in one stable word.
        rule: &'static str,
        /// The rule in English.
        message: String,
        /// Checks of this code that are left, where the field is a code.
        attempts_left: Option<u32>,
    },
    /// Too often: sends, checks, or attempts on one code.
    #[error("{message} Try again in {retry_after_s} s.")]
    TooMany {
        /// Seconds until it makes sense to ask again; at least 1.
        retry_after_s: u32,
        /// What there was too much of.
        message: &'static str,
    },
    /// No token, or one that is not (or no longer) good.
    #[error("Sign in to continue.")]
    Unauthenticated,
    /// The account was blocked.
    #[error("This account is blocked. Contact support.")]
    Blocked,
    /// Refused under a code of the specification that no other error here stands for.
    #[error("{message}")]
    Refused {
        /// How it is to be answered.
        kind: ErrorKind,
        /// The specification's code.
        code: &'static str,
        /// What to tell a person.
        message: String,
        /// Seconds until it makes sense to ask again, where waiting helps.
        retry_after_s: Option<u32>,
    },
    /// Signed in as far as the code by mail goes; the second factor is missing.
    #[error("Show your second factor first.")]
    FactorRequired,
    /// A wrong code of a second factor. Which kind it was taken for is not told.
    #[error("This code is not right.")]
    FactorInvalid,
    /// A passkey that does not prove what it should. Why is not told.
    #[error("This passkey was not accepted.")]
    PasskeyRefused,
    /// Too many wrong codes of a second factor.
    #[error("Too many wrong codes. Codes are accepted again at {until}.")]
    FactorLocked {
        /// When codes are accepted again.
        until: DateTime<Utc>,
    },
    /// Codes are being guessed here: some work has to be shown before one is sent.
    #[error("{}", .refusal.words())]
    CaptchaRequired {
        /// Why what was shown, if anything was, does not do.
        refusal: Refusal,
        /// What to solve.
        puzzle: Box<Puzzle>,
    },
    /// There is one, and there can be only one.
    #[error("{0} is there already.")]
    Exists(&'static str),
    /// No such thing here.
    #[error("{0} was not found.")]
    NotFound(&'static str),
    /// Something sealed cannot be read: a fault of the installation.
    #[error(transparent)]
    Envelope(#[from] EnvelopeError),
    /// An identity from elsewhere.
    #[error(transparent)]
    External(#[from] ExternalError),
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl IdentityError {
    /// A field that breaks `rule`; `message` says it to a person.
    pub fn field(field: &'static str, rule: &'static str, message: impl Into<String>) -> Self {
        Self::Field { field, rule, message: message.into(), attempts_left: None }
    }

    /// Refused under `code`; `message` says it to a person.
    pub fn refusal(kind: ErrorKind, code: &'static str, message: impl Into<String>) -> Self {
        Self::Refused { kind, code, message: message.into(), retry_after_s: None }
    }

    /// Our own fault; the text is for the log.
    pub(crate) fn internal(cause: &dyn std::fmt::Display) -> Self {
        Self::refusal(ErrorKind::Internal, "INTERNAL_ERROR", cause.to_string())
    }

    /// It does not fit how things stand.
    pub(crate) fn conflict(message: &str) -> Self {
        Self::refusal(ErrorKind::Conflict, "CONFLICT_ERROR", message)
    }

    /// How the error is to be answered.
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::Field { .. } => ErrorKind::Invalid,
            Self::TooMany { .. } => ErrorKind::TooMany,
            Self::Unauthenticated => ErrorKind::Unauthenticated,
            Self::Blocked
            | Self::FactorRequired
            | Self::FactorInvalid
            | Self::PasskeyRefused
            | Self::FactorLocked { .. }
            | Self::CaptchaRequired { .. } => ErrorKind::Forbidden,
            Self::Exists(_) => ErrorKind::Conflict,
            Self::NotFound(_) => ErrorKind::NotFound,
            Self::Envelope(error) => error.kind(),
            Self::Refused { kind, .. } => *kind,
            Self::External(error) => error.kind(),
            Self::Store(error) => error.kind(),
        }
    }

    /// The specification's code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Field { .. } => "VALIDATION_ERROR",
            Self::TooMany { .. } => "TOO_MANY_REQUESTS",
            Self::Unauthenticated => "UNAUTHORIZED_REQUEST",
            Self::Blocked => "USER_BLOCKED",
            Self::FactorRequired => "AUTH_2FA_REQUIRED",
            Self::FactorInvalid | Self::PasskeyRefused => "AUTH_2FA_INVALID",
            Self::FactorLocked { .. } => "AUTH_2FA_ATTEMPTS_EXCEEDED",
            Self::CaptchaRequired { .. } => "CAPTCHA_REQUIRED",
            Self::Exists(_) => "NON_UNIQUE_VALUE",
            Self::NotFound(_) => "NOT_FOUND",
            Self::Envelope(error) => error.code(),
            Self::Refused { code, .. } => code,
            Self::External(error) => error.code(),
            Self::Store(error) => error.code(),
        }
    }

    /// Seconds for `Retry-After`, where waiting helps.
    pub fn retry_after_s(&self) -> Option<u32> {
        match self {
            Self::TooMany { retry_after_s, .. } => Some(*retry_after_s),
            Self::Refused { retry_after_s, .. } => *retry_after_s,
            _ => None,
        }
    }
}

impl From<sqlx::Error> for IdentityError {
    fn from(error: sqlx::Error) -> Self {
        Self::Store(error.into())
    }
}
