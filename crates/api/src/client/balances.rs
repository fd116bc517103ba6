//! The balances of a profile: posted, available, on hold and incoming amounts, with worth and change over a day.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use exchange::history::day::{DayChange, held_change, price_change, worth};
use kernel::{Amount, Currency, format_decimal};

use crate::AppState;
use crate::dto::balance::{self, Balance, Balances};
use crate::dto::scalar::{CurrencyCode, Decimal};
use crate::extract::Customer;
use crate::problem::Problem;

/// Returns the profile's balances.
#[utoipa::path(get, path = "/api/client/v1/balances", tag = "balances", security(("bearer" = [])),
    responses((status = 200, body = Balances)))]
pub(crate) async fn balances(State(state): State<AppState>, customer: Customer) -> Result<Json<Balances>, Problem> {
    crate::state::offers(&customer.tenant, identity::Feature::Balances)?;
    let tenant = customer.tenant.id;
    let main = state.identity().user(tenant, customer.principal.user).await?.settings.main_currency;
    let mut tx = state.store().tenant_read(tenant).await?;
    let found = ledger::balances(tx.conn(), customer.profile.uuid()).await?;
    drop(tx);
    let coming = coming(&state, &customer).await;
    let prices = state.exchange().prices(tenant).await.ok();
    let value =
        |amount: Amount| if amount.currency() == main { Some(amount) } else { worth(amount, main, prices.as_deref()?) };
    let values: Vec<Option<Amount>> = found.iter().map(|b| value(b.posted)).collect();
    let total = values.iter().try_fold(Amount::zero(main), |sum, value| sum.checked_add((*value)?).ok());
    let yesterday = state.exchange().prices_of_yesterday(tenant).await?;
    let both = yesterday.as_deref().zip(prices.as_deref());
    let moved = |currency: Currency| price_change(currency, main, both?.0, both?.1);
    let held: Vec<Amount> = found.iter().map(|b| b.posted).collect();
    let day_change = both.and_then(|(then, now)| held_change(&held, main, then, now)).and_then(|change| shown(&change));
    let known = found.iter().copied().zip(values.iter().copied());
    // A first deposit has no account yet.
    let is_new = |currency: &&Currency| found.iter().all(|balance| balance.posted.currency() != **currency);
    let new = coming.keys().filter(is_new).map(|currency| (ledger::Balance::zero(*currency), None));
    let rows = known.chain(new).map(|(balance, value)| {
        let currency = balance.posted.currency();
        Balance {
            currency: CurrencyCode(currency),
            posted: balance.posted.into(),
            available: balance.available.into(),
            pending: balance.pending.into(),
            coming: coming.get(&currency).copied().unwrap_or(Amount::zero(currency)).into(),
            main_value: value.map(Into::into),
            day_change_percent: moved(currency).and_then(|change| percent(&change)),
        }
    });
    Ok(Json(Balances { data: rows.collect(), total: total.map(Into::into), day_change }))
}

/// The amounts on their way. A balance is shown even if they cannot be read.
async fn coming(state: &AppState, customer: &Customer) -> BTreeMap<Currency, Amount> {
    let (tenant, profile) = (customer.tenant.id, customer.profile);
    state.exchange().coming(tenant, profile).await.unwrap_or_else(|error| {
        tracing::warn!(
            event = "balance.coming_unknown", %tenant, %profile, %error,
            "Agio cannot read what is on its way to a balance. The balance is shown without it."
        );
        BTreeMap::new()
    })
}

fn shown(change: &DayChange) -> Option<balance::DayChange> {
    Some(balance::DayChange { amount: change.difference().into(), percent: percent(change)? })
}

fn percent(change: &DayChange) -> Option<Decimal> {
    change.hundredths().map(|hundredths| Decimal(format_decimal(hundredths, 2)))
}
