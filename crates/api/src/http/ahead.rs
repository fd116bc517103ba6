//! What a page can say of who opens it before its program has asked for anything.

use std::time::Duration;

use axum::http::HeaderMap;

use crate::AppState;
use crate::auth::cookie;
use crate::problem::Problem;

/// No page waits longer for what it can do without.
const WAIT_MAX: Duration = Duration::from_millis(150);

/// Whether whoever opens a page of `host` is signed in and has nothing under way, so that home can say so at once. `false` also
/// where it is not known in time: then home leaves it open.
pub async fn is_idle(state: &AppState, host: &str, headers: &HeaderMap) -> bool {
    let Some(token) = cookie::of_navigation(headers) else { return false };
    let (state, host) = (state.clone(), host.to_owned());
    // It goes on by itself where it takes longer: what is read is never dropped in its middle.
    let looked = tokio::spawn(async move { look(&state, &host, &token).await });
    matches!(tokio::time::timeout(WAIT_MAX, looked).await, Ok(Ok(Ok(true))))
}

async fn look(state: &AppState, host: &str, token: &str) -> Result<bool, Problem> {
    let tenant = state.identity().tenant_by_host(host).await?;
    let profiles = state.identity().profiles_behind(tenant.id, token).await?;
    Ok(!profiles.is_empty() && state.exchange().is_idle(tenant.id, &profiles).await?)
}
