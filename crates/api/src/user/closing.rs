//! Deleting one's account: what is in the way, asking for it, and taking it back.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use identity::{Closing, Held, Ties, Unfinished};
use kernel::ErrorKind;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use crate::AppState;
use crate::dto::scalar::{CurrencyCode, Decimal};
use crate::extract::{Authenticated, CameFrom, OptionalBody};
use crate::factor::guard::{Confirmation, ConfirmationHeader};
use crate::problem::Problem;

/// A balance that is not empty.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ClosingBalance {
    /// Whose.
    #[schema(example = "prf_019a0000000070008000000000000001")]
    profile_id: String,
    /// The currency.
    currency: CurrencyCode,
    /// What has arrived and not left.
    posted: Decimal,
    /// Part of it that holds have promised away.
    held: Decimal,
    /// What is on its way in.
    incoming: Decimal,
}

/// A transaction that has not ended, or that somebody has to look at.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ClosingTransaction {
    /// Which.
    #[schema(example = "ord_019a0000000070008000000000000001")]
    id: String,
    /// As people are shown it.
    reference: String,
    /// Its status.
    #[schema(example = "PROCESSING")]
    status: &'static str,
}

/// How it stands with the deletion of the account.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ClosingInfo {
    /// When it was asked for; absent when it was not.
    #[serde(skip_serializing_if = "Option::is_none")]
    requested_at: Option<DateTime<Utc>>,
    /// When the account is deleted; absent when nobody has asked for that.
    #[serde(skip_serializing_if = "Option::is_none")]
    closes_at: Option<DateTime<Utc>>,
    /// Days between asking and the deletion.
    #[schema(example = 14, minimum = 1, maximum = 30)]
    cool_off_days: u16,
    /// Balances that are in the way.
    balances: Vec<ClosingBalance>,
    /// Transactions that are in the way, the newest first; at most 20.
    transactions: Vec<ClosingTransaction>,
}

/// Why somebody leaves.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct ClosingRequest {
    /// In their words, if they like to say.
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
    fn of(closing: Option<Closing>, ties: Ties, cool_off_days: u16) -> Self {
        Self {
            requested_at: closing.map(|closing| closing.requested_at),
            closes_at: closing.map(|closing| closing.due_at),
            cool_off_days,
            balances: ties.balances.into_iter().map(Into::into).collect(),
            transactions: ties.transactions.into_iter().map(Into::into).collect(),
        }
    }
}

/// Whether the account is being deleted, and what is in the way of that.
#[utoipa::path(get, path = "/api/client/v1/user/closing", tag = "user", security(("bearer" = [])),
    responses((status = 200, body = ClosingInfo)))]
pub(crate) async fn get_closing(
    State(state): State<AppState>,
    who: Authenticated,
) -> Result<Json<ClosingInfo>, Problem> {
    let found = state.identity().leaving(who.tenant.id, &who.principal, state.exchange()).await?;
    Ok(Json(ClosingInfo::of(found.closing, found.in_the_way, who.tenant.closing_days)))
}

/// Asks for the deletion of the account. It takes place after the days of `cool_off_days`, in which the person can take it back and
/// no orders are made; their other sessions end at once. 409 `NON_ZERO_BALANCE`, or `CONFLICT_ERROR` where transactions alone are
/// in the way, with `meta.balances` and `meta.transactions`. Asking again changes nothing. Whoever has a second factor confirms it.
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
        Ok(closing) => Ok(Json(ClosingInfo::of(Some(closing), Ties::default(), tenant.closing_days))),
        Err(ties) => Err(in_the_way("account", "deleted", ties)),
    }
}

/// Takes it back: the account stays.
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

/// Says what keeps `what` (an account, a profile) from being `ended`.
pub(super) fn in_the_way(what: &str, ended: &str, ties: Ties) -> Problem {
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
