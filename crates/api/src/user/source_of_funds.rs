//! The customer's answers about the source of funds, which tier T3 requires.

use axum::Json;
use axum::extract::State;
use identity::source_of_funds::{Answer, Occupation, Source, Turnover};
use serde::Deserialize;
use utoipa::ToSchema;

use super::kyc_documents::answer;
use crate::AppState;
use crate::dto::kyc_documents::DocumentsInfo;
use crate::extract::{Authenticated, Body, CameFrom};
use crate::problem::Problem;

/// Occupation.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum FundsOccupation {
    /// Employed.
    Employed,
    /// Self-employed.
    SelfEmployed,
    /// Owner of a company.
    BusinessOwner,
    /// Retired.
    Retired,
    /// Student.
    Student,
    /// Not employed.
    NotEmployed,
    /// Other; explain it in `details`.
    Other,
}

impl From<FundsOccupation> for Occupation {
    fn from(occupation: FundsOccupation) -> Self {
        match occupation {
            FundsOccupation::Employed => Self::Employed,
            FundsOccupation::SelfEmployed => Self::SelfEmployed,
            FundsOccupation::BusinessOwner => Self::BusinessOwner,
            FundsOccupation::Retired => Self::Retired,
            FundsOccupation::Student => Self::Student,
            FundsOccupation::NotEmployed => Self::NotEmployed,
            FundsOccupation::Other => Self::Other,
        }
    }
}

/// Source of funds.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum FundsSource {
    /// Salary.
    Salary,
    /// Profit or dividends of an own company.
    Business,
    /// Pension or benefits.
    Pension,
    /// Savings.
    Savings,
    /// Securities and funds.
    Investments,
    /// Crypto-assets: purchased, mined or earned.
    Crypto,
    /// Sale of property.
    PropertySale,
    /// Inheritance.
    Inheritance,
    /// Gift.
    Gift,
    /// Loan.
    Loan,
    /// Other; explain it in `details`.
    Other,
}

impl From<FundsSource> for Source {
    fn from(source: FundsSource) -> Self {
        match source {
            FundsSource::Salary => Self::Salary,
            FundsSource::Business => Self::Business,
            FundsSource::Pension => Self::Pension,
            FundsSource::Savings => Self::Savings,
            FundsSource::Investments => Self::Investments,
            FundsSource::Crypto => Self::Crypto,
            FundsSource::PropertySale => Self::PropertySale,
            FundsSource::Inheritance => Self::Inheritance,
            FundsSource::Gift => Self::Gift,
            FundsSource::Loan => Self::Loan,
            FundsSource::Other => Self::Other,
        }
    }
}

/// Expected yearly turnover in euro.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
pub(crate) enum YearlyTurnover {
    /// Up to 50,000.
    #[serde(rename = "up_to_50k")]
    UpTo50k,
    /// 50,000 to 250,000.
    #[serde(rename = "up_to_250k")]
    UpTo250k,
    /// 250,000 to 1 million.
    #[serde(rename = "up_to_1m")]
    UpTo1m,
    /// More than 1 million.
    #[serde(rename = "over_1m")]
    Over1m,
}

impl From<YearlyTurnover> for Turnover {
    fn from(turnover: YearlyTurnover) -> Self {
        match turnover {
            YearlyTurnover::UpTo50k => Self::UpTo50k,
            YearlyTurnover::UpTo250k => Self::UpTo250k,
            YearlyTurnover::UpTo1m => Self::UpTo1m,
            YearlyTurnover::Over1m => Self::Over1m,
        }
    }
}

/// Declaration of the source of funds.
#[derive(Deserialize, ToSchema)]
pub(crate) struct SourceOfFundsBody {
    /// Occupation.
    occupation: FundsOccupation,
    /// Sources of funds: at least one, without duplicates.
    #[schema(min_items = 1, max_items = 11)]
    sources: Vec<FundsSource>,
    /// Expected yearly turnover in euro.
    yearly_turnover: YearlyTurnover,
    /// Explanation, at most 500 characters. Required if any answer is `other`.
    #[serde(default)]
    #[schema(max_length = 500)]
    details: Option<String>,
}

/// Submits the declaration of the source of funds for review, together with uploaded evidence.
///
/// Evidence is optional. Idempotent.
#[utoipa::path(post, path = "/api/client/v1/user/source-of-funds", tag = "user", security(("bearer" = [])),
    request_body = SourceOfFundsBody, responses((status = 200, body = DocumentsInfo)))]
pub(crate) async fn answer_source_of_funds(
    State(state): State<AppState>,
    who: Authenticated,
    CameFrom(context): CameFrom,
    body: Body<SourceOfFundsBody>,
) -> Result<Json<DocumentsInfo>, Problem> {
    let SourceOfFundsBody { occupation, sources, yearly_turnover, details } = body.value;
    let sources: Vec<Source> = sources.into_iter().map(Into::into).collect();
    let said = Answer::new(occupation.into(), &sources, yearly_turnover.into(), details.as_deref())?;
    let handed_in = state.identity().answer_source_of_funds(&who.tenant, &who.principal, &said, &context).await?;
    Ok(answer(&state, &handed_in))
}
