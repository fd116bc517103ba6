//! Webhook endpoints that a partner's server manages with its key.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::partners::{Server, key};
use super::sign_in::mail;
use super::support::TestApp;
use super::webhooks::Receiver;

const SCOPES: [&str; 2] = ["exchanger:read", "webhooks:write"];

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_manages_the_endpoints_of_its_key() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let (id_of_key, secret) = key(&ada, "exchanger", &SCOPES).await;
    let (server, mut shop) = (Server::new(&app.router, &secret), Receiver::new().await);
    let asked = json!({ "url": shop.url(), "types": ["order.created"] });
    let made = server.call("POST", "webhook-endpoints", Some(&asked), &[]).await.expect(StatusCode::CREATED);
    assert_eq!(made["endpoint"]["key_id"], json!(id_of_key));
    mail(&app, "ada@example.test", "webhook address").await;
    let path = format!("webhook-endpoints/{}", text(&made["endpoint"]["id"]));
    ada.order("visamc", "first").await;
    let first = shop.next().await;
    assert!(first.is_signed_by(made["secret"].as_str().unwrap()));

    let rotated = server.call("POST", &format!("{path}/rotate"), None, &[]).await.expect(StatusCode::OK);
    let changed = server.call("PUT", &path, Some(&json!({ "types": ["order.*"] })), &[]).await;
    assert_eq!(changed.expect(StatusCode::OK)["types"], json!(["order.*"]));
    let log = server.get(&format!("{path}/deliveries")).await.expect(StatusCode::OK);
    let resend = format!("webhook-deliveries/{}/resend", text(&log["data"][0]["id"]));
    server.call("POST", &resend, None, &[]).await.expect(StatusCode::ACCEPTED);
    let again = shop.next().await;
    assert_eq!((&again.id, again.is_signed_by(rotated["secret"].as_str().unwrap())), (&first.id, true));
    server.call("POST", &format!("{path}/test"), None, &[]).await.expect(StatusCode::ACCEPTED);
    assert_eq!(shop.next().await.event()["type"], "webhook.ping");
    let hidden = server.call("PUT", &path, Some(&json!({ "url": "https://10.0.0.1/" })), &[]).await;
    assert_eq!((hidden.problem(), &hidden.body["errors"][0]["pointer"]), ((400, "VALIDATION_ERROR"), &json!("/url")));
    assert_eq!(server.get("webhook-endpoints").await.body["data"].as_array().unwrap().len(), 1);
    let gone = server.call("DELETE", &path, None, &[]).await;
    assert_eq!(gone.status, StatusCode::NO_CONTENT);
    assert_eq!(server.get(&path).await.problem(), (404, "NOT_FOUND"));
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_reaches_no_endpoint_of_another_key() {
    let app = TestApp::new().await;
    let (ada, bob) = (app.person("ada").await, app.person("bob").await);
    let (_, secret) = key(&ada, "exchanger", &SCOPES).await;
    let asked = json!({ "url": "https://shop.example/hooks" });
    let server = Server::new(&app.router, &secret);
    let made = server.call("POST", "webhook-endpoints", Some(&asked), &[]).await.expect(StatusCode::CREATED);
    let path = format!("webhook-endpoints/{}", text(&made["endpoint"]["id"]));
    let test = server.call("POST", &format!("{path}/test"), None, &[]).await.expect(StatusCode::ACCEPTED);
    let resend = format!("webhook-deliveries/{}/resend", text(&test["id"]));
    let period = json!({ "from": app.now() - chrono::TimeDelta::hours(1), "to": app.now() });
    for (owner, whose) in [(&ada, "another key of the profile"), (&bob, "another profile")] {
        let (_, secret) = key(owner, "wallet", &["webhooks:write"]).await;
        let other = Server::new(&app.router, &secret);
        assert_eq!(other.get("webhook-endpoints").await.body["data"], json!([]), "{whose}");
        for (method, path, body) in [
            ("GET", path.clone(), None),
            ("PUT", path.clone(), Some(json!({ "types": [] }))),
            ("DELETE", path.clone(), None),
            ("POST", format!("{path}/rotate"), None),
            ("POST", format!("{path}/enable"), None),
            ("POST", format!("{path}/test"), None),
            ("POST", format!("{path}/replay"), Some(period.clone())),
            ("GET", format!("{path}/deliveries"), None),
            ("POST", resend.clone(), None),
        ] {
            let answer = other.call(method, &path, body.as_ref(), &[]).await;
            assert_eq!(answer.problem(), (404, "NOT_FOUND"), "{whose}: {method} {path}");
        }
    }
    app.close().await;
}
