//! Changes of the email and the phone number, confirmed by a code that is sent to the new one.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use identity::texting::TextChannel;
use identity::{EmailAddress, Way};
use kernel::ChallengeId;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::person::UserInfo;
use crate::AppState;
use crate::client::claim_transfers;
use crate::dto::code::coded;
use crate::extract::{Authenticated, Body, CameFrom};
use crate::mfa::guard::{Confirmation, ConfirmationHeader};
use crate::problem::{FieldError, Problem};

/// A change of the email.
#[derive(Deserialize, ToSchema)]
pub(crate) struct EmailChange {
    /// The new email.
    #[schema(example = "anna.new@example.test", max_length = 254)]
    email: String,
}

coded! {
    /// Channel for a phone code.
    pub(crate) type PhoneChannel = TextChannel;
}

/// A new phone number.
#[derive(Deserialize, ToSchema)]
pub(crate) struct PhoneChange {
    /// The number with country code. Spaces, dashes and brackets are ignored.
    #[schema(example = "+380441234567", max_length = 32)]
    phone: String,
    /// Channel for the code.
    channel: PhoneChannel,
}

/// A code was sent to the new email or phone number.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ContactChallenge {
    /// Send it back together with the code.
    #[schema(example = "chl_019a0000000070008000000000000001")]
    challenge_id: String,
    /// Seconds until another code may be requested.
    #[schema(example = 60)]
    resend_after_s: u32,
    /// When the code expires.
    expires_at: DateTime<Utc>,
}

/// The code that was received.
#[derive(Deserialize, ToSchema)]
pub(crate) struct ContactCode {
    /// The `challenge_id` of the request that sent the code.
    #[schema(value_type = String, pattern = "^chl_[0-9a-f]{32}$", example = "chl_019a0000000070008000000000000001")]
    challenge_id: ChallengeId,
    /// The code as typed. Spaces and dashes are ignored.
    #[schema(example = "123456", max_length = 32)]
    code: String,
}

fn sent(challenge: identity::Challenge) -> (StatusCode, Json<ContactChallenge>) {
    let answer = ContactChallenge {
        challenge_id: challenge.id.to_string(),
        resend_after_s: challenge.resend_after_s,
        expires_at: challenge.expires_at,
    };
    (StatusCode::ACCEPTED, Json(answer))
}

/// Sends a code to a new email.
///
/// The current email remains until the code is confirmed. Requires confirmation with the second factor, if there is
/// one.
#[utoipa::path(post, path = "/api/client/v1/update-email", tag = "user", security(("bearer" = [])),
    params(ConfirmationHeader), request_body = EmailChange, responses((status = 202, body = ContactChallenge)))]
pub(crate) async fn update_email(
    State(state): State<AppState>,
    who: Authenticated,
    CameFrom(context): CameFrom,
    confirmation: Confirmation,
    Body { value: asked, hash }: Body<EmailChange>,
) -> Result<(StatusCode, Json<ContactChallenge>), Problem> {
    let email = EmailAddress::parse(&asked.email)?;
    let shown = json!({"kind": "email_change", "email": email.address()});
    confirmation.require_for_settings(&state, &who, &hash, shown).await?;
    let changing = state.identity().start_email_change(&who.tenant, &who.principal, &asked.email, &context);
    Ok(sent(changing.await?))
}

/// Confirms the new email, and notifies the old one.
///
/// 409 `EMAIL_ALREADY_LINKED_ERROR` if it belongs to another account.
#[utoipa::path(post, path = "/api/client/v1/confirm-email", tag = "user", security(("bearer" = [])),
    request_body = ContactCode, responses((status = 200, body = UserInfo)))]
pub(crate) async fn confirm_email(
    State(state): State<AppState>,
    who: Authenticated,
    CameFrom(context): CameFrom,
    body: Body<ContactCode>,
) -> Result<Json<UserInfo>, Problem> {
    let ContactCode { challenge_id, code } = body.value;
    let identity = state.identity();
    let user = identity.confirm_email_change(&who.tenant, &who.principal, challenge_id, &code, &context).await?;
    claim_transfers(&state, who.tenant.id, who.principal.user).await;
    Ok(Json(UserInfo::read(&state, &who, user).await?))
}

/// Says that the email takes our messages again. The next one that comes back ends it.
///
/// 429 after three times in a day.
#[utoipa::path(post, path = "/api/client/v1/user/email/mended", tag = "user", security(("bearer" = [])),
    responses((status = 200, body = UserInfo)))]
pub(crate) async fn mend_email(State(state): State<AppState>, who: Authenticated) -> Result<Json<UserInfo>, Problem> {
    let user = state.identity().mend_mail(&who.tenant, who.principal.user).await?;
    Ok(Json(UserInfo::read(&state, &who, user).await?))
}

/// Sends a code to a phone number.
///
/// 406 for an anonymous number; 422 for a region that is not served; 429 `PHONE_CHANGE_LIMIT_EXCEEDED` within 24 hours
/// of the last change. A channel that is not in `phone_channels` of the configuration is a field error.
#[utoipa::path(post, path = "/api/client/v1/user/phone", tag = "user", security(("bearer" = [])),
    request_body = PhoneChange, responses((status = 202, body = ContactChallenge)))]
pub(crate) async fn update_phone(
    State(state): State<AppState>,
    who: Authenticated,
    CameFrom(context): CameFrom,
    body: Body<PhoneChange>,
) -> Result<(StatusCode, Json<ContactChallenge>), Problem> {
    let PhoneChange { phone, channel } = body.value;
    let channel = channel.0;
    let way = match channel {
        TextChannel::Sms => Way::Sms,
        TextChannel::Messenger => Way::Messenger,
    };
    if !state.phone_channels(&who.tenant).contains(&channel) {
        let message = "Codes do not go out this way here. The configuration names those that do.";
        return Err(Problem::field(FieldError::new("/channel", "unavailable", message)));
    }
    let forbidden = state.forbidden(&who.tenant).await?;
    let (tenant, principal) = (&who.tenant, &who.principal);
    let changing = state.identity().start_phone_change(tenant, principal, &phone, way, &forbidden, &context);
    Ok(sent(changing.await?))
}

/// Confirms the phone number, which is verified from now on.
#[utoipa::path(post, path = "/api/client/v1/user/phone/confirm", tag = "user", security(("bearer" = [])),
    request_body = ContactCode, responses((status = 200, body = UserInfo)))]
pub(crate) async fn confirm_phone(
    State(state): State<AppState>,
    who: Authenticated,
    CameFrom(context): CameFrom,
    body: Body<ContactCode>,
) -> Result<Json<UserInfo>, Problem> {
    let ContactCode { challenge_id, code } = body.value;
    let identity = state.identity();
    let user = identity.confirm_phone_change(&who.tenant, &who.principal, challenge_id, &code, &context).await?;
    claim_transfers(&state, who.tenant.id, who.principal.user).await;
    Ok(Json(UserInfo::read(&state, &who, user).await?))
}
