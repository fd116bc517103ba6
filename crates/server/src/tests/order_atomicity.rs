//! Opening a movement: one commit for everything, and nothing for a refusal.

use axum::http::StatusCode;
use exchange::beneficiary_wallet::TravelRule;
use exchange::cooling_off::NewAddresses;
use exchange::policy::Policy;
use kernel::{Amount, Currency};
use serde_json::json;
use sqlx::Row;

use super::support::{Answer, Person, TestApp};
use super::wallets::{Wallet, says};

/// The tables that the opening of a movement writes, without events and jobs, which background work writes too. A
/// deposit address and the record of the request's idempotency key stand beside the opening.
const WRITTEN: [&str; 9] = [
    "records",
    "record_history",
    "changes",
    "holds",
    "transfers",
    "limit_uses",
    "counter_versions",
    "payout_addresses",
    "wallets",
];

/// A system where every rule counts.
async fn app() -> (TestApp, Person) {
    let app = TestApp::new().await;
    let tenant = identity::tenant_by_slug(&app.db.store, identity::DEMO_TENANT_SLUG).await.unwrap().unwrap();
    let travel_rule = Some(TravelRule { above: Amount::new(10_000, Currency::EUR), on_word: Default::default() });
    let new_addresses = Some(NewAddresses::seed());
    let policy = Policy { version: 2, travel_rule, new_addresses, ..Policy::sandbox() };
    exchange::publish_policy(&app.db.store, &app.world, tenant, &policy, app.now()).await.unwrap();
    let anna = app.person("anna+t2").await;
    (app, anna)
}

/// The rows of a table with the database transaction that wrote each.
async fn written(app: &TestApp, table: &str) -> Vec<(String, String)> {
    let rows =
        sqlx::query(sqlx::AssertSqlSafe(format!("SELECT xmin::text AS by, to_jsonb(t)::text AS row FROM {table} t")));
    let rows = rows.fetch_all(&mut app.db.connect().await).await.unwrap();
    rows.iter().map(|row| (row.get("row"), row.get("by"))).collect()
}

async fn everything(app: &TestApp) -> Vec<Vec<(String, String)>> {
    let mut all = Vec::new();
    for table in WRITTEN {
        all.push(written(app, table).await);
    }
    all
}

async fn withdraw(person: &Person, amount: &str, key: &str, address: &str) -> Answer {
    let quote = person.firm_quote(("EUR", "balance"), ("LTC", "ltc"), amount).await;
    let body = json!({ "quote_id": quote["id"], "requisite": { "kind": "address", "value": address } });
    person.post_once("orders", key, &body).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_withdrawal_its_hold_and_what_it_counts_are_one_commit() {
    let (app, anna) = app().await;
    super::insufficient_balance::deposit(&app, &anna, "400").await;
    let address = Wallet::new(1).address();
    says(&anna, &address, "own", "service").await.expect(StatusCode::CREATED);
    let before = everything(&app).await;
    withdraw(&anna, "300.00", "withdrawal", &address).await.expect(StatusCode::CREATED);
    let mut by = std::collections::BTreeSet::new();
    for (table, known) in WRITTEN.iter().zip(&before) {
        let now = written(&app, table).await;
        let new: Vec<_> = now.into_iter().filter(|row| !known.contains(row)).collect();
        assert!(!new.is_empty(), "nothing is written to {table}");
        by.extend(new.into_iter().map(|(_, by)| by));
    }
    assert_eq!(by.len(), 1, "commits");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refusal_writes_nothing() {
    let (app, anna) = app().await;
    super::insufficient_balance::deposit(&app, &anna, "400").await;
    let quote = anna.firm_quote(("EUR", "balance"), ("LTC", "ltc"), "300.00").await;
    let requisite = json!({ "kind": "address", "value": Wallet::new(1).address() });
    let before = everything(&app).await;
    let body = json!({ "quote_id": quote["id"], "requisite": requisite });
    let refused = anna.post_once("orders", "undeclared", &body).await;
    assert_eq!(refused.problem(), (422, "TRAVEL_RULE_REQUIRED"), "{}", refused.body);
    // Nor does a refused sale remember where its coins would go back to.
    let quote = anna.firm_quote(("LTC", "ltc"), ("EUR", "balance"), "5").await;
    let refund_to = json!({ "value": Wallet::new(2).address() });
    let body = json!({ "quote_id": quote["id"], "refund_to": refund_to });
    let refused = anna.post_once("orders", "unstated", &body).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", refused.body);
    assert_eq!(everything(&app).await, before);
    app.close().await;
}
