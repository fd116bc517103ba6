//! The errors of federated login. Each has its own answer, so that the person knows what to do.

use kernel::ErrorKind;

use crate::one_time_code::Challenge;

/// Why a sign-in at a provider failed.
#[derive(Debug, thiserror::Error)]
pub enum FederatedLoginError {
    /// The tenant does not offer this sign-in method.
    #[error("This way of signing in is not offered here.")]
    NotOffered,
    /// The attempt has expired, was used already, or began in another browser.
    #[error("This sign-in has expired or was used already. Start again.")]
    Expired,
    /// The provider's answer is not valid for this request.
    #[error("The sign-in could not be confirmed. Start again.")]
    Refused,
    /// The provider has not verified the email address, so no account can be created.
    #[error("The email of this account is not verified there. Verify it, or sign in with a code.")]
    EmailNotVerified,
    /// An account with this address exists. A code has been sent to it; with the code, `link` adds the identity.
    #[error("An account with this email exists already. Enter the code we sent to link it.")]
    EmailTaken {
        /// The address.
        email: String,
        /// The code that was sent.
        challenge: Challenge,
        /// The token to send with the code; single use.
        link: crate::Secret,
    },
    /// The identity is linked to another person.
    #[error("This account is linked to another customer already.")]
    Taken,
    /// The person has another identity of the same provider.
    #[error("Another account of this provider is linked already. Unlink it first.")]
    Another,
    /// Sign-in by email code cannot be removed: it is available to every account.
    #[error("The last way to sign in cannot be removed.")]
    LastMethod,
    /// The messenger's launch data is not authentic, too old, or was used before.
    #[error("Sign-in through Telegram failed. Open the app again.")]
    InitData,
    /// The provider does not answer. The text goes to the log.
    #[error("the provider does not answer: {0}")]
    Unavailable(String),
}

impl FederatedLoginError {
    pub(crate) fn kind(&self) -> ErrorKind {
        match self {
            Self::NotOffered => ErrorKind::NotFound,
            Self::Expired | Self::Refused | Self::InitData => ErrorKind::Invalid,
            Self::EmailNotVerified => ErrorKind::Unprocessable,
            Self::EmailTaken { .. } | Self::Taken | Self::Another | Self::LastMethod => ErrorKind::Conflict,
            Self::Unavailable(_) => ErrorKind::Unavailable,
        }
    }

    pub(crate) fn code(&self) -> &'static str {
        match self {
            Self::NotOffered => "NOT_FOUND",
            Self::Expired => "SIGN_IN_EXPIRED",
            Self::Refused => "SIGN_IN_REFUSED",
            Self::EmailNotVerified => "EMAIL_NOT_VERIFIED",
            Self::EmailTaken { .. } => "EMAIL_ALREADY_LINKED_ERROR",
            Self::Taken | Self::Another => "NON_UNIQUE_VALUE",
            Self::LastMethod => "CONFLICT_ERROR",
            Self::InitData => "TELEGRAM_INIT_DATA_INVALID",
            Self::Unavailable(_) => "SERVICE_UNAVAILABLE",
        }
    }
}
