//! Payments on the wrong network, of the wrong token or without a memo, from the chain to the customer's choice.

use axum::http::StatusCode;
use identity::operator::Role;
use serde_json::{Value, json};

use super::operators::{Colleague, colleague};
use super::support::{Person, TestApp};

/// An order that is paid with coins and credited to the balance.
async fn sale(person: &Person, currency: &str, payway: &str, amount: &str) -> Value {
    let quote = person.firm_quote((currency, payway), ("EUR", "balance"), amount).await;
    let body = json!({ "quote_id": quote["id"] });
    person.post_once("orders", &format!("sale-{currency}-{payway}"), &body).await.expect(StatusCode::CREATED)
}

async fn happens(person: &Person, order: &Value, action: &str) {
    let path = format!("sandbox/transactions/{}/{action}", order["id"].as_str().unwrap());
    person.post(&path, &json!({})).await.expect(StatusCode::OK);
}

/// The payment that came for `order` and does not fit it, once it is there.
async fn misdirected(app: &TestApp, person: &Person, order: &Value) -> Value {
    let mut hub = app.db.store.event_hub().subscribe();
    let found = async {
        loop {
            let listed = person.get("transactions").await.expect(StatusCode::OK);
            let of_order = |one: &&Value| one["parent"] == order["id"];
            if let Some(found) = listed["data"].as_array().unwrap().iter().find(of_order) {
                let path = format!("transactions/{}", found["id"].as_str().unwrap());
                return person.get(&path).await.expect(StatusCode::OK);
            }
            let _ = hub.recv().await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(90), found).await.expect("it is recognised")
}

async fn choices(person: &Person, transaction: &Value) -> Value {
    let path = format!("transactions/{}/choices", transaction["id"].as_str().unwrap());
    person.get(&path).await.expect(StatusCode::OK)["data"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn usdt_on_bnb_smart_chain_at_an_ethereum_address_is_credited_by_one_request() {
    let app = TestApp::new().await;
    let (ada, bob) = (app.person("ada").await, app.person("bob").await);
    let order = sale(&ada, "USDT", "erc20", "100").await;
    // Another customer's address on the other network must not be the same one.
    let other = sale(&bob, "USDT", "bep20", "100").await;
    assert_ne!(
        order["source"]["instructions"]["crypto"]["address"],
        other["source"]["instructions"]["crypto"]["address"]
    );
    happens(&ada, &order, "wrong_network").await;
    let held = misdirected(&app, &ada, &order).await;
    assert_eq!((&held["action"]["reason"], &held["hold"]["needs"]), (&json!("wrong_network"), &json!("choice")));
    assert_eq!(
        (&held["from"]["payway"], &held["source"]["instructions"]["crypto"]["network"]),
        (&json!("bep20"), &json!("ethereum"))
    );
    let choices = choices(&ada, &held).await;
    let (back, keep) = (&choices[0], &choices[1]);
    assert_eq!((&back["option"], &keep["option"]), (&json!("refund"), &json!("deposit")), "{choices}");
    assert_eq!(keep["gets"]["amount"], held["from"]["amount"]);
    assert_ne!(back["cost"]["amount"], "0.000000");
    let refused = bob.get(&format!("transactions/{}/choices", held["id"].as_str().unwrap())).await;
    assert_eq!(refused.problem(), (404, "NOT_FOUND"));
    let path = format!("transactions/{}/deposit", held["id"].as_str().unwrap());
    ada.post_once(&path, "keep", &json!({})).await.expect(StatusCode::OK);
    let balances = ada.get("balances").await.expect(StatusCode::OK);
    assert_eq!(balances["data"][0]["currency"], "USDT", "{balances}");
    assert_eq!(balances["data"][0]["posted"], "100.000000");
    assert_eq!(ada.get(&format!("transactions/{}", order["id"].as_str().unwrap())).await.body["status"], "NEW");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn another_token_goes_back_less_the_network_fee_that_was_shown() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let order = sale(&ada, "ETH", "eth", "0.5").await;
    happens(&ada, &order, "wrong_token").await;
    let held = misdirected(&app, &ada, &order).await;
    assert_eq!(held["action"]["reason"], "wrong_token");
    assert_eq!((&held["from"]["currency"], &held["from"]["payway"]), (&json!("USDT"), &json!("erc20")));
    let back = choices(&ada, &held).await[0].clone();
    let to = json!({ "kind": "address", "value": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed" });
    let path = format!("transactions/{}/refund", held["id"].as_str().unwrap());
    let cheap = json!({ "requisite": to, "cost": "0.000001" });
    assert_eq!(ada.post_once(&path, "cheap", &cheap).await.problem().0, 409, "the fee is higher than agreed");
    let agreed = json!({ "requisite": to, "cost": back["cost"]["amount"] });
    ada.post_once(&path, "back", &agreed).await.expect(StatusCode::OK);
    let done = ada.until(&app, held["id"].as_str().unwrap(), |one| one["sub_state"] == "refunded").await;
    assert_eq!(done["refund"]["amount"], back["gets"]["amount"]);
    assert_eq!(done["refund"]["cost"], back["cost"]);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_permanent_address_proves_its_owner_on_every_network_of_its_family() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let own = json!({ "currency": "USDT", "payway": "erc20" });
    let own = ada.post("deposit-accounts", &own).await.expect(StatusCode::OK);
    let path = format!("sandbox/deposit-accounts/{}/pay", own["id"].as_str().unwrap());
    let sent = ada.post(&path, &json!({ "amount": "20", "mistake": "wrong_network" })).await;
    assert_eq!(sent.status, StatusCode::NO_CONTENT, "{}", sent.body);
    let held = {
        let mut hub = app.db.store.event_hub().subscribe();
        loop {
            let listed = ada.get("transactions").await.expect(StatusCode::OK);
            if listed["data"][0]["status"] == "ACTION_REQUIRED" {
                break listed["data"][0].clone();
            }
            let _ = hub.recv().await;
        }
    };
    assert_eq!(held["action"]["reason"], "wrong_network");
    assert_eq!((&held["type"], &held["from"]["payway"]), (&json!("AUTOPAYIN"), &json!("bep20")));
    let path = format!("transactions/{}/deposit", held["id"].as_str().unwrap());
    ada.post_once(&path, "keep", &json!({})).await.expect(StatusCode::OK);
    assert_eq!(ada.get("balances").await.body["data"][0]["posted"], "20.000000");
    app.close().await;
}

/// The first movement on the operators' work list, once there is one.
async fn work(app: &TestApp, operator: &mut Colleague) -> Value {
    let mut hub = app.db.store.event_hub().subscribe();
    loop {
        let work = operator.call("GET", "work", None).await.expect(StatusCode::OK);
        if work["data"][0]["id"].is_string() {
            return work["data"][0].clone();
        }
        let _ = hub.recv().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn coins_without_a_memo_are_assigned_by_two_operators() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let order = sale(&ada, "TON", "ton", "50").await;
    happens(&ada, &order, "missing_memo").await;
    let mut sue = colleague(&app, Role::SupportL2).await;
    let mut ann = colleague(&app, Role::TreasuryApprover).await;
    let found = work(&app, &mut sue).await;
    let id = found["id"].as_str().unwrap();
    let address = order["source"]["instructions"]["crypto"]["address"].as_str().unwrap();
    let mut hub = app.db.store.event_hub().subscribe();
    let whole = loop {
        let whole = sue.call("GET", &format!("movements/{id}"), None).await.expect(StatusCode::OK);
        if whole["review"]["reason"] == "unidentified" {
            break whole;
        }
        let _ = hub.recv().await;
    };
    assert_eq!(whole["review"]["detail"], json!(format!("{address} without a memo")));
    let mine = ada.get("transactions").await.expect(StatusCode::OK);
    assert_eq!(mine["data"].as_array().unwrap().len(), 1, "the memo proves nobody: {mine}");
    let assign = json!({ "act": "assign", "to": "ada@example.test", "reason": "she showed the transfer" });
    let asked = sue.post(&format!("movements/{id}/resolve"), &assign).await.expect(StatusCode::OK);
    assert_eq!(asked["state"], "proposed");
    let approve = format!("proposals/{}/approve", asked["proposal_id"].as_str().unwrap());
    ann.post(&approve, &json!({ "reason": "the amounts are the same" })).await.expect(StatusCode::OK);
    let mut hub = app.db.store.event_hub().subscribe();
    let balance = loop {
        let balances = ada.get("balances").await.expect(StatusCode::OK);
        if balances["data"][0]["posted"].is_string() {
            break balances["data"][0].clone();
        }
        let _ = hub.recv().await;
    };
    assert_eq!((&balance["currency"], &balance["posted"]), (&json!("TON"), &json!("50.000000000")));
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_appeal_stands_on_the_operators_work_list_and_the_database_refuses_a_hold_without_a_reason() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let order = sale(&ada, "USDT", "erc20", "100").await;
    let objects = async |id: &str, key: &str, text: &str| {
        ada.post_once(&format!("transactions/{id}/appeal"), key, &json!({ "text": text })).await
    };
    let refused = objects(order["id"].as_str().unwrap(), "early", "Too early").await;
    assert_eq!(refused.problem(), (409, "CONFLICT_ERROR"), "nothing is held");
    happens(&ada, &order, "wrong_network").await;
    let held = misdirected(&app, &ada, &order).await;
    let id = held["id"].as_str().unwrap();
    for (key, text) in [("empty", " "), ("long", &*"x".repeat(1001)), ("odd", "a\u{7}b")] {
        let refused = objects(id, key, text).await;
        assert_eq!((refused.problem().0, &refused.body["errors"][0]["pointer"]), (400, &json!("/text")), "{key}");
    }
    let said = objects(id, "said", " I sent it to myself. ").await.expect(StatusCode::OK);
    assert_eq!(said["hold"]["appeal"]["text"], "I sent it to myself.");
    assert!(said["hold"]["deadline"].is_string() && said["hold"]["reason"] == "wrong_network");
    let mut sue = colleague(&app, Role::SupportL2).await;
    let listed = work(&app, &mut sue).await;
    assert_eq!((&listed["id"], &listed["appeal"]["text"]), (&json!(id), &json!("I sent it to myself.")));
    for gone in ["reason", "needs", "deadline"] {
        let spoil = format!("UPDATE records SET body = body #- '{{action,{gone}}}' WHERE status = 'ACTION_REQUIRED'");
        let spoilt = sqlx::query(sqlx::AssertSqlSafe(spoil)).execute(&mut app.db.connect().await).await;
        assert!(spoilt.unwrap_err().to_string().contains("records_hold_is_explained"), "{gone}");
    }
    app.close().await;
}
