//! What can go wrong with an identity from elsewhere: each its own answer, so that a person knows what to do.

use kernel::ErrorKind;

use crate::Challenge;

/// Why a sign-in at a provider did not come to its end.
#[derive(Debug, thiserror::Error)]
pub enum ExternalError {
    /// The tenant has no such way of signing in.
    #[error("This way of signing in is not offered here.")]
    NotOffered,
    /// It took too long, was used already, or was begun in another browser.
    #[error("This sign-in has expired or was used already. Start again.")]
    Expired,
    /// What came back is not the provider's word to us.
    #[error("The sign-in could not be confirmed. Start again.")]
    Refused,
    /// Without an address that the provider knows to be theirs there is nothing to make an account of.
    #[error("The email of this account is not verified there. Verify it, or sign in with a code.")]
    EmailNotVerified,
    /// Somebody has an account with the address. A code has been sent there; with it, `link` adds the identity.
    #[error("An account with this email exists already. Enter the code we sent to link it.")]
    EmailTaken {
        /// The address.
        email: String,
        /// The code that was sent.
        challenge: Challenge,
        /// Goes along with the code; serves once.
        link: crate::Secret,
    },
    /// The identity is another person's already.
    #[error("This account is linked to another customer already.")]
    Taken,
    /// The person has another identity of the same provider.
    #[error("Another account of this provider is linked already. Unlink it first.")]
    Another,
    /// A code by e-mail is how everybody can sign in.
    #[error("The last way to sign in cannot be removed.")]
    LastMethod,
    /// What the messenger handed over is not its word to us, too old, or was used.
    #[error("Sign-in through Telegram failed. Open the app again.")]
    InitData,
    /// The provider does not answer. The words are for the log.
    #[error("the provider does not answer: {0}")]
    Unavailable(String),
}

impl ExternalError {
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
