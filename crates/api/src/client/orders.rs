//! Creation of an order from a firm quote: the destination is validated, then the second factor confirms exactly this
//! order.

use axum::Extension;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use exchange::payee::PayeeConsent;
use exchange::requisite::Requisite;
use exchange::{CreateOrder as NewOrder, ExchangeError, RequisiteInput, order_id};
use identity::{Principal, Purpose, Tenant};
use kernel::{Amount, PresetId, ProfileId, QuoteId, TenantProfile};
use serde_json::{Value, json};

use super::own_name::check_own_account;
use super::transfers::parties;
use crate::AppState;
use crate::card;
use crate::dto::order::{CreateOrder, RefundAddress, RequisiteKind, RequisiteRequest};
use crate::dto::transaction::Transaction;
use crate::extract::{Body, Customer};
use crate::idempotency::{IdempotencyHeader, IdempotencyKey, once};
use crate::mfa::guard::{Confirmation, ConfirmationHeader, Operation};
use crate::problem::{FieldError, Problem};
use crate::view;
use crate::widget::Visit;

/// Creates an order from a firm quote.
///
/// Requires confirmation with the second factor if the customer protects transfers with it. A bank account must be in
/// the customer's own name: once the identity is verified, another name gives 400 `VALIDATION_ERROR`.
#[utoipa::path(post, path = "/api/client/v1/orders", tag = "orders", params(IdempotencyHeader, ConfirmationHeader),
    request_body = CreateOrder, security(("bearer" = [])), responses((status = 201, body = Transaction)))]
pub(crate) async fn create_order(
    State(state): State<AppState>,
    customer: Customer,
    key: IdempotencyKey,
    confirmation: Confirmation,
    visit: Option<Extension<Visit>>,
    Body { value: asked, hash }: Body<CreateOrder>,
) -> Result<Response, Problem> {
    state.serves(&customer.tenant).await?;
    let customer_status = customer.principal.customer_status(&customer.tenant);
    state.serves_resident(&customer.tenant, customer_status.residence).await?;
    let (own, tenant, profile, idempotency) = (state.clone(), customer.tenant.id, customer.profile, key.key.clone());
    let (principal, operation) = (customer.principal.clone(), key.operation(profile));
    let tenant_record = customer.tenant.clone();
    let origin = visit.map(|Extension(visit)| visit.origin());
    let work = async move {
        let order = order_of(&own, (&tenant_record, &principal, profile), asked, idempotency).await?;
        if let Some(requisite) = &order.requisite {
            check_own_account(&own, (&tenant_record, &principal), requisite).await?;
        }
        if principal.guards.transfer {
            let shown = shown_order(&own, TenantProfile { tenant, profile }, order.clone());
            let operation = Operation { purpose: Purpose::Transfer, body_hash: &hash, name: &operation };
            confirmation.require(&own, tenant, &principal, operation, shown).await?;
        }
        if let Some(origin) = &origin {
            // Only the customer's own quote can become an order, so no note is stored for another one.
            own.exchange().firm_quote(tenant, profile, order.quote_id).await?;
            own.partners().note_widget_order(tenant, (profile, order_id(order.quote_id)), origin).await?;
        }
        let made = own.exchange().create(tenant, profile, order).await?;
        own.exchange().end_order_draft(tenant, &made).await;
        Ok(view::transaction(&made, own.world().now_for(tenant)))
    };
    once(&state, &customer, &key, &hash, StatusCode::CREATED, work).await
}

/// The inputs of the order that a request asks for.
///
/// # Errors
/// 400 naming the field.
pub(crate) async fn order_of(
    state: &AppState,
    (tenant_record, principal, profile): (&Tenant, &Principal, ProfileId),
    asked: CreateOrder,
    idempotency: String,
) -> Result<NewOrder, Problem> {
    let tenant = tenant_record.id;
    let malformed = || Problem::field(FieldError::new("/quote_id", "invalid", "is not the id of a quote"));
    let quote_id: QuoteId = asked.quote_id.parse().map_err(|_| malformed())?;
    let preset = match &asked.preset_id {
        Some(text) => Some(preset_of(state, TenantProfile { tenant, profile }, text).await?),
        None => None,
    };
    let requisite = match &asked.requisite {
        Some(asked) if asked.kind == RequisiteKind::Customer => {
            Some(parties(state, tenant_record, principal, profile, asked).await?)
        }
        Some(asked) => Some(requisite_input(state, TenantProfile { tenant, profile }, asked)?),
        None => None,
    };
    let refund_to = asked.refund_to.map(|RefundAddress { value, memo }| RequisiteInput::Address { value, memo });
    let (customer_status, idempotency) = (principal.customer_status(tenant_record), Some(idempotency));
    Ok(NewOrder { quote_id, requisite, refund_to, customer_status, idempotency, preset, plan: None, refund_of: None })
}

/// The profile's preset with this id.
async fn preset_of(
    state: &AppState,
    TenantProfile { tenant, profile }: TenantProfile,
    text: &str,
) -> Result<PresetId, Problem> {
    let unknown = || Problem::field(FieldError::new("/preset_id", "unknown", "is not a preset of this profile"));
    let id = text.parse().map_err(|_| unknown())?;
    match state.exchange().preset(tenant, profile, id).await {
        Err(ExchangeError::NotFound { .. }) => Err(unknown()),
        other => Ok(other?.id),
    }
}

/// The content of the customer's confirmation: both amounts, and the validated destination in canonical form.
async fn shown_order(
    state: &AppState,
    TenantProfile { tenant, profile }: TenantProfile,
    order: NewOrder,
) -> Result<Value, Problem> {
    let quote = state.exchange().firm_quote(tenant, profile, order.quote_id).await?;
    // Checks for refusals first, so that the customer does not confirm an order that is then refused.
    let to = state.exchange().check_order(tenant, profile, order).await?;
    let amount = |amount: Amount| json!({"amount": amount.to_decimal(), "currency": amount.currency().code()});
    Ok(json!({"kind": "order", "pays": amount(quote.price.from_amount), "receives": amount(quote.price.to_amount),
        "to": to.as_ref().map_or_else(|| json!({"kind": "balance"}), shown_requisite)}))
}

/// The destination as displayed. It is stored with the confirmation, so only validated requisites are passed.
pub(super) fn shown_requisite(requisite: &Requisite) -> Value {
    match requisite {
        Requisite::Address { value, memo } => json!({"kind": "address", "value": value, "memo": memo}),
        Requisite::Iban { value, full_name, .. } => {
            json!({"kind": "iban", "value": value, "full_name": full_name})
        }
        Requisite::Card { card } => json!({"kind": "card", "value": format!("•••• {}", card.last4)}),
        Requisite::Customer(party) => json!({"kind": "customer", "value": party.contact, "full_name": party.name}),
        Requisite::Code => json!({"kind": "code"}),
    }
}

/// Converts a requisite request to the exchange's input. Checks that the fields of its kind are present.
pub(super) fn requisite_input(
    state: &AppState,
    owner: TenantProfile,
    asked: &RequisiteRequest,
) -> Result<RequisiteInput, Problem> {
    let required =
        |field: &str| Problem::field(FieldError::new(format!("/requisite/{field}"), "required", "field is required"));
    let value = || asked.value.clone().ok_or_else(|| required("value"));
    Ok(match asked.kind {
        RequisiteKind::Address => RequisiteInput::Address { value: value()?, memo: asked.memo.clone() },
        RequisiteKind::Iban => RequisiteInput::Iban {
            value: value()?,
            full_name: asked.full_name.clone().ok_or_else(|| required("full_name"))?,
            payee: payee_consent(asked)?,
        },
        RequisiteKind::Card => {
            let text = asked.card_token.as_deref().ok_or_else(|| required("card_token"))?;
            RequisiteInput::Card { card: card::read(state.request_keys(), owner, "/requisite/card_token", text)? }
        }
        RequisiteKind::Customer => return Err(misplaced("is only for transfers")),
        RequisiteKind::Code => return Err(misplaced("needs no destination: leave the requisite out")),
    })
}

/// The refusal of a kind that an order does not take.
fn misplaced(rule: &'static str) -> Problem {
    Problem::field(FieldError::new("/requisite/kind", "invalid", rule))
}

/// The payee verification that the request refers to, if any.
fn payee_consent(asked: &RequisiteRequest) -> Result<Option<PayeeConsent>, Problem> {
    let Some(text) = &asked.payee_check_id else { return Ok(None) };
    let rule = "is not the id of a verification";
    let malformed = |_| Problem::field(FieldError::new("/requisite/payee_check_id", "invalid", rule));
    Ok(Some(PayeeConsent { check: text.parse().map_err(malformed)?, acknowledged: asked.payee_acknowledged }))
}
