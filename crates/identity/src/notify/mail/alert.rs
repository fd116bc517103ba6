//! The content of an alert email to operators.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// A condition that operators must act on (docs/console.md). The order is the order of an email: the worst
/// first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AlertKind {
    /// An order was paid out twice.
    PaidTwice,
    /// The result of a payout is unknown.
    PayoutUnknown,
    /// A payout failed.
    PayoutFailed,
    /// A credited payment was taken back.
    Reversed,
    /// A card payment is disputed.
    Disputed,
    /// The result of a charge is unknown.
    ChargeUnknown,
    /// A transaction waits for an operator beyond its target.
    WorkLate,
    /// A verification waits for more than a day.
    VerificationLate,
    /// A currency that should be quoted is not.
    Unquoted,
    /// The acquirer of cards does not answer look-ups.
    CardsDown,
    /// A deposit was seen long ago and is not credited.
    DepositSlow,
    /// A question to a customer is open after its deadline, which should have ended it.
    HoldLate,
    /// Twice as many card payments are declined as in the week before.
    DeclinesUp,
    /// A hot wallet is below its minimum.
    HotLow,
    /// A payout has not reached its bank or network.
    PayoutSlow,
    /// A payout on a network has long had too few confirmations.
    PayoutUnconfirmed,
    /// The bank's statement of a business day was not read.
    StatementMissing,
    /// The sources of a price differ by more than 1 %.
    RatesDiffer,
    /// A partner's webhook address has failed for more than an hour.
    WebhookFailing,
    /// A hot wallet is above its maximum.
    HotFull,
    /// A payment has no owner.
    Unmatched,
}

impl AlertKind {
    /// All kinds, the worst first.
    pub const ALL: [Self; 21] = [
        Self::PaidTwice,
        Self::PayoutUnknown,
        Self::PayoutFailed,
        Self::Reversed,
        Self::Disputed,
        Self::ChargeUnknown,
        Self::WorkLate,
        Self::VerificationLate,
        Self::Unquoted,
        Self::CardsDown,
        Self::DepositSlow,
        Self::HoldLate,
        Self::DeclinesUp,
        Self::HotLow,
        Self::PayoutSlow,
        Self::PayoutUnconfirmed,
        Self::StatementMissing,
        Self::RatesDiffer,
        Self::WebhookFailing,
        Self::HotFull,
        Self::Unmatched,
    ];

    /// The code in the database.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::PaidTwice => "paid_twice",
            Self::PayoutUnknown => "payout_unknown",
            Self::PayoutFailed => "payout_failed",
            Self::Reversed => "reversed",
            Self::Disputed => "disputed",
            Self::ChargeUnknown => "charge_unknown",
            Self::WorkLate => "work_late",
            Self::VerificationLate => "verification_late",
            Self::Unquoted => "unquoted",
            Self::CardsDown => "cards_down",
            Self::DepositSlow => "deposit_slow",
            Self::HoldLate => "hold_late",
            Self::DeclinesUp => "declines_up",
            Self::HotLow => "hot_low",
            Self::PayoutSlow => "payout_slow",
            Self::PayoutUnconfirmed => "payout_unconfirmed",
            Self::StatementMissing => "statement_missing",
            Self::RatesDiffer => "rates_differ",
            Self::WebhookFailing => "webhook_failing",
            Self::HotFull => "hot_full",
            Self::Unmatched => "unmatched",
        }
    }

    /// The kind with this code.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// The number of cases of a condition, and since when.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Extent {
    /// The number of transactions, wallets or currencies with the condition; at least 1.
    pub count: u32,
    /// When the oldest of them began, if that is known.
    pub since: Option<DateTime<Utc>>,
}

/// A condition in an email.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct AlertLine {
    pub kind: AlertKind,
    #[serde(flatten)]
    pub extent: Extent,
}
