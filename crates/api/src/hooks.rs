//! `/api/hooks/v1`: what providers send by themselves. Nothing that they say is believed: whatever it is about is looked up at the
//! provider, so a message that comes twice, late or out of order does nothing that it would not do anyway.

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use identity::documents::{Heard, Message};

use crate::AppState;
use crate::extract::TenantHost;
use crate::problem::Problem;

/// The routes, outside the OpenAPI document: providers define them.
pub(crate) fn routes() -> Router<AppState> {
    Router::new().route("/api/hooks/v1/identity", post(identity))
}

/// A message of the provider who looks at documents. 404 where the tenant has none, 403 `ACCESS_DENIED` where its digest does not
/// fit its bytes; at most 64 KiB, as every body.
async fn identity(
    State(state): State<AppState>,
    TenantHost(tenant): TenantHost,
    headers: HeaderMap,
    body: Bytes,
) -> Result<StatusCode, Problem> {
    let header = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let digest = header("x-payload-digest").unwrap_or_default();
    let message = Message { digest, algorithm: header("x-payload-digest-alg"), body: &body };
    match state.check().heard(&tenant, &message) {
        Heard::NobodyWrites => Err(Problem::not_found()),
        Heard::Unproved => Err(Problem::denied("The digest does not fit the body.")),
        Heard::Nothing => Ok(StatusCode::NO_CONTENT),
        Heard::About(user, kind) => {
            state.identity().look_again(tenant.id, user, kind).await?;
            Ok(StatusCode::NO_CONTENT)
        }
    }
}
