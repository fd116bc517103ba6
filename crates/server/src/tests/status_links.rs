//! Links to the status of an order, over HTTP: what everybody with the link sees, and what ends it.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::support::{Answer, LTC_ADDRESS, Person, TestApp};

async fn share(owner: &Person, order: &Value) -> String {
    let path = format!("transactions/{}/status-link", order["id"].as_str().unwrap());
    let link = owner.call("POST", &path, None, &[]).await.expect(StatusCode::OK);
    link["token"].as_str().unwrap().to_owned()
}

async fn withdraw(owner: &Person, order: &Value) -> StatusCode {
    let path = format!("transactions/{}/status-link", order["id"].as_str().unwrap());
    owner.call("DELETE", &path, None, &[]).await.status
}

async fn look(visitor: &Person, token: &str) -> Answer {
    visitor.post("status-links/look", &json!({ "token": token })).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stranger_with_the_link_sees_amounts_and_steps_and_nothing_of_the_owner() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let stranger = Person { token: None, ..ada.clone() };
    let order = ada.order("visamc", "first").await;
    let token = share(&ada, &order).await;
    assert_eq!(share(&ada, &order).await, token, "the owner sees the same link again");
    let seen = look(&stranger, &token).await.expect(StatusCode::OK);
    assert_eq!((&seen["status"], &seen["from"]), (&order["status"], &order["from"]));
    assert_eq!((&seen["to"], &seen["steps"]), (&order["to"], &order["steps"]));
    let card = json!({ "number": "4242424242424242", "expiry_month": 12, "expiry_year": 2034, "cvv": "123",
        "holder": "Ada Lovelace", "return_url": "/" });
    let id = order["id"].as_str().unwrap();
    ada.post_once(&format!("transactions/{id}/payment/card"), "pay", &card).await.expect(StatusCode::OK);
    let done = ada.until(&app, id, |order| order["status"] == "DONE").await;
    let seen = look(&stranger, &token).await.expect(StatusCode::OK);
    assert_eq!((&seen["status"], &seen["outgoing"]["hash"]), (&json!("DONE"), &done["payout"]["hash"]));
    let text = seen.to_string();
    let reference = order["reference"].as_str().unwrap();
    for secret in ["Lovelace", "ada@", LTC_ADDRESS, "4242", id, reference] {
        assert!(!text.contains(secret), "{secret} in {text}");
    }
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_payout_to_a_bank_shows_no_account_and_no_reference_of_the_bank() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let quote = ada.firm_quote(("LTC", "ltc"), ("EUR", "iban"), "2.5").await;
    let body = json!({ "quote_id": quote["id"], "requisite": ada.account("DE89370400440532013000").await });
    let order = ada.post_once("orders", "sale", &body).await.expect(StatusCode::CREATED);
    let token = share(&ada, &order).await;
    let seen = look(&Person { token: None, ..ada.clone() }, &token).await.expect(StatusCode::OK);
    assert_eq!((&seen["payment_kind"], &seen["incoming"]["network"]), (&json!("crypto"), &json!("litecoin")));
    let deposit = order["source"]["instructions"]["crypto"]["address"].as_str().unwrap();
    for secret in ["DE89", "3704", "Lovelace", deposit] {
        assert!(!seen.to_string().contains(secret), "{secret} in {seen}");
    }
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_withdrawn_an_old_and_a_wrong_link_give_the_same_answer() {
    let app = TestApp::new().await;
    app.neighbour("neighbour.test").await;
    let (ada, bob) = (app.person("ada").await, app.person("bob").await);
    let order = ada.order("visamc", "first").await;
    let first = share(&ada, &order).await;
    assert_eq!(withdraw(&bob, &order).await, StatusCode::NOT_FOUND, "only its owner withdraws it");
    assert_eq!(withdraw(&ada, &order).await, StatusCode::NO_CONTENT);
    assert_eq!(withdraw(&ada, &order).await, StatusCode::NO_CONTENT, "a repeated withdrawal");
    let second = share(&ada, &order).await;
    assert_ne!(first, second, "a withdrawn link never works again");
    look(&bob, &second).await.expect(StatusCode::OK);
    let elsewhere = Person { token: None, host: "neighbour.test", ..ada.clone() };
    let mut refused = vec![look(&bob, &first).await, look(&bob, "agt_nonsense").await, look(&elsewhere, &second).await];
    let over = "UPDATE status_links SET expires_at = created_at";
    sqlx::query(over).execute(&mut app.db.connect().await).await.unwrap();
    refused.push(look(&bob, &second).await);
    for answer in &refused {
        assert_eq!(answer.problem(), (404, "NOT_FOUND"));
        assert_eq!(answer.body["detail"], refused[0].body["detail"]);
    }
    let third = share(&ada, &order).await;
    assert_ne!(third, second, "a new link after the date of the old one");
    look(&bob, &third).await.expect(StatusCode::OK);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn guesses_are_limited_and_lock_no_right_link_out() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let order = ada.order("visamc", "first").await;
    let withdrawn = share(&ada, &order).await;
    assert_eq!(withdraw(&ada, &order).await, StatusCode::NO_CONTENT);
    let right = share(&ada, &order).await;
    assert_eq!(look(&ada, &withdrawn).await.status, StatusCode::NOT_FOUND);
    // A sandbox allows 6,000 in ten minutes.
    let spent = "UPDATE counters SET count = 6000 WHERE name = 'status.network'";
    let spent = sqlx::query(spent).execute(&mut app.db.connect().await).await.unwrap();
    assert_eq!(spent.rows_affected(), 1);
    let limited = look(&ada, &withdrawn).await;
    assert_eq!(limited.problem(), (429, "TOO_MANY_REQUESTS"));
    assert_ne!(limited.header("retry-after"), "");
    look(&ada, &right).await.expect(StatusCode::OK);
    // The database has the hash of a token only.
    let stored: Vec<Vec<u8>> =
        sqlx::query_scalar("SELECT token_hash FROM status_links").fetch_all(&mut app.db.connect().await).await.unwrap();
    assert_eq!(stored.len(), 1);
    assert!(
        stored[0].len() == 32 && !right.as_bytes().windows(8).any(|part| stored[0].windows(8).any(|of| of == part))
    );
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_that_was_made_and_withdrawn_is_in_its_owners_audit_log_and_in_the_data_export() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let (first, second) = (ada.order("visamc", "first").await, ada.order("visamc", "second").await);
    for order in [&first, &first, &second] {
        share(&ada, order).await;
    }
    for _ in 0..2 {
        assert_eq!(withdraw(&ada, &first).await, StatusCode::NO_CONTENT);
    }
    let logged: Vec<(String, String)> = sqlx::query_as(
        "SELECT action, details->>'transaction' FROM audit_log WHERE action LIKE 'status_link.%' ORDER BY at, id",
    )
    .fetch_all(&mut app.db.connect().await)
    .await
    .unwrap();
    let of = |action: &str, order: &Value| (action.to_owned(), order["id"].as_str().unwrap().to_owned());
    let expected =
        [of("status_link.made", &first), of("status_link.made", &second), of("status_link.withdrawn", &first)];
    assert_eq!(logged, expected, "once each");
    assert_eq!(ada.call("POST", "user/exports", None, &[]).await.status, StatusCode::ACCEPTED);
    let copy = super::exports::made(&ada).await;
    let path = format!("user/exports/{}/file", copy["id"].as_str().unwrap());
    let export = ada.get(&path).await.expect(StatusCode::OK);
    let links = export["status_links"].as_array().unwrap();
    assert_eq!((links.len(), &links[0]["transaction"]), (1, &second["id"]), "{links:?}");
    app.close().await;
}
