//! Signing in at Google and Apple: beginning, coming back, ending.

use axum::extract::{Form, Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use axum::{Json, Router};
use identity::Tenant;
use identity::external::{Proof, Provider, Returned, Started};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::cookie::Carried;
use super::login_finish::{LoginAnswer, opened, promo_reads};
use crate::AppState;
use crate::extract::{AskedHost, Body, CameFrom, Params, TenantHost};
use crate::problem::Problem;

/// Where the page goes on when a provider has sent the person back.
const PAGE: &str = "/provider-return";

/// A sign-in that was begun. It lasts 10 minutes.
#[derive(Serialize, ToSchema)]
pub(crate) struct ProviderStart {
    /// Where to send the person.
    address: String,
    /// Comes back with the person.
    state: String,
    /// To be kept where the sign-in was begun, and sent when it ends.
    secret: String,
    /// For the provider's own program, where one signs in instead of a page.
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

/// The end of a sign-in at a provider.
#[derive(Deserialize, ToSchema)]
pub(crate) struct ProviderProof {
    /// As the sign-in was begun.
    #[schema(max_length = 100)]
    pub state: String,
    /// The secret of its beginning.
    #[schema(max_length = 100)]
    pub secret: String,
    /// An ID token from the provider's own program, made with our nonce; without it the code that came back is used.
    #[schema(max_length = 16384)]
    pub id_token: Option<String>,
}

impl ProviderProof {
    pub(crate) fn proof(&self) -> Proof<'_> {
        Proof { state: &self.state, browser: &self.secret, id_token: self.id_token.as_deref() }
    }
}

/// What may come with a sign-in.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PromoParams {
    /// A promo code: 2 to 40 letters, digits, dashes and underscores. The first one of a person stays.
    #[param(min_length = 2, max_length = 40, pattern = "^[A-Za-z0-9_-]+$")]
    pub promocode: Option<String>,
}

/// Begins a sign-in at `google` or `apple`.
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

/// Signs in with Google. 409 `EMAIL_ALREADY_LINKED_ERROR` where the address has an account: a code was sent to it, and
/// `meta.link` goes along with that code as `extra`. 422 `EMAIL_NOT_VERIFIED`, 400 `SIGN_IN_EXPIRED` and `SIGN_IN_REFUSED`.
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

/// Signs in with Apple; answers as Google's does.
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

/// Where a provider sends people back to: registered there for every host of a tenant.
///
/// # Errors
/// 400 for a host that is not one of the tenant's, which a publishable key makes possible.
pub(crate) fn redirect_uri(tenant: &Tenant, host: &str, provider: Provider) -> Result<String, Problem> {
    let foreign = || Problem::bad_request("This sign-in begins at a host of the tenant. Use one of its own addresses.");
    let origin = tenant.origin_at(host).ok_or_else(foreign)?;
    Ok(format!("{origin}/oauth/{}", provider.code()))
}

/// What a provider sends back: in the address (Google), or as a form (Apple).
#[derive(Debug, Default, Deserialize)]
struct Back {
    #[serde(default)]
    state: String,
    #[serde(default)]
    code: String,
    iss: Option<String>,
    error: Option<String>,
    /// Apple's, the first time only: JSON with the name.
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

/// The addresses that providers send people back to. They are for browsers and so no part of the API's document.
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

/// Keeps what came and goes to the page, which ends the sign-in if it began it. Nothing is opened here: anybody can make a
/// browser come here.
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
    // 303: whatever came by a form is gone, and the page is asked for by our own host.
    Ok(Redirect::to(&format!("{PAGE}?provider={}&state={shown}{refused}", provider.code())).into_response())
}
