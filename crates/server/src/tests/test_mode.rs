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
