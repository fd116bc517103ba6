//! Commands of a transaction's owner.

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use exchange::transaction::RefundTo;
use exchange::{Command, short_reference};
use identity::Purpose;
use kernel::{TenantProfile, kinds};
use serde_json::json;

use super::command::command;
use super::orders::{requisite_input, shown_requisite};
use super::own_name::check_own_account;
use super::quotes::amount;

use crate::AppState;
use crate::dto::hold::{AppealRequest, ChoiceInfo};
use crate::dto::order::RefundRequest;
use crate::dto::page::List;
use crate::dto::scalar::Decimal;
use crate::dto::transaction::Transaction;
use crate::extract::{Body, Customer, IdInPath, OptionalBody};
use crate::idempotency::{IdempotencyHeader, IdempotencyKey};
use crate::mfa::guard::{Confirmation, ConfirmationHeader, Operation};
use crate::problem::{FieldError, Problem};
use crate::view;

/// The most characters of an appeal.
const APPEAL_MAX: usize = 1_000;

/// Cancels a transaction before any payment arrives.
#[utoipa::path(post, path = "/api/client/v1/transactions/{id}/cancel", tag = "transactions",
    params(("id" = String, Path, description = "The transaction."), IdempotencyHeader),
    security(("bearer" = [])), responses((status = 200, body = Transaction)))]
pub(crate) async fn cancel(
    State(state): State<AppState>,
    customer: Customer,
    IdInPath(id): IdInPath<kinds::Transaction>,
    key: IdempotencyKey,
) -> Result<Response, Problem> {
    command(&state, &customer, id, &key, &[], async { Ok(Command::Cancel) }).await
}

/// Refunds the received payment.
///
/// Without a destination, a payment on a blockchain goes to the address that its order named.
/// Requires confirmation with the second factor if the customer protects transfers with it.
#[utoipa::path(post, path = "/api/client/v1/transactions/{id}/refund", tag = "transactions",
    params(("id" = String, Path, description = "The transaction."), IdempotencyHeader, ConfirmationHeader),
    request_body = Option<RefundRequest>, security(("bearer" = [])), responses((status = 200, body = Transaction)))]
pub(crate) async fn refund(
    State(state): State<AppState>,
    customer: Customer,
    IdInPath(id): IdInPath<kinds::Transaction>,
    key: IdempotencyKey,
    confirmation: Confirmation,
    OptionalBody { value: asked, hash }: OptionalBody<RefundRequest>,
) -> Result<Response, Problem> {
    let (own, tenant, profile) = (state.clone(), customer.tenant.id, customer.profile);
    let (principal, operation) = (customer.principal.clone(), key.operation(profile));
    let customer_status = principal.customer_status(&customer.tenant);
    let tenant_record = customer.tenant.clone();
    let make = async move {
        let read = |asked| requisite_input(&own, TenantProfile { tenant, profile }, asked);
        let held = own.exchange().get(tenant, profile, id).await?;
        let input = match &asked.requisite {
            Some(named) => {
                let input = read(named)?;
                check_own_account(&own, (&tenant_record, &principal), &input).await?;
                Some(input)
            }
            None => held.refund_address(),
        };
        if principal.guards.transfer {
            let shown = async {
                let to = match &input {
                    Some(input) => {
                        let checked = own.exchange().check_refund(tenant, &customer_status, &held, input).await?;
                        Some(shown_requisite(&checked.requisite))
                    }
                    None => None,
                };
                Ok(json!({"kind": "refund", "reference": short_reference(id), "to": to}))
            };
            let operation = Operation { purpose: Purpose::Transfer, body_hash: &hash, name: &operation };
            confirmation.require(&own, tenant, &principal, operation, shown).await?;
        }
        let Some(input) = input else { return Ok(Command::Refund { to: None }) };
        let checked = own.exchange().check_refund(tenant, &customer_status, &held, &input).await?;
        let agreed = |cost: &Decimal| amount("/cost", cost, checked.at_most.currency());
        let cost = asked.cost.as_ref().map(agreed).transpose()?;
        Ok(Command::Refund { to: Some(Box::new(RefundTo { cost, ..checked })) })
    };
    command(&state, &customer, id, &key, &hash, make).await
}

/// Credits the received payment to the profile's balance.
#[utoipa::path(post, path = "/api/client/v1/transactions/{id}/deposit", tag = "transactions",
    params(("id" = String, Path, description = "The transaction."), IdempotencyHeader),
    security(("bearer" = [])), responses((status = 200, body = Transaction)))]
pub(crate) async fn deposit(
    State(state): State<AppState>,
    customer: Customer,
    IdInPath(id): IdInPath<kinds::Transaction>,
    key: IdempotencyKey,
) -> Result<Response, Problem> {
    command(&state, &customer, id, &key, &[], async { Ok(Command::Deposit) }).await
}

/// Executes the transaction with the amount that was received.
#[utoipa::path(post, path = "/api/client/v1/transactions/{id}/update-amount", tag = "transactions",
    params(("id" = String, Path, description = "The transaction."), IdempotencyHeader),
    security(("bearer" = [])), responses((status = 200, body = Transaction)))]
pub(crate) async fn update_amount(
    State(state): State<AppState>,
    customer: Customer,
    IdInPath(id): IdInPath<kinds::Transaction>,
    key: IdempotencyKey,
) -> Result<Response, Problem> {
    command(&state, &customer, id, &key, &[], async { Ok(Command::UpdateAmount) }).await
}

/// Returns what each choice about a transaction's held money brings and costs.
///
/// A choice that is refused now is left out. The network fee of a refund is the one of this moment; send it back as
/// `cost`, and the refund costs exactly that, or is refused if the fee has risen by more than a tenth.
#[utoipa::path(get, path = "/api/client/v1/transactions/{id}/choices", tag = "transactions",
    params(("id" = String, Path, description = "The transaction.")),
    security(("bearer" = [])), responses((status = 200, body = List<ChoiceInfo>)))]
pub(crate) async fn list_choices(
    State(state): State<AppState>,
    customer: Customer,
    IdInPath(id): IdInPath<kinds::Transaction>,
) -> Result<Json<List<ChoiceInfo>>, Problem> {
    let tenant = customer.tenant.id;
    let transaction = state.exchange().get(tenant, customer.profile, id).await?;
    let choices = state.exchange().choices(tenant, &transaction).await?;
    Ok(Json(List { data: choices.into_iter().filter_map(view::choice).collect() }))
}

/// Objects to a hold. Operators see the text on their work list.
///
/// Possible while the transaction waits for its owner or for an operator. A later text replaces the earlier one.
#[utoipa::path(post, path = "/api/client/v1/transactions/{id}/appeal", tag = "transactions",
    params(("id" = String, Path, description = "The transaction."), IdempotencyHeader),
    request_body = AppealRequest, security(("bearer" = [])), responses((status = 200, body = Transaction)))]
pub(crate) async fn appeal(
    State(state): State<AppState>,
    customer: Customer,
    IdInPath(id): IdInPath<kinds::Transaction>,
    key: IdempotencyKey,
    Body { value: asked, hash }: Body<AppealRequest>,
) -> Result<Response, Problem> {
    let make = async move {
        let text = asked.text.trim().to_owned();
        let is_text = |letter: char| !letter.is_control() || letter == '\n';
        if !(1..=APPEAL_MAX).contains(&text.chars().count()) || !text.chars().all(is_text) {
            let rule = format!("must have 1 to {APPEAL_MAX} characters");
            return Err(Problem::field(FieldError::new("/text", "length", rule).with("max", APPEAL_MAX)));
        }
        Ok(Command::Appeal { text })
    };
    command(&state, &customer, id, &key, &hash, make).await
}
