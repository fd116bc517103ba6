//! Invitations of operators: an invited operator sets up an authenticator app and gets access.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::principal::Console;
use super::session::Me;
use crate::AppState;
use crate::extract::{Body, CameFrom};
use crate::problem::Problem;

/// An invitation link.
#[derive(Deserialize, ToSchema)]
pub(super) struct InvitationToken {
    /// The token after the `#` in the link.
    #[schema(max_length = 100)]
    token: String,
}

/// An invitation link, and a code of the authenticator app that it set up.
#[derive(Deserialize, ToSchema)]
pub(super) struct InvitationAnswer {
    /// The token after the `#` in the link.
    #[schema(max_length = 100)]
    token: String,
    /// Six digits from the authenticator app.
    #[schema(example = "123456", max_length = 16)]
    code: String,
}

/// Details of an invitation.
#[derive(Serialize, ToSchema)]
pub(super) struct InvitationInfo {
    /// Name of the tenant.
    tenant: String,
    /// Email of the invitee.
    email: String,
    /// Role of the invitee.
    #[schema(example = "compliance_officer")]
    role: &'static str,
    /// TOTP secret of the authenticator app in base 32, for manual entry.
    secret: String,
    /// `otpauth` URI, for a QR code.
    uri: String,
}

/// Returns the details of an invitation.
///
/// 404 for an invalid or expired link.
#[utoipa::path(post, path = "/api/operator/v1/invitations/open", tag = "session", security(()),
    request_body = InvitationToken, responses((status = 200, body = InvitationInfo)))]
pub(super) async fn open_invitation(
    State(state): State<AppState>,
    console: Console,
    body: Body<InvitationToken>,
) -> Result<Json<InvitationInfo>, Problem> {
    let console = console.own()?;
    let joining = state.identity().begin_joining(&console.tenant, &body.value.token).await?;
    Ok(Json(InvitationInfo {
        tenant: console.tenant.name.clone(),
        email: joining.email,
        role: joining.role,
        secret: joining.setup.secret.expose().to_owned(),
        uri: joining.setup.uri.expose().to_owned(),
    }))
}

/// Accepts an invitation: this browser and the authenticator app can sign in from now on.
///
/// 403 `AUTH_2FA_INVALID` for a wrong code.
#[utoipa::path(post, path = "/api/operator/v1/invitations/accept", tag = "session", security(()),
    request_body = InvitationAnswer,
    responses((status = 200, body = Me, description = "Signed in; session and browser are in cookies.")))]
pub(super) async fn accept_invitation(
    State(state): State<AppState>,
    console: Console,
    CameFrom(context): CameFrom,
    body: Body<InvitationAnswer>,
) -> Result<(HeaderMap, Json<Me>), Problem> {
    let console = console.own()?;
    let InvitationAnswer { token, code } = &body.value;
    let joined = state.identity().finish_joining(console.tenant.id, token, code, &context).await?;
    let session = joined.sign_in.session.expose();
    let who = state.identity().authenticate_operator(console.tenant.id, session).await?;
    Ok((console.keep(session, Some(joined.device.expose())), Json(who.into())))
}
