//! The customer's answers about the source of funds, which tier T3 requires.

use axum::Json;
use axum::extract::State;
use identity::source_of_funds::{Answer, Occupation, Source, Turnover};
use serde::Deserialize;
use utoipa::ToSchema;

use super::kyc_documents::answer;
use crate::AppState;
use crate::dto::code::coded;
use crate::dto::kyc_documents::DocumentsInfo;
use crate::extract::{Authenticated, Body, CameFrom};
use crate::problem::Problem;

coded! {
    /// Occupation.
    pub(crate) type FundsOccupation = Occupation;

    /// Source of funds.
    pub(crate) type FundsSource = Source;

    /// Expected yearly turnover in euro.
    pub(crate) type YearlyTurnover = Turnover;
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
    let sources: Vec<Source> = sources.into_iter().map(|source| source.0).collect();
    let said = Answer::new(occupation.0, &sources, yearly_turnover.0, details.as_deref())?;
    let handed_in = state.identity().answer_source_of_funds(&who.tenant, &who.principal, &said, &context).await?;
    Ok(answer(&state, &handed_in))
}
