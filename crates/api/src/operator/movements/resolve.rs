//! What an operator decides about a movement that waits for one.

use axum::Json;
use axum::extract::State;
use exchange::{ExchangeError, Transaction};
use identity::operator::{self, Assignee, Deed, Route, route};
use kernel::{TenantId, kinds};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::super::act::{ActInfo, act};
use super::super::principal::Operator;
use crate::AppState;
use crate::extract::{Body, CameFrom, IdInPath};
use crate::problem::{FieldError, Problem};

/// What becomes of a movement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum ResolutionAct {
    /// The failed payout is ordered again.
    Retry,
    /// The money goes back to the payer, the way it came.
    Refund,
    /// The money is put on the customer's balance.
    Credit,
    /// The payment named nobody; it is this customer's.
    Assign,
    /// It ends; what is left goes to quarantine.
    Close,
}

/// As what a movement is closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum ClosedAs {
    /// Settled in another way.
    Resolved,
    /// Refused.
    Rejected,
    /// It did not work.
    Failed,
}

/// A decision about a movement.
#[derive(Deserialize, ToSchema)]
pub(in crate::operator) struct ResolutionBody {
    /// What becomes of it.
    act: ResolutionAct,
    /// As what it is closed: with `close`, and with nothing else.
    closed_as: Option<ClosedAs>,
    /// Whose it is: with `assign`, and with nothing else. An email address, a telephone number or a profile.
    #[schema(min_length = 3, max_length = 254, example = "anna@example.com")]
    to: Option<String>,
    /// 8 to 500 characters; they stay in the log.
    #[schema(min_length = 8, max_length = 500)]
    reason: String,
}

/// How an operator can do something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum ResolutionRoute {
    /// Their role may not.
    Refused,
    /// At once.
    Alone,
    /// When another agrees.
    WithSecond,
}

/// Something that can be decided about a movement that waits for an operator.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ResolutionInfo {
    /// What becomes of it.
    act: ResolutionAct,
    /// How the operator who asks can do it.
    route: ResolutionRoute,
    /// Why it cannot be done as the movement stands; absent if it can.
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<String>,
}

impl From<ResolutionAct> for operator::ResolutionAct {
    fn from(act: ResolutionAct) -> Self {
        match act {
            ResolutionAct::Retry => Self::Retry,
            ResolutionAct::Refund => Self::Refund,
            ResolutionAct::Credit => Self::Credit,
            ResolutionAct::Assign => Self::Assign,
            ResolutionAct::Close => Self::Close,
        }
    }
}

impl From<ClosedAs> for operator::ClosedAs {
    fn from(closed: ClosedAs) -> Self {
        match closed {
            ClosedAs::Resolved => Self::Resolved,
            ClosedAs::Rejected => Self::Rejected,
            ClosedAs::Failed => Self::Failed,
        }
    }
}

/// What can be decided about a movement by the operator who asks; nothing where it does not wait for one.
pub(super) async fn resolutions(
    state: &AppState,
    operator: &Operator,
    transaction: &Transaction,
) -> Result<Vec<ResolutionInfo>, Problem> {
    use ResolutionAct as A;
    if transaction.status() != exchange::Status::Manual {
        return Ok(Vec::new());
    }
    let mut found = Vec::new();
    let acts = [A::Retry, A::Refund, A::Credit, A::Close];
    let assigns = transaction.is_unmatched().then_some(A::Assign);
    for act in assigns.into_iter().chain(acts) {
        let resolution = state.exchange().resolution(transaction, act.into(), None, None);
        // Whether it can be assigned is known once it is said to whom.
        let refused = match state.exchange().check_resolution(operator.tenant.id, &resolution).await {
            Err(_) if act == A::Assign => None,
            Ok(()) => None,
            Err(error) => Some(refusal(error)?),
        };
        let route = match route(operator.who.role, &Deed::ResolveMovement(resolution)) {
            Route::Refused => ResolutionRoute::Refused,
            Route::Alone => ResolutionRoute::Alone,
            Route::WithSecond => ResolutionRoute::WithSecond,
        };
        found.push(ResolutionInfo { act, route, refused });
    }
    Ok(found)
}

/// Why it cannot be done; faults of ours are problems.
fn refusal(error: ExchangeError) -> Result<String, Problem> {
    match error {
        ExchangeError::Refused { reason } => Ok(reason),
        // A refund that needs a place to go to: a chain does not know its payers.
        ExchangeError::Invalid { .. } => Ok("its rail does not know the payer".to_owned()),
        ExchangeError::Unavailable { .. } => Ok(error.to_string()),
        other => Err(other.into()),
    }
}

/// Goes on if what was proposed can still be done.
pub(in crate::operator) async fn still_fits(state: &AppState, tenant: TenantId, deed: &Deed) -> Result<(), Problem> {
    match deed {
        Deed::ResolveMovement(resolution) => Ok(state.exchange().check_resolution(tenant, resolution).await?),
        _ => Ok(()),
    }
}

/// Decides about a movement that waits for an operator, or proposes it where that takes two. What is decided is carried out at once
/// afterwards, by a job of the movement. 409 for what cannot be done as it stands.
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
    if (what == ResolutionAct::Close) != closed_as.is_some() {
        let rule = "says as what it is closed: with `close`, and with nothing else";
        return Err(Problem::field(FieldError::new("/closed_as", "invalid", rule)));
    }
    if (what == ResolutionAct::Assign) != to.is_some() {
        let rule = "says whose it is: with `assign`, and with nothing else";
        return Err(Problem::field(FieldError::new("/to", "invalid", rule)));
    }
    let tenant = operator.tenant.id;
    let transaction = state.exchange().find(tenant, id).await?;
    let to = match to {
        Some(contact) => Some(assignee(&state, &operator, &contact).await?),
        None => None,
    };
    let resolution = state.exchange().resolution(&transaction, what.into(), closed_as.map(Into::into), to);
    let deed = Deed::ResolveMovement(resolution);
    still_fits(&state, tenant, &deed).await?;
    act(&state, &operator, deed, &reason, &context).await
}

/// The customer whom an operator names.
async fn assignee(state: &AppState, operator: &Operator, contact: &str) -> Result<Assignee, Problem> {
    let named = state.identity().customer_named(&operator.tenant, contact).await;
    let found = named.map_err(|refused| Problem::from(refused).at("/to"))?;
    let profile = found.profile.ok_or_else(Problem::not_found)?;
    Ok(Assignee { profile, name: found.name })
}
