//! `/api/hooks/v1`: webhooks of providers. Duplicate, late or reordered messages are harmless: the subject is looked up at
//! the provider, or, for emails that came back, each message is taken once and must be signed within five minutes.

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use exchange::ExchangeError;
use exchange::rails::Webhook;
use identity::kyc_documents::{KycWebhook, Message};
use identity::{MailEvent, MailEventAnswer};

use crate::AppState;
use crate::extract::TenantHost;
use crate::problem::Problem;

/// The routes. They are not in the OpenAPI document, because the providers define them.
pub(crate) fn routes() -> Router<AppState> {
    Router::new()
        .route("/api/hooks/v1/identity", post(identity))
        .route("/api/hooks/v1/cards", post(cards))
        .route("/api/hooks/v1/mail", post(mail))
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

/// Webhook of the mail service: emails that came back. 404 if the tenant has none; 401 if the signature does not fit the
/// message. The body limit is 64 KiB.
async fn mail(
    State(state): State<AppState>,
    TenantHost(tenant): TenantHost,
    headers: HeaderMap,
    body: Bytes,
) -> Result<StatusCode, Problem> {
    // The names of the scheme, and those of the service that began it.
    let header = |name: &str| {
        let of = |prefix: &str| headers.get(format!("{prefix}-{name}")).and_then(|value| value.to_str().ok());
        of("webhook").or_else(|| of("svix")).unwrap_or_default()
    };
    let (id, timestamp, signature) = (header("id"), header("timestamp"), header("signature"));
    let event = MailEvent { id, timestamp, signature, body: &body };
    match state.identity().take_mail_event(&tenant, &event).await? {
        MailEventAnswer::NotConnected => Err(Problem::not_found()),
        MailEventAnswer::Unauthenticated => Err(Problem::unauthorized()),
        MailEventAnswer::Taken => Ok(StatusCode::NO_CONTENT),
    }
}
