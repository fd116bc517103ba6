//! An order above the balance is refused before it is confirmed or counted, and a quote shows the remaining limits.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::support::{Answer, Person, TestApp};

const IBAN: &str = "ES9121000418450200051332";

/// Requests a quote in euro.
async fn price(person: &Person, from: &str, to: (&str, &str), amount: &str) -> Answer {
    let asked = json!({ "from_currency": "EUR", "from_payway": from, "to_currency": to.0, "to_payway": to.1,
        "from_amount": amount, "firm": true });
    person.post("quotes", &asked).await
}

/// Credits euro to the customer's balance by bank transfer.
pub async fn deposit(app: &TestApp, person: &Person, amount: &str) {
    let quote = price(person, "iban", ("EUR", "balance"), amount).await.expect(StatusCode::CREATED);
    let body = json!({ "quote_id": quote["id"] });
    let order = person.post_once("orders", "deposit", &body).await.expect(StatusCode::CREATED);
    let id = order["id"].as_str().unwrap();
    person.post(&format!("sandbox/transactions/{id}/pay"), &json!({})).await.expect(StatusCode::OK);
    person.until(app, id, |transaction| transaction["status"] == "DONE").await;
}

async fn withdraw(person: &Person, quote: &Value, key: &str) -> Answer {
    let body = json!({ "quote_id": quote["id"], "requisite": person.account(IBAN).await });
    person.post_once("orders", key, &body).await
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_above_the_balance_gets_no_quote_and_uses_no_limit() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    deposit(&app, &ada, "300.00").await;
    let refused = price(&ada, "balance", ("EUR", "iban"), "300.01").await;
    assert_eq!(refused.problem(), (422, "INSUFFICIENT_BALANCE"));
    assert_eq!(refused.body["errors"][0]["pointer"], "/from_amount");
    assert_eq!(refused.body["meta"], json!({ "needed": "300.01", "available": "300.00", "currency": "EUR" }));
    let one = price(&ada, "balance", ("EUR", "iban"), "300.00").await.expect(StatusCode::CREATED);
    let other = price(&ada, "balance", ("EUR", "iban"), "300.00").await.expect(StatusCode::CREATED);
    withdraw(&ada, &one, "one").await.expect(StatusCode::CREATED);
    let used = ada.get("user/limits").await.expect(StatusCode::OK)["limits"].clone();
    let refused = withdraw(&ada, &other, "other").await;
    assert_eq!(refused.problem(), (422, "INSUFFICIENT_BALANCE"));
    assert_eq!(refused.body["meta"]["available"], "0.00");
    assert_eq!(ada.get("user/limits").await.expect(StatusCode::OK)["limits"], used, "nothing is counted");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_quote_shows_the_remaining_limits() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    deposit(&app, &ada, "300.00").await;
    let out = price(&ada, "balance", ("EUR", "iban"), "200.00").await.expect(StatusCode::CREATED);
    // The transfer costs 0.90 EUR, and the received amount is counted.
    let after = |period: &str, limit: &str| json!({ "bucket": "fiat", "period": period, "limit": limit, "used": "499.10", "currency": "EUR" });
    assert_eq!(out["limits_after"], json!([after("day", "1000.00"), after("month", "3000.00")]));
    let stays = price(&ada, "balance", ("PLN", "balance"), "200.00").await.expect(StatusCode::CREATED);
    assert!(stays.get("limits_after").is_none(), "a conversion counts against none");
    app.close().await;
}
