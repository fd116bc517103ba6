//! The draft of an order: read, save, discard.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use exchange::FixedSide;
use exchange::order_draft as domain;

use super::quotes::amount;
use crate::AppState;
use crate::dto::order_draft::{DraftChoices, FoundDraft, OrderDraft};
use crate::dto::scalar::{CurrencyCode, EndpointCode};
use crate::extract::{Body, Customer};
use crate::problem::{FieldError, Problem};

/// Returns the draft of the profile's next order, so that another device can go on with it.
///
/// A profile has one draft. It expires seven days after its last change.
#[utoipa::path(get, path = "/api/client/v1/order-draft", tag = "orders", security(("bearer" = [])),
    responses((status = 200, body = FoundDraft)))]
pub(crate) async fn get_order_draft(
    State(state): State<AppState>,
    customer: Customer,
) -> Result<Json<FoundDraft>, Problem> {
    let draft = state.exchange().order_draft(customer.tenant.id, customer.profile).await?;
    Ok(Json(FoundDraft { draft: draft.as_ref().map(shown) }))
}

/// Saves the draft of the profile's next order in place of the former one.
///
/// 429 `TOO_MANY_REQUESTS` within a second of the last change.
#[utoipa::path(put, path = "/api/client/v1/order-draft", tag = "orders", request_body = DraftChoices,
    security(("bearer" = [])), responses((status = 200, body = OrderDraft)))]
pub(crate) async fn save_order_draft(
    State(state): State<AppState>,
    customer: Customer,
    Body { value: asked, .. }: Body<DraftChoices>,
) -> Result<Json<OrderDraft>, Problem> {
    let saved = state.exchange().save_order_draft(customer.tenant.id, customer.profile, choices(asked)?).await?;
    Ok(Json(shown(&saved)))
}

/// Discards the draft of the profile's next order.
#[utoipa::path(delete, path = "/api/client/v1/order-draft", tag = "orders", security(("bearer" = [])),
    responses((status = 204, description = "There is no draft any more.")))]
pub(crate) async fn discard_order_draft(
    State(state): State<AppState>,
    customer: Customer,
) -> Result<StatusCode, Problem> {
    state.exchange().discard_order_draft(customer.tenant.id, customer.profile).await?;
    Ok(StatusCode::NO_CONTENT)
}

fn choices(asked: DraftChoices) -> Result<domain::Choices, Problem> {
    let fixed_side = asked.fixed_side.0;
    let fixed = match fixed_side {
        FixedSide::From => asked.from_currency.0,
        FixedSide::To => asked.to_currency.0,
    };
    let unknown = |_| Problem::field(FieldError::new("/requisite_id", "invalid", "is not the id of a saved requisite"));
    Ok(domain::Choices {
        from_currency: asked.from_currency.0,
        source: asked.from_payway.0,
        to_currency: asked.to_currency.0,
        sink: asked.to_payway.0,
        fixed_side,
        amount: asked.amount.map(|text| amount("/amount", &text, fixed)).transpose()?,
        is_unified: asked.unified,
        requisite: asked.requisite_id.map(|id| id.parse()).transpose().map_err(unknown)?,
        step: asked.step.0,
    })
}

fn shown(draft: &domain::OrderDraft) -> OrderDraft {
    let choices = &draft.choices;
    OrderDraft {
        choices: DraftChoices {
            from_currency: CurrencyCode(choices.from_currency),
            from_payway: EndpointCode(choices.source),
            to_currency: CurrencyCode(choices.to_currency),
            to_payway: EndpointCode(choices.sink),
            fixed_side: choices.fixed_side.into(),
            amount: choices.amount.map(Into::into),
            unified: choices.is_unified,
            requisite_id: choices.requisite.map(|id| id.to_string()),
            step: choices.step.into(),
        },
        saved_at: draft.saved_at,
        expires_at: draft.expires_at(),
    }
}
