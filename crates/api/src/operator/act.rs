//! Operator actions: common request and response types.

use axum::Json;
use chrono::{DateTime, Utc};
use identity::ClientContext;
use identity::operator::{Invited, OperatorAction, Outcome};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::principal::Operator;
use crate::AppState;
use crate::problem::Problem;

/// Reason for an action.
#[derive(Deserialize, ToSchema)]
pub(super) struct Reason {
    /// Reason for the audit log, 8 to 500 characters.
    #[schema(min_length = 8, max_length = 500)]
    pub reason: String,
}

/// State of an action.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum ActState {
    /// Executed.
    Done,
    /// Proposed; a second operator must approve it.
    Proposed,
}

/// An invitation link. It is sent to the invitee only.
#[derive(Serialize, ToSchema)]
pub(super) struct InvitationSent {
    /// Email of the invitee.
    #[schema(example = "olga@bank.example")]
    email: String,
    /// When the link expires.
    expires_at: DateTime<Utc>,
}

/// Result of an action.
#[derive(Serialize, ToSchema)]
pub(super) struct ActInfo {
    /// State of the action.
    state: ActState,
    /// Id of the proposal to approve.
    #[serde(skip_serializing_if = "Option::is_none")]
    proposal_id: Option<String>,
    /// The invitation that was sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    invitation: Option<InvitationSent>,
}

/// The result of an executed action.
pub(super) fn done(invited: Option<Invited>) -> Json<ActInfo> {
    let sent = |made: Invited| InvitationSent { email: made.email, expires_at: made.expires_at };
    Json(ActInfo { state: ActState::Done, proposal_id: None, invitation: invited.map(sent) })
}

/// Executes or proposes an action.
pub(super) async fn act(
    state: &AppState,
    operator: &Operator,
    action: OperatorAction,
    reason: &str,
    context: &ClientContext,
) -> Result<Json<ActInfo>, Problem> {
    let outcome = state.identity().act_as_operator(operator.tenant.id, &operator.who, action, reason, context).await?;
    Ok(match outcome {
        Outcome::Done(invited) => done(invited),
        Outcome::Proposed(id) => {
            Json(ActInfo { state: ActState::Proposed, proposal_id: Some(id.to_string()), invitation: None })
        }
    })
}
