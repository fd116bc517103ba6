//! One transaction in the console with its legs, postings, jobs, history and resolutions.

use axum::Json;
use axum::extract::State;
use chrono::{DateTime, Utc};
use kernel::kinds;
use serde::Serialize;
use utoipa::ToSchema;

use super::super::principal::Operator;
use super::books::{HistoryInfo, JobInfo, MovementAct, PostingInfo};
use super::disputes::DisputeInfo;
use super::legs::LegInfo;
use super::line::{MovementLine, lines};
use super::resolve::{ResolutionInfo, resolutions};
use crate::AppState;
use crate::dto::make_good::MakeGood;
use crate::dto::movement::{Price, Remedies};
use crate::dto::scalar::Decimal;
use crate::dto::transaction::{Failure, Step};
use crate::extract::{CameFrom, IdInPath};
use crate::problem::Problem;
use crate::view::{self, rate};

/// A transaction with its ledger entries, rail reports and jobs, without payers and destinations.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::operator) struct MovementInfo {
    /// The transaction and its amounts.
    #[serde(flatten)]
    line: MovementLine,
    /// The profile that owns it.
    #[schema(example = "prf_019a0000000070008000000000000001")]
    profile_id: String,
    /// The transaction whose unmatched payment this one holds, or the paid one that it refunds.
    #[serde(skip_serializing_if = "Option::is_none")]
    parent: Option<String>,
    /// Why it failed, or why its last charge was declined.
    #[serde(skip_serializing_if = "Option::is_none")]
    failure: Option<Failure>,
    /// Timeline as its owner sees it.
    steps: Vec<Step>,
    /// Mid-market rate, before the spread.
    reference_rate: Decimal,
    /// Source of the mid-market rate.
    reference_source: String,
    /// Time of the mid-market rate.
    reference_at: DateTime<Utc>,
    /// The agreed price.
    price: Price,
    /// What the platform paid to keep the promised price.
    #[serde(skip_serializing_if = "Option::is_none")]
    make_good: Option<MakeGood>,
    /// The available and the taken remedies for money that could not continue as ordered.
    remedies: Remedies,
    /// Payment deadline.
    expires_at: DateTime<Utc>,
    /// Its legs, in order.
    legs: Vec<LegInfo>,
    /// Disputes of its card payments, oldest first.
    disputes: Vec<DisputeInfo>,
    /// Its ledger postings, in order.
    postings: Vec<PostingInfo>,
    /// Its background jobs, newest first. Completed jobs are deleted after a while.
    jobs: Vec<JobInfo>,
    /// All versions, oldest first.
    history: Vec<HistoryInfo>,
    /// Actions of operators, newest first.
    acts: Vec<MovementAct>,
    /// Available resolutions. Empty unless it waits for an operator.
    resolutions: Vec<ResolutionInfo>,
}

/// Returns one transaction.
///
/// The access is recorded in the audit log.
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
    let price = &transaction.price;
    Ok(Json(MovementInfo {
        line: line.pop().ok_or_else(Problem::not_found)?,
        profile_id: transaction.customer().to_string(),
        parent: transaction.parent.map(|parent| parent.to_string()),
        failure: transaction.failure.as_ref().map(Failure::from),
        steps: transaction.steps().iter().map(Step::from).collect(),
        reference_rate: rate(&price.reference_rate),
        reference_source: price.reference_source.clone(),
        reference_at: price.reference_at,
        price: view::movement::price(&transaction),
        make_good: transaction.make_good.as_ref().map(MakeGood::from),
        remedies: view::movement::remedies(&transaction, state.world().now()),
        expires_at: transaction.expires_at,
        legs: transaction.legs.iter().map(|leg| LegInfo::of(leg, transaction.created_at)).collect(),
        disputes: transaction.disputes.iter().map(DisputeInfo::from).collect(),
        postings: found.transfers.into_iter().map(PostingInfo::from).collect(),
        jobs: found.jobs.into_iter().map(JobInfo::from).collect(),
        history: found.history.into_iter().map(HistoryInfo::from).collect(),
        acts: acts.into_iter().map(MovementAct::from).collect(),
        resolutions: resolutions(&state, &operator, &transaction).await?,
    }))
}
