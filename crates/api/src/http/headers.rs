//! Security headers of responses.

use axum::extract::Request;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, REFERRER_POLICY, STRICT_TRANSPORT_SECURITY, X_CONTENT_TYPE_OPTIONS,
    X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;

const NOTHING_LOADS: &str = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const PERMISSIONS: &str = "accelerometer=(), autoplay=(), camera=(self), display-capture=(), fullscreen=(self), \
    geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(self), usb=(), \
    clipboard-write=(self), publickey-credentials-get=(self), publickey-credentials-create=(self)";

/// What a browser fetches to open Google Pay with a `PaymentRequest` (W3C, Payment Method Manifest).
const GOOGLE_PAY: &str = "https://google.com/pay https://pay.google.com/gp/p/";

/// Marks the response of a page that other companies' pages may contain. Its policy names them.
#[derive(Debug, Clone, Copy)]
pub struct Framed;

/// Adds missing headers. A handler that serves a page has already set its own policy.
pub(crate) async fn layer(request: Request, next: Next) -> Response {
    let api = request.uri().path().starts_with("/api/");
    let mut response = next.run(request).await;
    let framed = response.extensions().get::<Framed>().is_some();
    let headers = response.headers_mut();
    set(headers, CONTENT_SECURITY_POLICY, NOTHING_LOADS);
    set(headers, X_CONTENT_TYPE_OPTIONS, "nosniff");
    if framed {
        // The page in a new tab tells the page that opened it what happens.
        set(headers, HeaderName::from_static("cross-origin-opener-policy"), "unsafe-none");
    } else {
        set(headers, X_FRAME_OPTIONS, "DENY");
    }
    set(headers, REFERRER_POLICY, "strict-origin-when-cross-origin");
    set(headers, STRICT_TRANSPORT_SECURITY, "max-age=63072000; includeSubDomains");
    set(headers, HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
    set(headers, HeaderName::from_static("cross-origin-resource-policy"), "same-origin");
    set(headers, HeaderName::from_static("permissions-policy"), PERMISSIONS);
    if api {
        set(headers, CACHE_CONTROL, "no-store");
    }
    response
}

fn set(headers: &mut HeaderMap, name: HeaderName, value: &'static str) {
    headers.entry(name).or_insert(HeaderValue::from_static(value));
}

/// The Content-Security-Policy of our pages: scripts from this host only, styles from this host or with the page's
/// `nonce`. Trusted Types block the injection of markup and scripts. The two allowed policies each accept one URL:
/// `worker` the script that solves puzzles (`web/src/api/captcha/inWorker.ts`), `offline` the service worker
/// (`web/src/offline/register.ts`).
/// Google Pay's payment method and its manifest are the only addresses of others: a browser fetches them for a
/// `PaymentRequest`, and Chromium applies `connect-src` to them. No script of others is loaded.
/// `host` is the request's host. It names the websocket for browsers in which `'self'` does not cover it. `ancestors` are
/// the pages that may contain this one: `'none'`, or `'self'` and origins.
pub fn page_policy(nonce: &str, host: &str, ancestors: &str) -> String {
    let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b':' | b'[' | b']');
    let socket = if host.bytes().all(plain) { format!(" ws://{host} wss://{host}") } else { String::new() };
    format!(
        "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-{nonce}'; img-src 'self' data: blob:; \
         font-src 'self'; connect-src 'self'{socket} {GOOGLE_PAY}; manifest-src 'self'; worker-src 'self'; frame-src 'self'; \
         form-action 'self'; base-uri 'none'; object-src 'none'; frame-ancestors {ancestors}; \
         require-trusted-types-for 'script'; trusted-types worker offline"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_cannot_add_to_the_policy() {
        assert!(page_policy("n", "agio.example:8080", "'none'").contains("wss://agio.example:8080"));
        assert!(!page_policy("n", "a; script-src *", "'none'").contains("script-src *"));
    }
}
