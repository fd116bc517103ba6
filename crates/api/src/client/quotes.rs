//! Quotes: indicative ones for everyone, firm ones for signed-in customers.

use axum::extract::State;
use axum::http::StatusCode;
use axum::{Extension, Json};
use exchange::FixedSide;
use exchange::policy::FeePayer;
use identity::{CustomerStatus, Tenant};
use kernel::{Amount, Currency, ProfileId};

use crate::AppState;
use crate::dto::quote::{Quote, QuoteRequest};
use crate::dto::scalar::Decimal;
use crate::extract::{Body, Customer, MaybeCustomer, TenantHost};
use crate::problem::{FieldError, Problem};
use crate::widget::Visit;

/// Quotes a price for one amount, given or received.
///
/// Indicative quotes are public; firm quotes require a signed-in customer. A promo code that gives nothing is refused with
/// 422 `PROMO_CODE_REFUSED` at `/promo_code`, with the reason.
#[utoipa::path(post, path = "/api/client/v1/quotes", tag = "quotes", request_body = QuoteRequest,
    security((), ("bearer" = [])), responses((status = 201, body = Quote)))]
pub(crate) async fn create_quote(
    State(state): State<AppState>,
    TenantHost(tenant): TenantHost,
    MaybeCustomer(customer): MaybeCustomer,
    visit: Option<Extension<Visit>>,
    Body { value: asked, .. }: Body<QuoteRequest>,
) -> Result<(StatusCode, Json<Quote>), Problem> {
    let partner = visit.map(|Extension(visit)| visit.origin().partner);
    quoted(&state, &tenant, (customer.as_ref(), partner), &asked).await
}

/// Quotes a price for a customer who came through a partner, or without one.
pub(crate) async fn quoted(
    state: &AppState,
    tenant: &Tenant,
    (customer, partner): (Option<&Customer>, Option<ProfileId>),
    asked: &QuoteRequest,
) -> Result<(StatusCode, Json<Quote>), Problem> {
    if asked.firm && customer.is_none() {
        return Err(Problem::unauthorized());
    }
    state.serves(tenant).await?;
    let customer_status = customer_status_of(tenant, customer);
    let request = request(asked, &customer_status, partner)?;
    if request.source.is_balance() || request.sink.is_balance() {
        crate::state::offers(tenant, identity::Feature::Balances)?;
    }
    let profile = customer.map(|customer| customer.profile);
    let quote = match asked.promo_code.as_deref().map(str::trim).filter(|code| !code.is_empty()) {
        Some(code) => state.exchange().quote_with_code(tenant.id, profile, &customer_status, &request, code).await?,
        None => state.exchange().quote(tenant.id, profile, &request).await?,
    };
    let mut answer = Quote::of(&quote, state.world().now_for(tenant.id));
    if asked.firm {
        state.serves_resident(tenant, customer_status.residence).await?;
        let ahead = state.exchange().requirements(tenant.id, &customer_status, &quote).await?;
        answer.requirements = ahead.steps.into_iter().map(Into::into).collect();
        answer.halved_until = ahead.halved_until;
        answer.near_limit = ahead.near.map(Into::into);
        answer.limits_after = ahead.after.into_iter().map(Into::into).collect();
        answer.payway_limits_after = ahead.rules_after.into_iter().map(Into::into).collect();
    }
    Ok((StatusCode::CREATED, Json(answer)))
}

/// The customer's status, which determines limits and permissions.
pub(super) fn customer_status_of(tenant: &Tenant, customer: Option<&Customer>) -> CustomerStatus {
    customer.map_or_else(CustomerStatus::nobody, |customer| customer.principal.customer_status(tenant))
}

fn request(
    asked: &QuoteRequest,
    customer_status: &CustomerStatus,
    partner: Option<ProfileId>,
) -> Result<exchange::QuoteRequest, Problem> {
    let (fixed_side, amount) = match (&asked.from_amount, &asked.to_amount) {
        (Some(given), None) => (FixedSide::From, amount("/from_amount", given, asked.from_currency.0)?),
        (None, Some(received)) => (FixedSide::To, amount("/to_amount", received, asked.to_currency.0)?),
        _ => {
            let rule = "give either from_amount or to_amount";
            return Err(Problem::field(FieldError::new("/from_amount", "one_of", rule)));
        }
    };
    Ok(exchange::QuoteRequest {
        side: asked.side.map(|side| side.0),
        source: asked.from_payway.0,
        sink: asked.to_payway.0,
        from_currency: asked.from_currency.0,
        to_currency: asked.to_currency.0,
        fixed_side,
        amount,
        is_unified: asked.unified,
        firm: asked.firm,
        residence: customer_status.residence,
        payer: FeePayer::of(customer_status, partner),
    })
}

pub(crate) fn amount(pointer: &str, text: &Decimal, currency: Currency) -> Result<Amount, Problem> {
    let refused = |rule: String| Problem::field(FieldError::new(pointer, "amount", rule).with("currency", currency));
    let amount = Amount::parse(&text.0, currency).map_err(|error| refused(error.to_string()))?;
    if amount.is_positive() { Ok(amount) } else { Err(refused("must be above zero".to_owned())) }
}
