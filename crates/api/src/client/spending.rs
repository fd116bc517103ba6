//! The order in which balances are spent.

use axum::Json;
use axum::extract::State;
use exchange::spending as domain;

use crate::AppState;
use crate::dto::scalar::CurrencyCode;
use crate::dto::spending::{SpendingBalance, SpendingOrder};
use crate::extract::{Body, Customer};
use crate::problem::{FieldError, Problem};

/// Maximum number of currencies in one order; above the size of the catalogue.
const ORDER_MAX: usize = 100;

/// Returns the order in which the profile's balances are spent.
///
/// Balances that the customer has not ordered follow at the end. Of these, only fiat is enabled.
#[utoipa::path(get, path = "/api/client/v1/balances/spending", tag = "balances", security(("bearer" = [])),
    responses((status = 200, body = SpendingOrder)))]
pub(crate) async fn get_spending(
    State(state): State<AppState>,
    customer: Customer,
) -> Result<Json<SpendingOrder>, Problem> {
    crate::state::offers(&customer.tenant, identity::Feature::Balances)?;
    read(&state, &customer).await
}

/// Replaces the order in which the profile's balances are spent, and returns it.
#[utoipa::path(put, path = "/api/client/v1/balances/spending", tag = "balances", security(("bearer" = [])),
    request_body = SpendingOrder, responses((status = 200, body = SpendingOrder)))]
pub(crate) async fn set_spending(
    State(state): State<AppState>,
    customer: Customer,
    Body { value: asked, .. }: Body<SpendingOrder>,
) -> Result<Json<SpendingOrder>, Problem> {
    crate::state::offers(&customer.tenant, identity::Feature::Balances)?;
    if asked.balances.len() > ORDER_MAX {
        let rule = format!("must have at most {ORDER_MAX} balances");
        return Err(Problem::field(FieldError::new("/balances", "length", rule)));
    }
    let order: Vec<domain::SpendingBalance> = asked
        .balances
        .iter()
        .map(|one| domain::SpendingBalance { currency: one.currency.0, enabled: one.enabled })
        .collect();
    state.exchange().set_spending(customer.tenant.id, customer.profile, &order).await?;
    read(&state, &customer).await
}

async fn read(state: &AppState, customer: &Customer) -> Result<Json<SpendingOrder>, Problem> {
    let tenant = customer.tenant.id;
    let main = state.identity().user(tenant, customer.principal.user).await?.settings.main_currency;
    let order = state.exchange().spending(tenant, customer.profile, main).await?;
    let shown =
        |one: &domain::SpendingBalance| SpendingBalance { currency: CurrencyCode(one.currency), enabled: one.enabled };
    Ok(Json(SpendingOrder { balances: order.iter().map(shown).collect() }))
}
