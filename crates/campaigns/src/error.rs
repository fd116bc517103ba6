//! The errors of campaigns, with their kind for the API.

use ::store::StoreError;
use identity::IdentityError;
use kernel::ErrorKind;

/// An error of campaigns.
#[derive(Debug, thiserror::Error)]
pub enum CampaignError {
    /// A request field breaks its rule.
    #[error("{field} {rule}")]
    Invalid {
        /// The request field.
        field: &'static str,
        /// The rule, in plain English.
        rule: String,
    },
    /// There is no such campaign or content.
    #[error("there is no such {0}")]
    NotFound(&'static str),
    /// The present state does not permit it.
    #[error("{0}")]
    Conflict(&'static str),
    /// A refusal for this operator, or a fault of the audit log.
    #[error(transparent)]
    Identity(#[from] IdentityError),
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl CampaignError {
    pub(crate) fn invalid(field: &'static str, rule: impl Into<String>) -> Self {
        Self::Invalid { field, rule: rule.into() }
    }

    /// The kind of error for the caller.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::Invalid { .. } => ErrorKind::Invalid,
            Self::NotFound(_) => ErrorKind::NotFound,
            Self::Conflict(_) => ErrorKind::Conflict,
            Self::Identity(error) => error.kind(),
            Self::Store(error) => error.kind(),
        }
    }
}
