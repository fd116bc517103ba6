//! The review queue of customers' verifications: documents, decisions and their reasons.

use axum::Json;
use axum::extract::State;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use chrono::{DateTime, Utc};
use identity::operator::{OperatorAction, ReviewVerdict};
use identity::verification::Kind;
use kernel::kinds;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::act::{ActInfo, act};
use super::principal::Operator;
use crate::AppState;
use crate::dto::code::coded;
use crate::dto::page::List;
use crate::dto::scalar::ReasonWord;
use crate::extract::{Body, CameFrom, IdInPath};
use crate::problem::Problem;

/// A verification in the review queue.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct WaitingInfo {
    /// Id of the customer.
    #[schema(example = "usr_019a0000000070008000000000000001")]
    customer_id: String,
    /// Email, masked.
    email: String,
    /// Kind: `IDENTITY`, `ADDRESS` or `SOURCE_OF_FUNDS`.
    kind: &'static str,
    /// `PROCESSING` or `ON_HOLD`.
    status: &'static str,
    /// Time of submission.
    submitted_at: DateTime<Utc>,
    /// Number of submissions.
    attempt: i32,
    /// Whether it has waited for a day or more.
    is_overdue: bool,
}

coded! {
    /// A review decision.
    pub(super) type VerdictCode = ReviewVerdict;

    /// Kind of a verification that an operator decides on. Emails are verified by their owner only.
    pub(super) type DecidedKind = Kind;
}

/// A review decision on a verification.
#[derive(Deserialize, ToSchema)]
pub(super) struct DecisionBody {
    /// Kind of the verification.
    kind: DecidedKind,
    /// The decision.
    verdict: VerdictCode,
    /// Reasons for the customer: up to ten codes such as `document_unreadable`.
    #[serde(default)]
    #[schema(value_type = Vec<ReasonWord>, max_items = 10)]
    reasons: Vec<String>,
    /// Reason for the audit log, 8 to 500 characters.
    #[schema(min_length = 8, max_length = 500)]
    reason: String,
}

/// Lists verifications that wait for review, longest wait first; at most 200.
#[utoipa::path(get, path = "/api/operator/v1/verifications", tag = "verifications",
    security(("session" = ["verifications.read"])), responses((status = 200, body = List<WaitingInfo>)))]
pub(super) async fn list_waiting(
    State(state): State<AppState>,
    operator: Operator,
) -> Result<Json<List<WaitingInfo>>, Problem> {
    let waiting = state.identity().verification_queue(operator.tenant.id, &operator.who).await?;
    let now = state.world().now();
    let info = |one: identity::kyc_documents::Waiting| WaitingInfo {
        is_overdue: one.is_overdue(now),
        customer_id: one.user.to_string(),
        email: one.email,
        kind: one.kind.code(),
        status: one.status.code(),
        submitted_at: one.submitted_at,
        attempt: one.attempt,
    };
    Ok(Json(List { data: waiting.into_iter().map(info).collect() }))
}

/// Decides on a customer's verification.
///
/// Operators without the permission to decide create a proposal instead.
#[utoipa::path(post, path = "/api/operator/v1/customers/{id}/verifications", tag = "verifications",
    security(("session" = ["verifications.propose"])), params(("id" = String, Path, description = "The customer.")),
    request_body = DecisionBody, responses((status = 200, body = ActInfo)))]
pub(super) async fn decide(
    State(state): State<AppState>,
    operator: Operator,
    CameFrom(context): CameFrom,
    IdInPath(id): IdInPath<kinds::User>,
    body: Body<DecisionBody>,
) -> Result<Json<ActInfo>, Problem> {
    let DecisionBody { kind, verdict, reasons, reason } = body.value;
    let action = OperatorAction::DecideVerification { customer: id, verification: kind.0, verdict: verdict.0, reasons };
    act(&state, &operator, action, &reason, &context).await
}

/// Which KYC documents to show, and why.
#[derive(Deserialize, ToSchema)]
pub(super) struct DocumentsBody {
    /// Kind of the verification.
    kind: DecidedKind,
    /// Reason for the audit log, 8 to 500 characters.
    #[schema(min_length = 8, max_length = 500)]
    reason: String,
}

/// An image of a KYC document.
#[derive(Serialize, ToSchema)]
pub(super) struct PictureInfo {
    /// The content: `front`, `back`, `selfie`, `proof`, or `evidence_1` to `evidence_3`.
    part: &'static str,
    /// Kind of the document, such as `passport`.
    #[serde(skip_serializing_if = "Option::is_none")]
    document: Option<&'static str>,
    /// Issuing country.
    #[serde(skip_serializing_if = "Option::is_none")]
    country: Option<String>,
    /// Page number, from 1. A PDF has up to 5 pages, each rendered as an image.
    #[schema(minimum = 1, maximum = 5)]
    page: u8,
    /// JPEG in base64.
    jpeg: String,
}

/// A customer's declaration of their source of funds.
#[derive(Serialize, ToSchema)]
pub(super) struct FundsInfo {
    /// Occupation, such as `self_employed`.
    occupation: &'static str,
    /// Sources, such as `salary`.
    sources: Vec<&'static str>,
    /// Expected yearly turnover in euro, such as `up_to_250k`.
    yearly_turnover: &'static str,
    /// Additional explanation by the customer.
    #[serde(skip_serializing_if = "Option::is_none")]
    details: Option<String>,
}

/// Submitted evidence for a verification.
#[derive(Serialize, ToSchema)]
pub(super) struct HandedInInfo {
    /// The images.
    data: Vec<PictureInfo>,
    /// The declaration, for the source of funds only.
    #[serde(skip_serializing_if = "Option::is_none")]
    source_of_funds: Option<FundsInfo>,
}

/// Returns a customer's submitted evidence.
///
/// The access and its reason are recorded in the audit log.
#[utoipa::path(post, path = "/api/operator/v1/customers/{id}/documents", tag = "verifications",
    security(("session" = ["personal.read", "verifications.read"])),
    params(("id" = String, Path, description = "The customer.")), request_body = DocumentsBody,
    responses((status = 200, body = HandedInInfo)))]
pub(super) async fn look_at_documents(
    State(state): State<AppState>,
    operator: Operator,
    CameFrom(context): CameFrom,
    IdInPath(id): IdInPath<kinds::User>,
    body: Body<DocumentsBody>,
) -> Result<Json<HandedInInfo>, Problem> {
    let DocumentsBody { kind, reason } = body.value;
    let (tenant, who) = (operator.tenant.id, (&operator.who, &context));
    let opened = state.identity().customer_documents(tenant, who, (id, kind.0), &reason).await?;
    let info = |one: &identity::kyc_documents::Picture| PictureInfo {
        part: one.piece.part.code(),
        document: one.piece.paper.as_ref().map(|paper| paper.document.code()),
        country: one.piece.paper.as_ref().map(|paper| paper.country.to_string()),
        page: one.piece.page,
        jpeg: STANDARD.encode(&*one.jpeg),
    };
    let funds = |answer: &identity::source_of_funds::Answer| FundsInfo {
        occupation: answer.occupation().code(),
        sources: answer.sources().iter().map(|source| source.code()).collect(),
        yearly_turnover: answer.yearly_turnover().code(),
        details: answer.details().map(str::to_owned),
    };
    Ok(Json(HandedInInfo {
        data: opened.pictures.iter().map(info).collect(),
        source_of_funds: opened.answer.as_ref().map(funds),
    }))
}
