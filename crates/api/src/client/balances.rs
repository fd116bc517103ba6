use axum::Json;
use axum::extract::State;
use exchange::PriceBook;
use kernel::{Amount, Currency, Rounding};

use crate::AppState;
use crate::dto::balance::{Balance, Balances};
use crate::dto::scalar::CurrencyCode;
use crate::extract::Customer;
use crate::problem::Problem;

/// What the profile has.
#[utoipa::path(get, path = "/api/client/v1/balances", tag = "balances", security(("bearer" = [])),
    responses((status = 200, body = Balances)))]
pub(crate) async fn balances(State(state): State<AppState>, customer: Customer) -> Result<Json<Balances>, Problem> {
    crate::state::offers(&customer.tenant, identity::Feature::Balances)?;
    let tenant = customer.tenant.id;
    let main = state.identity().user(tenant, customer.principal.user).await?.settings.main_currency;
    let mut tx = state.store().tenant_read(tenant).await?;
    let found = ledger::balances(tx.conn(), customer.profile.uuid()).await?;
    drop(tx);
    let prices = state.exchange().rates().current().ok();
    let values: Vec<Option<Amount>> = found.iter().map(|b| worth(b.posted, main, prices.as_deref())).collect();
    let total = values.iter().try_fold(Amount::zero(main), |sum, value| sum.checked_add((*value)?).ok());
    let shown = found.iter().zip(&values).map(|(balance, value)| Balance {
        currency: CurrencyCode(balance.posted.currency()),
        posted: balance.posted.into(),
        available: balance.available.into(),
        pending: balance.pending.into(),
        main_value: value.map(Into::into),
    });
    Ok(Json(Balances { data: shown.collect(), total: total.map(Into::into) }))
}

fn worth(amount: Amount, main: Currency, prices: Option<&PriceBook>) -> Option<Amount> {
    if amount.currency() == main {
        return Some(amount);
    }
    prices?.rate(amount.currency(), main)?.apply(amount, Rounding::Down).ok()
}
