//! Travel rule for outgoing crypto: aggregation, refunds, and wallets accepted on declaration.

use axum::http::StatusCode;
use exchange::beneficiary_wallet::OnWord;
use identity::operator::Role;
use serde_json::{Value, json};

use super::operators::colleague;
use super::step_up::{confirm, enrol};
use super::support::{Person, TestApp};
use super::travel_rule_incoming::tells;
use super::wallets::{Wallet, app, app_that_takes, buys, kept, lacks, says};

#[tokio::test(flavor = "multi_thread")]
async fn an_overpayment_needs_a_wallet_declaration_before_its_payout() {
    let (app, anna) = app().await;
    let address = Wallet::new(11).address();
    let quote = anna.firm_quote(("EUR", "iban"), ("LTC", "ltc"), "900.00").await;
    let requisite = json!({ "kind": "address", "value": address });
    let body = json!({ "quote_id": quote["id"], "requisite": requisite });
    let order = anna.post_once("orders", "below", &body).await.expect(StatusCode::CREATED);
    let id = order["id"].as_str().unwrap();
    anna.post(&format!("sandbox/transactions/{id}/overpay"), &json!({})).await.expect(StatusCode::OK);
    anna.until(&app, id, |transaction| transaction["status"] == "ACTION_REQUIRED").await;
    let path = format!("transactions/{id}/update-amount");
    let asked = anna.post_once(&path, "go-on", &json!({})).await;
    assert_eq!(lacks(&asked).0, "travel_rule");
    let meta = &asked.body["meta"];
    assert_eq!((&meta["payway"], &meta["address"]), (&json!("ltc"), &json!(address)), "of which it was asked");
    assert_eq!(kept(&app, &order["id"]).await, Value::Null);
    let said = says(&anna, &address, "own", "service").await.expect(StatusCode::CREATED);
    anna.post_once(&path, "go-on-now", &json!({})).await.expect(StatusCode::OK);
    assert_eq!(kept(&app, &order["id"]).await["wallet"], said["id"]);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_payout_counts_against_the_threshold_on_the_day_it_is_sent() {
    let (app, anna) = app().await;
    let quote = anna.firm_quote(("EUR", "iban"), ("LTC", "ltc"), "900.00").await;
    let requisite = json!({ "kind": "address", "value": Wallet::new(20).address() });
    let body = json!({ "quote_id": quote["id"], "requisite": requisite });
    let order = anna.post_once("orders", "days-ago", &body).await.expect(StatusCode::CREATED);
    let id = order["id"].as_str().unwrap();
    // The order waits for its bank transfer for days, and nothing was paid out yet.
    past(&app, "UPDATE limit_uses SET at = at - interval '30 hours'").await;
    let more = async |key: &str| buys(&anna, "600.00", key, &Wallet::new(21).address()).await;
    assert_eq!(lacks(&more("before").await).0, "travel_rule");
    anna.post(&format!("sandbox/transactions/{id}/pay"), &json!({})).await.expect(StatusCode::OK);
    anna.until(&app, id, |transaction| transaction["status"] == "DONE").await;
    assert_eq!(lacks(&more("on-the-day").await).0, "travel_rule", "it has left today");
    let sent = "UPDATE records SET body = jsonb_set(body, '{legs,2,sent_at}', to_jsonb(now() - interval '25 hours'))";
    past(&app, "CREATE TABLE kept AS SELECT tenant_id, id, body FROM records").await;
    past(&app, sent).await;
    more("the-next-day").await.expect(StatusCode::CREATED);
    // Restores the rows, because the ledger is verified at the end.
    let back = "UPDATE records r SET body = k.body FROM kept k WHERE (k.tenant_id, k.id) = (r.tenant_id, r.id)";
    past(&app, back).await;
    past(&app, "DROP TABLE kept").await;
    let waits = "SELECT count(*) FROM limit_uses WHERE leaving";
    let waits: i64 = sqlx::query_scalar(waits).fetch_one(&mut app.db.connect().await).await.unwrap();
    assert_eq!(waits, 1, "what left yesterday is not looked at again");
    app.close().await;
}

/// Runs a statement that moves times into the past.
async fn past(app: &TestApp, statement: &'static str) {
    sqlx::query(statement).execute(&mut app.db.connect().await).await.unwrap();
}

/// A half-paid sale that waits for a decision of its owner.
async fn half_paid(app: &TestApp, anna: &Person, coins: &str, key: &str) -> String {
    let quote = anna.firm_quote(("LTC", "ltc"), ("EUR", "iban"), coins).await;
    let body = json!({ "quote_id": quote["id"], "requisite": anna.account("DE89370400440532013000").await });
    tells(anna, "own", "service").await.expect(StatusCode::CREATED);
    let order = anna.post_once("orders", key, &body).await.expect(StatusCode::CREATED);
    let id = order["id"].as_str().unwrap();
    anna.post(&format!("sandbox/transactions/{id}/underpay"), &json!({})).await.expect(StatusCode::OK);
    anna.post(&format!("sandbox/transactions/{id}/confirm"), &json!({})).await.expect(StatusCode::OK);
    anna.until(app, id, |transaction| transaction["status"] == "ACTION_REQUIRED").await;
    id.to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn partial_refunds_count_together_against_the_threshold() {
    let (app, anna) = app().await;
    let refund = async |id: &str, seed: u8| {
        let to = json!({ "requisite": { "kind": "address", "value": Wallet::new(seed).address() } });
        anna.post_once(&format!("transactions/{id}/refund"), "back", &to).await
    };
    // About 590 euro each, to undeclared addresses.
    let [first, second] = [half_paid(&app, &anna, "14", "first").await, half_paid(&app, &anna, "14", "second").await];
    refund(&first, 16).await.expect(StatusCode::OK);
    assert_eq!(lacks(&refund(&second, 17).await).0, "travel_rule");
    assert_eq!(lacks(&buys(&anna, "900.00", "after", &Wallet::new(18).address()).await).0, "travel_rule");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn refunds_in_coins_need_a_wallet_declaration_like_orders() {
    let (app, anna) = app().await;
    let id = half_paid(&app, &anna, "100", "sell").await;
    let address = Wallet::new(12).address();
    let (path, to) = (format!("transactions/{id}/refund"), json!({ "kind": "address", "value": address }));
    let asked = anna.post_once(&path, "back", &json!({ "requisite": to })).await;
    assert_eq!(lacks(&asked).0, "travel_rule");
    let said = says(&anna, &address, "other", "self_hosted").await.expect(StatusCode::CREATED);
    anna.post_once(&path, "back-now", &json!({ "requisite": to })).await.expect(StatusCode::OK);
    assert_eq!(refund_rests_on(&app).await["wallet"], said["id"], "the refund keeps whose wallet it goes to");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_wallet_declaration_comes_before_the_second_factor() {
    let (app, anna) = app().await;
    let codes = enrol(&app, &anna).await;
    let address = Wallet::new(22).address();
    let asked = buys(&anna, "1500.00", "first", &address).await;
    assert_eq!(lacks(&asked).0, "travel_rule");
    let asked_for = "SELECT count(*) FROM step_ups WHERE purpose = 'transfer'";
    let asked_for: i64 = sqlx::query_scalar(asked_for).fetch_one(&mut app.db.connect().await).await.unwrap();
    assert_eq!(asked_for, 0, "nothing is confirmed that would be refused");
    says(&anna, &address, "other", "self_hosted").await.expect(StatusCode::CREATED);
    let quote = anna.firm_quote(("EUR", "visamc"), ("LTC", "ltc"), "1500.00").await;
    let body = json!({ "quote_id": quote["id"], "requisite": { "kind": "address", "value": address } });
    let refused = anna.post_once("orders", "second", &body).await;
    let taken: i64 =
        sqlx::query_scalar("SELECT count(*) FROM limit_uses").fetch_one(&mut app.db.connect().await).await.unwrap();
    assert_eq!(taken, 0, "to look takes nothing");
    let token = confirm(&anna, &refused, &codes[0]).await;
    let headers = [("idempotency-key", "second"), ("auth-2fa-token", token.as_str())];
    anna.call("POST", "orders", Some(&body), &headers).await.expect(StatusCode::CREATED);
    app.close().await;
}

/// Taproot: there is no supported format for message signatures with it.
const TAPROOT: &str = "ltc1p94c3vs4hy6cygqtz0j5lhtpj7hy9xra3jq7vfkczykr30ys6fzqsjjep9h";

#[tokio::test(flavor = "multi_thread")]
async fn an_own_address_without_a_proof_method_is_accepted_by_the_tenants_policy() {
    let (app, anna) = app().await;
    let id = half_paid(&app, &anna, "100", "sell").await;
    let (path, to) = (format!("transactions/{id}/refund"), json!({ "kind": "address", "value": TAPROOT }));
    let asked = anna.post_once(&path, "back", &json!({ "requisite": to })).await;
    assert_eq!(lacks(&asked).0, "travel_rule");
    let said = says(&anna, TAPROOT, "own", "self_hosted").await.expect(StatusCode::CREATED);
    assert_eq!((&said["needs_proof"], said.get("proof_method")), (&json!(false), None));
    let challenge = format!("wallets/{}/challenge", said["id"].as_str().unwrap());
    assert_eq!(anna.post(&challenge, &json!({})).await.problem(), (409, "CONFLICT_ERROR"));
    anna.post_once(&path, "back-now", &json!({ "requisite": to })).await.expect(StatusCode::OK);
    assert_eq!(refund_rests_on(&app).await["on_word"], true);
    let refused = buys(&anna, "1500.00", "order", TAPROOT).await;
    assert_eq!(lacks(&refused), (&json!("provable_address"), &Value::Null), "an order needs more than a word");

    let mut officer = colleague(&app, Role::ComplianceOfficer).await;
    let found = officer.call("GET", "customers?search=anna%2Bt4%40ex", None).await.expect(StatusCode::OK);
    let path = format!("customers/{}/reveal", found["data"][0]["id"].as_str().unwrap());
    let told = officer.post(&path, &json!({ "reason": "the travel rule asks" })).await.expect(StatusCode::OK);
    let wallet = &told["wallets"][0];
    assert_eq!((&wallet["owner"], &wallet["provable"], wallet.get("proved_at")), (&json!("own"), &json!(false), None));
    app.close().await;

    let (app, anna) = app_that_takes(OnWord::Everything).await;
    says(&anna, TAPROOT, "own", "self_hosted").await.expect(StatusCode::CREATED);
    let order = buys(&anna, "1500.00", "order", TAPROOT).await.expect(StatusCode::CREATED);
    assert_eq!(kept(&app, &order["id"]).await["on_word"], true);
    app.close().await;
}

/// The wallet declaration that a refund refers to.
async fn refund_rests_on(app: &TestApp) -> Value {
    let ask = "SELECT leg->'travel' FROM records, jsonb_array_elements(body->'legs') leg
        WHERE leg->'to'->>'to' = 'refund'";
    let found = sqlx::query_scalar::<_, Option<Value>>(ask);
    found.fetch_one(&mut app.db.connect().await).await.unwrap().unwrap_or_default()
}
