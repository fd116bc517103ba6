//! Middleware of every request: request id, limits, response headers.

pub(crate) mod ahead;
pub(crate) mod client_address;
pub(crate) mod headers;
pub(crate) mod host;
pub(crate) mod lanes;
pub(crate) mod limits;
pub(crate) mod pace;
pub(crate) mod places;
pub(crate) mod rate_limit;
pub(crate) mod request_id;
mod right_of_way;
pub(crate) mod visitor;

/// Whether a path belongs to the API: its responses are counted, and its errors have a JSON body.
pub(crate) fn is_api(path: &str) -> bool {
    path.starts_with("/api/")
        || path.starts_with("/bot/")
        || path.starts_with("/oauth/")
        || path.starts_with("/.well-known/agio/")
        || matches!(path, "/.well-known/jwks.json" | crate::well_known::LOG_CHECKPOINT)
}
