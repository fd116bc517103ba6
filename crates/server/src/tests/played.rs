//! Played rails and chains are for tenants that play.

use axum::http::StatusCode;
use serde_json::json;

use super::support::{Person, TestHouse};

#[tokio::test(flavor = "multi_thread")]
async fn a_tenant_with_real_customers_is_offered_nothing_that_is_played() {
    let house = TestHouse::new().await;
    let new = identity::NewTenant::sandbox("real", "Real", &["real.example"]);
    let new = identity::NewTenant { sandbox: false, ..new };
    identity::add_tenant(&house.db.store, &house.world, new).await.unwrap();
    let visitor = Person { app: house.app.clone(), token: None, host: "real.example" };
    let listed = visitor.get("directions?from=EUR&to=LTC").await.expect(StatusCode::OK);
    let listed = listed["data"].as_array().unwrap();
    assert!(!listed.is_empty() && listed.iter().all(|direction| direction["available"] == false));
    let quote = json!({ "side": "BUY", "from_currency": "EUR", "from_payway": "visamc", "to_currency": "LTC",
        "to_payway": "ltc", "from_amount": "250.00" });
    assert_eq!(visitor.post("quotes", &quote).await.problem(), (422, "UNAVAILABLE_CONVERT_DIRECTION"));
    house.close().await;
}
