//! Pages of other companies that call with a public key (Fetch standard, "CORS protocol"). Only pages on a proven domain
//! of the key may read a response, and only the catalogue and prices are open to them.

use axum::extract::{Request, State};
use axum::http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE, ACCESS_CONTROL_REQUEST_METHOD, HOST, ORIGIN, VARY,
};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use partners::{KnownKey, scope};

use crate::AppState;
use crate::problem::Problem;

const PATHS: &str = "/api/partner/v1/";
/// How long a browser remembers a preflight response, in seconds.
const REMEMBERED: HeaderValue = HeaderValue::from_static("600");
const METHODS: HeaderValue = HeaderValue::from_static("GET, POST");
const HEADERS: HeaderValue = HeaderValue::from_static("api-key, content-type, accept-language");
const EXPOSED: HeaderValue = HeaderValue::from_static("ratelimit, ratelimit-policy, retry-after, x-request-id");

/// Whether pages have this scope.
pub(super) fn is_for_pages(scope: &str) -> bool {
    scope == scope::READ
}

/// The origin of the request, if the key is public and the origin is one of its proven domains.
pub(super) fn page_of(headers: &HeaderMap, known: &KnownKey) -> Option<HeaderValue> {
    let origin = only(headers)?;
    let is_proven = known.key.kind.is_public() && known.origins().iter().any(|own| own.as_bytes() == origin.as_bytes());
    is_proven.then(|| origin.clone())
}

/// The origin of a request that has exactly one.
fn only(headers: &HeaderMap) -> Option<&HeaderValue> {
    let mut all = headers.get_all(ORIGIN).iter();
    all.next().filter(|_| all.next().is_none())
}

/// Lets pages of this origin read a response.
pub(super) fn permit(headers: &mut HeaderMap, origin: HeaderValue) {
    headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, origin);
    headers.insert(ACCESS_CONTROL_EXPOSE_HEADERS, EXPOSED);
}

/// Answers preflight requests, and says that responses depend on the origin.
pub(crate) async fn layer(State(state): State<AppState>, request: Request, next: Next) -> Response {
    if !request.uri().path().starts_with(PATHS) {
        return next.run(request).await;
    }
    let mut response = match is_preflight(&request) {
        true => preflight(&state, request.headers()).await,
        false => next.run(request).await,
    };
    response.headers_mut().append(VARY, HeaderValue::from_static("origin"));
    response
}

fn is_preflight(request: &Request) -> bool {
    let headers = request.headers();
    request.method() == Method::OPTIONS
        && headers.contains_key(ORIGIN)
        && headers.contains_key(ACCESS_CONTROL_REQUEST_METHOD)
}

/// A preflight request names no key, so a page on a proven domain of any public key of the tenant may ask. The request
/// that follows needs a domain of its own key.
async fn preflight(state: &AppState, headers: &HeaderMap) -> Response {
    match permitted_origin(state, headers).await {
        Ok(origin) => {
            let mut response = StatusCode::NO_CONTENT.into_response();
            let to = response.headers_mut();
            to.insert(ACCESS_CONTROL_ALLOW_ORIGIN, origin);
            to.insert(ACCESS_CONTROL_ALLOW_METHODS, METHODS);
            to.insert(ACCESS_CONTROL_ALLOW_HEADERS, HEADERS);
            to.insert(ACCESS_CONTROL_MAX_AGE, REMEMBERED);
            response
        }
        Err(problem) => problem.into_response(),
    }
}

async fn permitted_origin(state: &AppState, headers: &HeaderMap) -> Result<HeaderValue, Problem> {
    let refused = || {
        let detail = "Pages of this origin may not call. Verify its domain for a widget key.";
        Problem::denied(detail).with_meta("reason", "domain_not_verified")
    };
    let origin = only(headers).ok_or_else(refused)?;
    let text = origin.to_str().map_err(|_| refused())?;
    let host = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let tenant = state.identity().tenant_by_host(host).await?;
    match state.partners().is_page_of_partner(tenant.id, text).await? {
        true => Ok(origin.clone()),
        false => Err(refused()),
    }
}
