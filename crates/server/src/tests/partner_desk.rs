//! What operators see of partners and merchants, and how they stop one.

use axum::http::StatusCode;
use identity::operator::Role;
use serde_json::{Value, json};

use super::merchant_payments::{merchant, payment};
use super::operators::colleague;
use super::partners::{Server, key};
use super::sign_in::mail;
use super::support::TestApp;

const WHY: &str = "the secret stands in a public repository";

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_operator_revokes_a_leaked_key_and_pauses_a_webhook() {
    let app = TestApp::new().await;
    let (ada, _) = (app.person("ada").await, app.person("bob").await);
    let (id, secret) = key(&ada, "exchanger", &["exchanger:read", "webhooks:write"]).await;
    let shop = Server::new(&app.router, &secret);
    let asked = json!({ "url": "https://shop.example/hooks" });
    let made = shop.call("POST", "webhook-endpoints", Some(&asked), &[]).await.expect(StatusCode::CREATED);
    let mut risk = colleague(&app, Role::RiskAnalyst).await;
    let found = risk.call("GET", "partners", None).await.expect(StatusCode::OK);
    let [line] = found["data"].as_array().unwrap().as_slice() else { panic!("one partner: {found}") };
    assert_eq!((&line["keys"], line.get("merchant")), (&json!(1), None));
    assert!(!found.to_string().contains("ada@"), "masked: {found}");
    let path = format!("partners/{}", text(&line["id"]));
    let whole = risk.call("GET", &path, None).await.expect(StatusCode::OK);
    assert!(secret.starts_with(whole["keys"][0]["hints"][0].as_str().unwrap()), "a leaked secret is recognised");
    assert!(!whole.to_string().contains(&secret));

    let webhook = json!({ "webhook": made["endpoint"]["id"], "reason": WHY });
    assert_eq!(risk.post(&format!("{path}/pause-webhook"), &webhook).await.status, StatusCode::NO_CONTENT);
    assert_eq!(risk.post(&format!("{path}/pause-webhook"), &webhook).await.problem(), (404, "NOT_FOUND"));
    let endpoints = shop.get("webhook-endpoints").await.expect(StatusCode::OK);
    assert_eq!(endpoints["data"][0]["state"], "paused");

    let revoke = |reason: &str| json!({ "key": id, "reason": reason });
    let short = risk.post(&format!("{path}/revoke-key"), &revoke("no")).await;
    assert_eq!((short.problem(), &short.body["errors"][0]["pointer"]), ((400, "VALIDATION_ERROR"), &json!("/reason")));
    shop.get("currencies").await.expect(StatusCode::OK);
    assert_eq!(risk.post(&format!("{path}/revoke-key"), &revoke(WHY)).await.status, StatusCode::NO_CONTENT);
    assert_eq!(shop.get("currencies").await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(risk.post(&format!("{path}/revoke-key"), &revoke(WHY)).await.problem(), (404, "NOT_FOUND"));
    mail(&app, "ada@example.test", "API key").await;
    let log = colleague(&app, Role::ComplianceOfficer).await.call("GET", "log?action=partners.revoke_key", None).await;
    let log = log.expect(StatusCode::OK);
    assert_eq!((&log["data"][0]["reason"], log["data"].as_array().unwrap().len()), (&json!(WHY), 1));
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stopped_merchant_takes_no_payments_until_another_operator_allows_it() {
    let app = TestApp::new().await;
    let (ada, id) = merchant(&app, "ada", "EUR").await;
    payment(&ada, "before", "25.00").await;
    let mut risk = colleague(&app, Role::RiskAnalyst).await;
    let found = risk.call("GET", "partners", None).await.expect(StatusCode::OK);
    assert_eq!((&found["data"][0]["merchant"], &found["data"][0]["keys"]), (&json!("Bean & Leaf"), &json!(0)));
    let path = format!("partners/{}", text(&found["data"][0]["id"]));
    let why = json!({ "merchant": id, "reason": "sells what the terms forbid" });
    assert_eq!(risk.post(&format!("{path}/stop-merchant"), &why).await.status, StatusCode::NO_CONTENT);
    let asked = json!({ "amount": "25.00", "currency": "EUR", "order_id": "after" });
    let refused = ada.post_once("merchant/payments", "after", &asked).await;
    assert_eq!(refused.problem(), (409, "CONFLICT_ERROR"));
    assert!(!refused.body.to_string().contains("forbid"), "customers do not see why: {}", refused.body);
    let whole = risk.call("GET", &path, None).await.expect(StatusCode::OK);
    assert_eq!(whole["merchants"][0]["stopped"]["reason"], why["reason"]);
    assert_eq!(risk.post(&format!("{path}/allow-merchant"), &why).await.problem(), (403, "ACCESS_DENIED"));
    let mut officer = colleague(&app, Role::ComplianceOfficer).await;
    assert_eq!(officer.post(&format!("{path}/allow-merchant"), &why).await.status, StatusCode::NO_CONTENT);
    ada.post_once("merchant/payments", "after", &asked).await.expect(StatusCode::CREATED);
    app.close().await;
}
