//! Pauses of quoting: one operator stops a pair or everything, customers see that it is paused, and nobody sees why.

use axum::http::StatusCode;
use identity::operator::Role;
use serde_json::{Value, json};

use super::operators::colleague;
use super::support::{LTC_ADDRESS, Person, TestApp};

const WHY: &str = "the price of Litecoin is wrong at two exchanges";

fn quote(from: &str, to: &str) -> Value {
    json!({ "from_currency": from, "from_payway": "iban", "to_currency": to, "to_payway": to.to_lowercase(),
        "from_amount": "250.00", "firm": true })
}

async fn refused(ada: &Person, asked: &Value) {
    let answer = ada.post("quotes", asked).await;
    assert_eq!(answer.problem(), (503, "RATES_UNAVAILABLE"), "{}", answer.body);
    assert!(!answer.body.to_string().contains("wrong at two"), "customers do not see why: {}", answer.body);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_paused_pair_is_not_quoted_in_either_direction_until_it_is_resumed() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let mut tom = colleague(&app, Role::TreasuryOperator).await;
    let mut sue = colleague(&app, Role::SupportL1).await;
    let before = ada.post("quotes", &quote("EUR", "LTC")).await.expect(StatusCode::CREATED);
    let pair = json!({ "currencies": ["LTC", "EUR"], "reason": WHY });
    assert_eq!(sue.post("rates/pause", &pair).await.problem(), (403, "ACCESS_DENIED"));
    for _ in 0..2 {
        assert_eq!(tom.post("rates/pause", &pair).await.status, StatusCode::NO_CONTENT, "repeating changes nothing");
    }
    refused(&ada, &quote("EUR", "LTC")).await;
    let sale = json!({ "from_currency": "LTC", "from_payway": "ltc", "to_currency": "EUR", "to_payway": "balance",
        "from_amount": "3" });
    refused(&ada, &sale).await;
    ada.post("quotes", &quote("EUR", "BTC")).await.expect(StatusCode::CREATED);
    // What was quoted before is kept.
    let requisite = json!({ "kind": "address", "value": LTC_ADDRESS });
    let body = json!({ "quote_id": before["id"], "requisite": requisite });
    ada.post_once("orders", "kept", &body).await.expect(StatusCode::CREATED);
    let board = sue.call("GET", "rates", None).await.expect(StatusCode::OK);
    let shown = &board["pauses"][0];
    assert_eq!((&shown["currencies"], &shown["reason"]), (&json!(["EUR", "LTC"]), &json!(WHY)), "{board}");

    let end = json!({ "currencies": ["EUR", "LTC"], "reason": "the exchanges agree again" });
    assert_eq!(tom.post("rates/resume", &end).await.status, StatusCode::NO_CONTENT);
    assert_eq!(tom.post("rates/resume", &end).await.problem(), (409, "CONFLICT_ERROR"));
    ada.post("quotes", &quote("EUR", "LTC")).await.expect(StatusCode::CREATED);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pause_of_everything_stops_exchanges_of_this_tenant_and_moves_money_on() {
    let app = TestApp::new().await;
    app.neighbour("neighbour.test").await;
    let (ada, bob) = (app.person("ada").await, app.person_at("bob", "neighbour.test").await);
    let mut tom = colleague(&app, Role::TreasuryOperator).await;
    let wrong = json!({ "currencies": ["EUR"], "reason": WHY });
    assert_eq!(tom.post("rates/pause", &wrong).await.problem(), (400, "VALIDATION_ERROR"));
    let all = json!({ "currencies": [], "reason": WHY });
    assert_eq!(tom.post("rates/pause", &all).await.status, StatusCode::NO_CONTENT);
    for to in ["LTC", "BTC"] {
        refused(&ada, &quote("EUR", to)).await;
        bob.post("quotes", &quote("EUR", to)).await.expect(StatusCode::CREATED);
    }
    let deposit = json!({ "from_currency": "EUR", "from_payway": "iban", "to_currency": "EUR", "to_payway": "balance",
        "from_amount": "30.00" });
    ada.post("quotes", &deposit).await.expect(StatusCode::CREATED);
    let mut amy = colleague(&app, Role::Auditor).await;
    let logged = amy.call("GET", "log?action=quotes.pause", None).await.expect(StatusCode::OK);
    assert_eq!((&logged["data"][0]["subject"], &logged["data"][0]["reason"]), (&json!("*"), &json!(WHY)), "{logged}");
    app.close().await;
}
