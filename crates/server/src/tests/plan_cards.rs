//! Plans that a saved card pays, over HTTP.

use axum::http::StatusCode;
use exchange::new_card::NewCards;
use exchange::policy::Policy;
use kernel::{Amount, Currency};
use serde_json::{Value, json};

use super::plans::{is_later, mails, make, sql, until, weekly};
use super::support::{Person, TestApp};

/// A saved card of the person.
pub(super) async fn card(person: &Person, number: &str) -> Value {
    let card = json!({ "number": number, "expiry_month": 12, "expiry_year": 2034, "cvv": "123",
        "holder": "Ada Lovelace" });
    person.post("requisites/cards", &card).await.expect(StatusCode::CREATED)
}

/// Lets a card pay a plan, with its holder's agreement.
pub(super) fn pays_by(plan: &mut Value, card: &Value) {
    plan["card"] = card["id"].clone();
    plan["card_agreed"] = json!(true);
}

/// A weekly plan that the card pays, whose first time has just come.
async fn due(app: &TestApp, person: &Person, card: &Value) -> String {
    let mut plan = weekly(app, "50.00");
    pays_by(&mut plan, card);
    let id = make(person, "plan", &plan).await;
    comes(app).await;
    id
}

/// The first time of the plans has just come.
pub(super) async fn comes(app: &TestApp) {
    sql(app, "UPDATE plans SET terms = jsonb_set(terms, '{trigger,first_at}', to_jsonb(now() - interval '1 minute'))")
        .await;
    again(app).await;
}

/// Lets the plan run at once.
async fn again(app: &TestApp) {
    sql(app, "UPDATE plans SET next_at = now() - interval '1 minute'").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_saved_card_pays_each_date_once() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let saved = card(&ada, "4242424242424242").await;
    let id = due(&app, &ada, &saved).await;
    let found = until(&ada, &id, |plan| is_later(plan, &app)).await;
    assert_eq!((&found["plan"]["card"]["last4"], &found["plan"]["card"]["id"]), (&json!("4242"), &saved["id"]));
    let order = found["orders"][0]["id"].as_str().unwrap().to_owned();
    let done = ada.until(&app, &order, |order| order["status"] == "DONE").await;
    assert_eq!((&done["type"], &done["from"]["amount"]), (&json!("PAYIN_CONVERT"), &json!("50.00")));
    assert_eq!(ada.get("balances").await.expect(StatusCode::OK)["data"][0]["currency"], "LTC");
    // A second run for the same date, as after a restored backup or two workers.
    again(&app).await;
    let found = until(&ada, &id, |plan| is_later(plan, &app)).await;
    assert_eq!(found["orders"].as_array().unwrap().len(), 1, "the date is paid");
    let twice = sqlx::query(
        "INSERT INTO plan_charges (tenant_id, transaction_id, plan_id, due_on)
         SELECT tenant_id, gen_random_uuid(), plan_id, due_on FROM plan_charges",
    );
    let refused = twice.execute(&mut app.db.connect().await).await.unwrap_err();
    assert!(refused.to_string().contains("plan_charges_once"), "{refused}");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_declined_card_is_tried_three_times_and_then_pauses_the_plan() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let id = due(&app, &ada, &card(&ada, "4000000000009995").await).await;
    for tries in 1..=3 {
        let found = until(&ada, &id, |plan| plan["runs"] == tries && plan["refusal"] == "card_declined").await;
        let open = found["orders"].as_array().unwrap().iter().filter(|order| order["status"] != "CANCELLED");
        assert_eq!(open.count(), 0, "a declined order cannot be charged later");
        let state = if tries == 3 { "paused" } else { "active" };
        let found = until(&ada, &id, |plan| plan["state"] == state).await;
        assert_eq!(found["orders"].as_array().unwrap().len(), tries);
        if tries < 3 {
            assert!(is_later(&found["plan"], &app), "{}", found["plan"]);
            sql(&app, "UPDATE plans SET refusal = NULL, next_at = now() - interval '1 minute'").await;
        }
    }
    assert_eq!((mails(&app, "refused").await, mails(&app, "paused").await), (2, 1));
    assert_eq!(ada.get("balances").await.expect(StatusCode::OK)["data"], json!([]));
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_card_that_needs_its_holder_expires_or_is_deleted_pauses_the_plan() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let id = due(&app, &ada, &card(&ada, "4000000000003220").await).await;
    let found = until(&ada, &id, |plan| plan["state"] == "paused").await;
    assert_eq!(
        (&found["plan"]["refusal"], &found["orders"][0]["status"]),
        (&json!("card_declined"), &json!("CANCELLED"))
    );

    let bob = app.person("bob").await;
    let saved = card(&bob, "4242424242424242").await;
    let mut plan = weekly(&app, "50.00");
    pays_by(&mut plan, &saved);
    let id = make(&bob, "plan", &plan).await;
    let path = format!("requisites/cards/{}", saved["id"].as_str().unwrap());
    assert_eq!(bob.call("DELETE", &path, None, &[]).await.status, StatusCode::NO_CONTENT);
    let found = bob.get(&format!("plans/{id}")).await.expect(StatusCode::OK);
    assert_eq!((&found["plan"]["state"], &found["plan"]["refusal"]), (&json!("paused"), &json!("card_gone")));
    let refused = bob.post_once("plans", "gone", &plan).await;
    assert_eq!((refused.problem().0, &refused.body["errors"][0]["pointer"]), (400, &json!("/card")));

    let carol = app.person("carol").await;
    let saved = card(&carol, "5555555555554444").await;
    pays_by(&mut plan, &saved);
    let id = make(&carol, "plan", &plan).await;
    sql(&app, "UPDATE saved_cards SET expiry_year = 2020").await;
    again(&app).await;
    let found = until(&carol, &id, |plan| plan["state"] == "paused").await;
    assert_eq!((&found["plan"]["refusal"], &found["orders"]), (&json!("card_expired"), &json!([])));
    plan["interval"] = Value::Null;
    let mut target = plan.clone();
    target["kind"] = json!("alert");
    assert_eq!(carol.post_once("plans", "odd", &target).await.problem().0, 400);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_card_pays_no_more_than_the_tenants_limit_in_its_first_week() {
    let app = TestApp::new().await;
    let tenant = identity::tenant_by_slug(&app.db.store, identity::DEMO_TENANT_SLUG).await.unwrap().unwrap();
    let above = Amount::parse("300.00", Currency::EUR).unwrap();
    let policy = Policy { version: 2, new_cards: Some(NewCards { above, days: 7 }), ..Policy::sandbox() };
    exchange::publish_policy(&app.db.store, &app.world, tenant, &policy, app.now()).await.unwrap();
    let ada = app.person("ada").await;
    let limits = ada.get("user/limits").await.expect(StatusCode::OK);
    assert_eq!((&limits["new_card"]["limit"]["amount"], &limits["new_card"]["days"]), (&json!("300.00"), &json!(7)));
    let pay = async |key: &str| {
        let order = ada.order("visamc", key).await;
        let path = format!("transactions/{}/payment/card", order["id"].as_str().unwrap());
        let card = json!({ "number": "4242424242424242", "expiry_month": 12, "expiry_year": 2034, "cvv": "123",
            "holder": "Ada Lovelace", "return_url": "/" });
        ada.post_once(&path, key, &card).await
    };
    pay("first").await.expect(StatusCode::OK);
    let refused = pay("second").await;
    assert_eq!(refused.problem(), (422, "NEW_CARD_LIMIT"));
    assert_eq!((&refused.body["meta"]["used"], &refused.body["meta"]["limit"]), (&json!("250.00"), &json!("300.00")));
    sql(&app, "UPDATE card_uses SET at = at - interval '8 days'").await;
    pay("third").await.expect(StatusCode::OK);
    app.close().await;
}
