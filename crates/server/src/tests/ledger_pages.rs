//! The platform's accounts as an accountant reads them.

use axum::http::StatusCode;
use identity::operator::Role;
use kernel::TenantId;
use serde_json::{Value, json};

use super::operators::colleague;
use super::statement::deposited;
use super::support::TestApp;

/// The cents of an amount.
fn cents(text: &Value) -> i128 {
    text.as_str().unwrap().replace('.', "").parse().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_platforms_accounts_and_the_customers_balances_add_up_to_nothing() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    deposited(&app, &ada).await;
    let mut anna = colleague(&app, Role::Accountant).await;
    let listed = anna.call("GET", "ledger", None).await.expect(StatusCode::OK);
    let accounts = listed["data"].as_array().unwrap();
    let platform: i128 = accounts.iter().filter(|one| one["currency"] == "EUR").map(|one| cents(&one["balance"])).sum();
    let balances = ada.get("balances").await.expect(StatusCode::OK);
    assert!(platform < 0, "{listed}");
    assert_eq!(platform + cents(&balances["data"][0]["posted"]), 0, "{listed} {balances}");
    let bank = accounts.iter().find(|one| one["book"] == "rail" && one["sub"] == "iban").expect("money at the bank");
    assert_eq!(bank["balance"], "-250.00", "an asset");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_shows_its_postings_page_by_page_with_their_transaction_and_counter_account() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let deposit = deposited(&app, &ada).await;
    let mut anna = colleague(&app, Role::Accountant).await;
    let movement = anna.call("GET", &format!("movements/{}", deposit["id"].as_str().unwrap()), None).await;
    let movement = movement.expect(StatusCode::OK);
    let posting = movement["postings"].as_array().unwrap().iter().find(|one| one["credit"]["book"] == "transit");
    let id = posting.expect("money in transit")["credit"]["id"].as_str().unwrap().to_owned();
    let customers = movement["postings"].as_array().unwrap().iter().find(|one| one["credit"]["book"] == "customer");
    assert_eq!(customers.expect("the customer is credited")["credit"].get("id"), None, "it is no platform account");
    let mut seen = Vec::new();
    let mut cursor = String::new();
    loop {
        let page = anna.call("GET", &format!("ledger/{id}?limit=1{cursor}"), None).await.expect(StatusCode::OK);
        assert_eq!((&page["account"]["id"], &page["account"]["book"]), (&json!(id), &json!("transit")));
        seen.extend(page["data"].as_array().unwrap().iter().cloned());
        let Some(next) = page["next_cursor"].as_str() else { break };
        cursor = format!("&cursor={next}");
    }
    assert!(seen.len() > 1 && seen.iter().all(|one| one["transaction_id"] == deposit["id"]), "{seen:?}");
    assert_eq!(seen[0]["balance"], "0.00", "everything has left the open transaction");
    let oldest = seen.last().unwrap();
    assert_eq!((&oldest["change"], &oldest["counter"]["sub"]), (&json!("250.00"), &json!("iban")));
    for (query, field) in
        [("limit=0", "limit"), ("cursor=0", "cursor"), ("cursor=07", "cursor"), ("cursor=x", "cursor")]
    {
        let refused = anna.call("GET", &format!("ledger/{id}?{query}"), None).await;
        assert_eq!((refused.problem().0, &refused.body["errors"][0]["pointer"]), (400, &json!(field)), "{query}");
    }
    let other = TenantId::from_uuid(uuid::Uuid::from_u128(7));
    let mut tx = app.db.store.tenant_read(other).await.unwrap();
    assert_eq!(ledger::platform_accounts(tx.conn()).await.unwrap(), [], "they are one tenant's");
    drop(tx);
    app.close().await;
}
