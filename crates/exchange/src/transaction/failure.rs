//! Why a transaction failed: a code of the error catalogue, the decline reason, and the rail's own words.

use kernel::PaywayKind;
use serde::{Deserialize, Serialize};

use crate::failure_code::FailureCode;
use crate::rails::{Decline, DeclineCode};

/// The maximum length of a rail's message that is stored, in characters.
const SAID_MAX: usize = 200;

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
    fn a_known_decline_code_is_explained_and_an_unknown_one_is_stored_for_operators() {
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
    fn the_catalogue_has_one_entry_per_reason_in_order() {
        for (at, reason) in FailureCode::all().enumerate() {
            let code = reason.code();
            assert_eq!((reason as usize, FailureCode::of(code)), (at, Some(reason)));
            assert_eq!(serde_json::to_value(reason).unwrap(), code);
            let failed = Failure::declined(PaywayKind::Card, &Decline::of_code(code));
            assert_eq!((failed.code, failed.message.as_str()), (reason, reason.message()));
        }
    }

    #[test]
    fn stored_failures_without_a_reason_still_parse() {
        let old = r#"{ "code": "ORDER_CARD_DECLINED", "message": "Transaction declined" }"#;
        assert_eq!(serde_json::from_str::<Failure>(old).unwrap().reason, None);
    }
}
