//! Sign-in with Google and Apple: start, callback, completion.

use axum::extract::{Form, Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use axum::{Json, Router};
use identity::Tenant;
use identity::federated_login::{FederatedProof, Provider, Returned, Started};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::login_finish::{LoginAnswer, opened, promo_reads};
use crate::AppState;
use crate::cookie::Carried;
use crate::extract::{AskedHost, Body, CameFrom, Params, TenantHost};
use crate::problem::Problem;

/// The page that the callback redirects to.
const PAGE: &str = "/provider-return";

/// A started sign-in. Valid for 10 minutes.
#[derive(Serialize, ToSchema)]
pub(crate) struct ProviderStart {
    /// The provider's authorisation URL. Redirect the customer there.
    address: String,
    /// The OAuth 2.0 `state`. The provider returns it.
    state: String,
    /// Keep it where the sign-in started, and send it on completion.
    secret: String,
    /// The nonce for the provider's native SDK, if the app uses one instead of a page.
    nonce: String,
}

impl From<Started> for ProviderStart {
    fn from(started: Started) -> Self {
        Self {
            address: started.address,
            state: started.state.expose().to_owned(),
            secret: started.browser.expose().to_owned(),
            nonce: started.nonce,
        }
    }
}

/// Completes a sign-in with a provider.
#[derive(Deserialize, ToSchema)]
pub(crate) struct ProviderProof {
    /// The `state` of the start.
    #[schema(max_length = 100)]
    pub state: String,
    /// The `secret` of the start.
    #[schema(max_length = 100)]
    pub secret: String,
    /// An ID token from the provider's native SDK, issued for the `nonce` of the start. If absent, the authorisation
    /// code from the callback is used.
    #[schema(max_length = 16384)]
    pub id_token: Option<String>,
}

impl ProviderProof {
    pub(crate) fn proof(&self) -> FederatedProof<'_> {
        FederatedProof { state: &self.state, browser: &self.secret, id_token: self.id_token.as_deref() }
    }
}

/// Optional parameters of a sign-in.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PromoParams {
    /// A promo code: 2 to 40 letters, digits, dashes and underscores. Only the first one of a customer counts.
    #[param(min_length = 2, max_length = 40, pattern = "^[A-Za-z0-9_-]+$")]
    pub promocode: Option<String>,
}

/// Starts a sign-in with `google` or `apple`.
#[utoipa::path(post, path = "/api/client/v1/login/{provider}", tag = "auth", security(()),
    params(("provider" = String, Path, description = "`google` or `apple`.")),
    responses((status = 201, body = ProviderStart)))]
pub(crate) async fn start(
    State(state): State<AppState>,
    TenantHost(tenant): TenantHost,
    AskedHost(host): AskedHost,
    CameFrom(context): CameFrom,
    Path(provider): Path<String>,
) -> Result<(StatusCode, Json<ProviderStart>), Problem> {
    let provider = Provider::from_code(&provider).ok_or_else(Problem::not_found)?;
    let back = redirect_uri(&tenant, &host, provider)?;
    let started = state.identity().start_external(&tenant, provider, &back, None, &context).await?;
    Ok((StatusCode::CREATED, Json(started.into())))
}

/// Signs in with Google.
///
/// 409 `EMAIL_ALREADY_LINKED_ERROR` if an account with this email exists: a code was sent to it, and `meta.link` must
/// be sent as `extra` together with that code. 422 `EMAIL_NOT_VERIFIED`, 400 `SIGN_IN_EXPIRED` or `SIGN_IN_REFUSED`.
#[utoipa::path(post, path = "/api/client/v1/google-login", tag = "auth", security(()), params(PromoParams),
    request_body = ProviderProof, responses((status = 200, body = LoginAnswer)))]
pub(crate) async fn google_login(
    State(state): State<AppState>,
    TenantHost(tenant): TenantHost,
    CameFrom(context): CameFrom,
    Params(asked): Params<PromoParams>,
    carried: Carried,
    body: Body<ProviderProof>,
) -> Result<(HeaderMap, Json<LoginAnswer>), Problem> {
    promo_reads(&state, asked.promocode.as_deref())?;
    let proof = body.value.proof();
    let login = state.identity().finish_external(&tenant, Provider::Google, proof, &context).await?;
    opened(&state, &tenant, login, &carried, asked.promocode.as_deref()).await
}

/// Signs in with Apple.
///
/// Same errors as sign-in with Google.
#[utoipa::path(post, path = "/api/client/v1/apple-login", tag = "auth", security(()), params(PromoParams),
    request_body = ProviderProof, responses((status = 200, body = LoginAnswer)))]
pub(crate) async fn apple_login(
    State(state): State<AppState>,
    TenantHost(tenant): TenantHost,
    CameFrom(context): CameFrom,
    Params(asked): Params<PromoParams>,
    carried: Carried,
    body: Body<ProviderProof>,
) -> Result<(HeaderMap, Json<LoginAnswer>), Problem> {
    promo_reads(&state, asked.promocode.as_deref())?;
    let proof = body.value.proof();
    let login = state.identity().finish_external(&tenant, Provider::Apple, proof, &context).await?;
    opened(&state, &tenant, login, &carried, asked.promocode.as_deref()).await
}

/// The redirect URI of a provider. It must be registered at the provider for every host of a tenant.
///
/// # Errors
/// 400 if the host is not one of the tenant's. This happens to requests with a publishable key from other hosts.
pub(crate) fn redirect_uri(tenant: &Tenant, host: &str, provider: Provider) -> Result<String, Problem> {
    let foreign = || Problem::bad_request("This sign-in begins at a host of the tenant. Use one of its own addresses.");
    let origin = tenant.origin_at(host).ok_or_else(foreign)?;
    Ok(format!("{origin}/oauth/{}", provider.code()))
}

/// The provider's callback parameters: in the query (Google), or as a form (Apple).
#[derive(Debug, Default, Deserialize)]
struct Back {
    #[serde(default)]
    state: String,
    #[serde(default)]
    code: String,
    iss: Option<String>,
    error: Option<String>,
    /// Sent by Apple on the first sign-in only: JSON with the name.
    user: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
struct AppleUser {
    #[serde(default)]
    name: AppleName,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct AppleName {
    first_name: Option<String>,
    last_name: Option<String>,
}

/// The callback routes of the providers. Browsers call them, so they are not in the API document.
pub(crate) fn pages() -> Router<AppState> {
    Router::new().route("/oauth/{provider}", axum::routing::get(by_address).post(by_form))
}

async fn by_address(
    State(state): State<AppState>,
    TenantHost(tenant): TenantHost,
    Path(provider): Path<String>,
    Query(back): Query<Back>,
) -> Result<Response, Problem> {
    came_back(&state, &tenant, &provider, back).await
}

async fn by_form(
    State(state): State<AppState>,
    TenantHost(tenant): TenantHost,
    Path(provider): Path<String>,
    Form(back): Form<Back>,
) -> Result<Response, Problem> {
    came_back(&state, &tenant, &provider, back).await
}

/// Stores the callback's parameters and redirects to the page that completes the sign-in. No session is created here,
/// because any site can send a browser to this URL.
async fn came_back(
    state: &AppState,
    tenant: &identity::Tenant,
    provider: &str,
    back: Back,
) -> Result<Response, Problem> {
    let provider = Provider::from_code(provider).ok_or_else(Problem::not_found)?;
    let name = back.user.as_deref().and_then(|user| serde_json::from_str::<AppleUser>(user).ok());
    let name = name.unwrap_or_default().name;
    let returned =
        Returned { code: back.code, issuer: back.iss, given_name: name.first_name, family_name: name.last_name };
    state.identity().external_returned(tenant, provider, &back.state, returned).await?;
    let plain = |text: &str| text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    let shown = if back.state.len() <= 100 && plain(&back.state) { back.state.as_str() } else { "" };
    let refused = if back.error.is_some() { "&refused=1" } else { "" };
    // 303, so that the browser drops the posted form and requests the page with GET from our own host.
    Ok(Redirect::to(&format!("{PAGE}?provider={}&state={shown}{refused}", provider.code())).into_response())
}
