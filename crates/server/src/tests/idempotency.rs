//! Idempotency of requests.

use std::time::Duration;

use axum::http::StatusCode;
use futures_util::future::join_all;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use sqlx::Connection;

use super::support::{LTC_ADDRESS, Person, TestApp};

#[tokio::test(flavor = "multi_thread")]
async fn an_order_sent_twice_is_made_once() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let quote = ada.firm_quote(("EUR", "visamc"), ("LTC", "ltc"), "250.00").await;
    let body = json!({ "quote_id": quote["id"], "requisite": { "kind": "address", "value": LTC_ADDRESS } });
    let missing = ada.post("orders", &body).await;
    assert_eq!(missing.problem(), (400, "VALIDATION_ERROR"));
    assert_eq!(missing.body["errors"][0]["pointer"], "Idempotency-Key");

    // Two concurrent requests, as from a double click: one executes, the other waits or gets the same response.
    let (one, two) = tokio::join!(ada.post_once("orders", "k", &body), ada.post_once("orders", "k", &body));
    let statuses = [one.status, two.status];
    assert!(statuses.contains(&StatusCode::CREATED), "{statuses:?}");
    assert!(statuses.iter().all(|s| matches!(s.as_u16(), 201 | 409)), "{statuses:?}");

    let first = if one.status == StatusCode::CREATED { one } else { two };
    let again = ada.post_once("orders", "k", &body).await;
    assert_eq!((again.status, &again.bytes), (StatusCode::CREATED, &first.bytes));
    assert_eq!(again.header("idempotency-replayed"), "true");
    let other = json!({ "quote_id": quote["id"], "requisite": { "kind": "address", "value": "x" } });
    assert_eq!(ada.post_once("orders", "k", &other).await.problem(), (422, "IDEMPOTENCY_KEY_REUSED"));
    assert_eq!(ada.post_once("orders", "other", &body).await.problem(), (409, "QUOTE_USED"));
    let listed = ada.get("transactions").await.expect(StatusCode::OK);
    assert_eq!(listed["data"].as_array().unwrap().len(), 1);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_refusal_the_same_key_serves_the_corrected_request() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let quote = ada.firm_quote(("EUR", "visamc"), ("LTC", "ltc"), "250.00").await;
    let order =
        |address: &str| json!({ "quote_id": quote["id"], "requisite": { "kind": "address", "value": address } });
    let refused = ada.post_once("orders", "k", &order("not an address")).await;
    assert_eq!(refused.problem(), (400, "VALIDATION_ERROR"));
    assert_eq!(refused.body["errors"][0]["pointer"], "/requisite/value");
    ada.post_once("orders", "k", &order(LTC_ADDRESS)).await.expect(StatusCode::CREATED);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cards_number_cannot_be_searched_for_in_what_is_kept_of_a_request() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let order = ada.order("visamc", "first").await;
    let path = format!("transactions/{}/payment/card", order["id"].as_str().unwrap());
    let card = json!({ "number": "4242424242424242", "expiry_month": 12, "expiry_year": 2034, "cvv": "123",
        "holder": "Ada Lovelace", "return_url": "/exchange" });
    ada.post_once(&path, "pay", &card).await.expect(StatusCode::OK);
    let guessed = Sha256::digest(card.to_string().as_bytes()).to_vec();
    let kept = "SELECT request_hash FROM idempotency WHERE key = 'pay'";
    let kept: Vec<u8> = sqlx::query_scalar(kept).fetch_one(&mut app.db.connect().await).await.unwrap();
    assert_ne!(kept, guessed);
    let other = json!({ "number": "4000056655665556", "expiry_month": 12, "expiry_year": 2034, "cvv": "123",
        "holder": "Ada Lovelace", "return_url": "/exchange" });
    assert_eq!(ada.post_once(&path, "pay", &other).await.problem(), (422, "IDEMPOTENCY_KEY_REUSED"));
    app.close().await;
}

/// A sale, whose order needs a deposit address.
async fn sale(ada: &Person) -> Value {
    let quote = ada.firm_quote(("LTC", "ltc"), ("EUR", "iban"), "2").await;
    json!({ "quote_id": quote["id"], "requisite": ada.account("ES9121000418450200051332").await })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_disconnects_finds_the_order_with_the_same_key() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let body = sale(&ada).await;
    let (mut held, mut looking) = (app.db.connect().await, app.db.connect().await);
    // Blocks the work halfway, so that the caller disconnects before it is done.
    let mut hold = held.begin().await.unwrap();
    sqlx::query("LOCK TABLE custody_wallets IN ACCESS EXCLUSIVE MODE").execute(&mut *hold).await.unwrap();
    let at_work = async {
        let waits = "SELECT EXISTS (SELECT FROM pg_locks WHERE relation = 'custody_wallets'::regclass AND NOT granted)
                        AND EXISTS (SELECT FROM idempotency WHERE status IS NULL)";
        while !sqlx::query_scalar::<_, bool>(waits).fetch_one(&mut looking).await.unwrap() {}
    };
    tokio::select! {
        answer = ada.post_once("orders", "k", &body) => panic!("it was to be held up: {}", answer.status),
        () = at_work => {}
    }
    hold.rollback().await.unwrap();
    let again = async {
        loop {
            let answer = ada.post_once("orders", "k", &body).await;
            if answer.status != StatusCode::CONFLICT {
                return answer.expect(StatusCode::CREATED);
            }
        }
    };
    let order = tokio::time::timeout(Duration::from_secs(10), again).await.expect("the first work goes on by itself");
    let listed = ada.get("transactions").await.expect(StatusCode::OK);
    assert_eq!(listed["data"].as_array().unwrap().len(), 1);
    assert_eq!(listed["data"][0]["id"], order["id"]);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn fifty_attempts_with_one_quote_take_one_deposit_address() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let body = sale(&ada).await;
    let keys: Vec<String> = (0..50).map(|n| format!("key-{n}")).collect();
    let answers = join_all(keys.iter().map(|key| ada.post_once("orders", key, &body))).await;
    let made = answers.iter().filter(|answer| answer.status == StatusCode::CREATED).count();
    assert_eq!(made, 1);
    for refused in answers.iter().filter(|answer| answer.status != StatusCode::CREATED) {
        assert_eq!(refused.problem(), (409, "QUOTE_USED"));
    }
    let given = "SELECT count(*) FROM custody_addresses WHERE purpose = 'order'";
    let given: i64 = sqlx::query_scalar(given).fetch_one(&mut app.db.connect().await).await.unwrap();
    assert_eq!(given, 1);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_whose_answer_was_lost_in_a_crash_can_be_repeated() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let order = ada.order("iban", "first").await;
    let id = order["id"].as_str().unwrap();
    ada.post(&format!("sandbox/transactions/{id}/underpay"), &json!({})).await.expect(StatusCode::OK);
    ada.until(&app, id, |transaction| transaction["status"] == "ACTION_REQUIRED").await;
    let path = format!("transactions/{id}/deposit");
    ada.post_once(&path, "keep", &json!({})).await.expect(StatusCode::OK);
    // The state after a crash between the operation and the storing of its response.
    let lost = sqlx::query("DELETE FROM idempotency WHERE key = 'keep'");
    assert_eq!(lost.execute(&mut app.db.connect().await).await.unwrap().rows_affected(), 1);
    let again = ada.post_once(&path, "keep", &json!({})).await.expect(StatusCode::OK);
    assert_eq!(again["sub_state"], "deposited");
    let refused = ada.post_once(&path, "another request", &json!({})).await;
    assert!(refused.status.is_client_error(), "{}", refused.status);
    let balances = ada.get("balances").await.expect(StatusCode::OK);
    assert_eq!(balances["data"][0]["available"], "125.00");
    app.close().await;
}
