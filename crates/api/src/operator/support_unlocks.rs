//! Locks that support can lift for a customer.

use axum::Json;
use axum::extract::State;
use identity::operator::OperatorAction;
use kernel::kinds;

use super::act::{ActInfo, Reason, act};
use super::principal::Operator;
use crate::AppState;
use crate::extract::{Body, CameFrom, IdInPath};
use crate::problem::Problem;

/// Unlocks a customer's second-factor codes after ten wrong ones.
///
/// The customer is notified.
#[utoipa::path(post, path = "/api/operator/v1/customers/{id}/unlock-factor", tag = "customers",
    security(("session" = ["customers.unlock"])), params(("id" = String, Path, description = "The customer.")),
    request_body = Reason, responses((status = 200, body = ActInfo)))]
pub(super) async fn unlock_customer_factor(
    State(state): State<AppState>,
    operator: Operator,
    CameFrom(context): CameFrom,
    IdInPath(id): IdInPath<kinds::User>,
    body: Body<Reason>,
) -> Result<Json<ActInfo>, Problem> {
    act(&state, &operator, OperatorAction::UnlockFactor { customer: id }, &body.value.reason, &context).await
}

/// Waives the waiting period of a day between two changes of the phone number.
///
/// The new number is still verified by code. The customer is notified.
#[utoipa::path(post, path = "/api/operator/v1/customers/{id}/allow-phone-change", tag = "customers",
    security(("session" = ["customers.waive"])), params(("id" = String, Path, description = "The customer.")),
    request_body = Reason, responses((status = 200, body = ActInfo)))]
pub(super) async fn allow_customer_phone_change(
    State(state): State<AppState>,
    operator: Operator,
    CameFrom(context): CameFrom,
    IdInPath(id): IdInPath<kinds::User>,
    body: Body<Reason>,
) -> Result<Json<ActInfo>, Problem> {
    act(&state, &operator, OperatorAction::AllowPhoneChange { customer: id }, &body.value.reason, &context).await
}
