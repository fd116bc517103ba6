//! The customer's choices after each answer of the bank. Pure.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::{Currency, PayeeCheckId, Payway, PaywayKind, ProfileId};

use crate::rails::PayeeMatch;
use crate::requisite::{PayeeChoice, VerifiedPayee};

/// How long an answer is valid, in minutes: enough to review the price, renew the quote, and confirm.
pub const ANSWER_MINUTES: i64 = 15;
/// The maximum number of checks of one person per hour. An answer can reveal another person's name, so this prevents
/// enumeration of IBANs.
pub const ASKS_PER_HOUR: i64 = 30;

/// A bank's answer about a name and an account, given to one profile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PayeeCheck {
    /// The id that an order refers to.
    pub id: PayeeCheckId,
    /// The profile that asked; no other profile may use the answer.
    pub profile: ProfileId,
    /// The account, in canonical form.
    pub iban: String,
    /// The requested name.
    pub name: String,
    /// The answer.
    pub answer: PayeeMatch,
    /// When the bank answered.
    pub answered_at: DateTime<Utc>,
    /// When the answer expires.
    pub expires_at: DateTime<Utc>,
}

impl PayeeCheck {
    /// When an answer given at `at` expires.
    #[must_use]
    pub fn expiry(at: DateTime<Utc>) -> DateTime<Utc> {
        at + TimeDelta::minutes(ANSWER_MINUTES)
    }
}

/// The customer's reaction to an answer, given with an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PayeeConsent {
    /// The answer.
    pub check: PayeeCheckId,
    /// Whether the customer has read that the bank did not confirm the name, and pays under it nevertheless.
    pub acknowledged: bool,
}

/// Why an order cannot use an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
pub enum PayeeRefusal {
    /// No check was given, or the id is unknown.
    #[error("the account's owner must be verified first")]
    Missing,
    /// The check is about another account or name.
    #[error("the verification is about another account or name")]
    Other,
    /// The check has expired.
    #[error("the verification is too old; ask again")]
    Expired,
    /// The account belongs to another person.
    #[error("the bank says that the account belongs to somebody else")]
    NoMatch,
    /// The bank did not confirm the name, and the customer has not acknowledged that.
    #[error("the bank did not confirm the name; it must be acknowledged")]
    Unacknowledged,
}

impl PayeeRefusal {
    /// The stable error code.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Missing => "payee_check_required",
            Self::Other => "payee_check_of_another",
            Self::Expired => "payee_check_expired",
            Self::NoMatch => "payee_no_match",
            Self::Unacknowledged => "payee_unacknowledged",
        }
    }
}

/// Whether the payee must be verified before `currency` leaves by `payway`: the duty covers euro transfers to bank
/// accounts.
#[must_use]
pub fn needs_check(currency: Currency, payway: Payway) -> bool {
    currency == Currency::EUR && payway.kind() == PaywayKind::Iban
}

/// Whether `profile` may pay `iban` under `name` on the basis of `check`. A match needs no choice. After a close match
/// the customer may take the suggested name, or acknowledge the difference; without an answer the customer must
/// acknowledge. A mismatch is refused, because bank accounts must be in the customer's own name (specification,
/// "Entities and their fields"), and no money has to be returned at this point.
///
/// # Errors
/// Why the check does not permit the payment.
pub fn permit(
    check: &PayeeCheck,
    profile: ProfileId,
    iban: &str,
    name: &str,
    acknowledged: bool,
    now: DateTime<Utc>,
) -> Result<VerifiedPayee, PayeeRefusal> {
    // Another profile's check looks the same as a missing one.
    if check.profile != profile {
        return Err(PayeeRefusal::Missing);
    }
    let own = check.name == name;
    let suggested = matches!(&check.answer, PayeeMatch::CloseMatch { suggested } if suggested == name);
    if check.iban != iban || !(own || suggested) {
        return Err(PayeeRefusal::Other);
    }
    if now >= check.expires_at {
        return Err(PayeeRefusal::Expired);
    }
    let choice = match &check.answer {
        PayeeMatch::NoMatch => return Err(PayeeRefusal::NoMatch),
        PayeeMatch::Match => PayeeChoice::Matched,
        PayeeMatch::CloseMatch { .. } if suggested => PayeeChoice::Suggested,
        PayeeMatch::CloseMatch { .. } | PayeeMatch::NotPossible if acknowledged => PayeeChoice::Acknowledged,
        PayeeMatch::CloseMatch { .. } | PayeeMatch::NotPossible => return Err(PayeeRefusal::Unacknowledged),
    };
    Ok(VerifiedPayee {
        check: check.id,
        asked_name: check.name.clone(),
        answer: check.answer.clone(),
        choice,
        answered_at: check.answered_at,
        chosen_at: now,
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use uuid::Uuid;

    use super::*;

    const NAMES: [&str; 3] = ["Olena Shevchenko", "O. Shevchenko", "Jan Kowalski"];
    const IBANS: [&str; 2] = ["NL91ABNA0417164300", "DE89370400440532013000"];

    fn profile(number: u128) -> ProfileId {
        ProfileId::from_uuid(Uuid::from_u128(number))
    }

    fn start() -> DateTime<Utc> {
        DateTime::from_timestamp(1_767_225_600, 0).expect("a moment")
    }

    fn check(answer: PayeeMatch) -> PayeeCheck {
        PayeeCheck {
            id: PayeeCheckId::from_uuid(Uuid::from_u128(1)),
            profile: profile(1),
            iban: IBANS[0].to_owned(),
            name: NAMES[0].to_owned(),
            answer,
            answered_at: start(),
            expires_at: PayeeCheck::expiry(start()),
        }
    }

    fn close() -> PayeeMatch {
        PayeeMatch::CloseMatch { suggested: NAMES[1].to_owned() }
    }

    fn answers() -> impl Strategy<Value = PayeeMatch> {
        prop_oneof![Just(PayeeMatch::Match), Just(close()), Just(PayeeMatch::NoMatch), Just(PayeeMatch::NotPossible)]
    }

    proptest! {
        #[test]
        fn a_payout_goes_only_to_the_verified_account_and_confirmed_name(
            answer in answers(), who in 1_u128..3, iban in 0_usize..2, name in 0_usize..3,
            acknowledged: bool, seconds in 0_i64..1_800,
        ) {
            let check = check(answer.clone());
            let now = start() + TimeDelta::seconds(seconds);
            let permitted = permit(&check, profile(who), IBANS[iban], NAMES[name], acknowledged, now);
            let same = who == 1 && iban == 0 && seconds < ANSWER_MINUTES * 60;
            // The name that is paid, with the bank's answer and the customer's choice.
            let agreed = match (&answer, name) {
                (PayeeMatch::Match, 0) => Some(PayeeChoice::Matched),
                (PayeeMatch::CloseMatch { .. }, 1) => Some(PayeeChoice::Suggested),
                (PayeeMatch::CloseMatch { .. } | PayeeMatch::NotPossible, 0) if acknowledged => {
                    Some(PayeeChoice::Acknowledged)
                }
                _ => None,
            };
            prop_assert_eq!(permitted.as_ref().ok().map(|kept| kept.choice), agreed.filter(|_| same));
            if let Ok(kept) = permitted {
                prop_assert_eq!((kept.check, kept.chosen_at), (check.id, now));
                prop_assert_eq!((kept.answer, kept.asked_name.as_str()), (answer, NAMES[0]));
            }
        }
    }

    #[test]
    fn each_refusal_says_which_rule_it_was() {
        let refusal = |answer, who, iban: &str, name: &str, minutes| {
            let now = start() + TimeDelta::minutes(minutes);
            permit(&check(answer), profile(who), iban, name, false, now).expect_err("refused")
        };
        assert_eq!(refusal(PayeeMatch::Match, 2, IBANS[0], NAMES[0], 0), PayeeRefusal::Missing);
        assert_eq!(refusal(PayeeMatch::Match, 1, IBANS[1], NAMES[0], 0), PayeeRefusal::Other);
        assert_eq!(refusal(PayeeMatch::Match, 1, IBANS[0], NAMES[1], 0), PayeeRefusal::Other);
        assert_eq!(refusal(PayeeMatch::Match, 1, IBANS[0], NAMES[0], ANSWER_MINUTES), PayeeRefusal::Expired);
        assert_eq!(refusal(PayeeMatch::NoMatch, 1, IBANS[0], NAMES[0], 0), PayeeRefusal::NoMatch);
        assert_eq!(refusal(close(), 1, IBANS[0], NAMES[0], 0), PayeeRefusal::Unacknowledged);
        assert_eq!(refusal(PayeeMatch::NotPossible, 1, IBANS[0], NAMES[0], 0), PayeeRefusal::Unacknowledged);
    }

    #[test]
    fn only_euro_to_a_bank_account_is_verified() {
        assert!(needs_check(Currency::EUR, Payway::Iban));
        assert!(!needs_check(Currency::UAH, Payway::Iban));
        assert!(!needs_check(Currency::EUR, Payway::Visamc));
    }
}
