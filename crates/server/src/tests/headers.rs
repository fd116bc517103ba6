//! Security headers on every response: of every operation, page and error.

use std::collections::BTreeSet;

use axum::body::Body;
use axum::http::{Request, StatusCode};
use serde_json::Value;
use tokio::sync::watch;

use super::support::{Answer, Person, TestApp};

/// Headers of every response, with the required content.
const ALWAYS: [(&str, &str); 8] = [
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("strict-transport-security", "max-age=63072000; includeSubDomains"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "geolocation=(), gyroscope=(), magnetometer=(), microphone=()"),
    ("content-security-policy", "frame-ancestors 'none'"),
    ("content-security-policy", "base-uri 'none'"),
];
/// Parts of the policy of a page.
const OF_A_PAGE: [&str; 6] = [
    "default-src 'none'",
    "script-src 'self';",
    "object-src 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
    "trusted-types worker offline",
];

/// The missing or wrong headers of a response.
fn wrong(path: &str, answer: &Answer) -> Vec<String> {
    let mut wrongs = Vec::new();
    let mut must = |name: &str, part: &str| {
        let found = answer.header(name);
        if !found.contains(part) {
            wrongs.push(format!("{path} {}: {name} is {found:?}, without {part:?}", answer.status));
        }
    };
    for (name, part) in ALWAYS {
        must(name, part);
    }
    // The path of the simulated 3-D Secure page is a secret, and the address of a shared status holds one.
    let shared = ["/status", "/pay/payment"].contains(&path) && answer.status != StatusCode::METHOD_NOT_ALLOWED;
    let secret = shared || path.starts_with("/sandbox/3ds") && answer.header("content-type").starts_with("text/html");
    if shared {
        must("x-robots-tag", "noindex");
    }
    must("referrer-policy", if secret { "no-referrer" } else { "strict-origin" });
    if path.starts_with("/api/") {
        must("cache-control", "no-store");
        must("content-security-policy", "default-src 'none'");
    }
    // Without a build of the web app, a placeholder is served.
    let built = answer.status != StatusCode::SERVICE_UNAVAILABLE;
    if answer.header("content-type").starts_with("text/html") && built {
        OF_A_PAGE.iter().for_each(|part| must("content-security-policy", part));
        must("cache-control", "no-store");
        let (of_policy, of_page) = nonces(answer);
        if of_policy.is_empty() || of_page.iter().any(|nonce| *nonce != of_policy) {
            wrongs.push(format!("{path}: the policy has the nonce {of_policy:?}, the page {of_page:?}"));
        }
    }
    // The policy allows scripts from this host, so only files of the build may be scripts. None of them is requested
    // here.
    if answer.header("content-type").contains("script") {
        wrongs.push(format!("{path}: it could be run as a script"));
    }
    for name in ["access-control-allow-origin", "server", "x-powered-by"] {
        if answer.headers.contains_key(name) {
            wrongs.push(format!("{path}: {name} says too much"));
        }
    }
    wrongs
}

/// The nonce of a page's policy, and the nonces in the page.
fn nonces(answer: &Answer) -> (String, Vec<String>) {
    let after = |text: &str, mark: &str, end: char| -> Vec<String> {
        text.split(mark).skip(1).filter_map(|rest| Some(rest.split_once(end)?.0.to_owned())).collect()
    };
    let of_policy = after(answer.header("content-security-policy"), "style-src 'self' 'nonce-", '\'');
    let of_page = after(&String::from_utf8_lossy(&answer.bytes), " nonce=\"", '"');
    (of_policy.into_iter().next().unwrap_or_default(), of_page)
}

fn operations(document: Value) -> Vec<(String, String)> {
    let paths = document["paths"].as_object().unwrap();
    let of = |(path, item): (&String, &Value)| -> Vec<(String, String)> {
        item.as_object().unwrap().keys().map(|method| (method.to_uppercase(), path.clone())).collect()
    };
    paths.iter().flat_map(of).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_response_has_the_strict_headers() {
    let app = TestApp::new().await;
    let (_stop, stopping) = watch::channel(false);
    let state = app.installation.state(true, stopping);
    let router = api::router(state.clone(), crate::web::router(state));
    let ada = Person { router, ..app.person("ada").await };
    let nobody = Person { token: None, ..ada.clone() };
    let mut asked = operations(serde_json::to_value(api::openapi()).unwrap());
    asked.extend(operations(serde_json::to_value(api::operator_openapi()).unwrap()));
    let pages = [
        "/",
        "/exchange",
        "/status",
        "/pay/payment",
        "/no/such/page",
        "/shell",
        "/console",
        "/console/customers",
        "/sandbox/3ds/none",
        "/oauth/google",
    ];
    let files =
        ["/favicon.ico", "/icon.svg", "/manifest.webmanifest", "/assets/none.js", "/api", "/api/none", "/healthz"];
    let known = ["/.well-known/agio/key", "/.well-known/log-checkpoint", "/.well-known/jwks.json", "/.well-known/none"];
    let others = pages.into_iter().chain(files).chain(known);
    asked.extend(others.flat_map(|path| ["GET", "POST", "TRACE"].map(|method| (method.to_owned(), path.to_owned()))));
    assert!(asked.len() > 130, "{}", asked.len());
    let mut wrongs = Vec::new();
    let mut pages = 0;
    let mut given = Vec::new();
    for (method, path) in &asked {
        for person in [&ada, &nobody] {
            let body = Value::Object(serde_json::Map::new());
            let answer =
                person.call(method, &path.replace("{id}", "ord_1"), (method != "GET").then_some(&body), &[]).await;
            pages += usize::from(answer.header("content-type").starts_with("text/html"));
            given.extend(Some(nonces(&answer).0).filter(|nonce| !nonce.is_empty()));
            wrongs.extend(wrong(path, &answer));
        }
    }
    // An unknown host, a body that is too large, and a request without a host.
    let elsewhere = Person { host: "evil.example", ..nobody.clone() };
    for path in ["/", "/api/client/v1/config", "/console"] {
        wrongs.extend(wrong(path, &elsewhere.get(path).await));
        let unnamed = Request::get(path).body(Body::empty()).unwrap();
        wrongs.extend(wrong(path, &nobody.send(unnamed).await));
    }
    let large = Request::post("/api/client/v1/quotes").header("host", "localhost");
    let large = large.header("content-type", "application/json").body(Body::from(vec![b' '; 1 << 20])).unwrap();
    let refused = nobody.send(large).await;
    assert_eq!(refused.status, StatusCode::PAYLOAD_TOO_LARGE);
    wrongs.extend(wrong("/api/client/v1/quotes", &refused));
    assert!(pages > 8, "{pages}");
    let different: BTreeSet<&String> = given.iter().collect();
    assert_eq!(different.len(), given.len(), "each answer has a nonce of its own");
    assert!(wrongs.is_empty(), "{}", wrongs.join("\n"));
    app.close().await;
}
