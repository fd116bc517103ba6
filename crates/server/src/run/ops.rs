//! Health, readiness and metrics.

use std::sync::Arc;
use std::time::Duration;

use anyhow::ensure;
use api::AppState;
use axum::Router;
use axum::extract::State;
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use sha2::{Digest, Sha256};
use store::NotReady;
use tokio::sync::Mutex;
use tokio::time::Instant;

/// Cache time of a database check, so that frequent probes cause only one query.
const READINESS_KEPT: Duration = Duration::from_secs(2);
const FIGURES_KEPT: Duration = Duration::from_secs(10);
const TOKEN_CHARS: std::ops::RangeInclusive<usize> = 16..=200;

/// The bearer token for metrics. Only its hash is stored and compared.
#[derive(Clone)]
pub struct MetricsToken([u8; 32]);

impl MetricsToken {
    /// Reads `AGIO_METRICS_TOKEN`.
    ///
    /// # Errors
    /// The rule that it violates.
    pub fn read(text: &str) -> anyhow::Result<Self> {
        let fits = TOKEN_CHARS.contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic());
        ensure!(fits, "AGIO_METRICS_TOKEN must have 16 to 200 letters, digits and signs, without spaces");
        Ok(Self(Sha256::digest(text).into()))
    }

    fn is_shown(&self, headers: &HeaderMap) -> bool {
        let shown = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
        let token = shown.and_then(|value| value.strip_prefix("Bearer "));
        token.is_some_and(|token| <[u8; 32]>::from(Sha256::digest(token)) == self.0)
    }
}

/// A cached value. Concurrent callers wait for one refresh.
struct Cached<T>(Mutex<Option<(Instant, T)>>);

impl<T: Clone> Cached<T> {
    fn new() -> Self {
        Self(Mutex::new(None))
    }

    async fn get(&self, life: Duration, fetch: impl AsyncFnOnce() -> T) -> T {
        let mut kept = self.0.lock().await;
        if let Some((at, value)) = &*kept
            && at.elapsed() < life
        {
            return value.clone();
        }
        let value = fetch().await;
        *kept = Some((Instant::now(), value.clone()));
        value
    }
}

#[derive(Clone)]
struct Ops {
    state: AppState,
    metrics: Option<MetricsToken>,
    readiness: Arc<Cached<Result<(), Arc<NotReady>>>>,
    figures: Arc<Cached<(u8, String)>>,
}

/// `/healthz` and `/readyz`, and `/metrics` for requests with the token.
pub fn router(state: AppState, metrics: Option<MetricsToken>) -> Router {
    let ops = Ops { state, metrics, readiness: Arc::new(Cached::new()), figures: Arc::new(Cached::new()) };
    Router::new()
        .route("/healthz", get(async || "ok\n"))
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics_of))
        .with_state(ops)
}

async fn ready(State(ops): State<Ops>) -> Response {
    let store = ops.state.store();
    let answered = store.health().await.map_err(|error| Arc::new(NotReady::Silent(error)));
    let checked = match answered {
        Ok(()) => ops.readiness.get(READINESS_KEPT, async || store.readiness().await.map_err(Arc::new)).await,
        silent => silent,
    };
    match checked {
        Ok(()) => "ready\n".into_response(),
        Err(error) => {
            tracing::warn!(event = "readiness.check_failed", %error, "The process is not ready.");
            (StatusCode::SERVICE_UNAVAILABLE, format!("{error}\n")).into_response()
        }
    }
}

/// Metrics in the Prometheus text format.
async fn metrics_of(State(ops): State<Ops>, headers: HeaderMap) -> Response {
    match &ops.metrics {
        None => return StatusCode::NOT_FOUND.into_response(),
        Some(token) if !token.is_shown(&headers) => return StatusCode::UNAUTHORIZED.into_response(),
        Some(_) => {}
    }
    let (database, unsealed) = ops.figures.get(FIGURES_KEPT, async || database(&ops.state).await).await;
    let memory = resident_bytes().unwrap_or(0);
    let version = env!("CARGO_PKG_VERSION");
    let text = format!(
        "# TYPE agio_build_info gauge\nagio_build_info{{version=\"{version}\"}} 1\n\
         # TYPE agio_database_up gauge\nagio_database_up {database}\n{unsealed}\
         # TYPE process_resident_memory_bytes gauge\nprocess_resident_memory_bytes {memory}\n"
    );
    ([(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text).into_response()
}

/// Whether the database is up, and the age of the oldest unsealed commit.
async fn database(state: &AppState) -> (u8, String) {
    if state.store().health().await.is_err() {
        return (0, String::new());
    }
    let Ok(oldest) = ledger::proof::oldest_unsealed(state.store()).await else { return (1, String::new()) };
    let waited = oldest.map_or(0, |made| (state.world().now() - made).num_milliseconds().max(0));
    let seconds = format!("{}.{:03}", waited / 1_000, waited % 1_000);
    (1, format!("# TYPE agio_oldest_unsealed_seconds gauge\nagio_oldest_unsealed_seconds {seconds}\n"))
}

/// Resident memory from `/proc`; `None` on other systems.
fn resident_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.split_whitespace().next()?.parse::<u64>().ok().map(|kib| kib * 1_024)
}
