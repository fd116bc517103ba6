//! Parts of the layers of every request: limits, addresses, response headers. The layers themselves are in
//! `crate::layers`.

pub(crate) mod bulkheads;
pub(crate) mod client_address;
pub(crate) mod concurrency;
pub(crate) mod headers;
pub(crate) mod min_rate;
pub(crate) mod paths;
mod priority;
pub(crate) mod rate_limit;
pub(crate) mod visitor;

/// Whether a path belongs to the API: its responses are counted, and its errors have a JSON body.
pub(crate) fn is_api(path: &str) -> bool {
    path.starts_with("/api/")
        || path.starts_with("/bot/")
        || path.starts_with("/oauth/")
        || path.starts_with("/.well-known/agio/")
        || matches!(path, "/.well-known/jwks.json" | paths::LOG_CHECKPOINT)
}
