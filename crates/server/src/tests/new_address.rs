//! Cooling-off period for new addresses: only a limited amount can be sent to them at first.

use axum::http::StatusCode;
use chrono::{DateTime, TimeDelta, Utc};
use exchange::cooling_off::NewAddresses;
use exchange::policy::Policy;
use serde_json::{Value, json};

use super::support::{Answer, Person, Replica, TestApp};
use super::wallets::{Wallet, buys, says};

/// Limits payouts to new addresses to 1,000 euro.
pub(super) async fn publish(app: &TestApp) {
    let tenant = identity::tenant_by_slug(&app.db.store, identity::DEMO_TENANT_SLUG).await.unwrap().unwrap();
    let policy = Policy { version: 2, new_addresses: Some(NewAddresses::seed()), ..Policy::sandbox() };
    exchange::publish_policy(&app.db.store, &app.world, tenant, &policy, app.now()).await.unwrap();
}

/// A system with that rule, and a customer without other limits.
async fn app() -> (TestApp, Person) {
    let app = TestApp::new().await;
    publish(&app).await;
    let anna = app.person("anna+t4").await;
    (app, anna)
}

fn held_until(answer: &Answer) -> DateTime<Utc> {
    assert_eq!(answer.problem(), (422, "NEW_ADDRESS_HELD"), "{}", answer.body);
    serde_json::from_value(answer.body["meta"]["until"].clone()).unwrap()
}

async fn sql(app: &TestApp, statement: &'static str) {
    sqlx::query(statement).execute(&mut app.db.connect().await).await.unwrap();
}

/// The number of emails about a new address, sent or not.
async fn mails(app: &TestApp) -> i64 {
    let told =
        "SELECT count(*) FROM jobs WHERE payload->'notice'->>'notice' = 'new_address' AND payload->>'former' = 'false'";
    sqlx::query_scalar(told).fetch_one(&mut app.db.connect().await).await.unwrap()
}

/// Moves the first use of addresses, and the orders, a day into the past.
async fn a_day_passes(app: &TestApp) {
    sql(app, "UPDATE payout_addresses SET first_at = first_at - interval '24 hours'").await;
    sql(app, "UPDATE limit_uses SET at = at - interval '24 hours'").await;
}

/// A sale of 2,550 euro that is half-paid and waits for a refund.
async fn half_paid(app: &TestApp, person: &Person) -> String {
    let quote = person.firm_quote(("LTC", "ltc"), ("EUR", "iban"), "30").await;
    let body = json!({ "quote_id": quote["id"], "requisite": person.account("DE89370400440532013000").await });
    let order = person.post_once("orders", "sale", &body).await.expect(StatusCode::CREATED);
    let id = order["id"].as_str().unwrap();
    for act in ["underpay", "confirm"] {
        person.post(&format!("sandbox/transactions/{id}/{act}"), &json!({})).await.expect(StatusCode::OK);
    }
    person.until(app, id, |transaction| transaction["status"] == "ACTION_REQUIRED").await;
    id.to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn payouts_to_new_addresses_are_limited_to_a_thousand_euro_for_a_day() {
    let (app, anna) = app().await;
    let address = |seed| Wallet::new(seed).address();
    buys(&anna, "600.00", "a-little", &address(1)).await.expect(StatusCode::CREATED);
    let cut = buys(&anna, "600.00", "a-little-more", &address(1)).await;
    let until = held_until(&cut);
    let meta = &cut.body["meta"];
    assert_eq!((&meta["limit"], &meta["currency"]), (&json!("1000.00"), &json!("EUR")));
    assert_eq!(meta["address"], address(1));
    let left = until - app.now();
    assert!(left > TimeDelta::hours(23) && left <= TimeDelta::hours(24), "{left}");
    let spread = held_until(&buys(&anna, "600.00", "to-another", &address(2)).await);
    assert!(spread > until, "the other was named later");
    assert_eq!(
        held_until(&buys(&anna, "4000.00", "much", &address(1)).await),
        until,
        "asking again starts nothing anew"
    );
    assert_eq!(mails(&app).await, 2, "one for each address that is held");

    a_day_passes(&app).await;
    buys(&anna, "4000.00", "a-day-later", &address(1)).await.expect(StatusCode::CREATED);
    buys(&anna, "4000.00", "that-was-refused", &address(2)).await.expect(StatusCode::CREATED);
    held_until(&buys(&anna, "4000.00", "new", &address(3)).await);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cancelled_order_does_not_count_against_the_new_address_limit() {
    let (app, anna) = app().await;
    let order = buys(&anna, "900.00", "first", &Wallet::new(1).address()).await.expect(StatusCode::CREATED);
    held_until(&buys(&anna, "900.00", "second", &Wallet::new(2).address()).await);
    let path = format!("transactions/{}/cancel", order["id"].as_str().unwrap());
    anna.post_once(&path, "cancel", &json!({})).await.expect(StatusCode::OK);
    buys(&anna, "900.00", "third", &Wallet::new(2).address()).await.expect(StatusCode::CREATED);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_saved_or_paid_a_day_ago_is_known() {
    let app = TestApp::new().await;
    let anna = app.person("anna+t4").await;
    let (saved, paid) = (Wallet::new(1).address(), Wallet::new(2).address());
    says(&anna, &saved, "own", "self_hosted").await.expect(StatusCode::CREATED);
    sql(&app, "UPDATE wallets SET declared_at = declared_at - interval '24 hours'").await;
    let before = buys_by_bank(&anna, &paid).await;
    let id = before["id"].as_str().unwrap();
    anna.post(&format!("sandbox/transactions/{id}/pay"), &json!({})).await.expect(StatusCode::OK);
    anna.until(&app, id, |transaction| transaction["status"] == "DONE").await;
    publish(&app).await;
    // A new process, because policies are cached for a while.
    let fresh = Replica::beside(&app).await;
    let anna = Person { router: fresh.router.clone(), ..anna };

    buys(&anna, "4000.00", "to-the-saved", &saved).await.expect(StatusCode::CREATED);
    held_until(&buys(&anna, "4000.00", "paid-out-today", &paid).await);
    sql(&app, "UPDATE records SET created_at = created_at - interval '24 hours'").await;
    buys(&anna, "4000.00", "paid-out-yesterday", &paid).await.expect(StatusCode::CREATED);
    // Restores the rows, because the ledger is verified at the end.
    sql(
        &app,
        "UPDATE records SET created_at = created_at + interval '24 hours'
         WHERE created_at < (SELECT max(created_at) FROM records) - interval '12 hours'",
    )
    .await;
    fresh.close().await;
    app.close().await;
}

async fn buys_by_bank(person: &Person, address: &str) -> Value {
    let quote = person.firm_quote(("EUR", "iban"), ("LTC", "ltc"), "100.00").await;
    let body = json!({ "quote_id": quote["id"], "requisite": { "kind": "address", "value": address } });
    person.post_once("orders", "by-bank", &body).await.expect(StatusCode::CREATED)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refund_to_a_new_address_is_limited_like_an_order() {
    let (app, anna) = app().await;
    let sale = half_paid(&app, &anna).await;
    let path = format!("transactions/{sale}/refund");
    let to = json!({ "requisite": { "kind": "address", "value": Wallet::new(1).address() } });
    let until = held_until(&anna.post_once(&path, "back", &to).await);
    assert!(until > app.now());
    a_day_passes(&app).await;
    anna.post_once(&path, "back-a-day-later", &to).await.expect(StatusCode::OK);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sandbox_has_no_cooling_off_of_new_addresses() {
    let app = TestApp::new().await;
    let anna = app.person("anna+t4").await;
    buys(&anna, "4000.00", "much", &Wallet::new(1).address()).await.expect(StatusCode::CREATED);
    let kept = sqlx::query_scalar("SELECT count(*) FROM payout_addresses");
    let kept: i64 = kept.fetch_one(&mut app.db.connect().await).await.unwrap();
    assert_eq!(kept, 0);
    app.close().await;
}
