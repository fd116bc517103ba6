use kernel::PaywayKind;
use serde::{Deserialize, Serialize};

use crate::rails::{Decline, DeclineCode};

/// The maximum length of a rail's message that is stored, in characters.
const SAID_MAX: usize = 200;

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

/// Why a transaction failed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// A code of the error catalogue.
    pub code: FailureCode,
    /// The English message: that of the decline reason, of the rail, or of the catalogue.
    pub message: String,
    /// The normalized decline reason, if the rail's code is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<DeclineCode>,
    /// The rail's own message to the payer, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub said: Option<String>,
    /// An unknown raw code of the rail, for operators.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub raw_code: Option<String>,
}

impl Failure {
    /// The failure of a declined payment by `kind`.
    #[must_use]
    pub fn declined(kind: PaywayKind, why: &Decline) -> Self {
        let code = match (kind, why) {
            (_, Decline::Catalogue(code)) => *code,
            (_, Decline::Code(DeclineCode::InsufficientFunds)) => FailureCode::NotEnoughFunds,
            (PaywayKind::Card, _) => FailureCode::OrderCardDeclined,
            _ => FailureCode::ProviderDeclined,
        };
        let short = |text: &String| text.chars().take(SAID_MAX).collect::<String>();
        let plain = Self { code, message: code.message().to_owned(), reason: None, said: None, raw_code: None };
        match why {
            Decline::Catalogue(_) => plain,
            Decline::Code(reason) => Self { message: reason.message().to_owned(), reason: Some(*reason), ..plain },
            Decline::Unknown(raw) => Self { raw_code: Some(short(raw)), ..plain },
            Decline::Words(words) if words.trim().is_empty() => plain,
            Decline::Words(words) => Self { message: short(words), said: Some(short(words)), ..plain },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_code_says_why_an_unknown_one_stays_with_operators_and_words_are_kept() {
        let card = |why: Decline| Failure::declined(PaywayKind::Card, &why);
        let expired = card(Decline::of_code("54"));
        assert_eq!((expired.code, expired.reason), (FailureCode::OrderCardDeclined, Some(DeclineCode::ExpiredCard)));
        assert_eq!(expired.message, "The card has expired");
        let poor = Failure::declined(PaywayKind::Code, &Decline::of_code("51"));
        assert_eq!((poor.code, poor.message.as_str()), (FailureCode::NotEnoughFunds, "Not enough funds"));
        let odd = card(Decline::of_code("code with spaces"));
        assert_eq!((odd.message.as_str(), odd.said), ("Transaction declined", None), "a code is never read out");
        assert_eq!(odd.raw_code.as_deref(), Some("code with spaces"));
        let word = card(Decline::Words("Abgelehnt".to_owned()));
        assert_eq!(
            (word.message.as_str(), word.said.as_deref()),
            ("Abgelehnt", Some("Abgelehnt")),
            "one word is words"
        );
        assert_eq!(card(Decline::Words(" ".to_owned())).message, "Transaction declined");
    }

    #[test]
    fn the_catalogue_stands_in_the_order_of_the_reasons_and_a_rail_may_name_each() {
        for (at, (reason, code, message)) in CATALOGUE.iter().enumerate() {
            assert_eq!((*reason as usize, FailureCode::of(code)), (at, Some(*reason)));
            assert_eq!(serde_json::to_value(reason).unwrap(), *code);
            let failed = Failure::declined(PaywayKind::Card, &Decline::of_code(code));
            assert_eq!((failed.code, failed.message.as_str()), (*reason, *message));
        }
    }

    #[test]
    fn failures_that_were_written_before_there_were_reasons_still_read() {
        let old = r#"{ "code": "ORDER_CARD_DECLINED", "message": "Transaction declined" }"#;
        assert_eq!(serde_json::from_str::<Failure>(old).unwrap().reason, None);
    }
}
