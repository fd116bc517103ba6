//! The clock of a partner's sandbox, which a test key freezes and advances.

use std::time::{Duration, Instant};

use axum::http::StatusCode;
use chrono::{DateTime, TimeDelta, Utc};
use providers::sandbox::{ClockChange, SandboxRails};
use serde_json::{Value, json};

use super::partners::{EXCHANGER, Server, key};
use super::plans::{make, weekly};
use super::support::{LTC_ADDRESS, Person, TestApp};
use super::transfers::deposit;

/// A partner's server with a test key that may move the clock.
async fn tester(app: &TestApp, person: &Person) -> Server {
    let scopes = [EXCHANGER.as_slice(), &["exchanger:test"]].concat();
    let (_, secret) = key(person, "exchanger", &scopes).await;
    Server::new(&app.router, &secret)
}

fn time(value: &Value) -> DateTime<Utc> {
    serde_json::from_value(value.clone()).unwrap()
}

async fn set(shop: &Server, change: &Value) -> Value {
    shop.call("POST", "test/clock", Some(change), &[]).await.expect(StatusCode::OK)
}

#[tokio::test(flavor = "multi_thread")]
async fn ninety_days_pass_in_under_ten_seconds_and_a_weekly_plan_runs_at_each_step() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    deposit(&app, &ada).await;
    let shop = tester(&app, &ada).await;
    let plan = make(&ada, "weekly", &weekly(&app, "10.00")).await;
    let began = Instant::now();
    let mut clock = set(&shop, &json!({ "frozen": true })).await;
    assert_eq!(clock["is_frozen"], true);
    for step in 1..=9 {
        let next = time(&clock["now"]) + TimeDelta::days(10);
        clock = set(&shop, &json!({ "advance_to": next })).await;
        assert_eq!(time(&clock["now"]), next, "a frozen clock stands where it was put");
        let found = ada.get(&format!("plans/{plan}")).await.expect(StatusCode::OK);
        assert_eq!(found["orders"].as_array().unwrap().len(), step, "step {step}: {found}");
    }
    assert!(began.elapsed() < Duration::from_secs(10), "90 days took {:?}", began.elapsed());
    assert!(clock["ahead_seconds"].as_i64().unwrap() > 89 * 86_400);
    let running = set(&shop, &json!({ "frozen": false })).await;
    assert!(time(&running["now"]) >= time(&clock["now"]), "it goes on from where it stood");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn prices_and_orders_live_by_the_clock_of_their_sandbox_alone() {
    let app = TestApp::new().await;
    app.neighbour("neighbour.test").await;
    let (ada, carol) = (app.person("ada").await, app.person_at("carol", "neighbour.test").await);
    let shop = tester(&app, &ada).await;
    let before = set(&shop, &json!({ "frozen": true })).await;
    let quote = shop.quote(("EUR", "iban"), ("LTC", "ltc"), "250.00").await;
    let late = shop.quote(("EUR", "iban"), ("LTC", "ltc"), "250.00").await;
    assert!(time(&quote["expires_at"]) - time(&before["now"]) <= TimeDelta::minutes(5), "{quote}");
    let requisite = json!({ "kind": "address", "value": LTC_ADDRESS });
    let order = |quote: &Value| json!({ "quote_id": quote["id"], "requisite": requisite });
    let made = shop.post("orders/buy", "in-time", &order(&quote)).await.expect(StatusCode::CREATED);

    let over = time(&made["transaction"]["expires_at"]) + TimeDelta::seconds(1);
    let moved = json!({ "advance_to": over });
    let clock = set(&shop, &moved).await;
    assert_eq!(set(&shop, &moved).await["now"], clock["now"], "a repeated request moves nothing");
    let id = made["transaction"]["id"].as_str().unwrap();
    let found = shop.get(&format!("orders/{id}")).await.expect(StatusCode::OK);
    assert_eq!(found["transaction"]["status"], "EXPIRED", "the order has expired before the response");
    assert_eq!(time(&found["transaction"]["server_time"]), over);
    let refused = shop.post("orders/buy", "too-late", &order(&late)).await;
    assert_eq!(refused.problem(), (409, "QUOTE_EXPIRED"));

    let theirs = carol.firm_quote(("EUR", "iban"), ("LTC", "ltc"), "250.00").await;
    assert!(time(&theirs["expires_at"]) < over, "the other sandbox is on real time: {theirs}");
    let back = shop.call("POST", "test/clock", Some(&json!({ "advance_to": before["now"] })), &[]).await;
    assert_eq!(
        (back.problem(), &back.body["errors"][0]["pointer"]),
        ((400, "VALIDATION_ERROR"), &json!("/advance_to"))
    );
    let far = shop.call("POST", "test/clock", Some(&json!({ "advance_to": over + TimeDelta::days(400) })), &[]).await;
    assert_eq!(far.problem(), (409, "CONFLICT_ERROR"));
    let (_, plain) = key(&ada, "exchanger", &EXCHANGER).await;
    assert_eq!(Server::new(&app.router, &plain).get("test/clock").await.problem(), (403, "ACCESS_DENIED"));
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_live_tenant_cannot_have_a_clock_and_a_process_learns_the_clocks_of_others() {
    let app = TestApp::new().await;
    let new = identity::NewTenant::sandbox("real", "Real", &["real.example"]);
    let (store, world) = (app.db.store.clone(), app.world.clone());
    let live = identity::add_tenant(&store, &world, identity::NewTenant { sandbox: false, ..new }).await.unwrap();
    let sandbox = identity::seed_demo(&store, &world).await.unwrap();
    let stop = ClockChange { frozen: Some(true), advance_to: None };
    let rails = SandboxRails::new(store.clone(), world);
    assert!(rails.change_test_clock(live, stop).await.is_err(), "the database refuses it");
    let shown = rails.change_test_clock(sandbox, stop).await.unwrap().unwrap().clock.now;
    let other = kernel::World::system();
    SandboxRails::new(store, other.clone()).read_clocks().await.unwrap();
    assert_eq!(other.now_for(sandbox), shown);
    assert!((other.now_for(live) - other.now()).abs() < TimeDelta::seconds(1), "a live tenant is on real time");
    app.close().await;
}
