//! Facts about the visitor that the server embeds in a page.

use std::time::Duration;

use axum::http::HeaderMap;

use crate::AppState;
use crate::cookie;
use crate::problem::Problem;

/// Maximum delay of a page for an optional fact.
const WAIT_MAX: Duration = Duration::from_millis(150);

/// Whether the visitor of a page of `host` is signed in and has no pending orders, so that the home page can render at
/// once. Returns `false` if the answer is not known in time.
pub async fn is_idle(state: &AppState, host: &str, headers: &HeaderMap) -> bool {
    let Some(token) = cookie::of_navigation(headers) else { return false };
    let (state, host) = (state.clone(), host.to_owned());
    // Spawned, so that a timeout does not cancel a database read halfway.
    let looked = tokio::spawn(async move { look(&state, &host, &token).await });
    matches!(tokio::time::timeout(WAIT_MAX, looked).await, Ok(Ok(Ok(true))))
}

async fn look(state: &AppState, host: &str, token: &str) -> Result<bool, Problem> {
    let tenant = state.identity().tenant_by_host(host).await?;
    let profiles = state.identity().profiles_behind(tenant.id, token).await?;
    Ok(!profiles.is_empty() && state.exchange().is_idle(tenant.id, &profiles).await?)
}
