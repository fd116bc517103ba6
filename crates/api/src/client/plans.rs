//! Plans: make, list, pause, delete, and their orders.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use exchange::ExchangeError;
use exchange::plan as domain;
use identity::Purpose;
use kernel::{DecimalError, Price, TenantProfile, kinds};
use serde_json::{Value, json};

use super::device::BrowserHeaders;
use super::quotes::amount;
use crate::AppState;
use crate::dto::plan::{ChangePlan, MakePlan, Plan, PlanCard, PlanDetails, PlanKind, Plans, PriceTarget};
use crate::dto::scalar::{CurrencyCode, Decimal};
use crate::extract::{Body, Customer, IdInPath};
use crate::idempotency::{IdempotencyHeader, IdempotencyKey, once};
use crate::mfa::guard::{Confirmation, ConfirmationHeader, Operation};
use crate::problem::{FieldError, Problem};
use crate::view;

/// Lists the profile's plans, newest first.
#[utoipa::path(get, path = "/api/client/v1/plans", tag = "orders", security(("bearer" = [])),
    responses((status = 200, body = Plans)))]
pub(crate) async fn list_plans(State(state): State<AppState>, customer: Customer) -> Result<Json<Plans>, Problem> {
    let found = state.exchange().plans(customer.tenant.id, customer.profile).await?;
    Ok(Json(Plans { data: found.into_iter().map(shown).collect() }))
}

/// Makes a plan: an exchange from balance to balance that repeats or waits for a price, or a price alert.
///
/// Requires confirmation with the second factor if the customer protects transfers with it and the plan exchanges. 409
/// `CONFLICT_ERROR` if the profile has 50 plans.
#[utoipa::path(post, path = "/api/client/v1/plans", tag = "orders", params(IdempotencyHeader, ConfirmationHeader),
    request_body = MakePlan, security(("bearer" = [])), responses((status = 201, body = Plan)))]
pub(crate) async fn make_plan(
    State(state): State<AppState>,
    customer: Customer,
    key: IdempotencyKey,
    confirmation: Confirmation,
    headers: BrowserHeaders,
    Body { value: asked, hash }: Body<MakePlan>,
) -> Result<Response, Problem> {
    state.serves(&customer.tenant).await?;
    crate::state::offers(&customer.tenant, identity::Feature::Balances)?;
    let customer_status = customer.principal.customer_status(&customer.tenant);
    state.serves_resident(&customer.tenant, customer_status.residence).await?;
    let (own, tenant, profile) = (state.clone(), customer.tenant.id, customer.profile);
    let (principal, operation) = (customer.principal.clone(), key.operation(profile));
    let client_key = key.key.clone();
    let work = async move {
        let terms = domain::PlanTerms {
            card: card_of(&own, TenantProfile { tenant, profile }, asked.card.as_deref()).await?,
            ..terms(&asked)?
        };
        if terms.amount.is_some() && principal.guards.transfer {
            let shown = async {
                // Checks for refusals first, so that the customer does not confirm a plan that is then refused.
                own.exchange().check_plan(tenant, &terms, &customer_status).await.map_err(of_field)?;
                Ok(confirmed(&asked))
            };
            let operation = Operation { purpose: Purpose::Transfer, body_hash: &hash, name: &operation };
            confirmation.require(&own, tenant, &principal, operation, shown).await?;
        }
        let owner = TenantProfile { tenant, profile };
        let agreed = asked.card_agreed.unwrap_or_default() && terms.card.is_some();
        let agreement = agreed.then(|| headers.agreement(own.world().now()));
        let terms = (terms, agreement);
        let made = own.exchange().make_plan(owner, principal.user, terms, &customer_status, &client_key).await;
        let made = made.map_err(of_field)?;
        Ok(shown(made))
    };
    once(&state, &customer, &key, &hash, StatusCode::CREATED, work).await
}

/// The content of the customer's confirmation: the request, as text and numbers.
fn confirmed(asked: &MakePlan) -> Value {
    let MakePlan { kind, from_currency, to_currency, amount, interval, first_at, time_zone, target, until, .. } = asked;
    let MakePlan { card, card_agreed, .. } = asked;
    json!({"kind": "plan", "plan_kind": kind, "pays": {"amount": amount, "currency": from_currency},
        "receives": to_currency, "interval": interval, "first_at": first_at, "time_zone": time_zone, "target": target,
        "until": until, "card": card, "card_agreed": card_agreed})
}

/// Names the field of a plan. An amount is called differently in a quote.
fn of_field(refused: ExchangeError) -> Problem {
    match refused {
        ExchangeError::BelowMinimum { .. } | ExchangeError::AboveMaximum { .. } => Problem::from(refused).at("/amount"),
        other => other.into(),
    }
}

/// Returns a plan and the orders that it made.
#[utoipa::path(get, path = "/api/client/v1/plans/{id}", tag = "orders",
    params(("id" = String, Path, description = "The plan.")), security(("bearer" = [])),
    responses((status = 200, body = PlanDetails)))]
pub(crate) async fn get_plan(
    State(state): State<AppState>,
    customer: Customer,
    IdInPath(id): IdInPath<kinds::Plan>,
) -> Result<Json<PlanDetails>, Problem> {
    let (plan, orders) = state.exchange().plan(customer.tenant.id, customer.profile, id).await?;
    let now = state.world().now_for(customer.tenant.id);
    let orders = orders.iter().map(|order| view::transaction(order, now)).collect();
    Ok(Json(PlanDetails { plan: shown(plan), orders }))
}

/// Pauses or resumes a plan.
///
/// 409 `CONFLICT_ERROR` if it has ended.
#[utoipa::path(put, path = "/api/client/v1/plans/{id}", tag = "orders", request_body = ChangePlan,
    params(("id" = String, Path, description = "The plan.")), security(("bearer" = [])),
    responses((status = 200, body = Plan)))]
pub(crate) async fn change_plan(
    State(state): State<AppState>,
    customer: Customer,
    IdInPath(id): IdInPath<kinds::Plan>,
    Body { value: asked, .. }: Body<ChangePlan>,
) -> Result<Json<Plan>, Problem> {
    let (exchange, tenant, profile) = (state.exchange(), customer.tenant.id, customer.profile);
    let plan = match asked.is_paused {
        Some(is_paused) => exchange.pause_plan(tenant, profile, id, is_paused).await?,
        None => exchange.plan(tenant, profile, id).await?.0,
    };
    Ok(Json(shown(plan)))
}

/// Deletes a plan. Its orders stay.
#[utoipa::path(delete, path = "/api/client/v1/plans/{id}", tag = "orders",
    params(("id" = String, Path, description = "The plan.")), security(("bearer" = [])),
    responses((status = 204, description = "It is deleted.")))]
pub(crate) async fn delete_plan(
    State(state): State<AppState>,
    customer: Customer,
    IdInPath(id): IdInPath<kinds::Plan>,
) -> Result<StatusCode, Problem> {
    state.exchange().delete_plan(customer.tenant.id, customer.profile, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The saved card of the profile that shall pay a plan.
async fn card_of(
    state: &AppState,
    TenantProfile { tenant, profile }: TenantProfile,
    id: Option<&str>,
) -> Result<Option<domain::PlanCard>, Problem> {
    let Some(id) = id else { return Ok(None) };
    let refused = |code, rule: &'static str| Problem::field(FieldError::new("/card", code, rule));
    let saved = state.exchange().saved_cards(tenant, profile).await?;
    let found = saved.into_iter().find(|one| one.id.to_string() == id);
    let found = found.ok_or_else(|| refused("unknown", "is not a saved card of this profile"))?;
    if found.expiry.is_over(state.world().now_for(tenant)) {
        return Err(refused("expired", "has expired"));
    }
    Ok(Some(domain::PlanCard { id: found.id, brand: found.card.brand, last4: found.card.last4 }))
}

/// Checks that exactly the fields of the kind are given.
fn terms(asked: &MakePlan) -> Result<domain::PlanTerms, Problem> {
    let (repeats, trades) = (asked.kind == PlanKind::Recurring, asked.kind != PlanKind::Alert);
    field("/amount", asked.amount.is_some(), trades)?;
    field("/interval", asked.interval.is_some(), repeats)?;
    field("/first_at", asked.first_at.is_some(), repeats)?;
    field("/time_zone", asked.time_zone.is_some(), repeats && asked.time_zone.is_some())?;
    field("/target", asked.target.is_some(), !repeats)?;
    field("/until", asked.until.is_some(), !repeats)?;
    field("/card", asked.card.is_some(), repeats && asked.card.is_some())?;
    field("/card_agreed", asked.card_agreed.is_some(), asked.card.is_some())?;
    let missing = || Problem::field(FieldError::new("/kind", "invalid", "does not fit the fields"));
    let trigger = match (asked.interval, asked.first_at, &asked.target, asked.until) {
        (Some(interval), Some(first_at), _, _) => {
            let zone = asked.time_zone.as_deref().map(domain::PlanZone::parse).transpose()?.unwrap_or_default();
            domain::Trigger::Every { interval: interval.0, first_at, zone }
        }
        (_, _, Some(wanted), Some(until)) => domain::Trigger::AtPrice { target: target(wanted)?, until },
        _ => return Err(missing()),
    };
    let from_currency = asked.from_currency.0;
    let amount = asked.amount.as_ref().map(|text| amount("/amount", text, from_currency)).transpose()?;
    Ok(domain::PlanTerms { from_currency, to_currency: asked.to_currency.0, amount, trigger, card: None })
}

/// Checks that each field is given exactly if it is required.
fn field(pointer: &'static str, is_given: bool, is_required: bool) -> Result<(), Problem> {
    match (is_given, is_required) {
        (false, true) => Err(Problem::field(FieldError::new(pointer, "required", "field is required"))),
        (true, false) => {
            Err(Problem::field(FieldError::new(pointer, "superfluous", "must be left out for this kind of plan")))
        }
        _ => Ok(()),
    }
}

fn target(asked: &PriceTarget) -> Result<domain::PriceTarget, Problem> {
    let refused = |error: DecimalError| Problem::field(FieldError::new("/target/price", "amount", error.to_string()));
    let price: Price = asked.price.parse().map_err(refused)?;
    Ok(domain::PriceTarget { price_of: asked.price_of.0, bound: asked.bound.0, price })
}

fn shown(plan: domain::Plan) -> Plan {
    let domain::PlanTerms { from_currency, to_currency, amount, trigger, card } = plan.terms;
    let (kind, interval, wanted, until) = match trigger {
        domain::Trigger::Every { interval, .. } => (PlanKind::Recurring, Some(interval.into()), None, None),
        domain::Trigger::AtPrice { target, until } => {
            let kind = if amount.is_some() { PlanKind::Target } else { PlanKind::Alert };
            let domain::PriceTarget { price_of, bound, price } = target;
            let text = price.to_string();
            let price = text.trim_end_matches('0').trim_end_matches('.').to_owned();
            let target = PriceTarget { price_of: CurrencyCode(price_of), bound: bound.into(), price };
            (kind, None, Some(target), Some(until))
        }
    };
    Plan {
        id: plan.id.to_string(),
        kind,
        from_currency: CurrencyCode(from_currency),
        to_currency: CurrencyCode(to_currency),
        amount: amount.map(|amount| Decimal(amount.to_decimal())),
        interval,
        target: wanted,
        until,
        card: card.map(|card| PlanCard { id: card.id.to_string(), brand: card.brand, last4: card.last4 }),
        state: plan.state.into(),
        next_at: plan.next_at.filter(|_| plan.state == domain::PlanState::Active),
        runs: plan.run.saturating_sub(1),
        refusal: plan.refusal.map(Into::into),
        created_at: plan.created_at,
    }
}
