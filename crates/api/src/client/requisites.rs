use axum::Json;
use axum::extract::State;

use crate::AppState;
use crate::dto::order::{CardDetails, CardToken, RequisiteVerdict, ValidateRequisite};
use crate::extract::{Body, Customer};
use crate::problem::Problem;

/// Whether money can be sent to an address or IBAN. A bad one is an answer, not an error.
#[utoipa::path(post, path = "/api/client/v1/requisites/validate", tag = "orders", request_body = ValidateRequisite,
    security(("bearer" = [])), responses((status = 200, body = RequisiteVerdict)))]
pub(crate) async fn validate_requisite(
    State(_state): State<AppState>,
    _customer: Customer,
    _body: Body<ValidateRequisite>,
) -> Result<Json<RequisiteVerdict>, Problem> {
    Err(Problem::unavailable("not wired"))
}

/// Exchanges a card's details for a token.
#[utoipa::path(post, path = "/api/client/v1/requisites/card", tag = "orders", request_body = CardDetails,
    security(("bearer" = [])), responses((status = 201, body = CardToken)))]
pub(crate) async fn tokenize_card(
    State(_state): State<AppState>,
    _customer: Customer,
    _body: Body<CardDetails>,
) -> Result<Json<CardToken>, Problem> {
    Err(Problem::unavailable("not wired"))
}
