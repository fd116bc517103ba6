//! Sessions of the console: sign-in, sign-out and confirmation with a second factor.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use chrono::{DateTime, Utc};
use identity::operator::{Account, ConsolePage, OperatorPrincipal, home, permissions};
use kernel::OperatorId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::principal::{Console, Operator};
use crate::AppState;
use crate::extract::{Body, CameFrom};
use crate::problem::Problem;

/// The signed-in operator.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Me {
    /// Id of the operator.
    #[schema(example = "opr_019a0000000070008000000000000001")]
    pub id: String,
    /// Email.
    pub email: String,
    /// Role.
    #[schema(example = "compliance_officer")]
    pub role: &'static str,
    /// Start page of the role in the console. Absent for a role without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "verification")]
    pub home: Option<&'static str>,
    /// Actions that the operator may execute or propose, such as `customers.block`.
    pub permissions: Vec<String>,
    /// Absolute end of the session.
    pub expires_at: DateTime<Utc>,
    /// Until when sensitive actions need no new confirmation with a factor.
    pub confirmed_until: DateTime<Utc>,
}

impl From<OperatorPrincipal> for Me {
    fn from(who: OperatorPrincipal) -> Self {
        Self {
            id: who.id.to_string(),
            email: who.email,
            role: who.role.name(),
            home: home(who.role).map(ConsolePage::name),
            permissions: permissions(who.role).map(|permission| permission.to_string()).collect(),
            expires_at: who.expires_at,
            confirmed_until: who.confirmed_until,
        }
    }
}

/// The session of the console, and the owner of this browser.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ConsoleSession {
    /// Name of the tenant.
    tenant: String,
    /// The operator, if signed in.
    #[serde(skip_serializing_if = "Option::is_none")]
    me: Option<Me>,
    /// Email of the browser's operator, masked. Without it, a sign-in requires a passkey or a link; a code is not
    /// sufficient.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "o•••@bank.example")]
    known_as: Option<String>,
    /// Demo operators that anyone may sign in as. Only in a sandbox that is reachable from this machine alone.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    demo_operators: Vec<DemoOperator>,
}

/// A demo operator of a sandbox.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct DemoOperator {
    /// Id of the operator.
    #[schema(example = "opr_019a0000000070008000000000000001")]
    id: String,
    /// Email.
    #[schema(example = "demo-compliance-officer-1@example.test")]
    email: String,
    /// Role.
    #[schema(example = "compliance_officer")]
    role: &'static str,
}

impl From<Account> for DemoOperator {
    fn from(account: Account) -> Self {
        Self { id: account.id.to_string(), email: account.email, role: account.role.name() }
    }
}

/// Which demo operator to sign in as.
#[derive(Deserialize, ToSchema)]
pub(super) struct DemoChoice {
    /// Id of a demo operator from `demo_operators`.
    #[schema(example = "opr_019a0000000070008000000000000001", max_length = 36)]
    operator: String,
}

/// A code of the authenticator app.
#[derive(Deserialize, ToSchema)]
pub(super) struct OperatorCode {
    /// Six digits.
    #[schema(example = "123456", max_length = 16)]
    code: String,
}

/// A confirmation with a factor.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Confirmed {
    /// Until when sensitive actions are allowed: five minutes from now.
    pub confirmed_until: DateTime<Utc>,
}

/// Returns the session of the console, and the owner of this browser.
#[utoipa::path(get, path = "/api/operator/v1/session", tag = "session", security(()),
    responses((status = 200, body = ConsoleSession)))]
pub(super) async fn get_session(
    State(state): State<AppState>,
    console: Console,
) -> Result<Json<ConsoleSession>, Problem> {
    let (identity, tenant) = (state.identity(), console.tenant.id);
    let me = match &console.session {
        Some(token) => match identity.authenticate_operator(tenant, token).await {
            Err(identity::IdentityError::Unauthenticated) => None,
            found => Some(found?.into()),
        },
        None => None,
    };
    let known_as = match &console.device {
        Some(device) => identity.operator_of_device(tenant, device).await?,
        None => None,
    };
    let demo = identity.demo_operators(&console.tenant, console.reached).await?;
    let demo_operators = demo.into_iter().map(DemoOperator::from).collect();
    Ok(Json(ConsoleSession { tenant: console.tenant.name.clone(), me, known_as, demo_operators }))
}

/// Signs in as a demo operator without a factor.
///
/// It also counts as a confirmation. 404 for other operators, and outside a sandbox that is reachable from this machine
/// alone.
#[utoipa::path(post, path = "/api/operator/v1/session/demo", tag = "session", security(()),
    request_body = DemoChoice,
    responses((status = 200, body = Me, description = "Signed in; the session is in a cookie.")))]
pub(super) async fn sign_in_as_demo(
    State(state): State<AppState>,
    console: Console,
    CameFrom(context): CameFrom,
    body: Body<DemoChoice>,
) -> Result<(HeaderMap, Json<Me>), Problem> {
    let console = console.own()?;
    let operator: OperatorId = body.value.operator.parse().map_err(|_| Problem::not_found())?;
    let (identity, tenant) = (state.identity(), &console.tenant);
    let signed = identity.sign_in_as_demo_operator(tenant, console.reached, operator, &context).await?;
    let who = identity.authenticate_operator(tenant.id, signed.session.expose()).await?;
    Ok((console.keep(signed.session.expose(), None), Json(who.into())))
}

/// Signs in with a code, in the browser that accepted the invitation.
///
/// 401 in another browser. 403 `AUTH_2FA_INVALID` for a wrong code; after ten wrong codes, `AUTH_2FA_ATTEMPTS_EXCEEDED`
/// for half an hour.
#[utoipa::path(post, path = "/api/operator/v1/session", tag = "session", security(("device" = [])),
    request_body = OperatorCode,
    responses((status = 200, body = Me, description = "Signed in; the session is in a cookie.")))]
pub(super) async fn sign_in(
    State(state): State<AppState>,
    console: Console,
    CameFrom(context): CameFrom,
    body: Body<OperatorCode>,
) -> Result<(HeaderMap, Json<Me>), Problem> {
    let console = console.own()?;
    let device = console.device.clone().ok_or_else(Problem::unauthorized)?;
    let tenant = console.tenant.id;
    let signed = state.identity().sign_operator_in(tenant, &device, &body.value.code, &context).await?;
    let who = state.identity().authenticate_operator(tenant, signed.session.expose()).await?;
    Ok((console.keep(signed.session.expose(), None), Json(who.into())))
}

/// Ends the session.
#[utoipa::path(delete, path = "/api/operator/v1/session", tag = "session", security(("session" = [])),
    responses((status = 204, description = "Signed out.")))]
pub(super) async fn sign_out(
    State(state): State<AppState>,
    console: Console,
    operator: Operator,
    CameFrom(context): CameFrom,
) -> Result<(StatusCode, HeaderMap), Problem> {
    state.identity().sign_operator_out(operator.tenant.id, &operator.who, &context).await?;
    Ok((StatusCode::NO_CONTENT, console.forget()))
}

/// Confirms with a code, for sensitive actions (403 `AUTH_2FA_REQUIRED`).
#[utoipa::path(post, path = "/api/operator/v1/session/confirm", tag = "session", security(("session" = [])),
    request_body = OperatorCode, responses((status = 200, body = Confirmed)))]
pub(super) async fn confirm(
    State(state): State<AppState>,
    operator: Operator,
    body: Body<OperatorCode>,
) -> Result<Json<Confirmed>, Problem> {
    let until = state.identity().confirm_operator(operator.tenant.id, &operator.who, &body.value.code).await?;
    Ok(Json(Confirmed { confirmed_until: until }))
}
