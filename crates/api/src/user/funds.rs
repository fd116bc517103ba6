use axum::Json;
use axum::extract::State;
use identity::funds::{Answer, Occupation, Source, Turnover};
use serde::Deserialize;
use utoipa::ToSchema;

use super::documents::answer;
use crate::AppState;
use crate::dto::documents::DocumentsInfo;
use crate::extract::{Authenticated, Body, CameFrom};
use crate::problem::Problem;

/// What somebody does.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum FundsOccupation {
    /// Works for somebody.
    Employed,
    /// Works for themselves.
    SelfEmployed,
    /// Owns a company.
    BusinessOwner,
    /// Lives on a pension.
    Retired,
    /// Studies.
    Student,
    /// Has no work.
    NotEmployed,
    /// Something else; `details` say what.
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

/// Where money comes from.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum FundsSource {
    /// Wages of an employer.
    Salary,
    /// Profit or dividends of a company of their own.
    Business,
    /// A pension or benefits.
    Pension,
    /// What they have put aside.
    Savings,
    /// Securities and funds.
    Investments,
    /// Crypto-assets: bought before, mined, earned.
    Crypto,
    /// A house or land that was sold.
    PropertySale,
    /// An inheritance.
    Inheritance,
    /// A gift.
    Gift,
    /// A loan.
    Loan,
    /// Something else; `details` say what.
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

/// How much somebody expects to exchange in a year, in euro.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
pub(crate) enum YearlyTurnover {
    /// Up to 50,000.
    #[serde(rename = "up_to_50k")]
    UpTo50k,
    /// More, up to 250,000.
    #[serde(rename = "up_to_250k")]
    UpTo250k,
    /// More, up to a million.
    #[serde(rename = "up_to_1m")]
    UpTo1m,
    /// More than a million.
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

/// Where somebody's money comes from.
#[derive(Deserialize, ToSchema)]
pub(crate) struct SourceOfFundsBody {
    /// What they do.
    occupation: FundsOccupation,
    /// Where their money comes from: at least one, none twice.
    #[schema(min_items = 1, max_items = 11)]
    sources: Vec<FundsSource>,
    /// What they expect to exchange in a year, in euro.
    yearly_turnover: YearlyTurnover,
    /// In their own words, at most 500 characters; needed where something is `other`.
    #[serde(default)]
    #[schema(max_length = 500)]
    details: Option<String>,
}

/// Answers where the person's money comes from, and hands it in with the pictures that were sent for it, which nobody has to send:
/// from now on somebody looks at it. Asked twice, it is handed in once.
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
