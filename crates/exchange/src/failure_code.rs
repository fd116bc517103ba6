//! The failure reasons of the specification, as one table.

use serde::{Deserialize, Serialize};

/// The transaction failure reasons and card declines of the specification ("The error catalogue").
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[expect(missing_docs, reason = "the table says what each means")]
pub enum FailureCode {
    UserInactive,
    ProfileInactive,
    CardInactive,
    NotEnoughFunds,
    InsufficientBalance,
    ProviderDeclined,
    OrderCardDeclined,
    UnavailablePwcu,
    UnableDeposit,
    AddressNotFound,
    AddressUnallocated,
    BalanceCalculationError,
    ConvertDirectionUnavailable,
    PayoutDailyLimitViolation,
    PayoutMonthlyLimitViolation,
    PayoutLimitVerificationError,
    PayinCoreResponseError,
    PayoutCoreResponseError,
    ConvertCoreResponseError,
    PayinCoreUnknownError,
    PayoutCoreUnknownError,
    ConvertCoreUnknownError,
    AmountSentPartially,
    PwcurrencyUnavailable,
    PayinVerificationError,
    PayoutVerificationError,
    MicaComplianceViolation,
    CurrencyDepositUnavailable,
    ConvertCurrencyUnavailable,
    PayinMinTechLimitViolation,
    PayinMaxTechLimitViolation,
    PayoutMinTechLimitViolation,
    PayoutMaxTechLimitViolation,
    ConvertMinTechLimitViolation,
    ConvertMaxTechLimitViolation,
    PayinMaxAdminLimitViolation,
    SpendingLimitExceeded,
    PinTriesExceeded,
    HighRiskMerchantBlocked,
    RestrictedCountryBlocked,
    CardOverdraft,
}

/// Every reason with its code and its default English message, in the order of [`FailureCode`]. Screens translate the
/// code.
static CATALOGUE: [(FailureCode, &str, &str); 41] = [
    (FailureCode::UserInactive, "USER_INACTIVE", "Your account is blocked"),
    (FailureCode::ProfileInactive, "PROFILE_INACTIVE", "Your account is blocked"),
    (FailureCode::CardInactive, "CARD_INACTIVE", "The card is not active"),
    (FailureCode::NotEnoughFunds, "NOT_ENOUGH_FUNDS", "Not enough funds"),
    (FailureCode::InsufficientBalance, "INSUFFICIENT_BALANCE", "Not enough on the balance"),
    (FailureCode::ProviderDeclined, "PROVIDER_DECLINED", "The payment was declined"),
    (FailureCode::OrderCardDeclined, "ORDER_CARD_DECLINED", "Transaction declined"),
    (FailureCode::UnavailablePwcu, "UNAVAILABLE_PWCU", "This payment method is unavailable for the currency"),
    (FailureCode::UnableDeposit, "UNABLE_DEPOSIT", "The deposit could not be made"),
    (FailureCode::AddressNotFound, "ADDRESS_NOT_FOUND", "The address was not found"),
    (FailureCode::AddressUnallocated, "ADDRESS_UNALLOCATED", "No deposit address could be given"),
    (FailureCode::BalanceCalculationError, "BALANCE_CALCULATION_ERROR", "The balance could not be calculated"),
    (
        FailureCode::ConvertDirectionUnavailable,
        "CONVERT_DIRECTION_UNAVAILABLE",
        "This exchange direction is unavailable",
    ),
    (FailureCode::PayoutDailyLimitViolation, "PAYOUT_DAILY_LIMIT_VIOLATION", "The amount exceeds the daily limit"),
    (
        FailureCode::PayoutMonthlyLimitViolation,
        "PAYOUT_MONTHLY_LIMIT_VIOLATION",
        "The amount exceeds the monthly limit",
    ),
    (
        FailureCode::PayoutLimitVerificationError,
        "PAYOUT_LIMIT_VERIFICATION_ERROR",
        "The payout limit could not be checked",
    ),
    (FailureCode::PayinCoreResponseError, "PAYIN_CORE_RESPONSE_ERROR", "The payment was answered with an error"),
    (FailureCode::PayoutCoreResponseError, "PAYOUT_CORE_RESPONSE_ERROR", "The payout was answered with an error"),
    (FailureCode::ConvertCoreResponseError, "CONVERT_CORE_RESPONSE_ERROR", "The exchange was answered with an error"),
    (FailureCode::PayinCoreUnknownError, "PAYIN_CORE_UNKNOWN_ERROR", "The payment failed without a reason"),
    (FailureCode::PayoutCoreUnknownError, "PAYOUT_CORE_UNKNOWN_ERROR", "The payout failed without a reason"),
    (FailureCode::ConvertCoreUnknownError, "CONVERT_CORE_UNKNOWN_ERROR", "The exchange failed without a reason"),
    (FailureCode::AmountSentPartially, "AMOUNT_SENT_PARTIALLY", "The amount was sent partially"),
    (
        FailureCode::PwcurrencyUnavailable,
        "PWCURRENCY_UNAVAILABLE",
        "This payment method is unavailable for the currency",
    ),
    (FailureCode::PayinVerificationError, "PAYIN_VERIFICATION_ERROR", "The payment could not be verified"),
    (FailureCode::PayoutVerificationError, "PAYOUT_VERIFICATION_ERROR", "The payout could not be made"),
    (
        FailureCode::MicaComplianceViolation,
        "MICA_COMPLIANCE_VIOLATION",
        "The rules of your country do not allow this exchange",
    ),
    (
        FailureCode::CurrencyDepositUnavailable,
        "CURRENCY_DEPOSIT_UNAVAILABLE",
        "Deposits in this currency are unavailable",
    ),
    (FailureCode::ConvertCurrencyUnavailable, "CONVERT_CURRENCY_UNAVAILABLE", "This currency cannot be exchanged"),
    (FailureCode::PayinMinTechLimitViolation, "PAYIN_MIN_TECH_LIMIT_VIOLATION", "The payment is below the minimum"),
    (FailureCode::PayinMaxTechLimitViolation, "PAYIN_MAX_TECH_LIMIT_VIOLATION", "The payment is above the maximum"),
    (FailureCode::PayoutMinTechLimitViolation, "PAYOUT_MIN_TECH_LIMIT_VIOLATION", "The payout is below the minimum"),
    (FailureCode::PayoutMaxTechLimitViolation, "PAYOUT_MAX_TECH_LIMIT_VIOLATION", "The payout is above the maximum"),
    (
        FailureCode::ConvertMinTechLimitViolation,
        "CONVERT_MIN_TECH_LIMIT_VIOLATION",
        "The exchange is below the minimum",
    ),
    (
        FailureCode::ConvertMaxTechLimitViolation,
        "CONVERT_MAX_TECH_LIMIT_VIOLATION",
        "The exchange is above the maximum",
    ),
    (
        FailureCode::PayinMaxAdminLimitViolation,
        "PAYIN_MAX_ADMIN_LIMIT_VIOLATION",
        "The payment is above the limit that was set for you",
    ),
    (FailureCode::SpendingLimitExceeded, "SPENDING_LIMIT_EXCEEDED", "The spending limit of the card is exceeded"),
    (FailureCode::PinTriesExceeded, "PIN_TRIES_EXCEEDED", "The PIN was entered wrongly too often"),
    (
        FailureCode::HighRiskMerchantBlocked,
        "HIGH_RISK_MERCHANT_BLOCKED",
        "The card does not pay merchants of this kind",
    ),
    (FailureCode::RestrictedCountryBlocked, "RESTRICTED_COUNTRY_BLOCKED", "The card does not pay in this country"),
    (FailureCode::CardOverdraft, "CARD_OVERDRAFT", "The card is overdrawn"),
];

impl FailureCode {
    /// The whole catalogue.
    pub fn all() -> impl ExactSizeIterator<Item = Self> {
        CATALOGUE.iter().map(|row| row.0)
    }

    /// The reason with this code; `None` for an unknown one.
    #[must_use]
    pub fn of(code: &str) -> Option<Self> {
        CATALOGUE.iter().find(|row| row.1 == code).map(|row| row.0)
    }

    /// The specification's code.
    #[must_use]
    pub fn code(self) -> &'static str {
        CATALOGUE[self as usize].1
    }

    /// The default message, if the rail gives no better one.
    #[must_use]
    pub fn message(self) -> &'static str {
        CATALOGUE[self as usize].2
    }
}
