//! Currencies, payways, and the supported directions between them.

use std::collections::BTreeSet;

use axum::extract::State;
use axum::{Extension, Json};
use chrono::{DateTime, Utc};
use exchange::payway_pause::{PaywayPause, stopped_by};
use exchange::policy::{FeePayer, Policy, directions as all_directions};
use identity::CustomerStatus;
use kernel::{Currency, Payway, ProfileId};
use serde::Deserialize;
use utoipa::IntoParams;

use super::quotes::customer_status_of;
use crate::AppState;
use crate::dto::catalogue::{CurrencyInfo, Direction, PaywayInfo};
use crate::dto::page::List;
use crate::dto::quote::Side;
use crate::dto::scalar::{CurrencyCode, Decimal, EndpointCode, NetworkCode, PaywayCode};
use crate::extract::{Customer, MaybeCustomer, Params, TenantHost};
use crate::problem::Problem;
use crate::widget::Visit;

/// Lists the currencies, in catalogue order.
#[utoipa::path(get, path = "/api/client/v1/currencies", tag = "catalogue", security((), ("bearer" = [])),
    responses((status = 200, body = List<CurrencyInfo>)))]
pub(crate) async fn currencies(
    State(state): State<AppState>,
    TenantHost(tenant): TenantHost,
    MaybeCustomer(customer): MaybeCustomer,
) -> Result<Json<List<CurrencyInfo>>, Problem> {
    let policy = state.exchange().policy(tenant.id).await?;
    let residence = customer_status_of(&tenant, customer.as_ref()).residence;
    let (mut given, mut received) = (BTreeSet::new(), BTreeSet::new());
    // Deposits and withdrawals of one currency are neither buying nor selling.
    let exchanged = |direction: &exchange::policy::Direction| direction.side().is_some();
    for direction in all_directions().filter(exchanged).filter(|direction| policy.allows(direction, residence).is_ok())
    {
        given.insert(direction.from_currency);
        received.insert(direction.to_currency);
    }
    let info = |currency| currency_info(currency, &policy, received.contains(&currency), given.contains(&currency));
    Ok(Json(List { data: Currency::all().filter_map(info).collect() }))
}

fn currency_info(currency: Currency, policy: &Policy, can_buy: bool, can_sell: bool) -> Option<CurrencyInfo> {
    let limits = policy.currencies.get(&currency)?;
    Some(CurrencyInfo {
        code: CurrencyCode(currency),
        name: currency.name().to_owned(),
        scale: currency.scale(),
        kind: currency.kind().into(),
        symbol: currency.symbol().map(str::to_owned),
        payways: currency.payways().iter().copied().map(PaywayCode).collect(),
        eea_policy: currency.eea().into(),
        can_buy,
        can_sell,
        min_exchange: limits.exchange.min.into(),
        max_exchange: limits.exchange.max.into(),
    })
}

/// Lists the payways.
#[utoipa::path(get, path = "/api/client/v1/payways", tag = "catalogue", security(()),
    responses((status = 200, body = List<PaywayInfo>)))]
pub(crate) async fn payways(
    State(state): State<AppState>,
    TenantHost(tenant): TenantHost,
) -> Result<Json<List<PaywayInfo>>, Problem> {
    let (pauses, now) = (state.exchange().payway_pauses(tenant.id).await?, state.world().now());
    Ok(Json(List { data: Payway::all().map(|payway| payway_info(payway, &pauses, now)).collect() }))
}

fn payway_info(payway: Payway, pauses: &[PaywayPause], now: DateTime<Utc>) -> PaywayInfo {
    let shown = pauses.iter().filter(|pause| pause.payway == payway && pause.is_shown(now));
    PaywayInfo {
        code: PaywayCode(payway),
        kind: payway.kind().into(),
        name: payway.name().to_owned(),
        network: payway.network().map(NetworkCode),
        currencies: Currency::all().filter(|currency| payway.supports(*currency)).map(CurrencyCode).collect(),
        memo: payway.network().is_some_and(kernel::Network::needs_memo),
        pauses: shown.map(Into::into).collect(),
    }
}

/// Which directions to list. At least one of the two currencies is required, because the full list has thousands of
/// entries.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct DirectionParams {
    /// Only directions from this currency.
    #[param(inline = false)]
    pub from: Option<CurrencyCode>,
    /// Only directions to this currency.
    #[param(inline = false)]
    pub to: Option<CurrencyCode>,
    /// Only directions of this side.
    #[param(inline = false)]
    pub side: Option<Side>,
}

/// Lists what can be exchanged for what, with limits at the current rate.
#[utoipa::path(get, path = "/api/client/v1/directions", tag = "catalogue", params(DirectionParams), security((), ("bearer" = [])),
    responses((status = 200, body = List<Direction>)))]
pub(crate) async fn directions(
    State(state): State<AppState>,
    TenantHost(tenant): TenantHost,
    MaybeCustomer(customer): MaybeCustomer,
    visit: Option<Extension<Visit>>,
    Params(params): Params<DirectionParams>,
) -> Result<Json<List<Direction>>, Problem> {
    let partner = visit.map(|Extension(visit)| visit.origin().partner);
    directions_for(&state, &tenant, (customer.as_ref(), partner), &params).await
}

/// The directions of a customer who came through a partner, or without one.
pub(crate) async fn directions_for(
    state: &AppState,
    tenant: &identity::Tenant,
    (customer, partner): (Option<&Customer>, Option<ProfileId>),
    params: &DirectionParams,
) -> Result<Json<List<Direction>>, Problem> {
    if params.from.is_none() && params.to.is_none() {
        let error = crate::FieldError::new("from", "required", "give from, to, or both");
        return Err(Problem::field(error));
    }
    let customer_status = customer_status_of(tenant, customer);
    let pauses = state.exchange().payway_pauses(tenant.id).await?;
    let mut data = Vec::new();
    let keeps_balances = tenant.offers(identity::Feature::Balances);
    for direction in all_directions() {
        let is_offered = keeps_balances || !(direction.source.is_balance() || direction.sink.is_balance());
        let fits = is_offered
            && params.from.is_none_or(|from| from.0 == direction.from_currency)
            && params.to.is_none_or(|to| to.0 == direction.to_currency)
            && params.side.is_none_or(|side| direction.side() == Some(side.0));
        if fits {
            data.push(direction_info(state, tenant, direction, (&customer_status, partner), &pauses).await);
        }
    }
    Ok(Json(List { data }))
}

async fn direction_info(
    state: &AppState,
    tenant: &identity::Tenant,
    direction: exchange::policy::Direction,
    (customer_status, partner): (&CustomerStatus, Option<ProfileId>),
    pauses: &[PaywayPause],
) -> Direction {
    let asked = (direction, FeePayer::of(customer_status, partner));
    let limits = match state.serves(tenant).await {
        Ok(()) => state.exchange().limits(tenant.id, asked, customer_status.residence).await.map_err(Problem::from),
        Err(problem) => Err(problem),
    };
    let nothing = |currency| Decimal::from(kernel::Amount::zero(currency));
    let (from, to) = (direction.from_currency, direction.to_currency);
    let known = limits.as_ref().ok();
    let reason = limits.as_ref().err().map(|problem| problem.code().to_owned());
    let pause = stopped_by(pauses, (direction.source, direction.sink), state.world().now());
    Direction {
        side: direction.side().map(Into::into),
        from_currency: CurrencyCode(from),
        from_payway: EndpointCode(direction.source),
        to_currency: CurrencyCode(to),
        to_payway: EndpointCode(direction.sink),
        min_from: known.map_or_else(|| nothing(from), |limits| limits.from.min.into()),
        max_from: known.map_or_else(|| nothing(from), |limits| limits.from.max.into()),
        min_to: known.map_or_else(|| nothing(to), |limits| limits.to.min.into()),
        max_to: known.map_or_else(|| nothing(to), |limits| limits.to.max.into()),
        available: known.is_some(),
        pause: pause.filter(|_| reason.as_deref() == Some("PAYWAY_PAUSED")).map(Into::into),
        reason,
    }
}
