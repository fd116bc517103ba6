use serde::{Deserialize, Serialize};

/// The specification's failure reasons (section 8) that the exchanger gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum FailureCode {
    /// The card was declined.
    OrderCardDeclined,
    /// The provider declined; the specification's message is empty, ours is the provider's.
    ProviderDeclined,
    /// The payer has not enough.
    NotEnoughFunds,
    /// Less arrived than was asked for.
    AmountSentPartially,
    /// Payout error without a code of its own.
    PayoutVerificationError,
}

impl FailureCode {
    /// As the specification writes it.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::OrderCardDeclined => "ORDER_CARD_DECLINED",
            Self::ProviderDeclined => "PROVIDER_DECLINED",
            Self::NotEnoughFunds => "NOT_ENOUGH_FUNDS",
            Self::AmountSentPartially => "AMOUNT_SENT_PARTIALLY",
            Self::PayoutVerificationError => "PAYOUT_VERIFICATION_ERROR",
        }
    }

    /// What people read where the rail said nothing better.
    #[must_use]
    pub const fn message(self) -> &'static str {
        match self {
            Self::OrderCardDeclined => "Transaction declined",
            Self::ProviderDeclined => "The payment was declined",
            Self::NotEnoughFunds => "Not enough funds",
            Self::AmountSentPartially => "The amount was sent partially",
            Self::PayoutVerificationError => "The payout could not be made",
        }
    }
}

/// Why a transaction failed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// From the catalogue.
    pub code: FailureCode,
    /// For people.
    pub message: String,
}
