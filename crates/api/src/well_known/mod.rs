//! `/.well-known/agio`: the public data of a tenant's log, for monitoring. It contains hashes and the number of
//! commits, and the published totals of liabilities and reserves, but no other figures. docs/ledger.md describes its
//! use.

mod jwks;
mod liabilities;

use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use ledger::proof::{Hash, log};
use serde::{Deserialize, Serialize};

use crate::AppState;
use crate::extract::{Params, TenantHost};
use crate::http::paths::LOG_CHECKPOINT;
use crate::problem::{FieldError, Problem};

/// The routes. They are outside `/api` and the OpenAPI document.
pub(crate) fn routes() -> Router<AppState> {
    Router::new()
        .route("/.well-known/jwks.json", get(jwks::jwks))
        .route("/.well-known/agio/key", get(key))
        .route(LOG_CHECKPOINT, get(checkpoint))
        .route("/.well-known/agio/checkpoint", get(checkpoint))
        .route("/.well-known/agio/consistency", get(consistency))
        .route("/.well-known/agio/leaves", get(leaves))
        .route("/.well-known/agio/liabilities", get(liabilities::list))
        .route("/.well-known/agio/liabilities/{number}", get(liabilities::one))
}

fn text(body: String) -> Response {
    ([(CONTENT_TYPE, "text/plain; charset=utf-8"), (CACHE_CONTROL, "no-cache")], body).into_response()
}

/// The public key of the log, in the format of `agio verify --key`.
async fn key(State(state): State<AppState>, TenantHost(tenant): TenantHost) -> Response {
    text(format!("{}\n", state.log_keys().signer(tenant.id).verifier()))
}

#[derive(Deserialize)]
struct OfSize {
    size: Option<u64>,
}

/// The latest signed root, or the one of a given size.
async fn checkpoint(
    State(state): State<AppState>,
    TenantHost(tenant): TenantHost,
    Params(asked): Params<OfSize>,
) -> Result<Response, Problem> {
    let mut tx = state.store().tenant_read(tenant.id).await?;
    let found = match asked.size {
        None => log::latest_checkpoint(tx.conn()).await?,
        Some(size) => log::checkpoint_of(tx.conn(), size).await?,
    };
    Ok(text(found.ok_or_else(Problem::not_found)?.note))
}

#[derive(Deserialize)]
struct Sizes {
    from: u64,
    to: u64,
}

/// A consistency proof (RFC 6962, section 2.1.2) from the smaller tree to the larger.
#[derive(Serialize)]
struct Consistency {
    from: u64,
    to: u64,
    hashes: Vec<Hash>,
}

/// Proves that the log of `to` commits begins with the log of `from`.
async fn consistency(
    State(state): State<AppState>,
    TenantHost(tenant): TenantHost,
    Params(Sizes { from, to }): Params<Sizes>,
) -> Result<Json<Consistency>, Problem> {
    if from > to {
        return Err(Problem::field(FieldError::new("from", "invalid", "must not be above to")));
    }
    let mut tx = state.store().tenant_read(tenant.id).await?;
    let hashes = log::consistency(tx.conn(), from, to).await?.ok_or_else(Problem::not_found)?;
    Ok(Json(Consistency { from, to, hashes }))
}

#[derive(Deserialize)]
struct Run {
    #[serde(default)]
    start: u64,
    count: Option<u64>,
}

/// Leaf hashes, starting at number `start`.
#[derive(Serialize)]
struct Leaves {
    start: u64,
    hashes: Vec<Hash>,
}

/// Returns a range of leaf hashes. With all of them, anyone can compute every root independently.
async fn leaves(
    State(state): State<AppState>,
    TenantHost(tenant): TenantHost,
    Params(Run { start, count }): Params<Run>,
) -> Result<Json<Leaves>, Problem> {
    let mut tx = state.store().tenant_read(tenant.id).await?;
    let hashes = log::leaves(tx.conn(), start, count.unwrap_or(log::LEAVES_MAX)).await?;
    Ok(Json(Leaves { start, hashes }))
}
