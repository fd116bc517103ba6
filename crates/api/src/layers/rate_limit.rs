//! The layer of the rate limits per address.

use axum::extract::{ConnectInfo, Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::AppState;
use crate::http::client_address::ClientAddress;
use crate::http::is_api;
use crate::http::rate_limit::callers_at;

/// Applies the limits by address before any database access. Pages and static files are not counted.
pub(crate) async fn layer(State(state): State<AppState>, mut request: Request, next: Next) -> Response {
    let peer = request.extensions().get::<ConnectInfo<std::net::SocketAddr>>().map(|info| info.0.ip());
    let client = peer.map(|peer| state.trusted_proxies().client(peer, request.headers()));
    if let Some(address) = client {
        request.extensions_mut().insert(ClientAddress(address));
    }
    if let Some(address) = client.filter(|_| is_api(request.uri().path()))
        && let Err(problem) = state.by_address().take(&callers_at(address), state.world().now())
    {
        return problem.into_response();
    }
    next.run(request).await
}
