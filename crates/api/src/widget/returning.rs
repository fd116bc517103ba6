//! The return of a visitor to the partner, with a signed statement about the transaction that the partner verifies
//! without a call.

use axum::body::Bytes;
use axum::extract::State;
use axum::{Extension, Json};
use chrono::{DateTime, Utc};
use exchange::Transaction;
use kernel::{TenantProfile, TransactionId};
use merchants::with_token;
use partners::WidgetOrder;
use partners::launch::leads_to;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use uuid::Uuid;

use super::Visit;
use crate::AppState;
use crate::extract::Customer;
use crate::problem::{FieldError, Problem};
use crate::view;

/// The address of a return. The client API does not have it.
pub(super) const PATH: &str = "/api/widget/v1/return";
/// The type in the header of the statement. It keeps it apart from other signed texts, which have the same key.
const TOKEN_TYPE: &str = "agio-widget+jwt";
/// How many seconds a statement is valid: the time of a redirect, with slack for clocks.
const LIFE_SECONDS: i64 = 600;
const URL_BYTES_MAX: usize = 2_048;

/// Asks for the address that leads back.
#[derive(Debug, Deserialize)]
pub(super) struct ReturnQuestion {
    transaction_id: String,
    /// The return address of the launch, with the ids of the transaction.
    return_url: String,
}

/// The address that leads back, with the statement as `token`.
#[derive(Debug, Serialize)]
pub(super) struct ReturnAddress {
    url: String,
}

/// The claims about a transaction (RFC 7519). `jti` is new for each statement, so that a partner recognises a repeated
/// one. Pure.
fn claims(order: &WidgetOrder, found: &Transaction, jti: Uuid, now: DateTime<Utc>) -> Value {
    json!({
        "aud": order.origin.key.to_string(),
        "sub": order.transaction.to_string(),
        "jti": jti.to_string(),
        "iat": now.timestamp(),
        "exp": now.timestamp() + LIFE_SECONDS,
        "external_transaction_id": order.origin.external,
        "external_customer_id": order.origin.external_customer,
        "status": view::transaction(found, now).status,
        "version": found.version,
        "from": found.price.from_amount,
        "to": found.price.to_amount,
    })
}

/// Signs the state of a transaction that the visitor made through this widget, for its partner.
pub(super) async fn address(
    State(state): State<AppState>,
    visit: Option<Extension<Visit>>,
    customer: Customer,
    body: Bytes,
) -> Result<Json<ReturnAddress>, Problem> {
    let Extension(visit) = visit.ok_or_else(Problem::not_found)?;
    let asked: ReturnQuestion = serde_json::from_slice(&body)
        .map_err(|_| Problem::bad_request("The body must be JSON with transaction_id and return_url."))?;
    let origins = visit.known.origins();
    if asked.return_url.len() > URL_BYTES_MAX || !leads_to(&asked.return_url, &origins) {
        let rule = "must be on a verified domain of this API key";
        return Err(Problem::field(FieldError::new("/return_url", "domain_not_verified", rule)));
    }
    let id: TransactionId = asked.transaction_id.parse().map_err(|_| Problem::not_found())?;
    let (tenant, key) = (customer.tenant.id, &visit.known.key);
    let found = state.exchange().get(tenant, customer.profile, id).await?;
    let order = state.partners().widget_order(TenantProfile { tenant, profile: key.profile }, id).await?;
    let order = order.filter(|order| order.origin.key == key.id).ok_or_else(Problem::not_found)?;
    let statement = claims(&order, &found, state.world().uuid(), state.world().now());
    let token = state.exchange().signer().sign_claims(TOKEN_TYPE, &statement);
    let url = with_token(&asked.return_url, &token).ok_or_else(Problem::not_found)?;
    Ok(Json(ReturnAddress { url }))
}
