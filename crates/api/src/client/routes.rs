//! `/client/v1/routes`: the ways of paying for a currency or payway that the customer wants to receive.

use axum::Json;
use axum::extract::State;
use exchange::RouteRequest;
use exchange::policy::FeePayer;
use kernel::{Currency, Endpoint};
use serde::Deserialize;
use utoipa::IntoParams;

use super::quotes::{amount, customer_status_of};
use crate::AppState;
use crate::dto::quote::Quote;
use crate::dto::route::{Route, Routes};
use crate::dto::scalar::{CurrencyCode, Decimal, EndpointCode};
use crate::extract::{Customer, Params};
use crate::problem::{FieldError, Problem};

/// The amount that should arrive.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct RouteParams {
    /// Currency received.
    #[param(value_type = CurrencyCode)]
    to_currency: String,
    /// Destination of the money: a payway, or `balance`.
    #[param(value_type = EndpointCode)]
    to_payway: String,
    /// Amount received, after fees.
    #[param(value_type = Decimal)]
    to_amount: String,
}

/// Finds the balances and payways that can pay for what should arrive, best first.
///
/// A payway can pay for what should arrive on the balance. Covered balances come first, those that the spending order
/// lets be spent before the others, then the payways, then the balances that do not cover the price. To order, ask for a
/// firm quote with `unified` and create the order from it.
#[utoipa::path(get, path = "/api/client/v1/routes", tag = "quotes", params(RouteParams), security(("bearer" = [])),
    responses((status = 200, body = Routes)))]
pub(crate) async fn find_routes(
    State(state): State<AppState>,
    customer: Customer,
    Params(asked): Params<RouteParams>,
) -> Result<Json<Routes>, Problem> {
    crate::state::offers(&customer.tenant, identity::Feature::Balances)?;
    let tenant = customer.tenant.id;
    let currency: Currency = asked.to_currency.parse().map_err(|_| unknown("to_currency", "one of the catalogue"))?;
    let sink: Endpoint = asked.to_payway.parse().map_err(|_| unknown("to_payway", "a payway or balance"))?;
    let customer_status = customer_status_of(&customer.tenant, Some(&customer));
    let amount = amount("to_amount", &Decimal(asked.to_amount), currency)?;
    let (residence, payer) = (customer_status.residence, FeePayer::of(&customer_status, None));
    let wanted = RouteRequest { amount, sink, residence, payer };
    let main = state.identity().user(tenant, customer.principal.user).await?.settings.main_currency;
    let found = state.exchange().routes(tenant, customer.profile, main, &wanted).await?;
    let now = state.world().now_for(tenant);
    let routes = found.iter().map(|route| Route {
        quote: Quote::of(&route.quote, now),
        available: route.available.map(|available| Decimal(available.to_decimal())),
        is_covered: route.is_covered(),
        is_enabled: route.is_enabled,
    });
    Ok(Json(Routes { routes: routes.collect() }))
}

fn unknown(name: &'static str, rule: &str) -> Problem {
    Problem::field(FieldError::new(name, "unknown", format!("must be {rule}")))
}
