//! Decline reasons: a normalized code, an unknown raw code, or free text from the rail.

use serde::{Deserialize, Serialize};

use crate::failure_code::FailureCode;

kernel::codes! {
    /// A normalized decline reason. The web shows it in the customer's language.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum DeclineCode {
        /// Insufficient funds.
        InsufficientFunds = "insufficient_funds",
        /// The card has expired.
        ExpiredCard = "expired_card",
        /// The card's security code is wrong.
        IncorrectCvc = "incorrect_cvc",
        /// The card number or another card detail is wrong.
        IncorrectCard = "incorrect_card",
        /// The issuer does not permit this payment: country, card type, or online payments.
        NotPermitted = "not_permitted",
        /// A limit of the card or account is exceeded.
        LimitExceeded = "limit_exceeded",
        /// 3-D Secure, or the approval in the bank's app, failed or was rejected.
        AuthenticationFailed = "authentication_failed",
        /// The card is blocked, lost or stolen. The message to the payer does not say which.
        CardBlocked = "card_blocked",
        /// The code is wrong or already used.
        IncorrectCode = "incorrect_code",
        /// The code has expired.
        ExpiredCode = "expired_code",
        /// The payer did not approve in time, or the payment could not be made in time.
        TimedOut = "timed_out",
        /// The bank is unreachable.
        BankUnavailable = "bank_unavailable",
        /// The bank declined without a reason (do not honour).
        DoNotHonour = "do_not_honour",
    }
}

/// Raw codes of acquirers and of ISO 8583 (field 39), with the reason each one maps to.
const NAMES: [(&str, DeclineCode); 34] = [
    ("51", DeclineCode::InsufficientFunds),
    ("116", DeclineCode::InsufficientFunds),
    ("not_sufficient_funds", DeclineCode::InsufficientFunds),
    ("54", DeclineCode::ExpiredCard),
    ("101", DeclineCode::ExpiredCard),
    ("card_expired", DeclineCode::ExpiredCard),
    ("82", DeclineCode::IncorrectCvc),
    ("n7", DeclineCode::IncorrectCvc),
    ("invalid_cvc", DeclineCode::IncorrectCvc),
    ("cvv_mismatch", DeclineCode::IncorrectCvc),
    ("14", DeclineCode::IncorrectCard),
    ("15", DeclineCode::IncorrectCard),
    ("incorrect_number", DeclineCode::IncorrectCard),
    ("invalid_number", DeclineCode::IncorrectCard),
    ("invalid_account", DeclineCode::IncorrectCard),
    ("57", DeclineCode::NotPermitted),
    ("62", DeclineCode::NotPermitted),
    ("card_not_supported", DeclineCode::NotPermitted),
    ("transaction_not_allowed", DeclineCode::NotPermitted),
    ("restricted_card", DeclineCode::NotPermitted),
    ("61", DeclineCode::LimitExceeded),
    ("65", DeclineCode::LimitExceeded),
    ("card_velocity_exceeded", DeclineCode::LimitExceeded),
    ("withdrawal_count_limit_exceeded", DeclineCode::LimitExceeded),
    ("1a", DeclineCode::AuthenticationFailed),
    ("authentication_required", DeclineCode::AuthenticationFailed),
    ("41", DeclineCode::CardBlocked),
    ("43", DeclineCode::CardBlocked),
    ("lost_card", DeclineCode::CardBlocked),
    ("stolen_card", DeclineCode::CardBlocked),
    ("pickup_card", DeclineCode::CardBlocked),
    ("91", DeclineCode::BankUnavailable),
    ("issuer_not_available", DeclineCode::BankUnavailable),
    ("05", DeclineCode::DoNotHonour),
];

impl DeclineCode {
    /// The English message of the API. Screens and mails translate the code instead.
    #[must_use]
    pub const fn message(self) -> &'static str {
        match self {
            Self::InsufficientFunds => "Not enough funds",
            Self::ExpiredCard => "The card has expired",
            Self::IncorrectCvc => "The security code of the card is wrong",
            Self::IncorrectCard => "The details of the card are wrong",
            Self::NotPermitted => "The bank does not allow this payment with this card or account",
            Self::LimitExceeded => "A limit of the card or the account does not allow the payment",
            Self::AuthenticationFailed => "The payment was not confirmed with the bank",
            Self::CardBlocked => "The bank has blocked the card",
            Self::IncorrectCode => "The code is wrong",
            Self::ExpiredCode => "The code has expired",
            Self::TimedOut => "The payment could not be made in time",
            Self::BankUnavailable => "The bank could not be reached",
            Self::DoNotHonour => "The bank declined the payment and did not say why",
        }
    }
}

/// Why a payment was declined, by the form in which the rail gave the reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Decline {
    /// A normalized reason.
    Code(DeclineCode),
    /// A reason of the specification's catalogue, named by its code.
    Catalogue(FailureCode),
    /// An unknown raw code. Operators see it; customers do not.
    Unknown(String),
    /// Free text that the rail addressed to the payer.
    Words(String),
}

impl Decline {
    /// Maps a rail's raw code. The comparison ignores case, `-` and `_`.
    #[must_use]
    pub fn of_code(code: &str) -> Self {
        let plain = code.trim().to_ascii_lowercase().replace('-', "_");
        let own = DeclineCode::ALL.into_iter().find(|known| known.code() == plain);
        let named = || NAMES.iter().find(|(name, _)| *name == plain).map(|(_, code)| *code);
        match own.or_else(named) {
            Some(reason) => Self::Code(reason),
            None => FailureCode::of(code).map_or_else(|| Self::Unknown(code.to_owned()), Self::Catalogue),
        }
    }
}

impl std::fmt::Display for Decline {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Code(code) => f.write_str(code.code()),
            Self::Catalogue(code) => f.write_str(code.code()),
            Self::Unknown(text) | Self::Words(text) => f.write_str(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decline_codes_are_recognised_by_every_alias_and_other_texts_stay_texts() {
        for known in DeclineCode::ALL {
            assert_eq!(Decline::of_code(known.code()), Decline::Code(known));
            assert_eq!(serde_json::to_value(known).unwrap(), known.code());
        }
        for (name, code) in NAMES {
            assert_eq!(Decline::of_code(name), Decline::Code(code), "{name}");
            assert_eq!(Decline::of_code(&name.to_uppercase().replace('_', "-")), Decline::Code(code), "{name}");
        }
        assert_eq!(Decline::of_code("raw 77"), Decline::Unknown("raw 77".to_owned()));
    }
}
