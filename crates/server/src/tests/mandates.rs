//! Plans that a saved card pays on a tenant with real customers: the mandate that its holder's own payment sets up.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::bank::goes_live;
use super::live_rates::{PUBLIC, prices, set_up, sources};
use super::orchestrator::{APPROVED, Orchestrator};
use super::plan_cards::{card, comes, pays_by};
use super::plans::{is_later, make, until, weekly};
use super::support::{Person, TestApp};
use crate::wiring::config::Config;

/// A live tenant with prices and an orchestrator, and its customer.
async fn live() -> (TestApp, Person, Orchestrator) {
    let (orchestrator, sources) = (Orchestrator::start().await, sources().await);
    let app = TestApp::with(Config { cards: orchestrator.variables(), ..set_up(Some(&sources)) }).await;
    let ada = app.person("ada").await;
    goes_live(&app, &ada).await;
    prices(&ada, PUBLIC).await;
    (app, ada, orchestrator)
}

/// The customer pays 100 EUR into the balance with the saved card. Returns the request that the orchestrator got.
async fn pays(app: &TestApp, ada: &Person, orchestrator: &Orchestrator, card: &Value) -> Value {
    let quote = ada.firm_quote(("EUR", "visamc"), ("EUR", "balance"), "100.00").await;
    let order = ada.post_once("orders", "own", &json!({ "quote_id": quote["id"] })).await.expect(StatusCode::CREATED);
    let id = order["id"].as_str().unwrap();
    let body = json!({ "card_token": card["card_token"], "return_url": "/" });
    ada.post_once(&format!("transactions/{id}/payment/card"), "own", &body).await.expect(StatusCode::OK);
    ada.until(app, id, |order| order["status"] == "DONE").await;
    orchestrator.requests(&orchestrator.made_for(id)[0]).remove(0)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_plan_waits_for_one_payment_by_the_holder_of_its_card_and_then_charges_it_alone() {
    let (app, ada, orchestrator) = live().await;
    let saved = card(&ada, APPROVED).await;
    let mut plan = weekly(&app, "50.00");
    plan["card"] = saved["id"].clone();
    for (key, agreed) in [("unasked", Value::Null), ("refused", json!(false))] {
        plan["card_agreed"] = agreed;
        let refused = ada.post_once("plans", key, &plan).await;
        assert_eq!((refused.problem().0, &refused.body["errors"][0]["pointer"]), (400, &json!("/card_agreed")));
    }
    pays_by(&mut plan, &saved);
    let id = make(&ada, "plan", &plan).await;
    comes(&app).await;
    let found = until(&ada, &id, |plan| is_later(plan, &app)).await;
    assert_eq!((&found["plan"]["refusal"], &found["orders"]), (&json!("card_unconfirmed"), &json!([])));
    assert_eq!(
        (&found["plan"]["state"], orchestrator.made_for("").len()),
        (&json!("active"), 0),
        "nothing is asked for"
    );

    let asked = pays(&app, &ada, &orchestrator, &saved).await;
    assert_eq!((&asked["setup_future_usage"], &asked["off_session"]), (&json!("off_session"), &Value::Null));
    assert_eq!(asked["customer_acceptance"]["acceptance_type"], "online", "{asked}");
    until(&ada, &id, |plan| plan["refusal"] == Value::Null).await;

    comes(&app).await;
    let found = until(&ada, &id, |plan| plan["runs"] == 1).await;
    let order = found["orders"][0]["id"].as_str().unwrap().to_owned();
    let done = ada.until(&app, &order, |order| order["status"] == "DONE").await;
    assert_eq!((&done["from"]["amount"], &done["to"]["currency"]), (&json!("50.00"), &json!("LTC")));
    let made = orchestrator.made_for(&order);
    let asked = orchestrator.requests(&made[0]);
    assert_eq!((made.len(), asked.len()), (1, 1), "one charge");
    assert_eq!((&asked[0]["off_session"], &asked[0]["amount"]), (&json!(true), &json!(5000)));
    assert_eq!(asked[0].get("authentication_type"), None, "nobody authenticates");
    app.close().await;
}
