//! Checks of a payout destination before an order: address and IBAN, verification of payee, tokenization of cards.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use exchange::requisite::{validate_address, validate_iban};
use exchange::{ExchangeError, PayeeQuestion};
use kernel::{PaywayKind, TenantProfile};

use super::own_name::{Named, check_own_name};
use crate::AppState;
use crate::card;
use crate::dto::order::{CardDetails, CardToken, RequisiteVerdict, ValidateRequisite};
use crate::dto::payee::{PayeeVerdict, VerifyPayee};
use crate::extract::{Body, Customer};
use crate::problem::{FieldError, Problem};

/// Validates an address or IBAN.
///
/// An invalid one gives 200 with `valid: false`, not an error.
#[utoipa::path(post, path = "/api/client/v1/requisites/validate", tag = "orders", request_body = ValidateRequisite,
    security(("bearer" = [])), responses((status = 200, body = RequisiteVerdict)))]
pub(crate) async fn validate_requisite(
    State(state): State<AppState>,
    _customer: Customer,
    Body { value: asked, .. }: Body<ValidateRequisite>,
) -> Result<Json<RequisiteVerdict>, Problem> {
    let (currency, payway, value) = (asked.currency.0, asked.payway.0, asked.value.as_str());
    let checked = match payway.kind() {
        PaywayKind::Crypto => {
            validate_address(state.exchange().chain_of(payway), currency, payway, value, asked.memo.as_deref())
        }
        PaywayKind::Iban => validate_iban(currency, value),
        PaywayKind::Card | PaywayKind::Code => {
            return Err(Problem::field(FieldError::new("/payway", "invalid", "has no address or IBAN")));
        }
    };
    Ok(Json(match checked {
        Ok(good) => RequisiteVerdict {
            valid: true,
            normalized: Some(good.value),
            amount: good.amount.map(Into::into),
            memo: good.memo,
            ..RequisiteVerdict::default()
        },
        Err(refused) => RequisiteVerdict {
            field: Some(refused.field.to_owned()),
            code: Some(refused.code.to_owned()),
            message: Some(refused.message.into_owned()),
            ..RequisiteVerdict::default()
        },
    }))
}

/// Asks the payee's bank whether an account belongs to the named person (verification of payee).
///
/// A mismatch or an unavailable bank gives 200, not an error. Orders paid out in euro must refer to the result.
#[utoipa::path(post, path = "/api/client/v1/requisites/payee", tag = "orders", request_body = VerifyPayee,
    security(("bearer" = [])), responses((status = 200, body = PayeeVerdict)))]
pub(crate) async fn verify_payee(
    State(state): State<AppState>,
    customer: Customer,
    Body { value: asked, .. }: Body<VerifyPayee>,
) -> Result<Json<PayeeVerdict>, Problem> {
    state.serves(&customer.tenant).await?;
    let VerifyPayee { currency, payway, value: iban, full_name } = asked;
    let asker = customer.principal.user;
    let question = PayeeQuestion { asker, currency: currency.0, payway: payway.0, iban, full_name };
    let check = state.exchange().verify_payee(customer.tenant.id, customer.profile, question).await;
    let check = check.map_err(|refused| match &refused {
        ExchangeError::Requisite(error) => {
            let pointer = format!("/{}", error.field);
            Problem::from(refused).at(&pointer)
        }
        _ => refused.into(),
    })?;
    Ok(Json(PayeeVerdict::of(check.as_ref(), state.world().now_for(customer.tenant.id))))
}

/// Exchanges card details for a token.
///
/// The card must be in the customer's own name: once the identity is verified, another name gives 400
/// `VALIDATION_ERROR`.
#[utoipa::path(post, path = "/api/client/v1/requisites/card", tag = "orders", request_body = CardDetails,
    security(("bearer" = [])), responses((status = 201, body = CardToken)))]
pub(crate) async fn tokenize_card(
    State(state): State<AppState>,
    customer: Customer,
    Body { value: details, .. }: Body<CardDetails>,
) -> Result<(StatusCode, Json<CardToken>), Problem> {
    state.serves(&customer.tenant).await?;
    let input = card::checked(&state, details)?;
    let person = (&*customer.tenant, &customer.principal);
    check_own_name(&state, person, Named::Card, ("/holder", &input.holder)).await?;
    let known = card::token_of(&state, customer.tenant.id, &input).await?;
    let card_token = card::written(
        state.request_keys(),
        TenantProfile { tenant: customer.tenant.id, profile: customer.profile },
        &known,
    );
    Ok((StatusCode::CREATED, Json(CardToken { card_token, last4: known.last4, brand: known.brand })))
}
