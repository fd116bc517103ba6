use kernel::{ErrorKind, Network};
use store::StoreError;

use crate::chain::ChainError;
use crate::signer::SignerError;

/// What can go wrong in custody.
#[derive(Debug, thiserror::Error)]
pub enum CustodyError {
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The node.
    #[error("{network}: {source}")]
    Chain {
        /// Which network.
        network: Network,
        /// What the adapter said.
        source: ChainError,
    },
    /// The keys.
    #[error(transparent)]
    Signer(#[from] SignerError),
    /// No adapter is connected for this network.
    #[error("no chain is connected for {0}")]
    NotConnected(Network),
    /// The node no longer knows any block that we know; going on would skip blocks, so an operator must look.
    #[error("the scanner of {network} stands: {reason}")]
    Gap {
        /// Which network.
        network: Network,
        /// What was found.
        reason: String,
    },
    /// A stored value breaks a rule of ours: a fault, never a caller's mistake.
    #[error("stored {0} cannot be read")]
    Stored(&'static str),
    /// The exchange could not be told now.
    #[error("the exchange could not be told: {0}")]
    Untold(String),
    /// A node or the database was silent for too long.
    #[error("nothing came of what was waited for")]
    Stuck,
    /// The same payout was asked for with other content.
    #[error("payout of {transaction} leg {leg} was asked for before with another {field}")]
    PayoutDiffers {
        /// The transaction.
        transaction: kernel::TransactionId,
        /// Its leg.
        leg: u16,
        /// What differs.
        field: &'static str,
    },
}

impl CustodyError {
    /// How the error is to be answered.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::Store(error) => error.kind(),
            Self::Chain { .. }
            | Self::Signer(_)
            | Self::NotConnected(_)
            | Self::Gap { .. }
            | Self::Untold(_)
            | Self::Stuck => ErrorKind::Unavailable,
            Self::Stored(_) => ErrorKind::Internal,
            Self::PayoutDiffers { .. } => ErrorKind::Conflict,
        }
    }

    /// The code for the outside.
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
