use axum::Json;
use axum::extract::State;

use crate::AppState;
use crate::dto::quote::{Quote, QuoteRequest};
use crate::extract::Body;
use crate::problem::Problem;

/// A price for one amount given or received. Anybody may ask for an indicative one; a firm one needs a signed-in person.
#[utoipa::path(post, path = "/api/client/v1/quotes", tag = "quotes", request_body = QuoteRequest,
    security((), ("bearer" = [])), responses((status = 201, body = Quote)))]
pub(crate) async fn create_quote(
    State(_state): State<AppState>,
    _body: Body<QuoteRequest>,
) -> Result<Json<Quote>, Problem> {
    Err(Problem::unavailable("not wired"))
}
