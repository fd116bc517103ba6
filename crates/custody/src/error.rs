//! The errors of custody, with their kind and their code in the public API.

use kernel::{ErrorKind, Network};
use store::StoreError;

use crate::chain::ChainError;
use crate::signer::SignerError;

/// Errors of custody.
#[derive(Debug, thiserror::Error)]
pub enum CustodyError {
    /// Database error.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Node error.
    #[error("{network}: {source}")]
    Chain {
        /// The network.
        network: Network,
        /// The adapter's error.
        source: ChainError,
    },
    /// Signer error.
    #[error(transparent)]
    Signer(#[from] SignerError),
    /// No adapter is connected for this network.
    #[error("no chain is connected for {0}")]
    NotConnected(Network),
    /// The tenant must not use this network: it has not connected it, or it is a sandbox and the network is a main one.
    #[error("the tenant has not connected {0}")]
    NotForTenant(Network),
    /// The node knows none of the blocks we applied. Continuing would skip blocks, so an operator must decide.
    #[error("the scanner of {network} stands: {reason}")]
    Gap {
        /// The network.
        network: Network,
        /// Details.
        reason: String,
    },
    /// A stored value violates an invariant: a bug or corrupt data, never the caller's mistake.
    #[error("stored {0} cannot be read")]
    Stored(&'static str),
    /// The exchange could not be notified.
    #[error("the exchange could not be notified: {0}")]
    NotNotified(String),
    /// A node or the database did not answer in time.
    #[error("a node or the database did not answer in time")]
    Stuck,
    /// The same payout was requested before with other content.
    #[error("payout of {transaction} leg {leg} was requested before with another {field}")]
    PayoutDiffers {
        /// The transaction.
        transaction: kernel::TransactionId,
        /// The leg.
        leg: u16,
        /// The field that differs.
        field: &'static str,
    },
}

impl CustodyError {
    /// The class of the error, for the response.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::Store(error) => error.kind(),
            Self::Chain { .. }
            | Self::Signer(_)
            | Self::NotConnected(_)
            | Self::NotForTenant(_)
            | Self::Gap { .. }
            | Self::NotNotified(_)
            | Self::Stuck => ErrorKind::Unavailable,
            Self::Stored(_) => ErrorKind::Internal,
            Self::PayoutDiffers { .. } => ErrorKind::Conflict,
        }
    }

    /// The error code in the public API.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self.kind() {
            ErrorKind::Unavailable => "SERVICE_UNAVAILABLE",
            ErrorKind::Conflict => "CONFLICT",
            _ => "INTERNAL_ERROR",
        }
    }
}

impl From<sqlx::Error> for CustodyError {
    fn from(error: sqlx::Error) -> Self {
        Self::Store(error.into())
    }
}
