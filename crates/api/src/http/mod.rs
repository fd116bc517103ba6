//! Middleware of every request: request id, limits, response headers.

pub(crate) mod bulkheads;
pub(crate) mod client_address;
pub(crate) mod concurrency;
pub(crate) mod headers;
pub(crate) mod host;
pub(crate) mod limits;
pub(crate) mod min_rate;
pub(crate) mod prerender_hints;
mod priority;
pub(crate) mod rate_limit;
pub(crate) mod request_id;
pub(crate) mod visitor;

/// Whether a path belongs to the API: its responses are counted, and its errors have a JSON body.
pub(crate) fn is_api(path: &str) -> bool {
    path.starts_with("/api/")
        || path.starts_with("/bot/")
        || path.starts_with("/oauth/")
        || path.starts_with("/.well-known/agio/")
        || matches!(path, "/.well-known/jwks.json" | crate::well_known::LOG_CHECKPOINT)
}
