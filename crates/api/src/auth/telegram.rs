//! Sign-in from a Telegram Mini App.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use chrono::{DateTime, Utc};
use identity::telegram::LaunchAttribution;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::captcha::{CaptchaHeaders, Worked};
use super::federated_login::PromoParams;
use super::login_finish::{LoginAnswer, opened, promo_reads};
use crate::AppState;
use crate::cookie::Carried;
use crate::extract::{Body, CameFrom, Params, TenantHost};
use crate::problem::Problem;

/// A launch of the Mini App.
#[derive(Deserialize, ToSchema)]
pub(crate) struct TelegramLaunch {
    /// Telegram's `initData`, byte for byte. Valid for five minutes, once.
    #[schema(max_length = 4096)]
    pub init_data: String,
}

/// A launch of the Mini App, and an email for the account.
#[derive(Deserialize, ToSchema)]
pub(crate) struct TelegramRegistration {
    /// Telegram's `initData`, byte for byte.
    #[schema(max_length = 4096)]
    init_data: String,
    /// The email that receives the code. An existing account with it is linked; otherwise one is created.
    #[schema(example = "anna@example.test", max_length = 254)]
    email: String,
}

/// A code was sent.
#[derive(Serialize, ToSchema)]
pub(crate) struct TelegramChallenge {
    /// Send it back together with the code.
    #[schema(example = "chl_019a0000000070008000000000000001")]
    challenge_id: String,
    /// Seconds until another code may be requested.
    resend_after_s: u32,
    /// When the code expires.
    expires_at: DateTime<Utc>,
    /// Whether registration is paused, as in the response of `POST login`.
    registration_paused: bool,
    /// Send it back as `extra` together with the code, to link the Telegram account.
    link: String,
}

/// Attribution of a customer.
#[derive(Serialize, ToSchema)]
pub(crate) struct UserSource {
    /// The referrer's Telegram id, if the launch link contained one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    referrer_telegram_id: Option<String>,
    /// The campaign source, if the launch link contained a campaign (`utm_<source>__<medium>__<campaign>`).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, example = "news")]
    utm_s: Option<String>,
    /// The campaign medium.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, example = "push")]
    utm_m: Option<String>,
    /// The campaign name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, example = "spring")]
    utm_c: Option<String>,
}

/// Signs in with a launch of the tenant's Mini App.
///
/// 400 `TELEGRAM_INIT_DATA_INVALID`; 404 if the customer is not registered.
#[utoipa::path(post, path = "/api/client/v1/telegram-login", tag = "auth", security(()), params(PromoParams),
    request_body = TelegramLaunch, responses((status = 200, body = LoginAnswer)))]
pub(crate) async fn telegram_login(
    State(state): State<AppState>,
    TenantHost(tenant): TenantHost,
    CameFrom(context): CameFrom,
    Params(asked): Params<PromoParams>,
    carried: Carried,
    body: Body<TelegramLaunch>,
) -> Result<(HeaderMap, Json<LoginAnswer>), Problem> {
    promo_reads(&state, asked.promocode.as_deref())?;
    let login = state.identity().telegram_login(&tenant, &body.value.init_data, &context).await?;
    opened(&state, &tenant, login, &carried, asked.promocode.as_deref()).await
}

/// Sends a one-time code by email, to register from the Mini App.
///
/// Complete it with `PUT login`, sending `link` as `extra`: this finds or creates the account and links the Telegram
/// account. 403 `CAPTCHA_REQUIRED` as for `POST login`.
#[utoipa::path(post, path = "/api/client/v1/telegram-register", tag = "auth", security(()), params(CaptchaHeaders),
    request_body = TelegramRegistration, responses((status = 202, body = TelegramChallenge)))]
pub(crate) async fn telegram_register(
    State(state): State<AppState>,
    TenantHost(tenant): TenantHost,
    CameFrom(context): CameFrom,
    worked: Worked,
    body: Body<TelegramRegistration>,
) -> Result<(StatusCode, Json<TelegramChallenge>), Problem> {
    let TelegramRegistration { init_data, email } = body.value;
    let (identity, solution) = (state.identity(), worked.solution());
    let begun = identity.telegram_register(&tenant, &init_data, &email, solution, &context).await?;
    let answer = TelegramChallenge {
        challenge_id: begun.challenge.id.to_string(),
        resend_after_s: begun.challenge.resend_after_s,
        expires_at: begun.challenge.expires_at,
        registration_paused: begun.challenge.registration_paused,
        link: begun.link.expose().to_owned(),
    };
    Ok((StatusCode::ACCEPTED, Json(answer)))
}

/// Returns the attribution contained in the `start_param` of a launch.
#[utoipa::path(post, path = "/bot/user-source", tag = "auth", security(()), request_body = TelegramLaunch,
    responses((status = 200, body = UserSource)))]
pub(crate) async fn user_source(
    State(state): State<AppState>,
    TenantHost(tenant): TenantHost,
    body: Body<TelegramLaunch>,
) -> Result<Json<UserSource>, Problem> {
    let LaunchAttribution { referrer, campaign } = state.identity().telegram_source(&tenant, &body.value.init_data)?;
    Ok(Json(UserSource {
        referrer_telegram_id: referrer.map(|id| id.to_string()),
        utm_s: campaign.source,
        utm_m: campaign.medium,
        utm_c: campaign.campaign,
    }))
}
