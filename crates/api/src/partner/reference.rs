//! The OpenAPI document, for client generators and for the API page of the app.

use std::sync::LazyLock;

use axum::body::Bytes;
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

/// The document of this version; `None` if it cannot be written.
static DOCUMENT: LazyLock<Option<Bytes>> = LazyLock::new(|| crate::partner_openapi().to_json().ok().map(Bytes::from));

/// Returns the OpenAPI document of the partner API. It needs no key.
pub(crate) async fn document() -> Response {
    let headers = [(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, "public, max-age=300")];
    match &*DOCUMENT {
        Some(text) => (headers, text.clone()).into_response(),
        None => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}
