//! Commands of a transaction's owner.

use axum::extract::State;
use axum::response::Response;
use exchange::{Command, short_reference};
use identity::Purpose;
use kernel::kinds;
use serde_json::json;

use super::command::command;
use super::orders::{requisite_input, shown_requisite};

use crate::AppState;
use crate::dto::order::RefundRequest;
use crate::dto::transaction::Transaction;
use crate::extract::{Customer, IdInPath, OptionalBody};
use crate::idempotency::{IdempotencyHeader, IdempotencyKey};
use crate::mfa::guard::{Confirmation, ConfirmationHeader, Operation};
use crate::problem::Problem;

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
    let standing = principal.standing(&customer.tenant);
    let make = async move {
        let read = |asked| requisite_input(&own, (tenant, profile), asked);
        let input = asked.requisite.as_ref().map(read).transpose()?;
        let held = own.exchange().get(tenant, profile, id).await?;
        if principal.guards.transfer {
            let shown = async {
                let to = match &input {
                    Some(input) => {
                        let checked = own.exchange().check_refund(tenant, &standing, &held, input).await?;
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
        Ok(Command::Refund { to: Some(Box::new(own.exchange().check_refund(tenant, &standing, &held, &input).await?)) })
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
