//! The errors of this crate, with the specification's error codes.

mod federated_login;

use chrono::{DateTime, Utc};
use kernel::ErrorKind;
use store::StoreError;

pub use federated_login::FederatedLoginError;

use crate::captcha::{Puzzle, Refusal};
use crate::envelope::EnvelopeError;
use crate::rules::Broken;

/// Errors of identity.
#[derive(Debug, thiserror::Error)]
pub enum IdentityError {
    /// A field violates a rule.
    #[error("{message}")]
    Field {
        /// The field's name in the request.
        field: &'static str,
        /// The stable code of the rule.
        rule: &'static str,
        /// The rule in English.
        message: String,
        /// Attempts left, if the field is a one-time code.
        attempts_left: Option<u32>,
    },
    /// A rate limit: sends, checks, or attempts on one code.
    #[error("{message} Try again in {retry_after_s} s.")]
    TooMany {
        /// Seconds until a retry makes sense; at least 1.
        retry_after_s: u32,
        /// The message that names the limit.
        message: &'static str,
    },
    /// The token is missing, invalid or expired.
    #[error("Sign in to continue.")]
    Unauthenticated,
    /// The account is blocked.
    #[error("This account is blocked. Contact support.")]
    Blocked,
    /// Any other error code of the specification.
    #[error("{message}")]
    Refused {
        /// The kind of error, which decides the HTTP status.
        kind: ErrorKind,
        /// The error code from the specification's error catalogue.
        code: &'static str,
        /// The message for the person.
        message: String,
        /// Seconds until a retry makes sense, if waiting helps.
        retry_after_s: Option<u32>,
    },
    /// The first factor was accepted; the second factor is missing.
    #[error("Show your second factor first.")]
    FactorRequired,
    /// A wrong code of a second factor. The answer does not reveal whether it was checked as TOTP or as a recovery
    /// code.
    #[error("This code is not right.")]
    FactorInvalid,
    /// A passkey assertion that was not accepted. The answer does not reveal the reason.
    #[error("This passkey was not accepted.")]
    PasskeyRefused,
    /// Too many wrong codes of a second factor.
    #[error("Too many wrong codes. Codes are accepted again at {until}.")]
    FactorLocked {
        /// When codes are accepted again.
        until: DateTime<Utc>,
    },
    /// Proof of work is required, because codes are under brute-force attack or many are requested.
    #[error("{}", .refusal.words())]
    CaptchaRequired {
        /// Why the submitted solution, if any, was refused.
        refusal: Refusal,
        /// The puzzle to solve.
        puzzle: Box<Puzzle>,
    },
    /// It exists already and must be unique.
    #[error("{0} is there already.")]
    Exists(&'static str),
    /// The resource does not exist here.
    #[error("{0} was not found.")]
    NotFound(&'static str),
    /// Encrypted data cannot be decrypted: a fault of the installation.
    #[error(transparent)]
    Envelope(#[from] EnvelopeError),
    /// An error of a federated login.
    #[error(transparent)]
    FederatedLogin(#[from] FederatedLoginError),
    /// A database error.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl IdentityError {
    /// A field error for `rule`; `message` is for the person.
    pub fn field(field: &'static str, rule: &'static str, message: impl Into<String>) -> Self {
        Self::Field { field, rule, message: message.into(), attempts_left: None }
    }

    /// A refusal with `code`; `message` is for the person.
    pub fn refusal(kind: ErrorKind, code: &'static str, message: impl Into<String>) -> Self {
        Self::Refused { kind, code, message: message.into(), retry_after_s: None }
    }

    /// An internal error; the text goes to the log only.
    pub(crate) fn internal(cause: &dyn std::fmt::Display) -> Self {
        Self::refusal(ErrorKind::Internal, "INTERNAL_ERROR", cause.to_string())
    }

    /// A conflict with the current state.
    pub(crate) fn conflict(message: &str) -> Self {
        Self::refusal(ErrorKind::Conflict, "CONFLICT_ERROR", message)
    }

    /// The kind of error, which decides the HTTP status.
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
            Self::FederatedLogin(error) => error.kind(),
            Self::Store(error) => error.kind(),
        }
    }

    /// The error code from the specification's error catalogue.
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
            Self::FederatedLogin(error) => error.code(),
            Self::Store(error) => error.code(),
        }
    }

    /// Seconds for the `Retry-After` header, if waiting helps.
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

impl From<(&'static str, Broken)> for IdentityError {
    /// The field error for this name.
    fn from((field, broken): (&'static str, Broken)) -> Self {
        Self::field(field, broken.code, broken.message)
    }
}
