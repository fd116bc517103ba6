//! What a partner's server simulates with a test key.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::partners::{EXCHANGER, Server, key};
use super::support::TestApp;

#[tokio::test(flavor = "multi_thread")]
async fn a_server_pays_its_test_order_and_reads_the_mail_about_it() {
    let app = TestApp::new().await;
    let (ada, bob) = (app.person("ada").await, app.person("bob").await);
    let scopes = [EXCHANGER.as_slice(), &["exchanger:test"]].concat();
    let (_, secret) = key(&ada, "exchanger", &scopes).await;
    let (_, of_bob) = key(&bob, "exchanger", &scopes).await;
    let shop = Server::new(&app.router, &secret);
    let order = ada.order("iban", "first").await;
    let pay = format!("test/transactions/{}/pay", order["id"].as_str().unwrap());
    let theirs = Server::new(&app.router, &of_bob).call("POST", &pay, None, &[]).await;
    assert_eq!(theirs.problem(), (404, "NOT_FOUND"), "another profile's order");
    let odd = shop.call("POST", &pay.replace("/pay", "/steal"), None, &[]).await;
    assert_eq!(odd.problem(), (404, "NOT_FOUND"));
    shop.call("POST", &pay, None, &[]).await.expect(StatusCode::OK);
    ada.until(&app, order["id"].as_str().unwrap(), |found| found["status"] != "NEW").await;
    let sent = shop.get("test/outbox?to=ada@example.test").await.expect(StatusCode::OK);
    let mails = sent["data"].as_array().unwrap();
    assert!(!mails.is_empty() && mails.iter().all(|mail: &Value| mail["to"] == "ada@example.test"), "{sent}");
    let late = shop.call("POST", &pay, None, &[]).await;
    assert_ne!(late.status.as_u16() / 100, 5, "{}", late.body);
    let (_, plain) = key(&ada, "exchanger", &EXCHANGER).await;
    let refused = Server::new(&app.router, &plain).get("test/outbox").await;
    assert_eq!(
        (refused.problem(), &refused.body["meta"]["scopes"]),
        ((403, "ACCESS_DENIED"), &json!(["exchanger:test"]))
    );
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_of_coins_that_ends_in_01_is_paid_in_part_by_a_test_key() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let scopes = [EXCHANGER.as_slice(), &["exchanger:test"]].concat();
    let (_, secret) = key(&ada, "exchanger", &scopes).await;
    let shop = Server::new(&app.router, &secret);
    let requisite = ada.account("ES9121000418450200051332").await;
    let quote = shop.quote(("LTC", "ltc"), ("EUR", "iban"), "3.01").await;
    let order = json!({ "quote_id": quote["id"], "requisite": requisite });
    let made = shop.post("orders/sell", "sell", &order).await.expect(StatusCode::CREATED);
    let id = made["transaction"]["id"].as_str().unwrap();
    let pay = format!("test/transactions/{id}/pay");
    shop.call("POST", &pay, None, &[]).await.expect(StatusCode::OK);
    let found = ada.until(&app, id, |found| found["status"] == "ACTION_REQUIRED").await;
    assert_eq!(found["hold"]["needs"], "choice", "{found}");
    app.close().await;
}

/// Records a run of a shop: an order that a test key pays, on a clock that it moves.
async fn record(app: &TestApp, ada: &super::support::Person, shop: &Server) -> String {
    let started = shop.call("POST", "test/recordings", None, &[]).await.expect(StatusCode::CREATED);
    let id = started["id"].as_str().unwrap().to_owned();
    let named = [("test-recording", id.as_str())];
    let ask = async |method: &str, path: &str, body: Option<&Value>, key: &str| {
        let headers = [named[0], ("idempotency-key", key)];
        let answer = shop.call(method, path, body, &headers).await;
        assert!(answer.status.is_success(), "{method} {path}: {}", answer.body);
        answer.body
    };
    let clock = ask("POST", "test/clock", Some(&json!({ "frozen": true })), "a").await;
    let now: chrono::DateTime<chrono::Utc> = serde_json::from_value(clock["now"].clone()).unwrap();
    ask("POST", "test/clock", Some(&json!({ "advance_to": now + chrono::TimeDelta::days(2) })), "b").await;
    let asked = json!({ "from_currency": "EUR", "from_payway": "iban", "to_currency": "LTC", "to_payway": "balance",
        "from_amount": "250.00", "firm": true });
    let quote = ask("POST", "quotes", Some(&asked), "c").await;
    let order = json!({ "quote_id": quote["id"], "external_transaction_id": "cart-1" });
    let made = ask("POST", "orders/buy", Some(&order), "d").await;
    let order = made["transaction"]["id"].as_str().unwrap();
    ask("POST", &format!("test/transactions/{order}/pay"), None, "e").await;
    ada.until(app, order, |found| found["status"] == "DONE").await;
    ask("GET", "orders?external_transaction_id=cart-1", None, "f").await;
    let stopped = shop.call("POST", &format!("test/recordings/{id}/stop"), None, &[]).await.expect(StatusCode::OK);
    assert_eq!((&stopped["requests"], stopped["stopped_at"].is_string()), (&json!(6), true));
    let late = shop.call("GET", "currencies", None, &named).await;
    assert_eq!(late.problem(), (409, "CONFLICT_ERROR"), "a recording that has ended takes nothing");
    id
}

#[tokio::test(flavor = "multi_thread")]
async fn a_recorded_run_is_repeated_with_the_same_result_and_a_changed_world_is_seen() {
    let app = TestApp::new().await;
    let (ada, bob) = (app.person("ada").await, app.person("bob").await);
    let scopes = [EXCHANGER.as_slice(), &["exchanger:test"]].concat();
    let (_, secret) = key(&ada, "exchanger", &scopes).await;
    let shop = Server::new(&app.router, &secret);
    let id = record(&app, &ada, &shop).await;
    let replay = format!("test/recordings/{id}/replay");
    for _ in 0..2 {
        let found = shop.call("POST", &replay, None, &[]).await.expect(StatusCode::OK);
        assert_eq!((&found["is_same"], &found["requests"]), (&json!(true), &json!(6)), "{found}");
    }
    let orders = shop.get("orders").await.expect(StatusCode::OK);
    assert_eq!(orders["data"].as_array().unwrap().len(), 3, "each run has an order of its own");

    let (_, of_bob) = key(&bob, "exchanger", &scopes).await;
    let theirs = Server::new(&app.router, &of_bob).call("POST", &replay, None, &[]).await;
    assert_eq!(theirs.problem(), (404, "NOT_FOUND"), "the recording of another key");

    // The clock is too far ahead for the two days of the recording: the step is refused, which the replay tells.
    let far = chrono::TimeDelta::days(366) - chrono::TimeDelta::hours(1);
    shop.call("POST", "test/clock", Some(&json!({ "advance_to": app.now() + far })), &[]).await.expect(StatusCode::OK);
    let found = shop.call("POST", &replay, None, &[]).await.expect(StatusCode::OK);
    assert_eq!((&found["is_same"], &found["differences"][0]["pointer"]), (&json!(false), &json!("status")), "{found}");
    assert_eq!(found["differences"][0]["target"], "/api/partner/v1/test/clock");
    app.close().await;
}
