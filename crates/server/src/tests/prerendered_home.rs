//! The home page that the server prerenders for a customer without pending orders.

use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use serde_json::{Value, json};
use tokio::sync::watch;

use super::step_up::enrol;
use super::support::{Person, TestApp};

/// Signs in again in another browser.
async fn login(app: &TestApp) -> Value {
    let browser = Person { router: app.router.clone(), token: None, host: "localhost" };
    let started = browser.post("login?method=email", &json!({ "email": "ada@example.test" })).await;
    let started = started.expect(StatusCode::ACCEPTED);
    let code = json!({ "challenge_id": started["challenge_id"], "code": "111111" });
    browser.call("PUT", "login?method=email", Some(&code), &[]).await.expect(StatusCode::OK)
}

/// Whether a browser with `token` gets the idle home page at `host`.
async fn says_so(app: &TestApp, host: &str, token: &Value, mode: &str) -> bool {
    let (_stop, stopping) = watch::channel(false);
    let cookie = format!("agio-refresh={}", token.as_str().unwrap());
    let headers = [("host", host), ("cookie", &cookie), ("sec-fetch-mode", mode), ("sec-fetch-site", "none")];
    let header =
        |(name, value): (&'static str, &str)| (HeaderName::from_static(name), HeaderValue::from_str(value).unwrap());
    let headers: HeaderMap = headers.map(header).into_iter().collect();
    api::is_idle(&app.installation.state(true, stopping), host, &headers).await
}

async fn at_home(app: &TestApp, token: &Value) -> bool {
    says_so(app, "localhost", token, "navigate").await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_home_page_is_prerendered_as_idle_for_customers_without_pending_orders() {
    let app = TestApp::new().await;
    app.neighbour("neighbour.localhost").await;
    let ada = app.person("ada").await;
    let first = login(&app).await;
    let token = &first["refresh_token"];
    assert!(at_home(&app, token).await);
    assert!(!says_so(&app, "localhost", token, "no-cors").await, "to a page that is opened only");
    assert!(!says_so(&app, "neighbour.localhost", token, "navigate").await, "of this app only");

    // The token was not consumed: it can still renew the session, once.
    let renewal = json!({ "refresh_token": token });
    let renewed = ada.call("PUT", "auth", Some(&renewal), &[]).await.expect(StatusCode::OK);
    assert!(!at_home(&app, token).await, "an old token says nothing");
    let token = &renewed["refresh_token"];
    assert!(at_home(&app, token).await);

    ada.order("visamc", "first").await;
    assert!(!at_home(&app, token).await, "something is under way");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_home_page_is_not_marked_idle_for_incomplete_sessions() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let out = login(&app).await;
    assert!(at_home(&app, &out["refresh_token"]).await);
    let leaving = json!({ "refresh_token": out["refresh_token"] });
    Person { token: None, ..ada }.post("logout", &leaving).await.expect(StatusCode::NO_CONTENT);
    assert!(!at_home(&app, &out["refresh_token"]).await, "after signing out");

    let ada = app.person("ada").await;
    enrol(&app, &ada).await;
    let half = login(&app).await;
    assert_eq!(half["is_second_factor_required"], true);
    assert!(!at_home(&app, &half["refresh_token"]).await, "before the second factor");
    app.close().await;
}
