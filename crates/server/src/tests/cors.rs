//! Pages of other companies that call the partner API with a public key.

use axum::http::StatusCode;
use serde_json::json;

use super::partners::{EXCHANGER, Server, key};
use super::support::{Answer, TestApp};
use super::widget::{SHOP, Widget};

/// What a browser reads of the permission in a response.
fn permission(answer: &Answer) -> (&str, &str) {
    (answer.header("access-control-allow-origin"), answer.header("vary"))
}

/// A browser asks whether a page may send a request with a key.
async fn preflight(server: &Server, origin: &str) -> Answer {
    let asks = [
        ("origin", origin),
        ("access-control-request-method", "POST"),
        ("access-control-request-headers", "api-key,content-type"),
    ];
    Server { secret: String::new(), ..server.clone() }.call("OPTIONS", "quotes", None, &asks).await
}

const FORGED: [&str; 7] = [
    "null",
    "",
    "https://evil.example",
    "http://shop.example",
    "https://shop.example:8443",
    "https://shop.example.evil.example",
    "https://unproven.example",
];

#[tokio::test(flavor = "multi_thread")]
async fn a_page_of_a_proven_domain_reads_prices_with_its_public_key() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let widget = Widget::of(&ada, &["shop.example"]).await;
    let page = Server::new(&app.router, &widget.public);
    let early = preflight(&page, SHOP).await;
    assert_eq!((early.status, permission(&early)), (StatusCode::FORBIDDEN, ("", "origin")), "not proven yet");
    widget.prove(&app).await;

    let asked = preflight(&page, SHOP).await;
    assert_eq!((asked.status, permission(&asked)), (StatusCode::NO_CONTENT, (SHOP, "origin")));
    assert_eq!(asked.header("access-control-allow-methods"), "GET, POST");
    assert!(asked.header("access-control-allow-headers").contains("api-key"));
    assert_eq!(asked.header("access-control-allow-credentials"), "", "no cookie");
    let from_shop = [("origin", SHOP)];
    for path in ["currencies", "payways", "directions?side=BUY&from=EUR"] {
        let answer = page.call("GET", path, None, &from_shop).await;
        assert_eq!((answer.status, permission(&answer)), (StatusCode::OK, (SHOP, "origin")), "{path} {}", answer.body);
        assert!(answer.header("access-control-expose-headers").contains("ratelimit"));
    }
    let mut quote = json!({ "from_currency": "EUR", "from_payway": "visamc", "to_currency": "LTC",
        "to_payway": "ltc", "from_amount": "250.00" });
    let price = page.call("POST", "quotes", Some(&quote), &from_shop).await;
    assert_eq!((price.status, permission(&price)), (StatusCode::CREATED, (SHOP, "origin")));
    quote["firm"] = json!(true);
    let firm = page.call("POST", "quotes", Some(&quote), &from_shop).await;
    assert_eq!((firm.problem(), &firm.body["errors"][0]["pointer"]), ((400, "VALIDATION_ERROR"), &json!("/firm")));
    assert_eq!(permission(&firm), (SHOP, "origin"), "the page reads why it is refused");
    for closed in ["balances", "orders", "events", "requisites"] {
        let answer = page.call("GET", closed, None, &from_shop).await;
        assert_eq!(answer.problem(), (403, "ACCESS_DENIED"), "{closed}");
    }
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_other_page_reads_anything() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let widget = Widget::of(&ada, &["shop.example"]).await;
    widget.prove(&app).await;
    let unproven = Widget::of(&ada, &["unproven.example"]).await;
    let (_, secret) = key(&ada, "exchanger", &EXCHANGER).await;
    let page = Server::new(&app.router, &widget.public);
    for origin in FORGED {
        let asked = preflight(&page, origin).await;
        assert_eq!((asked.status, permission(&asked)), (StatusCode::FORBIDDEN, ("", "origin")), "{origin}");
        let answer = page.call("GET", "currencies", None, &[("origin", origin)]).await;
        assert_eq!((answer.problem(), permission(&answer)), ((403, "ACCESS_DENIED"), ("", "origin")), "{origin}");
    }
    let twice = page.call("GET", "currencies", None, &[("origin", SHOP), ("origin", "https://evil.example")]).await;
    assert_eq!((twice.status, permission(&twice)), (StatusCode::FORBIDDEN, ("", "origin")));
    let none = page.get("currencies").await;
    assert_eq!(none.problem(), (403, "ACCESS_DENIED"), "a public key is for pages");
    let other = Server::new(&app.router, &unproven.public).call("GET", "currencies", None, &[("origin", SHOP)]).await;
    assert_eq!(
        (other.status, permission(&other)),
        (StatusCode::FORBIDDEN, ("", "origin")),
        "the domain of another key"
    );
    let leaked = Server::new(&app.router, &secret).call("GET", "currencies", None, &[("origin", SHOP)]).await;
    assert_eq!((leaked.status, permission(&leaked)), (StatusCode::FORBIDDEN, ("", "origin")), "a secret in a page");

    // The domain of a partner of one tenant opens nothing at another tenant.
    let elsewhere = Server { host: "nova.localhost", ..page.clone() };
    let asked = preflight(&elsewhere, SHOP).await;
    assert_eq!((asked.status, permission(&asked)), (StatusCode::FORBIDDEN, ("", "origin")));
    let answer = elsewhere.call("GET", "currencies", None, &[("origin", SHOP)]).await;
    assert_eq!((answer.problem(), permission(&answer)), ((401, "UNAUTHORIZED_REQUEST"), ("", "origin")));
    let path = format!("partner-keys/{}", widget.id);
    ada.call("DELETE", &path, None, &[]).await;
    assert_eq!(preflight(&page, SHOP).await.status, StatusCode::FORBIDDEN, "the key is revoked");
    app.close().await;
}
