//! Session handover to another host of the same tenant, or to another device.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::{Extension, Json};
use chrono::{DateTime, Utc};
use identity::{Carrier, Continued, HandoverInfo, HandoverState};
use kernel::TransactionId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::login_finish::{LoginAnswer, opened};
use crate::AppState;
use crate::cookie::Carried;
use crate::dto::code::coded;
use crate::extract::{AskedHost, Authenticated, Body, CameFrom, TenantHost};
use crate::problem::{FieldError, Problem};
use crate::widget::Visit;

coded! {
    /// How the code reaches its target.
    pub(crate) type SeamlessCarrier = Carrier;
}

/// The flow that the other device continues.
#[derive(Clone, Copy, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SeamlessStep {
    /// The verification of the identity.
    Identity,
    /// The verification of the address.
    Address,
    /// The source of funds.
    SourceOfFunds,
    /// An order, which `transaction_id` names.
    Order,
}

/// The step and its order.
fn continued(step: Option<SeamlessStep>, order: Option<&str>) -> Result<Option<Continued>, Problem> {
    let wrong = |rule: &'static str, words: &str| Problem::field(FieldError::new("/transaction_id", rule, words));
    let id =
        order.map(|text| text.parse::<TransactionId>().map_err(|_| wrong("invalid", "must be the id of an order")));
    match (step, id.transpose()?) {
        (Some(SeamlessStep::Order), Some(id)) => Ok(Some(Continued::Order(id))),
        (Some(SeamlessStep::Order), None) => Err(wrong("required", "is required with the step order")),
        (_, Some(_)) => Err(wrong("invalid", "is only for the step order")),
        (Some(SeamlessStep::Identity), None) => Ok(Some(Continued::Identity)),
        (Some(SeamlessStep::Address), None) => Ok(Some(Continued::Address)),
        (Some(SeamlessStep::SourceOfFunds), None) => Ok(Some(Continued::SourceOfFunds)),
        (None, None) => Ok(None),
    }
}

fn shown(continued: Continued) -> (SeamlessStep, Option<String>) {
    match continued {
        Continued::Identity => (SeamlessStep::Identity, None),
        Continued::Address => (SeamlessStep::Address, None),
        Continued::SourceOfFunds => (SeamlessStep::SourceOfFunds, None),
        Continued::Order(id) => (SeamlessStep::Order, Some(id.to_string())),
    }
}

/// Target of a session handover.
#[derive(Deserialize, ToSchema)]
pub(crate) struct SeamlessTarget {
    /// A host of the same tenant, without scheme and path.
    #[schema(example = "card.example.com", max_length = 260)]
    host: String,
    /// How the code is carried. It is valid for 30 seconds with `page`, for two minutes with `phone`, and for five
    /// minutes with `device`.
    #[serde(default)]
    carrier: SeamlessCarrier,
    /// The flow that the other device continues.
    step: Option<SeamlessStep>,
    /// The order, with the step `order`.
    #[schema(max_length = 40, example = "ord_019a0000000070008000000000000001")]
    transaction_id: Option<String>,
}

/// A handover code for the target host.
#[derive(Serialize, ToSchema)]
pub(crate) struct SeamlessCode {
    /// Post it to `auth/seamless` at the target host. Valid once.
    code: String,
    /// When the code expires.
    expires_at: DateTime<Utc>,
    /// Server time, for a countdown.
    server_time: DateTime<Utc>,
}

coded! {
    /// State of a handover code.
    pub(crate) type SeamlessState = HandoverState;
}

/// Public information about a handover code.
#[derive(Serialize, ToSchema)]
pub(crate) struct SeamlessInfo {
    /// Its state.
    state: SeamlessState,
    /// The customer's id, while the code is valid.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "usr_019a0000000070008000000000000001")]
    uuid: Option<String>,
    /// The customer's email, masked.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "a•••@example.test")]
    email: Option<String>,
    /// When the code expires.
    expires_at: DateTime<Utc>,
    /// Whether the first device must let the second one in.
    is_confirmed: bool,
    /// The flow that the other device continues.
    #[serde(skip_serializing_if = "Option::is_none")]
    step: Option<SeamlessStep>,
    /// The order, with the step `order`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "ord_019a0000000070008000000000000001")]
    transaction_id: Option<String>,
    /// The device that asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    asking: Option<SeamlessDevice>,
}

/// A device that asks to be let in.
#[derive(Serialize, ToSchema)]
pub(crate) struct SeamlessDevice {
    /// Two digits, which the device shows too.
    number: i16,
    /// Browser and system; empty if unknown.
    #[schema(example = "Safari, iPhone")]
    name: String,
}

/// A handover code, to be looked at or asked with.
#[derive(Deserialize, ToSchema)]
pub(crate) struct SeamlessAsked {
    /// The code as received.
    #[schema(max_length = 100)]
    code: String,
}

/// A handover code from another host or device.
#[derive(Deserialize, ToSchema)]
pub(crate) struct SeamlessLogin {
    /// The code as received.
    #[schema(max_length = 100)]
    code: String,
    /// The secret of this device, for a code of another device.
    #[schema(max_length = 100)]
    secret: Option<String>,
}

/// The response to a device that requests a session.
#[derive(Serialize, ToSchema)]
pub(crate) struct SeamlessAsking {
    /// Sent with the code to open the session. Only this device has it.
    secret: String,
    /// Two digits, which the first device shows too.
    number: i16,
}

/// The answer to a device that asks.
#[derive(Deserialize, ToSchema)]
pub(crate) struct SeamlessAnswer {
    /// The code as created.
    #[schema(max_length = 100)]
    code: String,
    /// Whether the device may open a session.
    is_allowed: bool,
}

/// Creates a code that opens a session at another host of the same tenant.
#[utoipa::path(post, path = "/api/client/v1/auth/seamless/codes", tag = "auth", security(("bearer" = [])),
    request_body = SeamlessTarget, responses((status = 201, body = SeamlessCode)))]
pub(crate) async fn hand_over(
    State(state): State<AppState>,
    who: Authenticated,
    CameFrom(context): CameFrom,
    visit: Option<Extension<Visit>>,
    body: Body<SeamlessTarget>,
) -> Result<(StatusCode, Json<SeamlessCode>), Problem> {
    let SeamlessTarget { host, carrier, step, transaction_id } = body.value;
    // A page around the frame may lead clicks, so a code of a widget opens nothing by itself.
    if visit.is_some() && carrier.0 != Carrier::Device {
        return Err(Problem::denied("A widget hands its session over only to a device that is let in."));
    }
    let continued = continued(step, transaction_id.as_deref())?;
    let to = (host.as_str(), carrier.0);
    let made = state.identity().hand_over_to_continue(&who.tenant, &who.principal, to, continued, &context).await?;
    let code = made.code.expose().to_owned();
    let answer = SeamlessCode { code, expires_at: made.expires_at, server_time: state.world().now() };
    Ok((StatusCode::CREATED, Json(answer)))
}

/// Returns the state of a handover code for this host, and whose session it opens.
///
/// Does not consume the code. 400 `SIGN_IN_EXPIRED` for an unknown code.
#[utoipa::path(post, path = "/api/client/v1/auth/seamless/codes/look", tag = "auth", security(()),
    request_body = SeamlessAsked, responses((status = 200, body = SeamlessInfo)))]
pub(crate) async fn look_at_code(
    State(state): State<AppState>,
    TenantHost(tenant): TenantHost,
    AskedHost(host): AskedHost,
    body: Body<SeamlessAsked>,
) -> Result<Json<SeamlessInfo>, Problem> {
    let HandoverInfo { state, whose, expires_at, is_confirmed, continues, asking } =
        state.identity().look_at_handover(&tenant, &host, &body.value.code).await?;
    let (uuid, email) = whose.map(|(user, email)| (user.to_string(), email)).unzip();
    let (step, transaction_id) = continues.map(shown).unzip();
    let asking = asking.map(|device| SeamlessDevice { number: device.number, name: device.name });
    let transaction_id = transaction_id.flatten();
    Ok(Json(SeamlessInfo { state: state.into(), uuid, email, expires_at, is_confirmed, step, transaction_id, asking }))
}

/// Asks to be let in with a code of the carrier `device`. Only the first device that asks can be let in.
///
/// 400 `SIGN_IN_EXPIRED` for any other code.
#[utoipa::path(post, path = "/api/client/v1/auth/seamless/codes/ask", tag = "auth", security(()),
    request_body = SeamlessAsked, responses((status = 200, body = SeamlessAsking)))]
pub(crate) async fn ask_with_code(
    State(state): State<AppState>,
    TenantHost(tenant): TenantHost,
    AskedHost(host): AskedHost,
    CameFrom(context): CameFrom,
    body: Body<SeamlessAsked>,
) -> Result<Json<SeamlessAsking>, Problem> {
    let asking = state.identity().ask_to_take_over(&tenant, &host, &body.value.code, &context).await?;
    Ok(Json(SeamlessAsking { secret: asking.secret.expose().to_owned(), number: asking.number }))
}

/// Lets the device in that asked with a code of this session, or refuses it.
///
/// 409 `CONFLICT_ERROR` if no device asks, or the answer was given.
#[utoipa::path(post, path = "/api/client/v1/auth/seamless/codes/answer", tag = "auth", security(("bearer" = [])),
    request_body = SeamlessAnswer, responses((status = 204)))]
pub(crate) async fn answer_device(
    State(state): State<AppState>,
    who: Authenticated,
    CameFrom(context): CameFrom,
    body: Body<SeamlessAnswer>,
) -> Result<StatusCode, Problem> {
    let SeamlessAnswer { code, is_allowed } = body.value;
    state.identity().answer_handover(&who.tenant, &who.principal, (&code, is_allowed), &context).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Opens a session with a handover code for this host.
///
/// The new session ends no later than the one that created the code. 400 `SIGN_IN_EXPIRED` for any other code.
#[utoipa::path(post, path = "/api/client/v1/auth/seamless", tag = "auth", security(()), request_body = SeamlessLogin,
    responses((status = 200, body = LoginAnswer)))]
pub(crate) async fn take_over(
    State(state): State<AppState>,
    TenantHost(tenant): TenantHost,
    AskedHost(host): AskedHost,
    CameFrom(context): CameFrom,
    carried: Carried,
    body: Body<SeamlessLogin>,
) -> Result<(HeaderMap, Json<LoginAnswer>), Problem> {
    let SeamlessLogin { code, secret } = body.value;
    let login = state.identity().take_over_by(&tenant, &host, (&code, secret.as_deref()), &context).await?;
    opened(&state, &tenant, login, &carried, None).await
}
