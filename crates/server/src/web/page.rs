//! The page: the build's `index.html` with the tenant's look, the language and the configuration filled in, so that the
//! first paint has them all without a request.

use api::AppState;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HOST};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;

use super::{assets, palette};

/// How the build writes the element that this fills.
const HTML: &str = "<html lang=\"en\" data-brand>";
const MARK: &str = "<!--agio:head-->";
const NOT_BUILT: &str =
    "<!doctype html><title>Agio</title><p>The web app is not in this build: run <code>make build</code>.";

/// The page for any of its paths.
pub async fn page(state: &AppState, asked: &HeaderMap) -> Response {
    let host = asked.get(HOST).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let Some(index) = assets::index() else {
        return (StatusCode::SERVICE_UNAVAILABLE, [(CONTENT_TYPE, "text/html; charset=utf-8")], NOT_BUILT)
            .into_response();
    };
    let config = match api::page_config(state, host).await {
        Ok(config) => config,
        Err(problem) => return (problem.status(), "The server is not ready. Try again in a moment.").into_response(),
    };
    let nonce = STANDARD_NO_PAD.encode(state.world().random::<16>());
    let html = String::from_utf8_lossy(&index.data);
    let html = fill(&html, &nonce, &config);
    let mut headers = HeaderMap::new();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if let Ok(policy) = HeaderValue::from_str(&api::page_policy(&nonce, host)) {
        headers.insert(CONTENT_SECURITY_POLICY, policy);
    }
    (headers, html).into_response()
}

fn fill(html: &str, nonce: &str, config: &api::dto::catalogue::Config) -> String {
    let brand = config.tenant.brand.color.as_deref().and_then(palette::parse);
    let style = brand.map_or_else(String::new, |color| {
        let rules = palette::rules(color);
        format!("<style nonce=\"{nonce}\">{rules}</style>")
    });
    // JSON inside HTML: a "</script>" in a tenant's name must not end the element.
    let json = serde_json::to_string(config).unwrap_or_else(|_| "null".to_owned()).replace('<', "\\u003c");
    let head = format!(
        "<meta property=\"csp-nonce\" nonce=\"{nonce}\">{style}\
         <script type=\"application/json\" id=\"agio-config\">{json}</script>"
    );
    let plain = |language: &&String| language.bytes().all(|b| b.is_ascii_alphabetic());
    let language = config.tenant.languages.first().filter(plain).map_or("en", String::as_str);
    // Without a colour of its own a tenant wears the house's, which the theme holds.
    let branded = if brand.is_some() { " data-brand" } else { "" };
    html.replacen(HTML, &format!("<html lang=\"{language}\"{branded}>"), 1).replacen(MARK, &head, 1)
}

#[cfg(test)]
mod tests {
    use api::dto::catalogue::{BrandInfo, Config, TenantInfo};

    use super::*;

    #[test]
    fn a_tenants_words_cannot_become_markup() {
        let config = Config {
            tenant: TenantInfo {
                name: "</script><script>alert(1)</script>".into(),
                slug: "agio".into(),
                brand: BrandInfo { color: Some("red;}</style>".into()), logo_url: None, support_email: None },
                languages: vec!["uk".into()],
            },
            sandbox: true,
            server_time: chrono::DateTime::UNIX_EPOCH,
            version: "1".into(),
        };
        let html = fill("<html lang=\"en\" data-brand><head><!--agio:head--></head>", "n", &config);
        assert!(html.contains("<html lang=\"uk\">"));
        assert!(!html.contains("<script>alert") && !html.contains("<style") && !html.contains("</style>"));
    }
}
