//! The websocket: public rates, and a profile's events.

mod feed;
mod session;

use axum::extract::{Extension, State, WebSocketUpgrade};
use axum::http::HeaderMap;
use axum::http::header::{HOST, ORIGIN};
use axum::response::Response;
use kernel::ErrorKind;
use tracing::Instrument;

use crate::AppState;
use crate::extract::TenantHost;
use crate::http::client_address::ClientAddress;
use crate::http::rate_limit::callers_at;
use crate::problem::Problem;

/// Maximum size of a client's frame.
const FRAME_BYTES_MAX: usize = 16 * 1024;
/// Maximum bytes buffered for a slow client before it is disconnected.
const BACKLOG_BYTES_MAX: usize = 1024 * 1024;

/// Opens a websocket.
///
/// The client sends `ClientFrame`s, the first of which must be `auth` within 10 s. The server sends `ServerFrame`s.
#[utoipa::path(get, path = "/api/client/v1/ws", tag = "live", security(()),
    responses((status = 101, description = "Switching protocols.")))]
pub(crate) async fn socket(
    State(state): State<AppState>,
    TenantHost(tenant): TenantHost,
    headers: HeaderMap,
    address: Option<Extension<ClientAddress>>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Problem> {
    if !same_origin(&headers) {
        return Err(Problem::denied("This page may not open a websocket here."));
    }
    let place = state.sockets().try_acquire_owned();
    let place = place.map_err(|_| Problem::unavailable("Too many connections. Try again in a moment."))?;
    let own = address.map(|Extension(client)| state.sockets_by_address().take(&callers_at(client.0)));
    if matches!(own, Some(None)) {
        let detail = "Too many connections from one address. Close one first.";
        return Err(Problem::new(ErrorKind::TooMany, "TOO_MANY_REQUESTS", detail).retry_after(60));
    }
    let span = tracing::Span::current();
    let upgrade = upgrade.max_message_size(FRAME_BYTES_MAX).max_write_buffer_size(BACKLOG_BYTES_MAX);
    Ok(upgrade.on_upgrade(move |socket| {
        async move {
            session::run(&state, &tenant, socket).await;
            drop((place, own));
        }
        .instrument(span)
    }))
}

/// Checks the `Origin` header, so that another site's page cannot connect with a stolen token.
fn same_origin(headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(ORIGIN) else { return true };
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    let origin = origin.to_str().ok().and_then(|origin| origin.split_once("://")).map(|(_, host)| host);
    origin.is_some() && origin == host
}
