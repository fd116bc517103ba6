//! Manual resolution of transactions by an operator.

use axum::Json;
use axum::extract::State;
use exchange::transaction as domain;
use exchange::{ExchangeError, Transaction};
use identity::operator::{self, Assignee, OperatorAction, Route, route};
use kernel::{ErrorKind, TenantId, kinds};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::super::act::{ActInfo, act};
use super::super::principal::Operator;
use crate::AppState;
use crate::dto::code::coded;
use crate::extract::{Body, CameFrom, IdInPath};
use crate::problem::{FieldError, Problem};

coded! {
    /// A way to resolve a transaction.
    pub(super) type ResolutionAct = operator::ResolutionAct;

    /// Final status of a closed transaction.
    pub(super) type ClosedAs = operator::ClosedAs;
}

/// A resolution.
#[derive(Deserialize, ToSchema)]
pub(in crate::operator) struct ResolutionBody {
    /// How to resolve it.
    act: ResolutionAct,
    /// Final status. Required for `close`; otherwise omit it.
    closed_as: Option<ClosedAs>,
    /// The customer: an email address, a phone number or a profile id. Required for `assign`; otherwise omit it.
    #[schema(min_length = 3, max_length = 254, example = "anna@example.com")]
    to: Option<String>,
    /// Reason for the audit log, 8 to 500 characters.
    #[schema(min_length = 8, max_length = 500)]
    reason: String,
}

coded! {
    /// Approval that an action requires.
    pub(super) type ResolutionRoute = Route;
}

/// An available resolution of a transaction.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ResolutionInfo {
    /// The resolution.
    act: ResolutionAct,
    /// Approval that it requires from the requesting operator.
    route: ResolutionRoute,
    /// Why it is currently not possible. Absent if it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<String>,
}

/// The resolutions available to the requesting operator. Empty if the transaction does not wait for an operator. A
/// dispute can be open after the end.
pub(super) async fn resolutions(
    state: &AppState,
    operator: &Operator,
    transaction: &Transaction,
) -> Result<Vec<ResolutionInfo>, Problem> {
    use operator::ResolutionAct as A;
    let is_manual = transaction.status() == exchange::Status::Manual;
    let is_unclear =
        transaction.review.as_ref().is_some_and(|review| review.reason == domain::ReviewReason::ChargeUnknown);
    let mut found = Vec::new();
    let mut acts = Vec::new();
    acts.extend(transaction.is_unidentified().then_some(A::Assign));
    acts.extend([A::LookUp, A::Accept].into_iter().filter(|_| is_unclear));
    acts.extend(transaction.disputed_amount().map(|_| A::WriteOff));
    acts.extend([A::Retry, A::Refund, A::Credit, A::Close].into_iter().filter(|_| is_manual));
    for act in acts {
        let resolution = state.exchange().resolution(operator.tenant.id, transaction, act, None, None).await;
        // Assignment is checked once the customer is known.
        let refused = match state.exchange().check_resolution(operator.tenant.id, &resolution).await {
            Err(_) if act == A::Assign => None,
            Ok(()) => None,
            Err(error) => Some(refusal(error)?),
        };
        let route = route(operator.who.role, &OperatorAction::ResolveMovement(resolution)).into();
        found.push(ResolutionInfo { act: act.into(), route, refused });
    }
    Ok(found)
}

/// The reason for a refusal; internal errors become problems.
fn refusal(error: ExchangeError) -> Result<String, Problem> {
    match error {
        ExchangeError::Refused { reason } => Ok(reason),
        // The refund needs a destination: a blockchain payment does not identify its payer.
        ExchangeError::Invalid { .. } => Ok("its rail does not know the payer".to_owned()),
        ExchangeError::Unavailable { .. } => Ok(error.to_string()),
        other if other.kind() == ErrorKind::Unavailable => Ok(other.to_string()),
        other => Err(other.into()),
    }
}

/// Succeeds if a proposal can still be executed.
pub(in crate::operator) async fn still_fits(
    state: &AppState,
    tenant: TenantId,
    action: &OperatorAction,
) -> Result<(), Problem> {
    match action {
        OperatorAction::ResolveMovement(resolution) => {
            Ok(state.exchange().check_resolution(tenant, resolution).await?)
        }
        OperatorAction::RaiseFee(raise) => Ok(state.payout_fees().check_raise(tenant, raise).await?),
        _ => Ok(()),
    }
}

/// Resolves a transaction that waits for an operator, or proposes the resolution if it needs a second operator.
///
/// A background job of the transaction executes it immediately afterwards. 409 if the transaction's state does not
/// permit it.
#[utoipa::path(post, path = "/api/operator/v1/movements/{id}/resolve", tag = "movements",
    security(("session" = ["orders.read", "orders.resolve"])),
    params(("id" = String, Path, description = "The movement.")), request_body = ResolutionBody,
    responses((status = 200, body = ActInfo)))]
pub(in crate::operator) async fn resolve_movement(
    State(state): State<AppState>,
    operator: Operator,
    CameFrom(context): CameFrom,
    IdInPath(id): IdInPath<kinds::Transaction>,
    body: Body<ResolutionBody>,
) -> Result<Json<ActInfo>, Problem> {
    let ResolutionBody { act: what, closed_as, to, reason } = body.value;
    if (what.0 == operator::ResolutionAct::Close) != closed_as.is_some() {
        let rule = "says as what it is closed: with `close`, and with nothing else";
        return Err(Problem::field(FieldError::new("/closed_as", "invalid", rule)));
    }
    if (what.0 == operator::ResolutionAct::Assign) != to.is_some() {
        let rule = "says whose it is: with `assign`, and with nothing else";
        return Err(Problem::field(FieldError::new("/to", "invalid", rule)));
    }
    let tenant = operator.tenant.id;
    let transaction = state.exchange().find(tenant, id).await?;
    let to = match to {
        Some(contact) => Some(assignee(&state, &operator, &contact).await?),
        None => None,
    };
    let resolution =
        state.exchange().resolution(tenant, &transaction, what.0, closed_as.map(|closed| closed.0), to).await;
    let action = OperatorAction::ResolveMovement(resolution);
    still_fits(&state, tenant, &action).await?;
    act(&state, &operator, action, &reason, &context).await
}

/// The customer whom the operator has specified.
async fn assignee(state: &AppState, operator: &Operator, contact: &str) -> Result<Assignee, Problem> {
    let named = state.identity().customer_named(&operator.tenant, contact).await;
    let found = named.map_err(|refused| Problem::from(refused).at("/to"))?;
    let profile = found.profile.ok_or_else(Problem::not_found)?;
    Ok(Assignee { profile, name: found.name })
}
