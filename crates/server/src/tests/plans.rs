//! Plans over HTTP: exchanges that repeat or wait for a price, and price alerts.

use std::time::Duration;

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::support::{Person, TestApp};
use super::transfers::deposit;

/// How long a due plan may take.
const RUN_MAX: Duration = Duration::from_secs(40);

pub fn weekly(app: &TestApp, amount: &str) -> Value {
    let first_at = app.now() + chrono::TimeDelta::days(1);
    json!({ "kind": "recurring", "from_currency": "EUR", "to_currency": "LTC", "amount": amount, "interval": "week",
        "first_at": first_at })
}

fn at_price(app: &TestApp, kind: &str, bound: &str, price: &str) -> Value {
    let until = app.now() + chrono::TimeDelta::days(30);
    let mut plan = json!({ "kind": kind, "from_currency": "EUR", "to_currency": "LTC", "until": until,
        "target": { "price_of": "LTC", "bound": bound, "price": price } });
    if kind == "target" {
        plan["amount"] = json!("30.00");
    }
    plan
}

pub async fn make(person: &Person, key: &str, plan: &Value) -> String {
    let made = person.post_once("plans", key, plan).await.expect(StatusCode::CREATED);
    made["id"].as_str().unwrap().to_owned()
}

/// The plan and its orders, once `there` holds of the plan.
pub async fn until(person: &Person, id: &str, there: impl Fn(&Value) -> bool) -> Value {
    let waiting = async {
        loop {
            let found = person.get(&format!("plans/{id}")).await.expect(StatusCode::OK);
            if there(&found["plan"]) {
                return found;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    tokio::time::timeout(RUN_MAX, waiting).await.expect("the plan gets there")
}

pub async fn sql(app: &TestApp, statement: &'static str) {
    sqlx::query(statement).execute(&mut app.db.connect().await).await.unwrap();
}

/// Whether the next attempt of a plan is in the future.
pub fn is_later(plan: &Value, app: &TestApp) -> bool {
    let at: Option<chrono::DateTime<chrono::Utc>> = serde_json::from_value(plan["next_at"].clone()).unwrap();
    at.is_some_and(|at| at > app.now())
}

/// The number of emails with an event of a plan.
pub async fn mails(app: &TestApp, event: &str) -> i64 {
    let counted =
        "SELECT count(*) FROM jobs WHERE payload ->> 'mail' = 'plan' AND payload #>> '{notice,event,event}' = $1";
    sqlx::query_scalar(counted).bind(event).fetch_one(&mut app.db.connect().await).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_recurring_plan_exchanges_once_for_each_run_whatever_crashes() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    deposit(&app, &ada).await;
    let id = make(&ada, "plan", &weekly(&app, "30.00")).await;
    let again = ada.post_once("plans", "plan", &weekly(&app, "30.00")).await;
    assert_ne!(again.status, StatusCode::CREATED, "another body under the same key: {}", again.body);
    assert_eq!(ada.get("plans").await.expect(StatusCode::OK)["data"].as_array().unwrap().len(), 1);

    sql(&app, "UPDATE plans SET next_at = now() - interval '15 days'").await;
    let found = until(&ada, &id, |plan| plan["runs"] == 1).await;
    let order = &found["orders"][0];
    assert_eq!(
        (&order["type"], &order["status"], &order["from"]["amount"]),
        (&json!("CONVERT"), &json!("DONE"), &json!("30.00"))
    );
    let next: chrono::DateTime<chrono::Utc> = serde_json::from_value(found["plan"]["next_at"].clone()).unwrap();
    assert!(next > app.now(), "missed runs are not made up: {next}");
    assert_eq!(mails(&app, "exchanged").await, 1);

    // A run whose answer was lost is attempted again.
    sql(&app, "UPDATE plans SET run = 1, next_at = now() - interval '1 minute'").await;
    let found = until(&ada, &id, |plan| is_later(plan, &app)).await;
    assert_eq!(found["orders"].as_array().unwrap().len(), 1, "the run has its order already");
    sql(&app, "UPDATE plans SET run = 2").await;

    let path = format!("plans/{id}");
    let paused = ada.call("PUT", &path, Some(&json!({ "is_paused": true })), &[]).await.expect(StatusCode::OK);
    assert_eq!((&paused["state"], &paused["next_at"]), (&json!("paused"), &Value::Null));
    let resumed = ada.call("PUT", &path, Some(&json!({ "is_paused": false })), &[]).await.expect(StatusCode::OK);
    assert_eq!(resumed["state"], "active");
    assert_eq!(ada.call("DELETE", &path, None, &[]).await.status, StatusCode::NO_CONTENT);
    assert_eq!(ada.get(&path).await.status, StatusCode::NOT_FOUND);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_target_order_and_an_alert_wait_for_their_price() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    deposit(&app, &ada).await;
    let never = make(&ada, "never", &at_price(&app, "target", "at_most", "0.01")).await;
    let target = make(&ada, "target", &at_price(&app, "target", "at_most", "1000000")).await;
    let alert = make(&ada, "alert", &at_price(&app, "alert", "at_least", "0.01")).await;
    let found = until(&ada, &target, |plan| plan["state"] == "done").await;
    assert_eq!(found["orders"].as_array().unwrap().len(), 1);
    let found = until(&ada, &alert, |plan| plan["state"] == "done").await;
    assert_eq!(found["orders"], json!([]), "an alert exchanges nothing");
    assert_eq!((mails(&app, "exchanged").await, mails(&app, "reached").await), (1, 1));
    assert_eq!(until(&ada, &never, |_| true).await["plan"]["state"], "active");
    sql(&app, "UPDATE plans SET terms = jsonb_set(terms, '{trigger,until}', '\"2020-01-01T00:00:00Z\"') WHERE state = 'active'").await;
    until(&ada, &never, |plan| plan["state"] == "expired").await;
    assert_eq!(mails(&app, "expired").await, 1);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_plan_without_sufficient_balance_takes_nothing_and_notifies_once() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let id = make(&ada, "plan", &weekly(&app, "30.00")).await;
    for refused in 1..=2 {
        sql(&app, "UPDATE plans SET next_at = now() - interval '1 minute'").await;
        let found = until(&ada, &id, |plan| is_later(plan, &app)).await;
        assert_eq!(
            (&found["plan"]["refusal"], &found["orders"]),
            (&json!("insufficient_balance"), &json!([])),
            "{refused}"
        );
    }
    assert_eq!(mails(&app, "refused").await, 1, "the same reason again is not news");
    sql(&app, "UPDATE plans SET refusals = 4, next_at = now() - interval '1 minute'").await;
    until(&ada, &id, |plan| plan["state"] == "paused").await;
    assert_eq!(mails(&app, "paused").await, 1);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_plan_of_a_blocked_customer_waits() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    deposit(&app, &ada).await;
    let id = make(&ada, "plan", &weekly(&app, "30.00")).await;
    sql(&app, "UPDATE users SET status = 'blocked'").await;
    sql(&app, "UPDATE plans SET next_at = now() - interval '1 minute'").await;
    // The alert of somebody else runs in a later sweep, so the plan was passed over.
    let bob = app.person("bob").await;
    let alert = make(&bob, "alert", &at_price(&app, "alert", "at_least", "0.01")).await;
    until(&bob, &alert, |plan| plan["state"] == "done").await;
    sql(&app, "UPDATE users SET status = 'active'").await;
    let found = until(&ada, &id, |plan| plan["runs"] == 1).await;
    assert_eq!(found["orders"].as_array().unwrap().len(), 1, "it runs when its owner may act again");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_plan_that_cannot_work_names_the_field() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let with = |mut plan: Value, field: &str, value: Value| {
        plan[field] = value;
        plan
    };
    let (repeat, target) = (weekly(&app, "30.00"), at_price(&app, "target", "at_most", "60"));
    let past = json!(app.now() - chrono::TimeDelta::days(1));
    let of_pln = json!({ "price_of": "PLN", "bound": "at_most", "price": "60" });
    let no_price = json!({ "price_of": "LTC", "bound": "at_most", "price": "0" });
    for (at, (plan, pointer)) in [
        (with(repeat.clone(), "amount", json!("0")), "/amount"),
        (with(repeat.clone(), "amount", Value::Null), "/amount"),
        (with(repeat.clone(), "first_at", past.clone()), "/first_at"),
        (with(repeat.clone(), "to_currency", json!("EUR")), "/to_currency"),
        (with(repeat, "target", target["target"].clone()), "/target"),
        (with(target.clone(), "until", past), "/until"),
        (with(target.clone(), "target", of_pln), "/target"),
        (with(target.clone(), "target", no_price), "/target/price"),
        (with(target, "interval", json!("day")), "/interval"),
    ]
    .into_iter()
    .enumerate()
    {
        let refused = ada.post_once("plans", &format!("bad{at}"), &plan).await;
        assert_eq!(refused.problem(), (400, "VALIDATION_ERROR"), "{plan}: {}", refused.body);
        assert_eq!(refused.body["errors"][0]["pointer"], pointer, "{plan}: {}", refused.body);
    }
    let small = ada.post_once("plans", "small", &weekly(&app, "0.01")).await;
    assert_eq!(small.body["errors"][0]["pointer"], "/amount", "below the minimum of the exchange: {}", small.body);
    app.close().await;
}
