//! Sign-in methods of a customer: list, link, unlink.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use identity::federated_login::Provider;
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use crate::AppState;
use crate::auth::{ProviderProof, ProviderStart, TelegramLaunch, redirect_uri};
use crate::extract::{AskedHost, Authenticated, Body, CameFrom};
use crate::mfa::guard::{Confirmation, ConfirmationHeader};
use crate::problem::Problem;

/// The content of the customer's confirmation.
fn shown(kind: &str, provider: Provider) -> Value {
    json!({"kind": kind, "method": provider.code()})
}

/// A sign-in method.
#[derive(Serialize, ToSchema)]
pub(crate) struct SignInMethod {
    /// `email`, `google`, `apple` or `telegram`.
    #[schema(example = "google")]
    method: &'static str,
    /// Whether the customer can sign in with it.
    linked: bool,
    /// Email or name at the provider.
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<String>,
    /// When it was linked. Absent if it is not linked, and for `email`.
    #[serde(skip_serializing_if = "Option::is_none")]
    linked_at: Option<DateTime<Utc>>,
}

/// The sign-in methods.
#[derive(Serialize, ToSchema)]
pub(crate) struct SignInMethods {
    /// `email` first, then the methods that the tenant offers or the customer has linked.
    data: Vec<SignInMethod>,
}

/// Lists the customer's sign-in methods, and those that can be added.
#[utoipa::path(get, path = "/api/client/v1/user/sign-in-methods", tag = "user", security(("bearer" = [])),
    responses((status = 200, body = SignInMethods)))]
pub(crate) async fn list_methods(
    State(state): State<AppState>,
    who: Authenticated,
) -> Result<Json<SignInMethods>, Problem> {
    let identity = state.identity();
    let email = identity.user(who.tenant.id, who.principal.user).await?.email;
    let linked = identity.linked_identities(&who.tenant, &who.principal).await?;
    let offered = identity.offered(&who.tenant);
    let mut data = vec![SignInMethod { method: "email", linked: true, label: Some(email), linked_at: None }];
    for provider in Provider::ALL {
        let own = linked.iter().find(|own| own.provider == provider);
        if own.is_some() || offered.contains(&provider) {
            data.push(SignInMethod {
                method: provider.code(),
                linked: own.is_some(),
                label: own.and_then(|own| own.label.clone()),
                linked_at: own.map(|own| own.linked_at),
            });
        }
    }
    Ok(Json(SignInMethods { data }))
}

/// Starts linking `google` or `apple`.
///
/// Requires confirmation with the second factor, if there is one.
#[utoipa::path(post, path = "/api/client/v1/user/sign-in-methods/{method}", tag = "user", security(("bearer" = [])),
    params(("method" = String, Path, description = "`google` or `apple`."), ConfirmationHeader),
    responses((status = 201, body = ProviderStart)))]
pub(crate) async fn start_linking(
    State(state): State<AppState>,
    who: Authenticated,
    AskedHost(host): AskedHost,
    CameFrom(context): CameFrom,
    confirmation: Confirmation,
    Path(method): Path<String>,
) -> Result<(StatusCode, Json<ProviderStart>), Problem> {
    let provider = Provider::from_code(&method).ok_or_else(Problem::not_found)?;
    confirmation.require_for_settings(&state, &who, &[], shown("method_link", provider)).await?;
    let back = redirect_uri(&who.tenant, &host, provider)?;
    let person = Some(who.principal.user);
    let started = state.identity().start_external(&who.tenant, provider, &back, person, &context).await?;
    Ok((StatusCode::CREATED, Json(started.into())))
}

/// Links `google` or `apple`.
///
/// 409 `NON_UNIQUE_VALUE` if it is linked to another customer, or if the customer has linked another account of the
/// provider.
#[utoipa::path(put, path = "/api/client/v1/user/sign-in-methods/{method}", tag = "user", security(("bearer" = [])),
    params(("method" = String, Path, description = "`google` or `apple`.")), request_body = ProviderProof,
    responses((status = 204, description = "Linked.")))]
pub(crate) async fn finish_linking(
    State(state): State<AppState>,
    who: Authenticated,
    CameFrom(context): CameFrom,
    Path(method): Path<String>,
    body: Body<ProviderProof>,
) -> Result<StatusCode, Problem> {
    let provider = Provider::from_code(&method).ok_or_else(Problem::not_found)?;
    let proof = body.value.proof();
    state.identity().link_external(&who.tenant, &who.principal, provider, proof, &context).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Links the Telegram account that launched the Mini App.
///
/// Requires confirmation with the second factor, if there is one.
#[utoipa::path(put, path = "/api/client/v1/user/telegram", tag = "user", security(("bearer" = [])), params(ConfirmationHeader),
    request_body = TelegramLaunch, responses((status = 204, description = "Linked.")))]
pub(crate) async fn link_telegram(
    State(state): State<AppState>,
    who: Authenticated,
    CameFrom(context): CameFrom,
    confirmation: Confirmation,
    Body { value: launch, hash }: Body<TelegramLaunch>,
) -> Result<StatusCode, Problem> {
    confirmation.require_for_settings(&state, &who, &hash, shown("method_link", Provider::Telegram)).await?;
    state.identity().link_telegram(&who.tenant, &who.principal, &launch.init_data, &context).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Unlinks a sign-in method.
///
/// Requires confirmation with the second factor, if there is one. 409 `CONFLICT_ERROR` for `email`, which cannot be
/// unlinked; 404 for a method that is not linked.
#[utoipa::path(delete, path = "/api/client/v1/user/sign-in-methods/{method}", tag = "user", security(("bearer" = [])),
    params(("method" = String, Path, description = "`google`, `apple` or `telegram`."), ConfirmationHeader),
    responses((status = 204, description = "Unlinked.")))]
pub(crate) async fn unlink(
    State(state): State<AppState>,
    who: Authenticated,
    CameFrom(context): CameFrom,
    confirmation: Confirmation,
    Path(method): Path<String>,
) -> Result<StatusCode, Problem> {
    if method == "email" {
        return Err(state.identity().keep_email().into());
    }
    let provider = Provider::from_code(&method).ok_or_else(Problem::not_found)?;
    let linked = state.identity().linked_identities(&who.tenant, &who.principal).await?;
    if !linked.iter().any(|own| own.provider == provider) {
        return Err(Problem::not_found());
    }
    confirmation.require_for_settings(&state, &who, &[], shown("method_unlink", provider)).await?;
    state.identity().unlink(&who.tenant, &who.principal, provider, &context).await?;
    Ok(StatusCode::NO_CONTENT)
}
