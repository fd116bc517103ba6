//! Currencies, payways, directions and quotes.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;

use super::auth::Partner;
use crate::AppState;
use crate::client::catalogue::{self, DirectionParams};
use crate::client::quotes;
use crate::dto::catalogue::{CurrencyInfo, Direction, PaywayInfo};
use crate::dto::page::List;
use crate::dto::quote::{Quote, QuoteRequest};
use crate::extract::{Body, MaybeCustomer, Params};
use crate::problem::{FieldError, Problem};

/// Lists the currencies, in catalogue order.
#[utoipa::path(get, path = "/api/partner/v1/currencies", tag = "catalogue", security(("key" = ["exchanger:read"])),
    responses((status = 200, body = List<CurrencyInfo>)))]
pub(super) async fn currencies(
    State(state): State<AppState>,
    partner: Partner,
) -> Result<Json<List<CurrencyInfo>>, Problem> {
    catalogue::currencies(State(state), partner.tenant_host(), MaybeCustomer(partner.buyer())).await
}

/// Lists the payways.
#[utoipa::path(get, path = "/api/partner/v1/payways", tag = "catalogue", security(("key" = ["exchanger:read"])),
    responses((status = 200, body = List<PaywayInfo>)))]
pub(super) async fn payways(
    State(state): State<AppState>,
    partner: Partner,
) -> Result<Json<List<PaywayInfo>>, Problem> {
    catalogue::payways(State(state), partner.tenant_host()).await
}

/// Lists what can be exchanged for what, with limits at the current rate.
#[utoipa::path(get, path = "/api/partner/v1/directions", tag = "catalogue", params(DirectionParams),
    security(("key" = ["exchanger:read"])), responses((status = 200, body = List<Direction>)))]
pub(super) async fn directions(
    State(state): State<AppState>,
    partner: Partner,
    Params(params): Params<DirectionParams>,
) -> Result<Json<List<Direction>>, Problem> {
    let profile = partner.known.key.profile;
    catalogue::directions_for(&state, &partner.tenant, (partner.buyer().as_ref(), Some(profile)), &params).await
}

/// Quotes a price for one amount, given or received. A firm quote is for one order of this key's profile; a page with a
/// public key gets none.
#[utoipa::path(post, path = "/api/partner/v1/quotes", tag = "quotes", request_body = QuoteRequest,
    security(("key" = ["exchanger:read"]), ("key" = ["wallet:exchanges"]), ("key" = ["wallet:converts"]),
        ("key" = ["wallet:payins"]), ("key" = ["wallet:withdrawals"])),
    responses((status = 201, body = Quote)))]
pub(super) async fn create_quote(
    State(state): State<AppState>,
    partner: Partner,
    Body { value: asked, .. }: Body<QuoteRequest>,
) -> Result<(StatusCode, Json<Quote>), Problem> {
    let (buyer, profile) = (partner.buyer(), partner.known.key.profile);
    if asked.firm && buyer.is_none() {
        let rule = "must be false with a public key: an order needs the widget or a server";
        return Err(Problem::field(FieldError::new("/firm", "invalid", rule)));
    }
    quotes::quoted(&state, &partner.tenant, (buyer.as_ref(), Some(profile)), &asked).await
}
