//! Payway pauses: one operator switches a payway off, customers see why and until when, and payouts wait.

use axum::http::StatusCode;
use chrono::TimeDelta;
use identity::operator::Role;
use serde_json::{Value, json};

use super::operators::{Colleague, colleague};
use super::support::{Answer, Person, TestApp};

const WHY: &str = "the provider told us so by telephone";

/// A deposit of zloty by BLIK.
fn deposit() -> Value {
    json!({ "from_currency": "PLN", "from_payway": "blik", "to_currency": "PLN", "to_payway": "balance",
        "from_amount": "100.00", "firm": true })
}

async fn resume(tom: &mut Colleague, pause: &Value) {
    let path = format!("payways/pauses/{}/resume", pause["id"].as_str().unwrap());
    let end = json!({ "reason": "it works again" });
    assert_eq!(tom.post(&path, &end).await.status, StatusCode::NO_CONTENT);
    assert_eq!(tom.post(&path, &end).await.problem(), (409, "CONFLICT_ERROR"));
}

/// The pauses of BLIK that customers see.
async fn seen(ada: &Person) -> Vec<Value> {
    let payways = ada.get("payways").await.expect(StatusCode::OK);
    let blik = payways["data"].as_array().unwrap().iter().find(|one| one["code"] == "blik").unwrap().clone();
    blik["pauses"].as_array().unwrap().clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_payway_is_off_with_its_reason_until_an_operator_switches_it_on() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let mut tom = colleague(&app, Role::TreasuryOperator).await;
    let mut sue = colleague(&app, Role::SupportL1).await;
    let before = ada.post("quotes", &deposit()).await.expect(StatusCode::CREATED);
    let body = json!({ "payway": "blik", "flow": "IN", "cause": "PROVIDER_OUTAGE", "texts": { "en": "They know." },
        "until": app.now() + TimeDelta::hours(3), "reason": WHY });
    assert_eq!(sue.post("payways/pauses", &body).await.problem(), (403, "ACCESS_DENIED"));
    let made = tom.post("payways/pauses", &body).await.expect(StatusCode::OK);
    assert_eq!(tom.post("payways/pauses", &body).await.problem(), (409, "CONFLICT_ERROR"), "it is off already");

    let refused = ada.post("quotes", &deposit()).await;
    assert_eq!(refused.problem(), (422, "PAYWAY_PAUSED"), "{}", refused.body);
    assert_eq!(refused.body["meta"], json!({ "payway": "blik", "cause": "PROVIDER_OUTAGE", "until": made["until"] }));
    // A price from before the pause makes no order either.
    let order = ada.post_once("orders", "late", &json!({ "quote_id": before["id"] })).await;
    assert_eq!(order.problem(), (422, "PAYWAY_PAUSED"), "{}", order.body);
    let ways = ada.get("directions?from=PLN&to=PLN").await.expect(StatusCode::OK);
    let way = ways["data"].as_array().unwrap().iter().find(|way| way["from_payway"] == "blik").unwrap();
    assert_eq!((&way["available"], &way["reason"]), (&json!(false), &json!("PAYWAY_PAUSED")));
    assert_eq!((&way["pause"]["texts"]["en"], seen(&ada).await.len()), (&json!("They know."), 1));
    assert!(!seen(&ada).await[0].to_string().contains(WHY), "customers do not see the operator's words");

    resume(&mut tom, &made).await;
    ada.post("quotes", &deposit()).await.expect(StatusCode::CREATED);
    let mut amy = colleague(&app, Role::Auditor).await;
    let logged = amy.call("GET", "log?action=payways.pause", None).await.expect(StatusCode::OK);
    assert_eq!((&logged["data"][0]["subject"], &logged["data"][0]["reason"]), (&json!("blik IN"), &json!(WHY)));
    assert_eq!(logged["data"].as_array().unwrap().len(), 1, "a refused pause is not logged: {logged}");
    app.close().await;
}

/// A quote at prices that are read after the clock was moved.
async fn quoted(person: &Person) -> Answer {
    let priced = async {
        loop {
            let answer = person.post("quotes", &deposit()).await;
            if answer.status != StatusCode::SERVICE_UNAVAILABLE {
                return answer;
            }
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(60), priced).await.expect("prices are read every 8 seconds")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_window_is_announced_begins_and_ends_by_the_clock() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let mut tom = colleague(&app, Role::TreasuryOperator).await;
    let at = |hours| app.now() + TimeDelta::hours(hours);
    let mut body = json!({ "payway": "blik", "flow": "BOTH", "cause": "MAINTENANCE", "from": at(30), "reason": WHY });
    let refused = tom.post("payways/pauses", &body).await;
    assert_eq!(refused.problem(), (400, "VALIDATION_ERROR"), "a planned window has an end: {}", refused.body);
    body["until"] = json!(at(32));
    tom.post("payways/pauses", &body).await.expect(StatusCode::OK);
    assert_eq!(seen(&ada).await.len(), 0);
    app.skip(TimeDelta::hours(10));
    assert_eq!(seen(&ada).await.len(), 1, "a day before");
    let ada = app.person("ada").await;
    quoted(&ada).await.expect(StatusCode::CREATED);
    app.skip(TimeDelta::hours(21));
    let ada = app.person("ada").await;
    assert_eq!(quoted(&ada).await.problem(), (422, "PAYWAY_PAUSED"));
    app.skip(TimeDelta::hours(2));
    assert_eq!(seen(&ada).await.len(), 0);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn paid_orders_go_on_and_their_payouts_wait_until_the_payway_is_on() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let mut tom = colleague(&app, Role::TreasuryOperator).await;
    let (coins, sale) = (ada.order("iban", "coins").await, ada.firm_quote(("LTC", "ltc"), ("EUR", "iban"), "3").await);
    let to = ada.account("DE89370400440532013000").await;
    let sale = ada.post_once("orders", "sale", &json!({ "quote_id": sale["id"], "requisite": to })).await;
    let sale = sale.expect(StatusCode::CREATED);
    let mut pauses = Vec::new();
    for payway in ["ltc", "iban"] {
        let body = json!({ "payway": payway, "flow": "OUT", "cause": "BANK_CLOSED", "reason": WHY });
        pauses.push(tom.post("payways/pauses", &body).await.expect(StatusCode::OK));
    }
    let orders = [coins["id"].as_str().unwrap(), sale["id"].as_str().unwrap()];
    for (id, acts) in [(orders[0], &["pay"][..]), (orders[1], &["pay", "confirm"])] {
        for act in acts {
            ada.post(&format!("sandbox/transactions/{id}/{act}"), &json!({})).await.expect(StatusCode::OK);
        }
        ada.until(&app, id, |order| order["sub_state"] == "sending").await;
    }
    // Both payouts have been tried, and neither the bank nor the node was asked.
    let waits = "SELECT count(*) FROM jobs WHERE kind = ANY ($1) AND last_error LIKE '%is switched off%'";
    let kinds = vec!["payout.bank", "payout.chain"];
    let tried = async {
        while sqlx::query_scalar::<_, i64>(waits).bind(&kinds).fetch_one(&mut app.db.connect().await).await.unwrap() < 2
        {
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(60), tried).await.expect("both wait");
    for id in orders {
        let order = ada.get(&format!("transactions/{id}")).await.expect(StatusCode::OK);
        assert_eq!((&order["status"], &order["sub_state"]), (&json!("PROCESSING"), &json!("sending")), "{order}");
    }
    let told = ada.notified("payout_delayed").await;
    assert!(told["text"].as_str().unwrap().contains("payouts by bank transfer are paused"), "{told}");
    for pause in &pauses {
        resume(&mut tom, pause).await;
    }
    for id in orders {
        ada.until(&app, id, |order| order["sub_state"] != "sending").await;
    }
    app.close().await;
}
