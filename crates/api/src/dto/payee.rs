//! Verification of payee: what a bank says of a name and an account.

use chrono::{DateTime, Utc};
use exchange::payee as domain;
use exchange::rails::PayeeMatch;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::scalar::{CurrencyCode, PaywayCode};

/// A bank account and a name, to be asked about before an order is made with them.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct VerifyPayee {
    /// What is to be received there.
    pub currency: CurrencyCode,
    /// How.
    pub payway: PaywayCode,
    /// The IBAN.
    #[schema(max_length = 68, example = "NL91ABNA0417164300")]
    pub value: String,
    /// Whose account it is said to be.
    #[schema(min_length = 2, max_length = 50)]
    pub full_name: String,
}

/// What came of a question about a payee.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PayeeResult {
    /// The account is that person's.
    Match,
    /// The account's name is nearly that one: `suggested_name`.
    CloseMatch,
    /// The account is somebody else's: no order can be made.
    NoMatch,
    /// Nobody could say.
    NotPossible,
    /// Nobody is asked for this currency.
    NotRequired,
}

/// What the bank says.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct PayeeVerdict {
    /// Its answer.
    pub result: PayeeResult,
    /// Names the answer in an order; absent where none is needed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "pvc_0197f3c2a1b27c3d8e4f5a6b7c8d9e0f")]
    pub id: Option<String>,
    /// The name that the bank knows, on a close match.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "O. Shevchenko")]
    pub suggested_name: Option<String>,
    /// From then on it must be asked anew.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<DateTime<Utc>>,
    /// The server's clock, for telling how long that is.
    pub server_time: DateTime<Utc>,
}

impl PayeeVerdict {
    /// The answer, or that none is needed, at `now`.
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

/// What the customer did with the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PayeeChoice {
    /// Nothing was to be chosen: the name matched.
    Matched,
    /// Took the name that the bank suggested.
    Suggested,
    /// Kept their own, knowing that the bank had not confirmed it.
    Acknowledged,
}

/// How the owner of a bank account was verified, as it stands in the order.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct PayeeInfo {
    /// What the bank said.
    pub result: PayeeResult,
    /// What the customer did with that.
    pub choice: PayeeChoice,
    /// The name that was asked about.
    pub asked_name: String,
    /// The name that the bank suggested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suggested_name: Option<String>,
    /// When the bank said it.
    pub answered_at: DateTime<Utc>,
}

impl From<&domain::VerifiedPayee> for PayeeInfo {
    fn from(payee: &domain::VerifiedPayee) -> Self {
        Self {
            result: (&payee.answer).into(),
            choice: match payee.choice {
                domain::PayeeChoice::Matched => PayeeChoice::Matched,
                domain::PayeeChoice::Suggested => PayeeChoice::Suggested,
                domain::PayeeChoice::Acknowledged => PayeeChoice::Acknowledged,
            },
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
