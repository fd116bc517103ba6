//! Native apps: the client API under their path, and versions that no longer work.

use axum::http::StatusCode;
use serde_json::json;

use super::support::{Answer, Person, TestApp, config};
use crate::wiring::config::Config;

const STORE: &str = "https://store.example/agio";

/// A system in which the demo tenant has an app on iOS that works from version 2.0 on.
async fn app() -> TestApp {
    let variable = |name: &str, value: &str| (format!("AGIO_MOBILE_AGIO_{name}"), value.to_owned());
    let mobile = vec![
        variable("IOS_MINIMUM", "2.0"),
        variable("IOS_NEWEST", "2.4"),
        variable("IOS_STORE", STORE),
        variable("IOS_APP_ID", "ABCDE12345.com.example.agio"),
        variable("ANDROID_PACKAGE", "com.example.agio"),
        variable("ANDROID_CERTIFICATES", &["AB"; 32].join(":")),
    ];
    TestApp::with(Config { mobile, ..config() }).await
}

async fn by_app(person: &Person, version: &str, method: &str, path: &str) -> Answer {
    let body = json!({});
    let body = (method != "GET").then_some(&body);
    person.call(method, &format!("/api/mobile/v1/{path}"), body, &[("app-version", version)]).await
}

#[tokio::test(flavor = "multi_thread")]
async fn an_app_has_every_operation_of_the_client_api_while_its_version_works() {
    let app = app().await;
    let ada = app.person("ada").await;
    let by_client = ada.get("user").await.expect(StatusCode::OK);
    assert_eq!(by_app(&ada, "ios/2.0", "GET", "user").await.expect(StatusCode::OK), by_client);
    assert_eq!(by_app(&ada, "android/0.1", "GET", "user").await.status, StatusCode::OK, "Android has no minimum");
    let nobody = Person { token: None, ..ada.clone() };
    assert_eq!(by_app(&nobody, "ios/2.0", "GET", "user").await.problem(), (401, "UNAUTHORIZED_REQUEST"));
    let old = by_app(&ada, "ios/1.9.9", "GET", "user").await;
    assert_eq!(old.problem(), (426, "UPDATE_REQUIRED"));
    let said = &old.body;
    assert_eq!((&said["meta"]["minimum"], &said["meta"]["store_url"]), (&json!("2.0.0"), &json!(STORE)));
    for bad in ["", "ios", "web/1.0", "ios/two"] {
        let refused = by_app(&ada, bad, "GET", "user").await;
        assert_eq!(refused.problem(), (400, "VALIDATION_ERROR"), "{bad}");
        assert_eq!(refused.body["errors"][0]["pointer"], "App-Version", "{bad}");
    }
    // The operators' and the partners' operations do not exist there.
    assert_eq!(by_app(&ada, "ios/2.0", "GET", "../../operator/v1/me").await.problem().0, 404);
    // An old app can still sign its person out.
    assert_eq!(by_app(&ada, "ios/1.0", "POST", "logout").await.status, StatusCode::NO_CONTENT);
    assert_eq!(ada.get("user").await.problem().0, 401);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_app_asks_whether_its_version_works_and_each_tenant_has_its_own() {
    let app = app().await;
    let nobody = |host| Person { router: app.router.clone(), token: None, host };
    let ask = async |host, query: &str| nobody(host).get(&format!("/api/mobile/v1/release?{query}")).await;
    for (query, update) in [
        ("platform=ios&version=1.9", "required"),
        ("platform=ios&version=2.1", "offered"),
        ("platform=ios&version=2.4", "none"),
        ("platform=android&version=0.1", "none"),
    ] {
        let said = ask("localhost", query).await.expect(StatusCode::OK);
        assert_eq!(said["update"], update, "{query}");
    }
    let elsewhere = ask("nova.localhost", "platform=ios&version=0.1").await.expect(StatusCode::OK);
    assert_eq!(elsewhere, json!({ "update": "none" }));
    for (query, field) in [("platform=web&version=1", "platform"), ("platform=ios&version=x", "version")] {
        let refused = ask("localhost", query).await;
        assert_eq!(refused.problem(), (400, "VALIDATION_ERROR"), "{query}");
        assert_eq!(refused.body["errors"][0]["pointer"], field);
    }
    let apple = nobody("localhost").get("/.well-known/apple-app-site-association").await.expect(StatusCode::OK);
    assert_eq!(apple["applinks"]["details"][0]["appIDs"], json!(["ABCDE12345.com.example.agio"]));
    let android = nobody("localhost").get("/.well-known/assetlinks.json").await.expect(StatusCode::OK);
    assert_eq!(android[0]["target"]["package_name"], "com.example.agio");
    for path in ["/.well-known/apple-app-site-association", "/.well-known/assetlinks.json"] {
        assert_eq!(nobody("nova.localhost").get(path).await.status, StatusCode::NOT_FOUND, "{path}");
    }
    app.close().await;
}
