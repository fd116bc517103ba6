//! Simulated rails and chains are available to sandbox tenants only.

use axum::http::StatusCode;
use serde_json::json;

use super::support::{Person, TestApp};

/// A tenant with real customers, and an anonymous visitor.
async fn real_tenant(app: &TestApp) -> Person {
    let new = identity::NewTenant::sandbox("real", "Real", &["real.example"]);
    let new = identity::NewTenant { sandbox: false, ..new };
    identity::add_tenant(&app.db.store, &app.world, new).await.unwrap();
    Person { router: app.router.clone(), token: None, host: "real.example" }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_live_tenant_has_no_simulated_payways() {
    let app = TestApp::new().await;
    let visitor = real_tenant(&app).await;
    let listed = visitor.get("directions?from=EUR&to=LTC").await.expect(StatusCode::OK);
    let listed = listed["data"].as_array().unwrap();
    assert!(!listed.is_empty() && listed.iter().all(|direction| direction["available"] == false));
    let quote = json!({ "side": "BUY", "from_currency": "EUR", "from_payway": "visamc", "to_currency": "LTC",
        "to_payway": "ltc", "from_amount": "250.00" });
    assert_eq!(visitor.post("quotes", &quote).await.problem(), (422, "UNAVAILABLE_CONVERT_DIRECTION"));
    app.close().await;
}

/// Every documented sandbox operation, with the path for this order.
fn of_the_sandbox(order: &str, account: &str) -> Vec<(String, String)> {
    let document = serde_json::to_value(api::openapi()).unwrap();
    let mut found = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap().iter().filter(|(path, _)| path.contains("/sandbox/")) {
        for method in item.as_object().unwrap().keys() {
            let id = if path.contains("/deposit-accounts/") { account } else { order };
            found.push((method.to_uppercase(), path.replace("{id}", id).replace("{action}", "pay")));
        }
    }
    found
}

#[tokio::test(flavor = "multi_thread")]
async fn the_mails_the_clock_and_the_actions_of_the_sandbox_exist_nowhere_else() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let order = ada.order("iban", "first").await;
    let nobody = real_tenant(&app).await;
    // Her token is invalid there, but every caller gets the same 404.
    let elsewhere = Person { token: ada.token.clone(), ..nobody.clone() };
    let account = ada.post("deposit-accounts", &json!({ "currency": "EUR", "payway": "iban" })).await;
    let account = account.expect(StatusCode::OK);
    let all = of_the_sandbox(order["id"].as_str().unwrap(), account["id"].as_str().unwrap());
    assert!(all.len() >= 5, "{all:?}");
    let body = json!({ "seconds": 1 });
    for (method, path) in &all {
        let body = (method != "GET").then_some(&body);
        for visitor in [&nobody, &elsewhere] {
            let heard = visitor.call(method, path, body, &[]).await;
            assert_eq!(heard.problem(), (404, "NOT_FOUND"), "{method} {path}");
        }
        let here = ada.call(method, path, body, &[]).await;
        assert_ne!(here.status, StatusCode::NOT_FOUND, "{method} {path}");
        assert!(here.status.as_u16() < 500, "{method} {path}: {}", here.body);
    }
    app.close().await;
}
