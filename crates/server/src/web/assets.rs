//! The files of the build: in the smallest form that the browser takes, and kept by it for ever where the name has a hash.

use axum::body::Body;
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Dist;

/// The service worker's script.
const SERVICE_WORKER: &str = "sw.js";
/// What the service worker may do: fetch from this host.
const WORKER_POLICY: &str = "default-src 'none'; connect-src 'self'";

/// The page itself, before it is filled in.
pub fn index() -> Option<EmbeddedFile> {
    Dist::get("index.html")
}

/// The console's page, before it is filled in.
pub fn console() -> Option<EmbeddedFile> {
    Dist::get("console.html")
}

/// What the pages are drawn with.
pub fn preloads() -> Option<EmbeddedFile> {
    Dist::get("preloads.json")
}

/// Pages as the program draws them first.
pub fn drawn() -> Option<EmbeddedFile> {
    Dist::get("drawn.json")
}

/// A file of the build. The page and precompressed forms are not files by their own name.
pub fn file(path: &str, asked: &HeaderMap) -> Option<Response> {
    if path.is_empty()
        || matches!(path, "index.html" | "console.html" | "preloads.json" | "drawn.json")
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

/// Vite puts files whose names carry the hash of their content under `assets/`.
fn cache_policy(path: &str) -> &'static str {
    match path {
        _ if path.starts_with("assets/") => "public, max-age=31536000, immutable",
        // Browsers look here for the next build.
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
    fn only_what_never_changes_under_its_name_is_kept_without_asking() {
        assert!(cache_policy("assets/B1.js").contains("immutable"));
        assert_eq!(cache_policy(SERVICE_WORKER), "no-cache");
        assert!(!cache_policy("first.js").contains("immutable"));
    }
}
