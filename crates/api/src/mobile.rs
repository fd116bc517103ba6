//! Native apps: the client API under `/api/mobile/v1`, the check of the app's version, and the files by which iOS and
//! Android open links of a tenant's host in its app.
//!
//! `/api/mobile/v1` has every operation of `/api/client/v1`. [`enter`] renames the path before routing, so that there is
//! one implementation; [`layer`] then requires the header `App-Version` and refuses versions that no longer work.

use axum::extract::{Request, State};
use axum::http::header::{CACHE_CONTROL, HOST};
use axum::http::uri::PathAndQuery;
use axum::http::{HeaderMap, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use kernel::ErrorKind;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::AppState;
use crate::extract::{Params, TenantHost};
use crate::problem::{FieldError, Problem};
use crate::releases::{AppVersion, Platform, Release, Update, Version};

const OWN: &str = "/api/mobile/v1/";
const CLIENT: &str = "/api/client/v1/";
/// Whether a version still works. The only operation that the client API does not have.
const RELEASE: &str = "/api/mobile/v1/release";
/// The platform and the version of the app: `ios/2.3.1`.
const APP_VERSION: &str = "app-version";
/// The operation that every version may call, so that a person can sign out of an old app.
const LOGOUT: &str = "/api/client/v1/logout";

/// Marks a request that came by the path of native apps.
#[derive(Debug, Clone, Copy)]
struct OfApp;

/// Routes of native apps. They are not in the OpenAPI documents: docs/native.md describes them.
pub(crate) fn routes() -> Router<AppState> {
    Router::new()
        .route(RELEASE, get(release))
        .route("/.well-known/apple-app-site-association", get(apple))
        .route("/.well-known/assetlinks.json", get(android))
}

/// Renames a path of native apps to that of the client API. It runs before routing.
pub(crate) async fn enter(mut request: Request, next: Next) -> Response {
    if let Some(uri) = renamed(request.uri()) {
        *request.uri_mut() = uri;
        request.extensions_mut().insert(OfApp);
    }
    next.run(request).await
}

fn renamed(uri: &Uri) -> Option<Uri> {
    let rest = uri.path().strip_prefix(OWN).filter(|_| uri.path() != RELEASE)?;
    let query = uri.query().map_or_else(String::new, |query| format!("?{query}"));
    let mut parts = uri.clone().into_parts();
    parts.path_and_query = Some(PathAndQuery::try_from(format!("{CLIENT}{rest}{query}")).ok()?);
    Uri::from_parts(parts).ok()
}

/// Requires the version of a request that came by the path of native apps.
pub(crate) async fn layer(State(state): State<AppState>, request: Request, next: Next) -> Response {
    if request.extensions().get::<OfApp>().is_none() {
        return next.run(request).await;
    }
    let admitted = admit(request.headers(), &state).await;
    match admitted {
        Err(problem) if request.uri().path() != LOGOUT => problem.into_response(),
        _ => next.run(request).await,
    }
}

async fn admit(headers: &HeaderMap, state: &AppState) -> Result<(), Problem> {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned();
    let app: AppVersion = text(APP_VERSION).parse().map_err(|()| {
        let words = "must be the platform and the version of the app, such as ios/2.3.1";
        Problem::field(FieldError::new("App-Version", "invalid", words))
    })?;
    let tenant = state.identity().tenant_by_host(&text(HOST.as_str())).await?;
    let release = state.releases().of(&tenant.slug, app.platform);
    match release.update(app.version) {
        Update::Required => Err(too_old(release)),
        Update::None | Update::Offered => Ok(()),
    }
}

fn too_old(release: &Release) -> Problem {
    let detail = "This version of the app no longer works with the service. Install the new one.";
    let mut problem = Problem::new(ErrorKind::Unprocessable, "UPDATE_REQUIRED", detail);
    if let Some(minimum) = release.minimum {
        problem = problem.with_meta("minimum", minimum.to_string());
    }
    if let Some(store) = &release.store {
        problem = problem.with_meta("store_url", store.to_string());
    }
    problem
}

/// Which app asks.
#[derive(Debug, Deserialize)]
struct Asked {
    platform: String,
    version: String,
}

/// Whether a version of the app still works: `update` is `none`, `offered` or `required`.
async fn release(
    State(state): State<AppState>,
    TenantHost(tenant): TenantHost,
    Params(asked): Params<Asked>,
) -> Result<Response, Problem> {
    let invalid = |name: &str, words: &str| Problem::field(FieldError::new(name, "invalid", words));
    let platform: Platform = asked.platform.parse().map_err(|()| invalid("platform", "must be ios or android"))?;
    let version: Version =
        asked.version.parse().map_err(|()| invalid("version", "must be one to three numbers with dots"))?;
    let release = state.releases().of(&tenant.slug, platform);
    let mut answer = json!({"update": release.update(version).code()});
    let mut add = |name: &str, value: Option<String>| {
        if let (Some(value), Some(object)) = (value, answer.as_object_mut()) {
            object.insert(name.to_owned(), Value::String(value));
        }
    };
    add("minimum", release.minimum.map(|version| version.to_string()));
    add("newest", release.newest.map(|version| version.to_string()));
    add("store_url", release.store.as_ref().map(ToString::to_string));
    Ok(([(CACHE_CONTROL, "no-store")], Json(answer)).into_response())
}

/// A cached copy may open links in the browser for this long after an app was connected.
const KEPT: &str = "public, max-age=3600";

/// Links that iOS opens in the app ("Supporting associated domains", Apple). 404 without an app.
async fn apple(State(state): State<AppState>, TenantHost(tenant): TenantHost) -> Result<Response, Problem> {
    let links = state.releases().links(&tenant.slug);
    let app = links.ios_app.as_ref().ok_or_else(Problem::not_found)?;
    let details = json!([{"appIDs": [app], "components": [{"/": "/native/*"}, {"/": "/on-phone/*"}]}]);
    Ok(([(CACHE_CONTROL, KEPT)], Json(json!({"applinks": {"details": details}}))).into_response())
}

/// Links that Android opens in the app ("Digital Asset Links", Google). 404 without an app.
async fn android(State(state): State<AppState>, TenantHost(tenant): TenantHost) -> Result<Response, Problem> {
    let links = state.releases().links(&tenant.slug);
    let package = links.android_package.as_ref().ok_or_else(Problem::not_found)?;
    let target = json!({
        "namespace": "android_app",
        "package_name": package,
        "sha256_cert_fingerprints": links.android_certificates,
    });
    let statement = json!([{"relation": ["delegate_permission/common.handle_all_urls"], "target": target}]);
    Ok(([(CACHE_CONTROL, KEPT)], Json(statement)).into_response())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_app_reaches_every_operation_of_the_client_api_and_its_own() {
        let to = |path: &'static str| renamed(&Uri::from_static(path)).map(|uri| uri.to_string());
        assert_eq!(to("/api/mobile/v1/orders?a=1").as_deref(), Some("/api/client/v1/orders?a=1"));
        assert_eq!(to("/api/mobile/v1/user/passkeys").as_deref(), Some("/api/client/v1/user/passkeys"));
        assert_eq!(to("/api/mobile/v1/release?platform=ios"), None);
        for other in ["/api/client/v1/orders", "/api/operator/v1/me", "/api/mobile/v2/orders", "/api/mobile/v1"] {
            assert_eq!(to(other), None, "{other}");
        }
    }

    #[test]
    fn a_dot_segment_stays_below_the_client_api() {
        // The router knows no dot segments: such a path is an unknown one.
        let uri = renamed(&Uri::from_static("/api/mobile/v1/../../operator/v1/me")).unwrap();
        assert_eq!(uri.path(), "/api/client/v1/../../operator/v1/me");
    }
}
