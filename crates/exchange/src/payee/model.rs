//! What a customer may do with a bank's answer. Pure.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::{Currency, PayeeCheckId, Payway, PaywayKind, ProfileId};
use serde::{Deserialize, Serialize};

use crate::rails::PayeeMatch;

/// How long an answer may be acted on, in minutes: a look at the price, its renewals, and a call from the door.
pub const ANSWER_MINUTES: i64 = 15;
/// Questions of one profile within an hour. An answer tells a stranger's name, so nobody may try IBANs by the list.
pub const ASKS_PER_HOUR: i64 = 30;

/// A bank's answer about a name and an account, to one profile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PayeeCheck {
    /// Names it in the order that is made on it.
    pub id: PayeeCheckId,
    /// Who asked; nobody else may act on it.
    pub profile: ProfileId,
    /// The account, in canonical writing.
    pub iban: String,
    /// The name that was asked about.
    pub name: String,
    /// The answer.
    pub answer: PayeeMatch,
    /// When it was given.
    pub answered_at: DateTime<Utc>,
    /// From then on it serves no more.
    pub expires_at: DateTime<Utc>,
}

impl PayeeCheck {
    /// Until when an answer of `at` serves.
    #[must_use]
    pub fn expiry(at: DateTime<Utc>) -> DateTime<Utc> {
        at + TimeDelta::minutes(ANSWER_MINUTES)
    }
}

/// What a customer says of an answer when they make an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PayeeConsent {
    /// Which answer.
    pub check: PayeeCheckId,
    /// Whether they have read that the bank did not confirm the name, and want it sent under it all the same.
    pub acknowledged: bool,
}

/// What the customer did with the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PayeeChoice {
    /// Nothing was to be chosen: the name matched.
    Matched,
    /// Took the name that the bank suggested.
    Suggested,
    /// Kept their own, knowing that the bank had not confirmed it.
    Acknowledged,
}

/// A payee as an order keeps it: what was asked, what the bank said, what the customer chose. The name it is paid under
/// stands beside it in the requisite.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct VerifiedPayee {
    /// The answer it rests on.
    pub check: PayeeCheckId,
    /// The name that was asked about.
    pub asked_name: String,
    /// What the bank said.
    pub answer: PayeeMatch,
    /// What the customer did with it.
    pub choice: PayeeChoice,
    /// When the bank said it.
    pub answered_at: DateTime<Utc>,
    /// When the customer chose.
    pub chosen_at: DateTime<Utc>,
}

/// Why an order may not be made on an answer, or on none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
pub enum PayeeRefusal {
    /// None was given, or there is none of that name.
    #[error("the account's owner must be verified first")]
    Missing,
    /// It is about another account or another name.
    #[error("the verification is about another account or name")]
    Other,
    /// It is too old.
    #[error("the verification is too old; ask again")]
    Expired,
    /// The account is not under that name.
    #[error("the bank says that the account belongs to somebody else")]
    NoMatch,
    /// The bank did not confirm the name, and the customer has not said that they know.
    #[error("the bank did not confirm the name; it must be acknowledged")]
    Unacknowledged,
}

impl PayeeRefusal {
    /// Stable, for programs.
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

/// Whether the payee must be verified before `currency` leaves by `payway`: the scheme is for euro on bank accounts.
#[must_use]
pub fn needs_check(currency: Currency, payway: Payway) -> bool {
    currency == Currency::EUR && payway.kind() == PaywayKind::Iban
}

/// Whether `profile` may have money sent to `iban` under `name`, resting on `check`. A match may be used as it is. On a close
/// match the suggested name may be taken, or the own one kept by saying so; where nobody could say, only by saying so. An
/// account that is certainly somebody else's is refused: bank accounts must be in the customer's own name
/// (specification, section 3), and before the order exists nothing has to be given back.
///
/// # Errors
/// Why not.
pub fn permit(
    check: &PayeeCheck,
    profile: ProfileId,
    iban: &str,
    name: &str,
    acknowledged: bool,
    now: DateTime<Utc>,
) -> Result<VerifiedPayee, PayeeRefusal> {
    // Another's does not exist for them.
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
        fn money_leaves_only_for_the_account_and_name_that_were_asked_about_and_agreed_to(
            answer in answers(), who in 1_u128..3, iban in 0_usize..2, name in 0_usize..3,
            acknowledged: bool, seconds in 0_i64..1_800,
        ) {
            let check = check(answer.clone());
            let now = start() + TimeDelta::seconds(seconds);
            let permitted = permit(&check, profile(who), IBANS[iban], NAMES[name], acknowledged, now);
            let same = who == 1 && iban == 0 && seconds < ANSWER_MINUTES * 60;
            // Who it is paid to, and what the bank and the customer said of that name.
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
