//! What all acts of operators have in common: a reason goes in, and what came of it comes out.

use axum::Json;
use chrono::{DateTime, Utc};
use identity::ClientContext;
use identity::operator::{Deed, Invited, Outcome};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::principal::Operator;
use crate::AppState;
use crate::problem::Problem;

/// Why it is done.
#[derive(Deserialize, ToSchema)]
pub(super) struct Reason {
    /// 8 to 500 characters; they stay in the log.
    #[schema(min_length = 8, max_length = 500)]
    pub reason: String,
}

/// Whether it is done.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum ActState {
    /// It is.
    Done,
    /// Another operator has to agree.
    Proposed,
}

/// A link for somebody to become an operator with, on its way to them and to nobody else.
#[derive(Serialize, ToSchema)]
pub(super) struct InvitationSent {
    /// Where it is sent.
    #[schema(example = "olga@bank.example")]
    email: String,
    /// Until when it works.
    expires_at: DateTime<Utc>,
}

/// What came of an act.
#[derive(Serialize, ToSchema)]
pub(super) struct ActInfo {
    /// Whether it is done.
    state: ActState,
    /// What another has to agree to.
    #[serde(skip_serializing_if = "Option::is_none")]
    proposal_id: Option<String>,
    /// The link that it made and sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    invitation: Option<InvitationSent>,
}

/// What was done.
pub(super) fn done(invited: Option<Invited>) -> Json<ActInfo> {
    let sent = |made: Invited| InvitationSent { email: made.email, expires_at: made.expires_at };
    Json(ActInfo { state: ActState::Done, proposal_id: None, invitation: invited.map(sent) })
}

/// Does it, or proposes it.
pub(super) async fn act(
    state: &AppState,
    operator: &Operator,
    deed: Deed,
    reason: &str,
    context: &ClientContext,
) -> Result<Json<ActInfo>, Problem> {
    let outcome = state.identity().act_as_operator(operator.tenant.id, &operator.who, deed, reason, context).await?;
    Ok(match outcome {
        Outcome::Done(invited) => done(invited),
        Outcome::Proposed(id) => {
            Json(ActInfo { state: ActState::Proposed, proposal_id: Some(id.to_string()), invitation: None })
        }
    })
}
