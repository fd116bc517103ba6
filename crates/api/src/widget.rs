//! The widget: the client API for a page in another company's frame, who may frame that page, and the check of its
//! launch parameters.
//!
//! `/api/widget/v1` has the operations of `/api/client/v1` that an exchange needs. [`enter`] renames the path before
//! routing, so that there is one implementation; [`layer`] then requires the widget's public key and a page of one of
//! its proven domains. No cookie goes in or out: the page keeps its tokens in memory.

mod launched;
mod returning;

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Request, State};
use axum::http::header::{COOKIE, HOST, SET_COOKIE};
use axum::http::request::Parts;
use axum::http::uri::PathAndQuery;
use axum::http::{HeaderMap, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Extension, Json, Router};
use identity::{IdentityError, Tenant};
use kernel::ErrorKind;
use partners::launch::{Launch, LaunchError};
use partners::{KnownKey, LaunchContext, Origin};
use serde::{Deserialize, Serialize};

use self::launched::Launched;
use crate::AppState;
use crate::extract::{API_KEY, TenantHost};
use crate::problem::{FieldError, Problem};

const OWN: &str = "/api/widget/v1/";
const CLIENT: &str = "/api/client/v1/";
/// Check of the launch parameters. The client API does not have it.
const LAUNCH: &str = "/api/widget/v1/launch";
/// The address of the page around the frame (specification, "Validation rules").
const ORIGINAL_URL: &str = "widget-original-url";
/// The launch, as in its response.
const LAUNCHED: &str = "widget-launch";

/// Operations of the client API that a widget has, by the beginning of their path. Balances, keys, profiles and settings
/// of an account are not among them: a page around the frame could lead clicks to them.
const SERVED: [&str; 30] = [
    "auth",
    "auth/seamless/codes",
    "config",
    "countries",
    "currencies",
    "directions",
    "login",
    "logout",
    "orders",
    "payways",
    "quotes",
    "rates",
    "requisites/card",
    "requisites/cards",
    "requisites/customer",
    "requisites/payee",
    "requisites/saved",
    "requisites/validate",
    "sandbox/mails",
    "sandbox/transactions",
    "senders",
    "support/conversations",
    "support/pictures",
    "transactions",
    "user",
    "user/accept-terms",
    "user/settings",
    "user/terms",
    "utm-params",
    "wallets",
];
/// The same for a customer's proofs of who they are.
const SERVED_OF_PERSON: [&str; 6] = [
    "user/documents",
    "user/limits",
    "user/phone",
    "user/source-of-funds",
    "user/two-factor/challenges",
    "user/verifications",
];
/// Served paths whose deeper paths are not.
const ALONE: [&str; 2] = ["user", "auth"];

/// Marks a request that came by the widget's path.
#[derive(Debug, Clone, Copy)]
struct OfWidget;

/// A page with the widget of a key.
#[derive(Debug, Clone)]
pub(crate) struct Visit {
    known: Arc<KnownKey>,
    /// The text of the public key.
    text: String,
    launched: Launched,
}

impl Visit {
    /// The origin of a transaction of this visit.
    pub(crate) fn origin(&self) -> Origin {
        let Launched { external, external_customer } = self.launched.clone();
        Origin { key: self.known.key.id, partner: self.known.key.profile, external, external_customer }
    }
}

/// Routes that only the widget has. They are not in the OpenAPI document, because only our own frame calls them.
pub(crate) fn routes() -> Router<AppState> {
    Router::new().route(LAUNCH, post(launch)).route(returning::PATH, post(returning::address))
}

/// Renames a path of the widget to that of the client API. It runs before routing.
pub(crate) async fn enter(mut request: Request, next: Next) -> Response {
    if matches!(request.uri().path(), LAUNCH | returning::PATH) {
        request.extensions_mut().insert(OfWidget);
    } else if let Some(uri) = renamed(request.uri()) {
        *request.uri_mut() = uri;
        request.extensions_mut().insert(OfWidget);
    }
    next.run(request).await
}

fn renamed(uri: &Uri) -> Option<Uri> {
    let rest = uri.path().strip_prefix(OWN).filter(|rest| is_served(rest))?;
    let query = uri.query().map_or_else(String::new, |query| format!("?{query}"));
    let mut parts = uri.clone().into_parts();
    parts.path_and_query = Some(PathAndQuery::try_from(format!("{CLIENT}{rest}{query}")).ok()?);
    Uri::from_parts(parts).ok()
}

fn is_served(rest: &str) -> bool {
    let fits = |path: &&str| {
        let below = rest.strip_prefix(*path);
        below.is_some_and(|below| below.is_empty() || (below.starts_with('/') && !ALONE.contains(path)))
    };
    // A path with an encoded character or a dot segment has another form than it seems to have.
    !rest.contains('%') && !rest.contains("..") && SERVED.iter().chain(&SERVED_OF_PERSON).any(fits)
}

/// Requires the key and the page of a request that came by the widget's path.
pub(crate) async fn layer(State(state): State<AppState>, request: Request, next: Next) -> Response {
    if request.extensions().get::<OfWidget>().is_none() {
        return next.run(request).await;
    }
    let (mut parts, body) = request.into_parts();
    if let Err(problem) = admit(&mut parts, &state).await {
        return problem.into_response();
    }
    let mut response = next.run(Request::from_parts(parts, body)).await;
    response.headers_mut().remove(SET_COOKIE);
    response
}

async fn admit(parts: &mut Parts, state: &AppState) -> Result<(), Problem> {
    let host = text(&parts.headers, HOST.as_str()).unwrap_or_default().to_owned();
    let tenant = state.identity().tenant_by_host(&host).await?;
    let key = text(&parts.headers, API_KEY).unwrap_or_default().to_owned();
    let known = key_of(state, &tenant, &key).await?;
    let page = text(&parts.headers, ORIGINAL_URL).and_then(|address| url::Url::parse(address).ok());
    let origin = page.map(|page| page.origin().ascii_serialization()).unwrap_or_default();
    if !is_own(&origin, &host) && !known.origins().contains(&origin) {
        let detail = "The page around the widget is not on a verified domain of this API key.";
        return Err(Problem::denied(detail).with_meta("reason", "domain_not_verified"));
    }
    state.partners().note_use(tenant.id, &known).await?;
    let launched = text(&parts.headers, LAUNCHED).and_then(|token| Launched::read(state.request_keys(), &key, token));
    parts.headers.remove(API_KEY);
    parts.headers.remove(COOKIE);
    parts.extensions.insert(TenantHost(tenant));
    parts.extensions.insert(Visit { known, text: key, launched: launched.unwrap_or_default() });
    Ok(())
}

/// Whether the page around is a page of this host: the preview of the person who owns the key.
fn is_own(origin: &str, host: &str) -> bool {
    origin.split_once("://").is_some_and(|(_, own)| own.eq_ignore_ascii_case(host))
}

async fn key_of(state: &AppState, tenant: &Tenant, key: &str) -> Result<Arc<KnownKey>, Problem> {
    let refused =
        || Problem::denied("The API key is missing, wrong or revoked, or is not a widget's key of this site.");
    let found = state.partners().by_secret((tenant.id, tenant.sandbox), key).await;
    let known = found.map_err(|error| match error {
        IdentityError::Unauthenticated => refused(),
        other => other.into(),
    })?;
    if known.key.kind.is_public() { Ok(known) } else { Err(refused()) }
}

fn text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// The value of `frame-ancestors` for the page of the widget at `host` with this query: pages of the key's proven
/// domains and of the host itself, or nobody.
pub async fn frame_ancestors(state: &AppState, host: &str, query: Option<&str>) -> String {
    let nobody = || "'none'".to_owned();
    let pairs = url::form_urlencoded::parse(query.unwrap_or_default().as_bytes());
    let keys: Vec<_> = pairs.filter(|(name, _)| name == "apiKey").map(|(_, value)| value).collect();
    let [key] = keys.as_slice() else { return nobody() };
    let Ok(tenant) = state.identity().tenant_by_host(host).await else { return nobody() };
    match key_of(state, &tenant, key).await {
        Ok(known) => std::iter::once("'self'".to_owned()).chain(known.origins()).collect::<Vec<_>>().join(" "),
        Err(_) => nobody(),
    }
}

/// Launch parameters to check.
#[derive(Debug, Deserialize)]
struct LaunchQuery {
    /// The query of the frame, as it was loaded.
    query: String,
}

/// The applied parameters of a launch.
#[derive(Debug, Serialize)]
struct LaunchChecked {
    /// Whether the partner's server signed it.
    signed: bool,
    /// Parameters that are not applied.
    refused: Vec<LaunchRefused>,
    /// Parameters of the session that the partner's server prepared. They replace those of the address.
    parameters: BTreeMap<String, String>,
    /// Sent with each request, so that transactions get the partner's ids.
    launched: String,
    /// Path of the logo of the key's profile.
    #[serde(skip_serializing_if = "Option::is_none")]
    logo: Option<String>,
}

#[derive(Debug, Serialize)]
struct LaunchRefused {
    parameter: String,
    rule: &'static str,
}

/// Checks the signature of a launch, and names the parameters that are not applied.
async fn launch(
    State(state): State<AppState>,
    TenantHost(tenant): TenantHost,
    visit: Option<Extension<Visit>>,
    body: Bytes,
) -> Result<Json<LaunchChecked>, Problem> {
    let Extension(visit) = visit.ok_or_else(Problem::not_found)?;
    let asked: LaunchQuery =
        serde_json::from_slice(&body).map_err(|_| Problem::bad_request("The body must be JSON with a query."))?;
    let launch = Launch::parse(&asked.query).map_err(refused)?;
    if launch.get("apiKey") != Some(visit.text.as_str()) {
        return Err(Problem::denied("The launch parameters are of another API key than the request."));
    }
    let secret = state.request_keys().widget(&visit.text);
    let signed = launch.is_signed(&secret, state.world().now()).map_err(refused)?;
    let prepared = prepared(&state, &tenant, &visit, launch.get("session")).await?;
    let origins = visit.known.origins();
    let context = LaunchContext { today: state.world().now().date_naive(), is_sandbox: tenant.sandbox };
    let mut refused = launch.refused(signed, &origins, context);
    let mut parameters = BTreeMap::new();
    if let Some(prepared) = &prepared {
        refused.retain(|one| prepared.get(&one.parameter).is_none());
        let inside = prepared.refused(true, &origins, context);
        let applied = |name: &str| inside.iter().all(|one| one.parameter != name) && name != "apiKey";
        let all = prepared.parameters().filter(|(name, _)| applied(name));
        parameters = all.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        refused.extend(inside);
    }
    let applied = |name: &str| {
        let given = parameters.get(name).map(String::as_str).or_else(|| launch.get(name));
        given.filter(|_| refused.iter().all(|one| one.parameter != name)).map(str::to_owned)
    };
    let ids = Launched { external: applied("externalTransactionId"), external_customer: applied("externalCustomerId") };
    let launched = ids.write(state.request_keys(), &visit.text);
    let refused = refused.into_iter().map(|one| LaunchRefused { parameter: one.parameter, rule: one.rule }).collect();
    let logo = state.merchants().logo(tenant.id, visit.known.key.profile).await?.map(crate::view::logo_path);
    Ok(Json(LaunchChecked { signed: signed || prepared.is_some(), refused, parameters, launched, logo }))
}

/// The parameters of the session that the address names. It is used up.
async fn prepared(
    state: &AppState,
    tenant: &Tenant,
    visit: &Visit,
    token: Option<&str>,
) -> Result<Option<Launch>, Problem> {
    let Some(token) = token else { return Ok(None) };
    let found = state.partners().use_widget_session(tenant.id, visit.known.key.id, token).await?;
    let over = || {
        let detail = "The launch is refused: its session is unknown, used or expired.";
        Problem::new(ErrorKind::Forbidden, "SIGNATURE_INVALID", detail)
    };
    Launch::parse(&found.ok_or_else(over)?).map(Some).map_err(refused)
}

fn refused(error: LaunchError) -> Problem {
    let words = format!("The launch is refused: {error}.");
    match error {
        LaunchError::TooLong => Problem::field(FieldError::new("/query", "max_length", words)),
        LaunchError::Repeated(_) => Problem::field(FieldError::new("/query", "invalid", words)),
        LaunchError::Signature | LaunchError::Expired => Problem::new(ErrorKind::Forbidden, "SIGNATURE_INVALID", words),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_widget_reaches_what_an_exchange_needs_and_no_more() {
        let to = |path: &'static str| renamed(&Uri::from_static(path)).map(|uri| uri.to_string());
        assert_eq!(to("/api/widget/v1/orders").as_deref(), Some("/api/client/v1/orders"));
        assert_eq!(to("/api/widget/v1/login?method=email").as_deref(), Some("/api/client/v1/login?method=email"));
        assert_eq!(
            to("/api/widget/v1/transactions/ord_1/payment/card").as_deref(),
            Some("/api/client/v1/transactions/ord_1/payment/card")
        );
        let answer = "/api/client/v1/auth/seamless/codes/answer";
        assert_eq!(to("/api/widget/v1/auth/seamless/codes/answer").as_deref(), Some(answer));
        for closed in [
            "/api/widget/v1/balances",
            "/api/widget/v1/partner-keys",
            "/api/widget/v1/profiles",
            "/api/widget/v1/user/closing",
            "/api/widget/v1/user/exports",
            "/api/widget/v1/user/passkeys",
            "/api/widget/v1/user/two-factor",
            "/api/widget/v1/auth/seamless",
            "/api/widget/v1/ordersx",
            "/api/widget/v1/orders/../balances",
            "/api/widget/v1/orders/%2e%2e/balances",
            "/api/widget/v1/",
            "/api/client/v1/orders",
        ] {
            assert_eq!(to(closed), None, "{closed}");
        }
    }

    #[test]
    fn a_page_of_the_host_itself_is_same_origin() {
        assert!(is_own("http://localhost:8080", "localhost:8080") && is_own("https://pay.example", "Pay.example"));
        assert!(!is_own("https://evil.example", "pay.example") && !is_own("", "") && !is_own("null", "null"));
        assert!(!is_own("https://pay.example:444", "pay.example"));
    }
}
