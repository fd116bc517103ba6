//! Verification of payee (EU regulation 2024/886): whether the name matches the account.

use chrono::{DateTime, Utc};
use exchange::payee as domain;
use exchange::rails::PayeeMatch;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::code::coded;
use super::scalar::{CurrencyCode, PaywayCode};

/// A bank account and a name to verify before an order.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct VerifyPayee {
    /// Currency to receive.
    pub currency: CurrencyCode,
    /// The payway.
    pub payway: PaywayCode,
    /// The IBAN.
    #[schema(max_length = 68, example = "NL91ABNA0417164300")]
    pub value: String,
    /// Name of the account holder, as the customer states it.
    #[schema(min_length = 2, max_length = 50)]
    pub full_name: String,
}

/// Result of a verification of payee.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PayeeResult {
    /// The name matches the account.
    Match,
    /// The name nearly matches; the account's name is in `suggested_name`.
    CloseMatch,
    /// The name does not match. No order can be created.
    NoMatch,
    /// The verification is not possible, for example because the bank does not answer.
    NotPossible,
    /// Not required for this currency.
    NotRequired,
}

/// The verification of a payee.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct PayeeVerdict {
    /// The result.
    pub result: PayeeResult,
    /// Id of the verification, for the order. Absent if none is required.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "pvc_0197f3c2a1b27c3d8e4f5a6b7c8d9e0f")]
    pub id: Option<String>,
    /// The name from the bank, on a close match.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "O. Shevchenko")]
    pub suggested_name: Option<String>,
    /// When the verification expires. After that, repeat it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<DateTime<Utc>>,
    /// Server time, for countdowns.
    pub server_time: DateTime<Utc>,
}

impl PayeeVerdict {
    /// The verification's result at `now`, or that none is required.
    pub(crate) fn of(check: Option<&domain::PayeeCheck>, now: DateTime<Utc>) -> Self {
        let answer = check.map(|check| &check.answer);
        Self {
            result: answer.map_or(PayeeResult::NotRequired, PayeeResult::from),
            id: check.map(|check| check.id.to_string()),
            suggested_name: answer.and_then(suggested),
            expires_at: check.map(|check| check.expires_at),
            server_time: now,
        }
    }
}

coded! {
    /// The customer's decision on the result.
    pub type PayeeChoice = domain::PayeeChoice;
}

/// How the account holder was verified, as stored in the order.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct PayeeInfo {
    /// The bank's result.
    pub result: PayeeResult,
    /// The customer's decision.
    pub choice: PayeeChoice,
    /// The verified name.
    pub asked_name: String,
    /// The name that the bank suggested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suggested_name: Option<String>,
    /// Time of the bank's answer.
    pub answered_at: DateTime<Utc>,
}

impl From<&domain::VerifiedPayee> for PayeeInfo {
    fn from(payee: &domain::VerifiedPayee) -> Self {
        Self {
            result: (&payee.answer).into(),
            choice: payee.choice.into(),
            asked_name: payee.asked_name.clone(),
            suggested_name: suggested(&payee.answer),
            answered_at: payee.answered_at,
        }
    }
}

impl From<&PayeeMatch> for PayeeResult {
    fn from(answer: &PayeeMatch) -> Self {
        match answer {
            PayeeMatch::Match => Self::Match,
            PayeeMatch::CloseMatch { .. } => Self::CloseMatch,
            PayeeMatch::NoMatch => Self::NoMatch,
            PayeeMatch::NotPossible => Self::NotPossible,
        }
    }
}

fn suggested(answer: &PayeeMatch) -> Option<String> {
    match answer {
        PayeeMatch::CloseMatch { suggested } => Some(suggested.clone()),
        _ => None,
    }
}
