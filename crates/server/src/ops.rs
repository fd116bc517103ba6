//! For whoever runs it: is it alive, is it ready, how is it.

use api::AppState;
use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::get;

/// `/healthz`, `/readyz` and `/metrics`.
pub fn router(state: AppState) -> Router {
    Router::new()
        .route("/healthz", get(async || "ok\n"))
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics))
        .with_state(state)
}

async fn ready(State(state): State<AppState>) -> Response {
    match state.store().health().await {
        Ok(()) => "ready\n".into_response(),
        Err(error) => {
            tracing::warn!(%error, "not ready");
            (StatusCode::SERVICE_UNAVAILABLE, "the database does not answer\n").into_response()
        }
    }
}

/// The text format of Prometheus.
async fn metrics(State(state): State<AppState>) -> Response {
    let (database, unsealed) = database(&state).await;
    let memory = resident_bytes().unwrap_or(0);
    let version = env!("CARGO_PKG_VERSION");
    let text = format!(
        "# TYPE agio_build_info gauge\nagio_build_info{{version=\"{version}\"}} 1\n\
         # TYPE agio_database_up gauge\nagio_database_up {database}\n{unsealed}\
         # TYPE process_resident_memory_bytes gauge\nprocess_resident_memory_bytes {memory}\n"
    );
    ([(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text).into_response()
}

/// Whether it answers, and how long what was committed has waited for its seal.
async fn database(state: &AppState) -> (u8, String) {
    if state.store().health().await.is_err() {
        return (0, String::new());
    }
    let Ok(oldest) = ledger::proof::oldest_unsealed(state.store()).await else { return (1, String::new()) };
    let waited = oldest.map_or(0, |made| (state.world().now() - made).num_milliseconds().max(0));
    let seconds = format!("{}.{:03}", waited / 1_000, waited % 1_000);
    (1, format!("# TYPE agio_oldest_unsealed_seconds gauge\nagio_oldest_unsealed_seconds {seconds}\n"))
}

/// From Linux's own account of the process; elsewhere unknown.
fn resident_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.split_whitespace().next()?.parse::<u64>().ok().map(|kib| kib * 1_024)
}
