use chrono::{DateTime, Utc};
use kernel::{Amount, ErrorKind, Payway};

use crate::allowance::{Exceeded, Period};
use crate::destination::HeldAddress;
use crate::payee::PayeeRefusal;
use crate::rates::RatesUnavailable;
use crate::requisite::RequisiteError;
use crate::wallet::Need;

/// Why the exchanger refused. `code` is the specification's (section 8) or reference api B6's.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ExchangeError {
    /// A field does not hold to its rule.
    #[error("{field} {rule}")]
    Invalid {
        /// Which field of the request.
        field: &'static str,
        /// The rule, in plain words.
        rule: String,
    },
    /// A requisite is refused, in the specification's words.
    #[error(transparent)]
    Requisite(#[from] RequisiteError),
    /// Money may not be sent to this account on what its bank said of the name.
    #[error(transparent)]
    Payee(#[from] PayeeRefusal),
    /// The travel rule asks for something first.
    #[error("{}", need.sentence())]
    Travel {
        /// What.
        need: Need,
        /// How the coins would go.
        payway: Payway,
        /// And where to, in canonical writing.
        address: String,
    },
    /// The travel rule asks first who sends coins.
    #[error("say first who sends these coins")]
    SenderUnknown {
        /// How they come.
        payway: Payway,
    },
    /// The way into the account has changed a short time ago.
    #[error("nothing is sent out of the account until {}, because the way into it has changed", until.format("%F %H:%M UTC"))]
    PayoutsHeld {
        /// When it may.
        until: DateTime<Utc>,
    },
    /// More than may leave at once to an address that is new.
    #[error("this address is new: more than {} can be sent to it from {} on", .0.above, .0.until.format("%F %H:%M UTC"))]
    AddressHeld(Box<HeldAddress>),
    /// Asked too often.
    #[error("too many {what}; try again later")]
    TooMany {
        /// What.
        what: &'static str,
        /// Seconds until it may be asked again.
        retry_after_s: u32,
    },
    /// Below the least amount.
    #[error("the minimum amount is {min}")]
    BelowMinimum {
        /// `from_amount` or `to_amount`.
        field: &'static str,
        /// The least.
        min: Amount,
    },
    /// Above the largest amount.
    #[error("the amount exceeds the maximum of {max}")]
    AboveMaximum {
        /// `from_amount` or `to_amount`.
        field: &'static str,
        /// The most.
        max: Amount,
    },
    /// More than the person's limits leave.
    #[error("the amount exceeds the {} limit of {}", period_word(.0), .0.limit)]
    Limit(Box<Exceeded>),
    /// Nobody exchanges this pair by these ways.
    #[error("this direction is not available: {reason}")]
    DirectionUnavailable {
        /// In plain words.
        reason: String,
    },
    /// Nobody who lives there is a customer here.
    #[error("residents of {country} cannot be customers")]
    CountryNotAllowed {
        /// Where they live.
        country: kernel::Country,
    },
    /// Not offered to residents of the EEA under MiCA.
    #[error("{currency} cannot be bought by residents of the EEA")]
    Mica {
        /// What was asked for.
        currency: kernel::Currency,
    },
    /// No usable prices.
    #[error(transparent)]
    Rates(#[from] RatesUnavailable),
    /// There is no such quote or transaction, or it is somebody else's.
    #[error("there is no such {what}")]
    NotFound {
        /// `quote` or `transaction`.
        what: &'static str,
    },
    /// The quote is older than its minute.
    #[error("the quote has expired")]
    QuoteExpired,
    /// An order was already made with it.
    #[error("the quote has already been used")]
    QuoteUsed,
    /// The command cannot be done as the transaction stands.
    #[error("this cannot be done now: {reason}")]
    Refused {
        /// In plain words.
        reason: String,
    },
    /// Too little is left on a balance.
    #[error("not enough on the balance: {available} of the {needed} needed")]
    InsufficientBalance {
        /// How much is needed.
        needed: Amount,
        /// What the balance can give: posted, less what is held.
        available: Amount,
    },
    /// It kept changing under our hands, or a queue is full.
    #[error("too busy at the moment; try again")]
    Busy,
    /// Something we need does not answer.
    #[error("{what} does not answer; try again later")]
    Unavailable {
        /// What.
        what: String,
    },
    /// Our own fault; the text is for the log.
    #[error("internal error: {0}")]
    Internal(String),
}

impl ExchangeError {
    /// What it means to a caller.
    #[must_use]
    pub const fn kind(&self) -> ErrorKind {
        match self {
            Self::Invalid { .. } | Self::Requisite(_) => ErrorKind::Invalid,
            Self::BelowMinimum { .. }
            | Self::AboveMaximum { .. }
            | Self::Limit(_)
            | Self::Travel { .. }
            | Self::SenderUnknown { .. }
            | Self::PayoutsHeld { .. }
            | Self::AddressHeld(_)
            | Self::DirectionUnavailable { .. }
            | Self::InsufficientBalance { .. } => ErrorKind::Unprocessable,
            Self::CountryNotAllowed { .. } | Self::Mica { .. } => ErrorKind::Legal,
            Self::Rates(_) | Self::Busy | Self::Unavailable { .. } => ErrorKind::Unavailable,
            Self::NotFound { .. } => ErrorKind::NotFound,
            Self::QuoteExpired | Self::QuoteUsed | Self::Payee(_) | Self::Refused { .. } => ErrorKind::Conflict,
            Self::TooMany { .. } => ErrorKind::TooMany,
            Self::Internal(_) => ErrorKind::Internal,
        }
    }

    /// The stable code.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Invalid { .. } | Self::Requisite(_) => "VALIDATION_ERROR",
            Self::Payee(_) => "PAYEE_NOT_VERIFIED",
            Self::Travel { .. } | Self::SenderUnknown { .. } => "TRAVEL_RULE_REQUIRED",
            Self::PayoutsHeld { .. } => "PAYOUTS_HELD",
            Self::AddressHeld(_) => "NEW_ADDRESS_HELD",
            Self::TooMany { .. } => "TOO_MANY_REQUESTS",
            Self::BelowMinimum { .. } | Self::AboveMaximum { .. } => "TECH_LIMIT_VIOLATION",
            Self::Limit(exceeded) => limit_code(exceeded),
            Self::DirectionUnavailable { .. } => "UNAVAILABLE_CONVERT_DIRECTION",
            Self::CountryNotAllowed { .. } => "COUNTRY_NOT_ALLOWED",
            Self::Mica { .. } => "MICA_COMPLIANCE_ERROR",
            Self::Rates(_) => "RATES_UNAVAILABLE",
            Self::NotFound { .. } => "NOT_FOUND",
            Self::QuoteExpired => "QUOTE_EXPIRED",
            Self::QuoteUsed => "QUOTE_USED",
            Self::Refused { .. } => "CONFLICT_ERROR",
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

const fn period_word(exceeded: &Exceeded) -> &'static str {
    match exceeded.period {
        Period::Day => "daily",
        Period::Month => "monthly",
    }
}

/// The specification has a code for each of the four.
const fn limit_code(exceeded: &Exceeded) -> &'static str {
    match (exceeded.period, exceeded.is_outgoing) {
        (Period::Day, false) => "DAILY_LIMIT_EXCEEDED",
        (Period::Month, false) => "MONTHLY_LIMIT_EXCEEDED",
        (Period::Day, true) => "PAYOUT_DAILY_LIMIT_EXCEEDED",
        (Period::Month, true) => "PAYOUT_MONTHLY_LIMIT_EXCEEDED",
    }
}
