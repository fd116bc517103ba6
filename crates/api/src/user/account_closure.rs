//! Account closure: blockers, request, and cancellation.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use identity::{Closing, ClosureAnswer, ClosureBlockers, Held, Unfinished};
use kernel::ErrorKind;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use crate::AppState;
use crate::dto::scalar::{CurrencyCode, Decimal};
use crate::extract::{Authenticated, CameFrom, OptionalBody};
use crate::mfa::guard::{Confirmation, ConfirmationHeader};
use crate::problem::Problem;

/// A balance that blocks the closure.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ClosingBalance {
    /// The profile.
    #[schema(example = "prf_019a0000000070008000000000000001")]
    profile_id: String,
    /// The currency.
    currency: CurrencyCode,
    /// Total balance.
    posted: Decimal,
    /// The part that is held.
    held: Decimal,
    /// Incoming amount.
    incoming: Decimal,
}

/// A transaction that blocks the closure: not ended, or in review.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ClosingTransaction {
    /// Id of the transaction.
    #[schema(example = "ord_019a0000000070008000000000000001")]
    id: String,
    /// Short reference for display.
    reference: String,
    /// Its status.
    #[schema(example = "PROCESSING")]
    status: &'static str,
}

/// State of an account's closure.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ClosingInfo {
    /// When it was requested. Absent if it was not.
    #[serde(skip_serializing_if = "Option::is_none")]
    requested_at: Option<DateTime<Utc>>,
    /// When the account will be closed. Absent if no closure was requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    closes_at: Option<DateTime<Utc>>,
    /// Days between the request and the closure.
    #[schema(example = 14, minimum = 1, maximum = 30)]
    cool_off_days: u16,
    /// Balances that block the closure.
    balances: Vec<ClosingBalance>,
    /// Transactions that block the closure, newest first; at most 20.
    transactions: Vec<ClosingTransaction>,
}

/// A request to close the account.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct ClosingRequest {
    /// Reason in the customer's words. Optional.
    #[schema(max_length = 500)]
    reason: Option<String>,
}

impl From<Held> for ClosingBalance {
    fn from(held: Held) -> Self {
        Self {
            profile_id: held.profile.to_string(),
            currency: CurrencyCode(held.posted.currency()),
            posted: held.posted.into(),
            held: held.held.into(),
            incoming: held.incoming.into(),
        }
    }
}

impl From<Unfinished> for ClosingTransaction {
    fn from(one: Unfinished) -> Self {
        Self { id: one.id.to_string(), reference: exchange::short_reference(one.id), status: one.status }
    }
}

impl ClosingInfo {
    fn of(closing: Option<Closing>, ties: ClosureBlockers, cool_off_days: u16) -> Self {
        Self {
            requested_at: closing.map(|closing| closing.requested_at),
            closes_at: closing.map(|closing| closing.due_at),
            cool_off_days,
            balances: ties.balances.into_iter().map(Into::into).collect(),
            transactions: ties.transactions.into_iter().map(Into::into).collect(),
        }
    }
}

/// Returns the state of the account's closure, and its blockers.
#[utoipa::path(get, path = "/api/client/v1/user/closing", tag = "user", security(("bearer" = [])),
    responses((status = 200, body = ClosingInfo)))]
pub(crate) async fn get_closing(
    State(state): State<AppState>,
    who: Authenticated,
) -> Result<Json<ClosingInfo>, Problem> {
    let found = state.identity().closure_progress(who.tenant.id, &who.principal, state.exchange()).await?;
    Ok(Json(ClosingInfo::of(found.closing, found.closure_blockers, who.tenant.closing_days)))
}

/// Requests the closure of the account.
///
/// The account is closed after `cool_off_days`. Until then the customer can cancel the request, and no orders can be
/// created. All other sessions end at once. 409 `NON_ZERO_BALANCE` if balances block the closure, `CONFLICT_ERROR` if
/// only transactions do, both with `meta.balances` and `meta.transactions`. A repeated request has no effect. Requires
/// confirmation with the second factor, if there is one.
#[utoipa::path(post, path = "/api/client/v1/user/closing", tag = "user", security(("bearer" = [])),
    params(ConfirmationHeader), request_body = Option<ClosingRequest>, responses((status = 200, body = ClosingInfo)))]
pub(crate) async fn close_account(
    State(state): State<AppState>,
    who: Authenticated,
    confirmation: Confirmation,
    CameFrom(context): CameFrom,
    OptionalBody { value: asked, hash }: OptionalBody<ClosingRequest>,
) -> Result<Json<ClosingInfo>, Problem> {
    confirmation.require_for_settings(&state, &who, &hash, json!({"kind": "close_account"})).await?;
    let (tenant, principal) = (&*who.tenant, &who.principal);
    let reason = asked.reason.as_deref();
    match state.identity().leave(tenant, principal, reason, state.exchange(), &context).await? {
        ClosureAnswer::Accepted(closing) => {
            Ok(Json(ClosingInfo::of(Some(closing), ClosureBlockers::default(), tenant.closing_days)))
        }
        ClosureAnswer::Refused(ties) => Err(closure_blockers("account", "deleted", ties)),
    }
}

/// Cancels the closure of the account.
#[utoipa::path(delete, path = "/api/client/v1/user/closing", tag = "user", security(("bearer" = [])),
    responses((status = 204, description = "The account stays.")))]
pub(crate) async fn keep_account(
    State(state): State<AppState>,
    who: Authenticated,
    CameFrom(context): CameFrom,
) -> Result<StatusCode, Problem> {
    state.identity().stay(who.tenant.id, &who.principal, &context).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The problem that lists the blockers. `what` is the account or profile, `ended` the blocked action.
pub(super) fn closure_blockers(what: &str, ended: &str, ties: ClosureBlockers) -> Problem {
    let problem = if ties.balances.is_empty() {
        let detail = format!("Some transactions of the {what} are not finished. It is {ended} once they are.");
        Problem::new(ErrorKind::Conflict, "CONFLICT_ERROR", detail)
    } else {
        let detail = format!("There is still money in the {what}. It is {ended} once it is empty.");
        Problem::new(ErrorKind::Conflict, "NON_ZERO_BALANCE", detail)
    };
    let ClosingInfo { balances, transactions, .. } = ClosingInfo::of(None, ties, 0);
    problem
        .with_meta("balances", serde_json::to_value(balances).unwrap_or_default())
        .with_meta("transactions", serde_json::to_value(transactions).unwrap_or_default())
}
