//! Nodes and sources of prices in the console: one operator switches them off, and two switch them on.

use axum::http::StatusCode;
use identity::operator::Role;
use serde_json::{Value, json};

use super::operators::{Colleague, colleague};
use super::support::TestApp;

const MARKET: &str = "Sandbox market";

fn switch(name: &str, is_on: bool) -> Value {
    json!({ "to": "rates", "name": name, "is_on": is_on, "reason": "its prices look wrong" })
}

async fn shown(who: &mut Colleague, name: &str) -> Value {
    let found = who.call("GET", "connections/health", None).await.expect(StatusCode::OK);
    let all = found["data"].as_array().unwrap();
    all.iter().find(|one| one["name"] == name).cloned().unwrap_or_else(|| panic!("{found}"))
}

/// Waits until the job has switched the connection.
async fn until(who: &mut Colleague, state: &str) {
    let there = async {
        while shown(who, MARKET).await["state"] != state {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(60), there).await.expect("the job switches it within a minute");
}

#[tokio::test(flavor = "multi_thread")]
async fn one_operator_switches_a_source_of_prices_off_and_two_switch_it_on() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let (mut tom, mut eva) =
        (colleague(&app, Role::TreasuryOperator).await, colleague(&app, Role::TreasuryApprover).await);
    let asked = json!({ "from_currency": "EUR", "from_payway": "iban", "to_currency": "LTC", "to_payway": "ltc",
        "from_amount": "250.00", "firm": false });
    ada.post("quotes", &asked).await.expect(StatusCode::CREATED);

    let path = "connections/server/switch";
    let unknown = tom.post(path, &switch("Mt. Gox", false)).await;
    assert_eq!(
        (unknown.problem(), &unknown.body["errors"][0]["pointer"]),
        ((400, "VALIDATION_ERROR"), &json!("/name"))
    );
    assert_eq!(tom.post(path, &switch(MARKET, true)).await.problem(), (409, "CONFLICT_ERROR"));
    let done = tom.post(path, &switch(MARKET, false)).await.expect(StatusCode::OK);
    assert_eq!(done["state"], "done", "one is enough to switch it off");
    until(&mut tom, "off").await;
    let off = shown(&mut eva, MARKET).await;
    assert_eq!((&off["off"]["reason"], &off["is_switchable"]), (&json!("its prices look wrong"), &json!(true)));
    let refused = ada.post("quotes", &asked).await;
    assert_eq!(refused.problem(), (503, "RATES_UNAVAILABLE"), "{}", refused.body);

    let proposed = tom.post(path, &switch(MARKET, true)).await.expect(StatusCode::OK);
    assert_eq!((&proposed["state"], &shown(&mut tom, MARKET).await["state"]), (&json!("proposed"), &json!("off")));
    let id = proposed["proposal_id"].as_str().unwrap();
    let why = json!({ "reason": "the source was repaired" });
    eva.post(&format!("proposals/{id}/approve"), &why).await.expect(StatusCode::OK);
    until(&mut eva, "fine").await;
    ada.post("quotes", &asked).await.expect(StatusCode::CREATED);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_that_is_off_stops_its_coins_until_two_operators_switch_it_on() {
    let app = TestApp::new().await;
    // A sandbox has no node of its own to switch off.
    let off = "INSERT INTO connection_pauses (tenant_id, connection, reason, made_by, made_at)
               SELECT id, 'chain litecoin', 'the node is on a fork', 'tom@bank.example', now() FROM tenants
               WHERE slug = 'agio'";
    sqlx::query(off).execute(&mut app.db.connect().await).await.unwrap();
    let ada = app.person("ada").await;
    let asked = json!({ "from_currency": "EUR", "from_payway": "iban", "to_currency": "LTC", "to_payway": "ltc",
        "from_amount": "250.00", "firm": true });
    let refused = ada.post("quotes", &asked).await;
    assert_eq!(refused.problem(), (422, "PAYWAY_PAUSED"), "{}", refused.body);
    assert_eq!(refused.body["meta"], json!({ "payway": "ltc", "cause": "NETWORK_TROUBLE" }));
    let ways = ada.get("directions?from=EUR&to=LTC").await.expect(StatusCode::OK);
    let way = ways["data"].as_array().unwrap().iter().find(|way| way["to_payway"] == "ltc").unwrap();
    assert_eq!((&way["available"], &way["reason"]), (&json!(false), &json!("PAYWAY_PAUSED")));
    assert!(!ways.to_string().contains("fork"), "customers do not see the operator's words");

    let (mut tom, mut eva) =
        (colleague(&app, Role::TreasuryOperator).await, colleague(&app, Role::TreasuryApprover).await);
    assert_eq!(shown(&mut tom, "Litecoin").await["off"]["reason"], "the node is on a fork");
    let made = tom.call("GET", "payways/pauses", None).await.expect(StatusCode::OK);
    assert_eq!(made["data"], json!([]), "no operator has paused the payway itself");
    let on = json!({ "to": "chain", "name": "Litecoin", "is_on": true, "reason": "the node was synchronised again" });
    let proposed = tom.post("connections/server/switch", &on).await.expect(StatusCode::OK);
    let approve = format!("proposals/{}/approve", proposed["proposal_id"].as_str().unwrap());
    let why = json!({ "reason": "the explorer agrees with it" });
    assert_eq!(tom.post(&approve, &why).await.status, StatusCode::FORBIDDEN, "not by who proposed it");
    eva.post(&approve, &why).await.expect(StatusCode::OK);
    let works = async {
        while ada.post("quotes", &asked).await.status != StatusCode::CREATED {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(60), works).await.expect("the job switches it within a minute");
    app.close().await;
}
