use axum::Json;
use axum::extract::State;
use chrono::{DateTime, Utc};
use kernel::kinds;
use serde::Serialize;
use utoipa::ToSchema;

use super::super::principal::Operator;
use super::books::{HistoryInfo, JobInfo, MovementAct, PostingInfo};
use super::legs::LegInfo;
use super::line::{MovementLine, lines};
use super::resolve::{ResolutionInfo, resolutions};
use crate::AppState;
use crate::dto::quote::QuoteLine;
use crate::dto::scalar::Decimal;
use crate::dto::transaction::{Failure, Step};
use crate::extract::{CameFrom, IdInPath};
use crate::problem::Problem;
use crate::view::rate;

/// One movement with everything that the books, the rails and the queue know of it, without where the money goes and who paid.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::operator) struct MovementInfo {
    /// What it is and what became of the money.
    #[serde(flatten)]
    line: MovementLine,
    /// The profile whose it is.
    #[schema(example = "prf_019a0000000070008000000000000001")]
    profile_id: String,
    /// The movement whose unmatched payment this one holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    parent: Option<String>,
    /// Why it failed, or why its last charge was declined.
    #[serde(skip_serializing_if = "Option::is_none")]
    failure: Option<Failure>,
    /// The way that it goes, as its owner sees it.
    steps: Vec<Step>,
    /// Units received for one unit given, spread included.
    rate: Decimal,
    /// The market's rate, before the spread.
    reference_rate: Decimal,
    /// Whose rate that is.
    reference_source: String,
    /// When it was taken.
    reference_at: DateTime<Utc>,
    /// Every part of the price.
    price: Vec<QuoteLine>,
    /// Until when it can be paid.
    expires_at: DateTime<Utc>,
    /// What it is made of, in order.
    legs: Vec<LegInfo>,
    /// What it posted, in order.
    postings: Vec<PostingInfo>,
    /// The work that was ordered for it, newest first. Finished jobs are kept for a while only.
    jobs: Vec<JobInfo>,
    /// Every step, oldest first.
    history: Vec<HistoryInfo>,
    /// What operators did about it, newest first.
    acts: Vec<MovementAct>,
    /// What can be decided about it now; empty unless it waits for an operator.
    resolutions: Vec<ResolutionInfo>,
}

/// One movement. That somebody looked is in the log.
#[utoipa::path(get, path = "/api/operator/v1/movements/{id}", tag = "movements", security(("session" = ["orders.read"])),
    params(("id" = String, Path, description = "The movement.")), responses((status = 200, body = MovementInfo)))]
pub(in crate::operator) async fn get_movement(
    State(state): State<AppState>,
    operator: Operator,
    CameFrom(context): CameFrom,
    IdInPath(id): IdInPath<kinds::Transaction>,
) -> Result<Json<MovementInfo>, Problem> {
    let tenant = operator.tenant.id;
    let found = state.exchange().movement_record(tenant, id).await?;
    let acts = state.identity().movement_to_read(tenant, (&operator.who, &context), id).await?;
    let transaction = found.transaction;
    let mut line = lines(&state, &operator, std::slice::from_ref(&transaction)).await?;
    let quote = &transaction.quote;
    Ok(Json(MovementInfo {
        line: line.pop().ok_or_else(Problem::not_found)?,
        profile_id: transaction.customer().to_string(),
        parent: transaction.parent.map(|parent| parent.to_string()),
        failure: transaction.failure.as_ref().map(Failure::from),
        steps: transaction.steps().iter().map(Step::from).collect(),
        rate: rate(&quote.rate),
        reference_rate: rate(&quote.reference_rate),
        reference_source: quote.reference_source.clone(),
        reference_at: quote.reference_at,
        price: quote.lines.iter().map(QuoteLine::from).collect(),
        expires_at: transaction.expires_at,
        legs: transaction.legs.iter().map(LegInfo::from).collect(),
        postings: found.transfers.into_iter().map(PostingInfo::from).collect(),
        jobs: found.jobs.into_iter().map(JobInfo::from).collect(),
        history: found.history.into_iter().map(HistoryInfo::from).collect(),
        acts: acts.into_iter().map(MovementAct::from).collect(),
        resolutions: resolutions(&state, &operator, &transaction).await?,
    }))
}
