//! Balance statements and transaction filters, over HTTP.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::support::{Person, TestApp};

const ALWAYS: &str = "from=1970-01-01T00:00:00Z&to=2100-01-01T00:00:00Z";

/// Credits 250 euro to the balance by bank transfer.
pub async fn deposited(app: &TestApp, person: &Person) -> Value {
    let asked = json!({ "from_currency": "EUR", "from_payway": "iban", "to_currency": "EUR", "to_payway": "balance",
        "from_amount": "250.00", "firm": true });
    let quote = person.post("quotes", &asked).await.expect(StatusCode::CREATED);
    let order = json!({ "quote_id": quote["id"] });
    let id = person.post_once("orders", "deposit", &order).await.expect(StatusCode::CREATED)["id"].clone();
    let id = id.as_str().unwrap();
    person.post(&format!("sandbox/transactions/{id}/pay"), &json!({})).await.expect(StatusCode::OK);
    person.until(app, id, |transaction| transaction["status"] == "DONE").await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_statement_ends_with_the_balance_and_is_its_owners_alone() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let deposit = deposited(&app, &ada).await;
    let statement = ada.get(&format!("balances/EUR/statement?{ALWAYS}")).await.expect(StatusCode::OK);
    let balance = ada.get("balances").await.expect(StatusCode::OK)["data"][0].clone();
    assert_eq!((&statement["opening"], &statement["closing"]), (&json!("0.00"), &balance["posted"]));
    let [line] = statement["data"].as_array().unwrap().as_slice() else { panic!("{statement}") };
    assert_eq!((&line["change"], &line["balance"]), (&balance["posted"], &balance["posted"]));
    let named = &line["transaction"];
    assert_eq!((&named["id"], &named["reference"]), (&deposit["id"], &deposit["reference"]));
    assert_eq!((&named["display_type"], &statement["has_more"]), (&json!("deposit"), &json!(false)));

    let found = ada.get("transactions?balance=EUR&display_type=deposit&status=DONE").await.expect(StatusCode::OK);
    assert_eq!(found["data"][0]["id"], deposit["id"]);
    let reference = deposit["reference"].as_str().unwrap();
    let found = ada.get(&format!("transactions?search={reference}")).await.expect(StatusCode::OK);
    assert_eq!(found["data"][0]["id"], deposit["id"]);
    let none = ada.get("transactions?balance=PLN").await.expect(StatusCode::OK);
    assert_eq!(none["data"], json!([]));

    let bob = app.person("bob").await;
    for path in [format!("balances/EUR/statement?{ALWAYS}"), format!("transactions?search={reference}")] {
        assert_eq!(bob.get(&path).await.expect(StatusCode::OK)["data"], json!([]), "{path}");
    }
    app.neighbour("neighbour.localhost").await;
    let elsewhere = Person { host: "neighbour.localhost", ..ada.clone() };
    let refused = elsewhere.get(&format!("balances/EUR/statement?{ALWAYS}")).await;
    assert_eq!(refused.problem(), (401, "UNAUTHORIZED_REQUEST"));
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_parameter_is_named() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let long = "a".repeat(101);
    for (path, pointer) in [
        ("transactions?currency=FOO", "currency"),
        ("transactions?balance=eur", "balance"),
        ("transactions?display_type=DEPOSIT", "display_type"),
        ("transactions?from=yesterday", "from"),
        ("transactions?to=12000-01-01T00:00:00Z", "to"),
        ("transactions?from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z", "to"),
        ("transactions?search=a", "search"),
        (&format!("transactions?search={long}"), "search"),
        ("transactions?balance=EUR&limit=201", "limit"),
        ("balances/EUR/statement?from=2026-01-01T00:00:00Z", "query"),
        ("balances/EUR/statement?from=0001-01-01T00:00:00Z&to=2026-01-01T00:00:00Z", "from"),
        (&format!("balances/EUR/statement?{ALWAYS}&cursor=x"), "cursor"),
        (&format!("balances/EUR/statement?{ALWAYS}&cursor=-1"), "cursor"),
        (&format!("balances/EUR/statement?{ALWAYS}&limit=0"), "limit"),
        (&format!("balances/EUR/statement?{ALWAYS}&search=%20%20a"), "search"),
    ] {
        let refused = ada.get(path).await;
        assert_eq!(refused.problem(), (400, "VALIDATION_ERROR"), "{path}");
        assert_eq!(refused.body["errors"][0]["pointer"], pointer, "{path}: {}", refused.body);
    }
    for path in [format!("balances/FOO/statement?{ALWAYS}"), format!("balances/%00/statement?{ALWAYS}")] {
        let status = ada.get(&path).await.status.as_u16();
        assert!(status == 404 || status == 400, "{path}: {status}");
    }
    app.close().await;
}
