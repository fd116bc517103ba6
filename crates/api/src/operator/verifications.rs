use axum::Json;
use axum::extract::State;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use chrono::{DateTime, Utc};
use identity::operator::{Deed, Verdict};
use identity::verification::Kind;
use kernel::kinds;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::act::{ActInfo, act};
use super::principal::Operator;
use crate::AppState;
use crate::dto::page::List;
use crate::dto::scalar::ReasonWord;
use crate::extract::{Body, CameFrom, IdInPath};
use crate::problem::Problem;

/// Somebody who waits for somebody to look.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct WaitingInfo {
    /// Who.
    #[schema(example = "usr_019a0000000070008000000000000001")]
    customer_id: String,
    /// Their address, masked.
    email: String,
    /// Of what: `IDENTITY`, `ADDRESS` or `SOURCE_OF_FUNDS`.
    kind: &'static str,
    /// `PROCESSING` or `ON_HOLD`.
    status: &'static str,
    /// Since when.
    submitted_at: DateTime<Utc>,
    /// How often they have handed in.
    attempt: i32,
    /// Whether it has waited for a day or more.
    is_overdue: bool,
}

/// What becomes of what was handed in.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum VerdictCode {
    /// It is good.
    Approve,
    /// Once more.
    AskAgain,
    /// Somebody looks closer.
    Hold,
    /// Refused for good; it takes two.
    Reject,
    /// Taken back, it begins anew; it takes two.
    Reset,
    /// It was good, and what it rests on has run out: it begins anew.
    Expire,
}

impl From<VerdictCode> for Verdict {
    fn from(code: VerdictCode) -> Self {
        match code {
            VerdictCode::Approve => Self::Approve,
            VerdictCode::AskAgain => Self::AskAgain,
            VerdictCode::Hold => Self::Hold,
            VerdictCode::Reject => Self::Reject,
            VerdictCode::Reset => Self::Reset,
            VerdictCode::Expire => Self::Expire,
        }
    }
}

/// What an operator decides on; the e-mail is confirmed by its owner alone.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(super) enum DecidedKind {
    /// The telephone.
    Phone,
    /// The home address, by a document.
    Address,
    /// Who somebody is.
    Identity,
    /// The home address, by their word.
    DeclaredAddress,
    /// Where their money comes from.
    SourceOfFunds,
}

impl From<DecidedKind> for Kind {
    fn from(kind: DecidedKind) -> Self {
        match kind {
            DecidedKind::Phone => Self::Phone,
            DecidedKind::Address => Self::Address,
            DecidedKind::Identity => Self::Identity,
            DecidedKind::DeclaredAddress => Self::DeclaredAddress,
            DecidedKind::SourceOfFunds => Self::SourceOfFunds,
        }
    }
}

/// A decision.
#[derive(Deserialize, ToSchema)]
pub(super) struct DecisionBody {
    /// Of what.
    kind: DecidedKind,
    /// What becomes of it.
    verdict: VerdictCode,
    /// What the customer is told: up to ten words such as `document_unreadable`.
    #[serde(default)]
    #[schema(value_type = Vec<ReasonWord>, max_items = 10)]
    reasons: Vec<String>,
    /// Why, for the log: 8 to 500 characters.
    #[schema(min_length = 8, max_length = 500)]
    reason: String,
}

/// Who waits for somebody to look at what they handed in, the longest first; at most 200.
#[utoipa::path(get, path = "/api/operator/v1/verifications", tag = "verifications",
    security(("session" = ["verifications.read"])), responses((status = 200, body = List<WaitingInfo>)))]
pub(super) async fn list_waiting(
    State(state): State<AppState>,
    operator: Operator,
) -> Result<Json<List<WaitingInfo>>, Problem> {
    let waiting = state.identity().verification_queue(operator.tenant.id, &operator.who).await?;
    let now = state.world().now();
    let info = |one: identity::documents::Waiting| WaitingInfo {
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

/// Says what becomes of what a customer handed in, or, for who may not, what should.
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
    let deed = Deed::DecideVerification { customer: id, verification: kind.into(), verdict: verdict.into(), reasons };
    act(&state, &operator, deed, &reason, &context).await
}

/// Which documents, and why.
#[derive(Deserialize, ToSchema)]
pub(super) struct DocumentsBody {
    /// Handed in for what.
    kind: DecidedKind,
    /// Why, for the log: 8 to 500 characters.
    #[schema(min_length = 8, max_length = 500)]
    reason: String,
}

/// A picture of what was handed in.
#[derive(Serialize, ToSchema)]
pub(super) struct PictureInfo {
    /// What it shows: `front`, `back`, `selfie`, `proof`, or `evidence_1` to `evidence_3`.
    part: &'static str,
    /// Which document, such as `passport`.
    #[serde(skip_serializing_if = "Option::is_none")]
    document: Option<&'static str>,
    /// Of which country.
    #[serde(skip_serializing_if = "Option::is_none")]
    country: Option<String>,
    /// Which page of it, from 1: a PDF has up to 5, each drawn as a picture.
    #[schema(minimum = 1, maximum = 5)]
    page: u8,
    /// A JPEG in base 64.
    jpeg: String,
}

/// What a customer answered to where their money comes from.
#[derive(Serialize, ToSchema)]
pub(super) struct FundsInfo {
    /// What they do, such as `self_employed`.
    occupation: &'static str,
    /// Where their money comes from, such as `salary`.
    sources: Vec<&'static str>,
    /// What they expect to exchange in a year, in euro, such as `up_to_250k`.
    yearly_turnover: &'static str,
    /// What they add in their own words.
    #[serde(skip_serializing_if = "Option::is_none")]
    details: Option<String>,
}

/// What was handed in.
#[derive(Serialize, ToSchema)]
pub(super) struct HandedInInfo {
    /// The pictures.
    data: Vec<PictureInfo>,
    /// The answer, where that is what was asked for and one stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    source_of_funds: Option<FundsInfo>,
}

/// What a customer has handed in. That somebody looked, and why, is in the log.
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
    let opened = state.identity().customer_documents(tenant, who, (id, kind.into()), &reason).await?;
    let info = |one: &identity::documents::Picture| PictureInfo {
        part: one.piece.part.code(),
        document: one.piece.paper.as_ref().map(|paper| paper.document.code()),
        country: one.piece.paper.as_ref().map(|paper| paper.country.to_string()),
        page: one.piece.page,
        jpeg: STANDARD.encode(&*one.jpeg),
    };
    let funds = |answer: &identity::funds::Answer| FundsInfo {
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
