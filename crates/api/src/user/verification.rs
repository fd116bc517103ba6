//! The state of the customer's verifications, including those that are not started.

use axum::Json;
use axum::extract::State;
use chrono::{DateTime, Utc};
use identity::verification::{DisplayStatus, Kind, Status, Verification};

use crate::AppState;
use crate::dto::code::Code;
use crate::dto::page::List;
use crate::dto::people::{VerificationInfo, VerificationKind};
use crate::extract::Authenticated;
use crate::problem::Problem;

/// Lists all verifications of the customer, including those not started.
#[utoipa::path(get, path = "/api/client/v1/user/verifications", tag = "user", security(("bearer" = [])),
    responses((status = 200, body = List<VerificationInfo>)))]
pub(crate) async fn list_verifications(
    State(state): State<AppState>,
    who: Authenticated,
) -> Result<Json<List<VerificationInfo>>, Problem> {
    let found = state.identity().verifications(who.tenant.id, who.principal.user).await?;
    let now = state.world().now();
    let others = found.iter().map(|one| shown(one, now));
    Ok(Json(List { data: std::iter::once(email()).chain(others).collect() }))
}

/// The verification of the email. It is always completed, because a new email is confirmed before it is stored.
const fn email() -> VerificationInfo {
    VerificationInfo {
        kind: VerificationKind::Email,
        status: Code(Status::Completed),
        shown: Code(DisplayStatus::Verified),
        is_open: false,
        reasons: Vec::new(),
        submitted_at: None,
        updated_at: None,
    }
}

pub(crate) fn shown(one: &Verification, now: DateTime<Utc>) -> VerificationInfo {
    VerificationInfo {
        kind: match one.kind {
            Kind::Phone => VerificationKind::Phone,
            Kind::Address => VerificationKind::Address,
            Kind::Identity => VerificationKind::Identity,
            Kind::DeclaredAddress => VerificationKind::DeclaredAddress,
            Kind::SourceOfFunds => VerificationKind::SourceOfFunds,
        },
        status: one.status.into(),
        shown: one.shown(now).into(),
        is_open: one.status.is_open(),
        reasons: one.reasons.clone(),
        submitted_at: one.submitted_at,
        updated_at: one.updated_at,
    }
}
