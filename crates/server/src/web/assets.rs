//! Static files of the build: in the smallest encoding that the browser accepts, and cached forever if the name
//! contains a hash.

use axum::body::Body;
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Dist;

/// Script of the service worker.
const SERVICE_WORKER: &str = "sw.js";
/// The loader of the widget, which other companies' pages run.
const LOADER: &str = "widget.js";
/// Policy of the service worker: it may only fetch from this host.
const WORKER_POLICY: &str = "default-src 'none'; connect-src 'self'";

/// The template of the customers' page.
pub fn index() -> Option<EmbeddedFile> {
    Dist::get("index.html")
}

/// The template of the console's page.
pub fn console() -> Option<EmbeddedFile> {
    Dist::get("console.html")
}

/// The list of files that each page preloads.
pub fn preloads() -> Option<EmbeddedFile> {
    Dist::get("preloads.json")
}

/// Prerendered pages.
pub fn prerendered() -> Option<EmbeddedFile> {
    Dist::get("prerendered.json")
}

/// A static file. Page templates and precompressed variants are not available under their own names.
pub fn file(path: &str, asked: &HeaderMap) -> Option<Response> {
    if path.is_empty()
        || matches!(path, "index.html" | "console.html" | "preloads.json" | "prerendered.json")
        || path.ends_with(".br")
        || path.ends_with(".gz")
    {
        return None;
    }
    let plain = Dist::get(path)?;
    let tag = format!("\"{}\"", hex::encode(&plain.metadata.sha256_hash()[..12]));
    let mut headers = HeaderMap::new();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static(cache_policy(path)));
    headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(ETAG, tag);
    }
    if asked.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return Some((StatusCode::NOT_MODIFIED, headers).into_response());
    }
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(content_type(path)));
    if path == SERVICE_WORKER {
        headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(WORKER_POLICY));
    }
    if path == LOADER {
        let name = HeaderName::from_static("cross-origin-resource-policy");
        headers.insert(name, HeaderValue::from_static("cross-origin"));
    }
    let (file, encoding) = smallest(path, asked).map_or((plain, None), |(file, name)| (file, Some(name)));
    if let Some(name) = encoding {
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static(name));
    }
    Some((headers, Body::from(file.data.into_owned())).into_response())
}

fn smallest(path: &str, asked: &HeaderMap) -> Option<(EmbeddedFile, &'static str)> {
    let accepted = asked.get(ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let takes = |name: &str| accepted.split(',').any(|item| item.split(';').next().is_some_and(|n| n.trim() == name));
    [("br", "br"), ("gzip", "gz")]
        .into_iter()
        .filter(|(name, _)| takes(name))
        .find_map(|(name, extension)| Some((Dist::get(&format!("{path}.{extension}"))?, name)))
}

/// Vite writes files with a content hash in their names to `assets/`.
fn cache_policy(path: &str) -> &'static str {
    match path {
        _ if path.starts_with("assets/") => "public, max-age=31536000, immutable",
        // Browsers must revalidate it to detect a new build.
        SERVICE_WORKER => "no-cache",
        _ => "public, max-age=3600",
    }
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "html" => "text/html; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webp" => "image/webp",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        "wasm" => "application/wasm",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_hashed_assets_are_immutable_in_caches() {
        assert!(cache_policy("assets/B1.js").contains("immutable"));
        assert_eq!(cache_policy(SERVICE_WORKER), "no-cache");
        assert!(!cache_policy("first.js").contains("immutable"));
    }
}
