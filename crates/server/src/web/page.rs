//! The page: the build's `index.html` with branding, language and configuration filled in, so that the first paint
//! needs no further request.

use api::dto::catalogue::Config;
use api::{AppState, Visitor};
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HOST, REFERRER_POLICY};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use identity::palette;
use rust_embed::EmbeddedFile;

use super::preloads::{HOME, Page, Preloads};
use super::prerendered::Prerendered;
use super::{assets, brand};

/// The element in the template that is replaced.
const HTML: &str = "<html lang=\"en\" data-brand>";
const MARK: &str = "<!--agio:head-->";
const ROOT: &str = "<div id=\"root\"></div>";
const TITLE: &str = "<title>Agio</title>";
const THEME_COLOR: &str = "<meta name=\"theme-color\" content=\"#F5F5F1\" />";
/// Name of the prerendered home page for a customer without pending orders.
const HOME_OF_IDLE: &str = "cabinet idle";
/// The pages whose address holds a secret: a transaction and a payment by its link (`web/src/routes/status.tsx`, `payment.tsx`).
const SECRET_PAGES: [&str; 2] = ["status", "pay/payment"];
const NOT_BUILT: &str =
    "<!doctype html><title>Agio</title><p>The web app is not in this build: run <code>make build</code>.";

/// A request for the customers' page.
struct Asked<'a> {
    headers: &'a HeaderMap,
    path: &'a str,
    visitor: Visitor,
}

/// The customers' page, for any of its paths.
pub async fn page(state: &AppState, headers: &HeaderMap, path: &str) -> Response {
    let asked = Asked { headers, path, visitor: Visitor::of(headers) };
    let mut response = of(state, headers, assets::index(), Some(asked)).await;
    if SECRET_PAGES.contains(&path.trim_end_matches('/')) {
        let headers = response.headers_mut();
        headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
        headers.insert(HeaderName::from_static("x-robots-tag"), HeaderValue::from_static("noindex, nofollow"));
    }
    response
}

/// The customers' page in a frame of another company's page. It contains nothing about a visitor, because a frame
/// has no cookies, and its address may hold personal data.
pub async fn frame(state: &AppState, headers: &HeaderMap, query: Option<&str>) -> Response {
    let ancestors = api::frame_ancestors(state, host(headers), query).await;
    let mut response = within(state, headers, (assets::index(), &ancestors), None).await;
    response.headers_mut().insert(REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    response.headers_mut().insert(HeaderName::from_static("x-robots-tag"), HeaderValue::from_static("noindex"));
    response.extensions_mut().insert(api::Framed);
    response
}

/// The customers' page without prerendered content or visitor data: identical for all visitors of a tenant.
pub async fn shell(state: &AppState, headers: &HeaderMap) -> Response {
    of(state, headers, assets::index(), None).await
}

/// The console's page, for any of its paths. It is a separate build with the same policy.
pub async fn console(state: &AppState, headers: &HeaderMap) -> Response {
    of(state, headers, assets::console(), None).await
}

/// The requested host. An empty one belongs to no tenant.
fn host(headers: &HeaderMap) -> &str {
    headers.get(HOST).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

async fn of(state: &AppState, asked: &HeaderMap, built: Option<EmbeddedFile>, by: Option<Asked<'_>>) -> Response {
    within(state, asked, (built, "'none'"), by).await
}

/// A page that `ancestors` may contain (`frame-ancestors` of the Content-Security-Policy).
async fn within(
    state: &AppState,
    asked: &HeaderMap,
    (built, ancestors): (Option<EmbeddedFile>, &str),
    by: Option<Asked<'_>>,
) -> Response {
    let host = host(asked);
    let Some(index) = built else {
        return (StatusCode::SERVICE_UNAVAILABLE, [(CONTENT_TYPE, "text/html; charset=utf-8")], NOT_BUILT)
            .into_response();
    };
    let config = match api::page_config(state, host).await {
        Ok(config) => config,
        Err(problem) => return (problem.status(), "The server is not ready. Try again in a moment.").into_response(),
    };
    let nonce = STANDARD_NO_PAD.encode(state.world().random::<16>());
    let html = String::from_utf8_lossy(&index.data);
    let language =
        api::page_language(asked, &config.tenant.languages).filter(|language| plain(language)).unwrap_or("en");
    let ahead = match by {
        Some(by) => prerender_hints(state, &by, &config, language).await,
        None => PrerenderHints::default(),
    };
    let html = fill(&html, &nonce, &config, language, &ahead);
    let mut headers = HeaderMap::new();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if let Ok(policy) = HeaderValue::from_str(&api::page_policy(&nonce, host, ancestors)) {
        headers.insert(CONTENT_SECURITY_POLICY, policy);
    }
    (headers, html).into_response()
}

/// The tenant's icon or manifest.
pub async fn kept(state: &AppState, asked: &HeaderMap, path: &str) -> Response {
    let config = match api::page_config(state, host(asked)).await {
        Ok(config) => config,
        Err(problem) => return problem.status().into_response(),
    };
    let (kind, body) = match path {
        brand::ICON => ("image/svg+xml", brand::icon(&config)),
        _ => ("application/manifest+json", brand::manifest(&config).to_string()),
    };
    // A host has one tenant, so a cache by URL is a cache by tenant.
    ([(CONTENT_TYPE, kind), (CACHE_CONTROL, "public, max-age=300")], body).into_response()
}

/// Whether a language code is safe to insert into markup.
fn plain(language: &str) -> bool {
    language.bytes().all(|b| b.is_ascii_alphabetic())
}

/// Data that the server knows before the app runs.
#[derive(Default)]
struct PrerenderHints {
    /// Links that preload the files of the page.
    links: String,
    /// The prerendered content.
    prerendered: Option<String>,
    /// Attribute that says whether the browser has a session.
    visitor: &'static str,
    /// Attribute that says whether the customer has no pending orders.
    idle: &'static str,
}

async fn prerender_hints(state: &AppState, by: &Asked<'_>, config: &Config, language: &str) -> PrerenderHints {
    let preloads = Preloads::built();
    let shown = preloads.shown(by.path, by.visitor);
    let address = shown.map(Page::address).unwrap_or_default();
    let at_home = by.visitor == Visitor::Known && address == HOME;
    let idle = at_home && api::is_idle(state, host(by.headers), by.headers).await;
    let prerendered = if idle { HOME_OF_IDLE } else { &address };
    PrerenderHints {
        links: preloads.links(shown, language),
        prerendered: Prerendered::built().page(prerendered, language, config),
        visitor: match by.visitor {
            Visitor::Known => " data-visitor=\"known\"",
            Visitor::New => " data-visitor=\"new\"",
            Visitor::Unknown => "",
        },
        idle: if idle { " data-idle" } else { "" },
    }
}

/// The icon of a page that was added to the home screen of an iPhone, which reads no drawings.
const TOUCH_ICON: &str = "<link rel=\"apple-touch-icon\" href=\"/icons/apple-touch-180.png\">";

fn fill(html: &str, nonce: &str, config: &Config, language: &str, ahead: &PrerenderHints) -> String {
    let color = config.tenant.brand.color.as_deref().and_then(palette::parse);
    let rules = format!("{}{}", color.map_or_else(String::new, palette::rules), corners(&config.tenant.brand.corners));
    // A tenant without branding uses the platform's, which is part of the theme.
    let (style, branded) = match rules.as_str() {
        "" => (String::new(), ""),
        rules => (format!("<style nonce=\"{nonce}\">{rules}</style>"), " data-brand"),
    };
    // JSON inside HTML: a "</script>" in a tenant's name must not end the element.
    let json = serde_json::to_string(config).unwrap_or_else(|_| "null".to_owned()).replace('<', "\\u003c");
    let touch = if brand::is_unbranded(config) { TOUCH_ICON } else { "" };
    let head = format!(
        "<meta property=\"csp-nonce\" nonce=\"{nonce}\">{style}{touch}\
         <script type=\"application/json\" id=\"agio-config\">{json}</script>{}",
        ahead.links
    );
    let title = format!("<title>{}</title>", brand::escape(&config.tenant.name));
    let mut filled = html
        .replacen(HTML, &format!("<html lang=\"{language}\"{branded}{}{}>", ahead.visitor, ahead.idle), 1)
        .replacen(TITLE, &title, 1)
        .replacen(MARK, &head, 1);
    if let Some(prerendered) = &ahead.prerendered {
        // The app renders into a hidden element, which replaces the prerendered one when it is complete
        // (web/src/first-paint/takeOver.ts).
        let both = format!("<div id=\"prerendered\">{prerendered}</div><div id=\"root\" hidden></div>");
        filled = filled.replacen(ROOT, &both, 1);
    }
    if color.is_some() {
        let bar = format!("<meta name=\"theme-color\" content=\"{}\" />", brand::color(config));
        filled = filled.replacen(THEME_COLOR, &bar, 1);
    }
    filled
}

/// The corner radii, if they differ from the default.
fn corners(word: &str) -> &'static str {
    match word {
        "sharp" => "html[data-brand]{--r-s:3px;--r-m:4px;--r-l:6px}",
        "round" => "html[data-brand]{--r-s:16px;--r-m:20px;--r-l:30px}",
        _ => "",
    }
}

#[cfg(test)]
pub(super) mod tests {
    use api::dto::catalogue::{BrandInfo, TenantInfo};

    use super::*;

    const PAGE: &str = "<html lang=\"en\" data-brand><head><meta name=\"theme-color\" content=\"#F5F5F1\" />\
        <title>Agio</title><!--agio:head--></head><body><div id=\"root\"></div></body>";

    pub fn config(name: &str) -> Config {
        Config {
            tenant: TenantInfo {
                payout_hold_hours: 24,
                name: name.into(),
                slug: "agio".into(),
                brand: BrandInfo { color: None, corners: "soft".into(), mark: None, support_email: None },
                languages: vec!["uk".into()],
                features: Vec::new(),
                sign_in: Vec::new(),
                phone_channels: Vec::new(),
                telegram_bot: None,
                excluded_countries: Vec::new(),
            },
            sandbox: true,
            server_time: chrono::DateTime::UNIX_EPOCH,
            version: "1".into(),
        }
    }

    #[test]
    fn a_tenants_words_cannot_become_markup() {
        let mut config = config("</script></title><script>alert(1)</script>");
        config.tenant.brand.color = Some("red;}</style>".into());
        config.tenant.brand.corners = "}</style>".into();
        let html = fill(PAGE, "n", &config, "uk", &PrerenderHints::default());
        assert!(html.contains("<html lang=\"uk\">"));
        assert!(!html.contains("<script>alert") && !html.contains("<style") && !html.contains("</style>"));
        assert_eq!(html.matches("</title>").count(), 1);
    }

    #[test]
    fn a_page_wears_its_tenants_name_colour_and_corners_from_the_first_paint() {
        let mut config = config("Nova");
        config.tenant.brand.color = Some("#5a3df0".into());
        config.tenant.brand.corners = "round".into();
        let html = fill(PAGE, "n", &config, "uk", &PrerenderHints::default());
        for part in ["<title>Nova</title>", "content=\"#5a3df0\"", "--brand:#5a3df0", "--r-l:30px", "data-brand>"] {
            assert!(html.contains(part), "{part} in {html}");
        }
    }

    #[test]
    fn the_prerendered_page_precedes_the_hidden_root_of_the_app() {
        let ahead = PrerenderHints {
            prerendered: Some("<h1>$1 Nova</h1>".into()),
            visitor: " data-visitor=\"new\"",
            ..PrerenderHints::default()
        };
        let html = fill(PAGE, "n", &config("Nova"), "uk", &ahead);
        assert!(
            html.contains("<body><div id=\"prerendered\"><h1>$1 Nova</h1></div><div id=\"root\" hidden></div></body>")
        );
        assert!(html.contains("<html lang=\"uk\" data-visitor=\"new\">"));
        let plain = fill(PAGE, "n", &config("Nova"), "uk", &PrerenderHints::default());
        assert!(plain.contains("<body><div id=\"root\"></div></body>"));
    }
}
