//! `/api/hooks/v1`: webhooks of providers. Their content is never trusted: the subject is looked up at the provider, so
//! duplicate, late or reordered messages are harmless.

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use exchange::ExchangeError;
use exchange::rails::Webhook;
use identity::kyc_documents::{KycWebhook, Message};

use crate::AppState;
use crate::extract::TenantHost;
use crate::problem::Problem;

/// The routes. They are not in the OpenAPI document, because the providers define them.
pub(crate) fn routes() -> Router<AppState> {
    Router::new().route("/api/hooks/v1/identity", post(identity)).route("/api/hooks/v1/cards", post(cards))
}

/// Webhook of the identity verification provider. 404 if the tenant has no provider with webhooks; 403 `ACCESS_DENIED`
/// if the digest does not match the body. The body limit is 64 KiB.
async fn identity(
    State(state): State<AppState>,
    TenantHost(tenant): TenantHost,
    headers: HeaderMap,
    body: Bytes,
) -> Result<StatusCode, Problem> {
    let header = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let digest = header("x-payload-digest").unwrap_or_default();
    let message = Message { digest, algorithm: header("x-payload-digest-alg"), body: &body };
    match state.check().read_webhook(&tenant, &message) {
        KycWebhook::NotConnected => Err(Problem::not_found()),
        KycWebhook::Unauthenticated => Err(Problem::denied("The digest does not fit the body.")),
        KycWebhook::Unrelated => Ok(StatusCode::NO_CONTENT),
        KycWebhook::Verification(user, kind) => {
            state.identity().look_again(tenant.id, user, kind).await?;
            Ok(StatusCode::NO_CONTENT)
        }
    }
}

/// Webhook of the card acquirer. 404 if the tenant has no acquirer with webhooks; 401 if the signature does not fit the
/// body. The body limit is 64 KiB.
async fn cards(
    State(state): State<AppState>,
    TenantHost(tenant): TenantHost,
    headers: HeaderMap,
    body: Bytes,
) -> Result<StatusCode, Problem> {
    let signature = headers.get("x-webhook-signature-512").and_then(|value| value.to_str().ok()).unwrap_or_default();
    match state.acquirer().webhook(tenant.id, signature, &body).await.map_err(ExchangeError::from)? {
        Webhook::NotConnected => Err(Problem::not_found()),
        Webhook::Unauthenticated => Err(Problem::unauthorized()),
        Webhook::Taken => Ok(StatusCode::OK),
    }
}
