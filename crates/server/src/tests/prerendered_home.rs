//! The home page that the server prerenders for a customer without pending orders.

use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use serde_json::{Value, json};
use tokio::sync::watch;

use super::step_up::enrol;
use super::support::{Person, TestHouse};

/// Signs in again in another browser.
async fn login(house: &TestHouse) -> Value {
    let browser = Person { app: house.app.clone(), token: None, host: "localhost" };
    let started = browser.post("login?method=email", &json!({ "email": "ada@example.test" })).await;
    let started = started.expect(StatusCode::ACCEPTED);
    let code = json!({ "challenge_id": started["challenge_id"], "code": "111111" });
    browser.call("PUT", "login?method=email", Some(&code), &[]).await.expect(StatusCode::OK)
}

/// Whether a browser with `token` gets the idle home page at `host`.
async fn says_so(house: &TestHouse, host: &str, token: &Value, mode: &str) -> bool {
    let (_stop, stopping) = watch::channel(false);
    let cookie = format!("agio-refresh={}", token.as_str().unwrap());
    let headers = [("host", host), ("cookie", &cookie), ("sec-fetch-mode", mode), ("sec-fetch-site", "none")];
    let header =
        |(name, value): (&'static str, &str)| (HeaderName::from_static(name), HeaderValue::from_str(value).unwrap());
    let headers: HeaderMap = headers.map(header).into_iter().collect();
    api::is_idle(&house.house.state(true, stopping), host, &headers).await
}

async fn at_home(house: &TestHouse, token: &Value) -> bool {
    says_so(house, "localhost", token, "navigate").await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_home_page_is_prerendered_as_idle_for_customers_without_pending_orders() {
    let house = TestHouse::new().await;
    house.neighbour("neighbour.localhost").await;
    let ada = house.person("ada").await;
    let first = login(&house).await;
    let token = &first["refresh_token"];
    assert!(at_home(&house, token).await);
    assert!(!says_so(&house, "localhost", token, "no-cors").await, "to a page that is opened only");
    assert!(!says_so(&house, "neighbour.localhost", token, "navigate").await, "of this house only");

    // The token was not consumed: it can still renew the session, once.
    let renewal = json!({ "refresh_token": token });
    let renewed = ada.call("PUT", "auth", Some(&renewal), &[]).await.expect(StatusCode::OK);
    assert!(!at_home(&house, token).await, "an old token says nothing");
    let token = &renewed["refresh_token"];
    assert!(at_home(&house, token).await);

    ada.order("visamc", "first").await;
    assert!(!at_home(&house, token).await, "something is under way");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_home_page_is_not_marked_idle_for_incomplete_sessions() {
    let house = TestHouse::new().await;
    let ada = house.person("ada").await;
    let out = login(&house).await;
    assert!(at_home(&house, &out["refresh_token"]).await);
    let leaving = json!({ "refresh_token": out["refresh_token"] });
    Person { token: None, ..ada }.post("logout", &leaving).await.expect(StatusCode::NO_CONTENT);
    assert!(!at_home(&house, &out["refresh_token"]).await, "after signing out");

    let ada = house.person("ada").await;
    enrol(&house, &ada).await;
    let half = login(&house).await;
    assert_eq!(half["is_second_factor_required"], true);
    assert!(!at_home(&house, &half["refresh_token"]).await, "before the second factor");
    house.close().await;
}
