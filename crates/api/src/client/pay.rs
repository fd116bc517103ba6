//! Payment of an order by card, or through another service.

use axum::extract::State;
use axum::response::Response;
use exchange::Command;
use exchange::rails::{CardToken, PayerCode};
use kernel::{TenantProfile, kinds};

use super::command::command;
use super::device::{BrowserHeaders, device_of};

use crate::AppState;
use crate::card;
use crate::dto::order::{CardDetails, PayByCard, PayByCode};
use crate::dto::transaction::Transaction;
use crate::extract::{Body, Customer, IdInPath};
use crate::idempotency::{IdempotencyHeader, IdempotencyKey};
use crate::pages::own_path;
use crate::problem::{FieldError, Problem};

/// Pays with a card.
///
/// The acquirer decides asynchronously: poll or subscribe to the transaction, and bring the customer to
/// the payment's `launch` if it is set.
#[utoipa::path(post, path = "/api/client/v1/transactions/{id}/payment/card", tag = "transactions",
    params(("id" = String, Path, description = "The transaction."), IdempotencyHeader),
    request_body = PayByCard, security(("bearer" = [])), responses((status = 200, body = Transaction)))]
pub(crate) async fn pay_by_card(
    State(state): State<AppState>,
    customer: Customer,
    IdInPath(id): IdInPath<kinds::Transaction>,
    key: IdempotencyKey,
    headers: BrowserHeaders,
    Body { value: mut asked, hash }: Body<PayByCard>,
) -> Result<Response, Problem> {
    let (own, owner) = (state.clone(), TenantProfile { tenant: customer.tenant.id, profile: customer.profile });
    let make = async move {
        let return_url = return_path(&asked.return_url)?;
        let device = asked.device.take().map(|device| device_of(device, headers)).transpose()?.map(Box::new);
        let card = card_of(&own, owner, asked).await?;
        Ok(Command::PayByCard { card, return_url: Some(return_url), device })
    };
    command(&state, &customer, id, &key, &hash, make).await
}

/// Pays through another service: by its code, or by an approval in its app.
///
/// The payment's `form` says which code to send, if any. The customer approves in the app, or at the payment's `launch`:
/// poll or subscribe to the transaction.
#[utoipa::path(post, path = "/api/client/v1/transactions/{id}/payment/code", tag = "transactions",
    params(("id" = String, Path, description = "The transaction."), IdempotencyHeader),
    request_body = PayByCode, security(("bearer" = [])), responses((status = 200, body = Transaction)))]
pub(crate) async fn pay_by_code(
    State(state): State<AppState>,
    customer: Customer,
    IdInPath(id): IdInPath<kinds::Transaction>,
    key: IdempotencyKey,
    Body { value: asked, hash }: Body<PayByCode>,
) -> Result<Response, Problem> {
    let make = async move {
        let return_url = asked.return_url.as_deref().map(return_path).transpose()?;
        Ok(Command::PayByCode { code: asked.code.map(PayerCode), return_url })
    };
    command(&state, &customer, id, &key, &hash, make).await
}

/// The card of the request: an existing token, or a wallet's token or card details that are exchanged for one now.
async fn card_of(state: &AppState, owner: TenantProfile, asked: PayByCard) -> Result<CardToken, Problem> {
    if let Some(text) = &asked.card_token {
        return card::read(state.request_keys(), owner, "/card_token", text);
    }
    if let Some(wallet) = asked.wallet {
        return card::of_wallet(state, owner.tenant, wallet).await;
    }
    let required = |field: &str| Problem::field(FieldError::new(format!("/{field}"), "required", "field is required"));
    let details = CardDetails {
        number: asked.number.ok_or_else(|| required("number"))?,
        expiry_month: asked.expiry_month.ok_or_else(|| required("expiry_month"))?,
        expiry_year: asked.expiry_year.ok_or_else(|| required("expiry_year"))?,
        cvv: Some(asked.cvv.ok_or_else(|| required("cvv"))?),
        holder: asked.holder.ok_or_else(|| required("holder"))?,
    };
    card::tokenize(state, owner.tenant, details).await
}

/// The return path after 3-D Secure, on this host only.
fn return_path(url: &str) -> Result<String, Problem> {
    const LENGTH_MAX: usize = 512;
    if url.len() > LENGTH_MAX || (own_path(url) != url) {
        let rule = "must be a path of this site, such as /exchange";
        return Err(Problem::field(FieldError::new("/return_url", "invalid", rule)));
    }
    Ok(url.to_owned())
}
