//! HTTP API: routes, request and response types, problems, the OpenAPI documents, the websocket.
//!
//! Handlers only translate; all rules are in the domain crates. Layers, from the outside in: security headers, request
//! id and error bodies, limits, host check, the version of a native app, the widget's key and page, pages that call the partner API, routes. The paths of
//! widgets and native apps are renamed before all of them.

mod auth;
mod card;
mod client;
mod cookie;
mod csv;
mod cursor;
mod document;
pub mod dto;
mod extract;
mod hooks;
mod http;
mod idempotency;
mod key_limits;
mod layers;
mod mfa;
mod mobile;
mod openapi;
mod operator;
mod pages;
mod partner;
mod passkey;
mod pay_code;
mod problem;
mod releases;
mod sandbox_controls;
mod seal;
mod state;
#[cfg(test)]
mod stub_rails;
mod user;
mod view;
mod well_known;
mod widget;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::{any, get};
use tower::Layer;
use tower_http::catch_panic::CatchPanicLayer;
use utoipa::{Modify, OpenApi};
use utoipa_axum::router::OpenApiRouter;

pub use cursor::{LIMIT_DEFAULT, LIMIT_MAX, PageParams, cursor_after};
pub use extract::{
    Authenticated, Body, CameFrom, Customer, IdInPath, MaybeCustomer, OptionalBody, Params, SandboxTenant, Temporary,
    TenantHost,
};
pub use http::bulkheads::BulkheadLimits;
pub use http::client_address::{TrustedProxies, TrustedProxiesError};
pub use http::concurrency::{ConcurrencyLimit, ConcurrencySlot};
pub use http::headers::{Framed, page_policy};
pub use http::min_rate::Pace;
pub use http::rate_limit::{Caller, Rate, callers_at};
pub use http::visitor::{Visitor, language as page_language};
pub use idempotency::{IdempotencyHeader, IdempotencyKey};
pub use layers::prerender_hints::is_idle;
pub use layers::request_id::RequestId;
pub use partner::TransactionViews;
pub use problem::{FieldError, Problem, ProblemBody};
pub use releases::{AppLinks, Platform, Release, Releases, ReleasesError, Version as ReleaseVersion};
pub use sandbox_controls::{ChallengeView, SandboxControls};
pub use seal::RequestKeys;
pub use state::{ApiConfig, AppState, Services};
pub use widget::frame_ancestors;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Agio client API",
        version = "1",
        description = "What the customer's app calls. Conventions: docs/partners.md.",
        license(name = "Apache-2.0")
    ),
    components(schemas(dto::socket::ClientFrame, dto::socket::ServerFrame, dto::scalar::RangeCode))
)]
struct Document;

fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::with_openapi(Document::openapi())
        .merge(client::routes())
        .merge(auth::routes())
        .merge(user::routes())
        .merge(mfa::routes())
        .merge(passkey::routes())
        .merge(partner::key_routes())
}

/// The OpenAPI document of `/api/client/v1`.
pub fn openapi() -> utoipa::openapi::OpenApi {
    let mut document = routes().into_openapi();
    openapi::Finish.modify(&mut document);
    document
}

#[derive(OpenApi)]
#[openapi(info(
    title = "Agio operator API",
    version = "1",
    description = "What the console calls. Conventions: docs/partners.md; roles and rules: docs/console.md.",
    license(name = "Apache-2.0")
))]
struct OperatorDocument;

fn operator_routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::with_openapi(OperatorDocument::openapi()).merge(operator::routes())
}

/// The OpenAPI document of `/api/operator/v1`.
pub fn operator_openapi() -> utoipa::openapi::OpenApi {
    let mut document = operator_routes().into_openapi();
    openapi::FinishOperator.modify(&mut document);
    document
}

#[derive(OpenApi)]
#[openapi(info(
    title = "Agio partner API",
    version = "1",
    description = "What the server of another company calls, with an API key. Conventions: docs/partners.md.",
    license(name = "Apache-2.0")
))]
struct PartnerDocument;

fn partner_routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::with_openapi(PartnerDocument::openapi()).merge(partner::routes())
}

/// The partners' routes alone, for requests of this process.
fn partner_router(state: &AppState) -> Router {
    let (routes, _) = partner_routes().split_for_parts();
    routes.route_layer(from_fn_with_state(state.clone(), partner::layer)).with_state(state.clone())
}

/// The OpenAPI document of `/api/partner/v1`.
pub fn partner_openapi() -> utoipa::openapi::OpenApi {
    let mut document = partner_routes().into_openapi();
    openapi::FinishPartner.modify(&mut document);
    partner::add_examples(&mut document);
    document
}

/// The initial configuration of a page of `host`.
///
/// # Errors
/// 404 for an unknown host, 503 without a database.
pub async fn page_config(state: &AppState, host: &str) -> Result<dto::catalogue::Config, Problem> {
    let tenant = state.identity().tenant_by_host(host).await?;
    Ok(client::config_of(state, &tenant))
}

/// The API with all layers. Paths outside `/api` go to `pages`.
pub fn router(state: AppState, pages: Router) -> Router {
    let (api, _) = routes().split_for_parts();
    let (operator, _) = operator_routes().split_for_parts();
    let (partner, _) = partner_routes().split_for_parts();
    let partner = partner.route_layer(from_fn_with_state(state.clone(), partner::layer));
    let limits = |state: &AppState| from_fn_with_state(state.clone(), layers::limits::layer);
    let all = api
        .merge(operator)
        .merge(partner)
        .route("/api/partner/v1/openapi.json", get(partner::document))
        .merge(pages::routes())
        .merge(auth::pages())
        .merge(hooks::routes())
        .merge(well_known::routes())
        .merge(widget::routes())
        .merge(mobile::routes())
        .route("/api/{*rest}", any(unknown))
        .method_not_allowed_fallback(wrong_method)
        .with_state(state.clone())
        .fallback_service(pages)
        .layer(CatchPanicLayer::custom(layers::limits::OnPanic))
        .layer(DefaultBodyLimit::max(layers::limits::BODY_BYTES_MAX))
        .layer(from_fn_with_state(state.clone(), partner::cors::layer))
        .layer(from_fn_with_state(state.clone(), widget::layer))
        .layer(from_fn_with_state(state.clone(), mobile::layer))
        .layer(from_fn_with_state(state.clone(), layers::host::layer))
        .layer(limits(&state))
        .layer(from_fn_with_state(state.clone(), layers::rate_limit::layer))
        .layer(from_fn_with_state(state, layers::request_id::layer))
        .layer(from_fn(http::headers::layer));
    // Before routing, because they change the path.
    let all = from_fn(widget::enter).layer(all);
    Router::new().fallback_service(from_fn(mobile::enter).layer(all))
}

/// Unknown API paths give 404 instead of the web app's page.
async fn unknown() -> Problem {
    Problem::not_found()
}

async fn wrong_method() -> axum::http::StatusCode {
    axum::http::StatusCode::METHOD_NOT_ALLOWED
}
