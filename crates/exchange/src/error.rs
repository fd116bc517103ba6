//! The errors of the exchange, with the codes of the specification's error catalogue.

use chrono::{DateTime, Utc};
use kernel::{Amount, ErrorKind, Payway, WalletId};

use crate::cooling_off::HeldAddress;
use crate::limits::{Exceeded, Period, RuleRefusal};
use crate::new_card::NewCardLimit;
use crate::payee::PayeeRefusal;
use crate::payway_pause::{PauseRefusal, PaywayOff};
use crate::promotion::PromotionRefusal;
use crate::rates::RatesUnavailable;
use crate::requisite::RequisiteError;
use crate::saved_card::CardFault;

/// An error of the exchange. `code` is a code of the specification's error catalogue, or an API error code.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ExchangeError {
    /// A request field breaks its rule.
    #[error("{field} {rule}")]
    Invalid {
        /// The request field.
        field: &'static str,
        /// The rule, in plain English.
        rule: String,
    },
    /// A requisite is invalid; the messages are those of the specification.
    #[error(transparent)]
    Requisite(#[from] RequisiteError),
    /// The address of a possible refund is invalid.
    #[error(transparent)]
    RefundAddress(RequisiteError),
    /// The verification of payee does not allow money to be sent to this account.
    #[error(transparent)]
    Payee(#[from] PayeeRefusal),
    /// A promo code gives nothing.
    #[error(transparent)]
    Promotion(#[from] PromotionRefusal),
    /// The travel rule requires more information before the transfer.
    #[error("{}", need.sentence())]
    Travel {
        /// The missing information.
        need: Need,
        /// The payway of the transfer.
        payway: Payway,
        /// The destination address, in canonical form.
        address: String,
    },
    /// The travel rule requires a statement about the originator of incoming coins.
    #[error("say first who sends these coins")]
    SenderUnknown {
        /// The payway of the coins.
        payway: Payway,
    },
    /// Payouts are held after a recent change of the account's credentials.
    #[error("nothing is sent out of the account until {}, because the way into it has changed", until.format("%F %H:%M UTC"))]
    PayoutsHeld {
        /// When the hold ends.
        until: DateTime<Utc>,
    },
    /// The amount exceeds the cooling-off limit of a new address.
    #[error("this address is new: more than {} can be sent to it from {} on", .0.above, .0.until.format("%F %H:%M UTC"))]
    AddressHeld(Box<HeldAddress>),
    /// A saved card cannot pay.
    #[error("the saved card cannot pay: {0}")]
    UnusableCard(CardFault),
    /// The payment exceeds the limit of a new card.
    #[error("a new card can pay {} within its first {} days", .0.above, .0.days)]
    NewCard(Box<NewCardLimit>),
    /// Too many requests.
    #[error("too many {what}; try again later")]
    TooMany {
        /// The kind of request.
        what: &'static str,
        /// Seconds until the next request is allowed.
        retry_after_s: u32,
    },
    /// The amount is below the minimum.
    #[error("the minimum amount is {min}")]
    BelowMinimum {
        /// `from_amount` or `to_amount`.
        field: &'static str,
        /// The minimum.
        min: Amount,
    },
    /// The amount is above the maximum.
    #[error("the amount exceeds the maximum of {max}")]
    AboveMaximum {
        /// `from_amount` or `to_amount`.
        field: &'static str,
        /// The maximum.
        max: Amount,
    },
    /// The order exceeds the customer's velocity limits.
    #[error("the amount exceeds the {} limit of {}{}", period_word(.0), .0.limit, by_payway(.0))]
    Limit(Box<Exceeded>),
    /// The platform does not offer this pair by these payways.
    #[error("this direction is not available: {reason}")]
    DirectionUnavailable {
        /// The reason, in plain English.
        reason: String,
    },
    /// An operator switched the payway off, for good or for a maintenance window.
    #[error(transparent)]
    PaywayPaused(#[from] Box<PaywayOff>),
    /// The platform does not serve residents of this country.
    #[error("residents of {country} cannot be customers")]
    CountryNotAllowed {
        /// The country of residence.
        country: kernel::Country,
    },
    /// Not offered to residents of the EEA under MiCA (Regulation (EU) 2023/1114).
    #[error("{currency} cannot be bought by residents of the EEA")]
    Mica {
        /// The requested currency.
        currency: kernel::Currency,
    },
    /// No usable prices.
    #[error(transparent)]
    Rates(#[from] RatesUnavailable),
    /// The quote or transaction does not exist, or belongs to another profile.
    #[error("there is no such {what}")]
    NotFound {
        /// `quote` or `transaction`.
        what: &'static str,
    },
    /// The quote has expired.
    #[error("the quote has expired")]
    QuoteExpired,
    /// An order was already created from the quote.
    #[error("the quote has already been used")]
    QuoteUsed,
    /// The transaction's state does not permit the command.
    #[error("this cannot be done now: {reason}")]
    Refused {
        /// The reason, in plain English.
        reason: String,
    },
    /// The available balance is too low.
    #[error("not enough on the balance: {available} of the {needed} needed")]
    InsufficientBalance {
        /// The required amount.
        needed: Amount,
        /// The available balance: posted, less held.
        available: Amount,
    },
    /// Contention: the record kept changing, or a queue is full. The caller may retry.
    #[error("too busy at the moment; try again")]
    Busy,
    /// A dependency does not answer.
    #[error("{what} does not answer; try again later")]
    Unavailable {
        /// The dependency.
        what: String,
    },
    /// An internal fault. The text is for the log only.
    #[error("internal error: {0}")]
    Internal(String),
}

/// The missing data for a payout to an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Need {
    /// The wallet declaration.
    Answers,
    /// A proof of ownership.
    Proof(WalletId),
    /// Another address: this one cannot be proved, and the customer's statement is not sufficient.
    OtherAddress,
}

impl Need {
    /// The code of the step in the API.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Answers => "travel_rule",
            Self::Proof(_) => "wallet_proof",
            Self::OtherAddress => "provable_address",
        }
    }

    const fn sentence(&self) -> &'static str {
        match self {
            Self::Answers => "say first whose wallet this address is",
            Self::Proof(_) => "prove first that this address is yours",
            Self::OtherAddress => "nothing can prove that this address is yours; name another one, or one at a service",
        }
    }
}

impl ExchangeError {
    /// The kind of error for the caller.
    #[must_use]
    pub const fn kind(&self) -> ErrorKind {
        match self {
            Self::Invalid { .. } | Self::Requisite(_) | Self::RefundAddress(_) => ErrorKind::Invalid,
            Self::BelowMinimum { .. }
            | Self::AboveMaximum { .. }
            | Self::Limit(_)
            | Self::Travel { .. }
            | Self::SenderUnknown { .. }
            | Self::PayoutsHeld { .. }
            | Self::AddressHeld(_)
            | Self::NewCard(_)
            | Self::DirectionUnavailable { .. }
            | Self::PaywayPaused(_)
            | Self::Promotion(_)
            | Self::InsufficientBalance { .. } => ErrorKind::Unprocessable,
            Self::CountryNotAllowed { .. } | Self::Mica { .. } => ErrorKind::Legal,
            Self::Rates(_) | Self::Busy | Self::Unavailable { .. } => ErrorKind::Unavailable,
            Self::NotFound { .. } => ErrorKind::NotFound,
            Self::QuoteExpired | Self::QuoteUsed | Self::Payee(_) | Self::UnusableCard(_) | Self::Refused { .. } => {
                ErrorKind::Conflict
            }
            Self::TooMany { .. } => ErrorKind::TooMany,
            Self::Internal(_) => ErrorKind::Internal,
        }
    }

    /// The stable error code.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Invalid { .. } | Self::Requisite(_) | Self::RefundAddress(_) => "VALIDATION_ERROR",
            Self::Payee(_) => "PAYEE_NOT_VERIFIED",
            Self::Promotion(_) => "PROMO_CODE_REFUSED",
            Self::Travel { .. } | Self::SenderUnknown { .. } => "TRAVEL_RULE_REQUIRED",
            Self::PayoutsHeld { .. } => "PAYOUTS_HELD",
            Self::AddressHeld(_) => "NEW_ADDRESS_HELD",
            Self::NewCard(_) => "NEW_CARD_LIMIT",
            Self::TooMany { .. } => "TOO_MANY_REQUESTS",
            Self::BelowMinimum { .. } | Self::AboveMaximum { .. } => "TECH_LIMIT_VIOLATION",
            Self::Limit(exceeded) => limit_code(exceeded),
            Self::DirectionUnavailable { .. } => "UNAVAILABLE_CONVERT_DIRECTION",
            Self::PaywayPaused(_) => "PAYWAY_PAUSED",
            Self::CountryNotAllowed { .. } => "COUNTRY_NOT_ALLOWED",
            Self::Mica { .. } => "MICA_COMPLIANCE_ERROR",
            Self::Rates(_) => "RATES_UNAVAILABLE",
            Self::NotFound { .. } => "NOT_FOUND",
            Self::QuoteExpired => "QUOTE_EXPIRED",
            Self::QuoteUsed => "QUOTE_USED",
            Self::Refused { .. } | Self::UnusableCard(_) => "CONFLICT_ERROR",
            Self::InsufficientBalance { .. } => "INSUFFICIENT_BALANCE",
            Self::Busy | Self::Unavailable { .. } => "UNAVAILABLE",
            Self::Internal(_) => "INTERNAL_ERROR",
        }
    }

    pub(crate) fn invalid(field: &'static str, rule: impl Into<String>) -> Self {
        Self::Invalid { field, rule: rule.into() }
    }

    pub(crate) fn refused(reason: impl Into<String>) -> Self {
        Self::Refused { reason: reason.into() }
    }
}

impl From<RuleRefusal> for ExchangeError {
    fn from(refusal: RuleRefusal) -> Self {
        match refusal {
            RuleRefusal::BelowMinimum { field, min } => Self::BelowMinimum { field, min },
            RuleRefusal::AboveMaximum { field, max } => Self::AboveMaximum { field, max },
            RuleRefusal::Limit(exceeded) => Self::Limit(exceeded),
        }
    }
}

/// The payway of a limit that is about payments by it alone.
fn by_payway(exceeded: &Exceeded) -> String {
    exceeded.payway.map_or_else(String::new, |payway| format!(" by {}", payway.name()))
}

impl From<PauseRefusal> for ExchangeError {
    fn from(refusal: PauseRefusal) -> Self {
        match refusal {
            PauseRefusal::Field { field, rule } => Self::Invalid { field, rule },
            PauseRefusal::Conflict(reason) => Self::Refused { reason },
        }
    }
}

const fn period_word(exceeded: &Exceeded) -> &'static str {
    match exceeded.period {
        Period::Day => "daily",
        Period::Month => "monthly",
    }
}

/// The specification has one code for each of the four combinations of period and direction.
const fn limit_code(exceeded: &Exceeded) -> &'static str {
    match (exceeded.period, exceeded.is_outgoing) {
        (Period::Day, false) => "DAILY_LIMIT_EXCEEDED",
        (Period::Month, false) => "MONTHLY_LIMIT_EXCEEDED",
        (Period::Day, true) => "PAYOUT_DAILY_LIMIT_EXCEEDED",
        (Period::Month, true) => "PAYOUT_MONTHLY_LIMIT_EXCEEDED",
    }
}
