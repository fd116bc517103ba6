//! Verification of payee with the sandbox's bank accounts, and the sandbox's clock, over HTTP.

use axum::http::StatusCode;
use providers::sandbox::SandboxRails;
use serde_json::{Value, json};

use super::support::{Person, TestApp};
use crate::cli::manual_resolution::ManualResolution;
use crate::cli::{OnTransaction, Remedy};

const SLOW: &str = "DE89370400440532013000";
const CLOSE_MATCH: &str = "NL91ABNA0417164300";
const NO_MATCH: &str = "FR1420041010050500013M02606";
const RETURNED: &str = "GB29NWBK60161331926819";

async fn sell(ada: &Person, key: &str, requisite: &Value) -> super::support::Answer {
    let quote = ada.firm_quote(("LTC", "ltc"), ("EUR", "iban"), "2").await;
    ada.post_once("orders", key, &json!({ "quote_id": quote["id"], "requisite": requisite })).await
}

/// A paid order whose payment is confirming on the simulated chain.
async fn sold(ada: &Person, requisite: &Value) -> String {
    let order = sell(ada, "sold", requisite).await.expect(StatusCode::CREATED);
    let id = order["id"].as_str().unwrap().to_owned();
    ada.post(&format!("sandbox/transactions/{id}/pay"), &json!({})).await.expect(StatusCode::OK);
    id
}

fn rule(answer: &super::support::Answer) -> &str {
    assert_eq!(answer.problem(), (409, "PAYEE_NOT_VERIFIED"));
    answer.body["errors"][0]["code"].as_str().unwrap()
}

async fn ask(ada: &Person, iban: &str) -> Value {
    let asked = json!({ "currency": "EUR", "payway": "iban", "value": iban, "full_name": "Ada Lovelace" });
    ada.post("requisites/payee", &asked).await.expect(StatusCode::OK)
}

#[tokio::test(flavor = "multi_thread")]
async fn each_test_account_answers_as_its_line_of_the_documentation_says() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    assert_eq!(ask(&ada, SLOW).await["result"], "match");
    assert_eq!(ask(&ada, NO_MATCH).await["result"], "no_match");
    assert_eq!(ask(&ada, RETURNED).await["result"], "not_possible");
    let close = ask(&ada, CLOSE_MATCH).await;
    assert_eq!((&close["result"], &close["suggested_name"]), (&json!("close_match"), &json!("A. Lovelace")));
    let hryvnia = json!({ "currency": "UAH", "payway": "iban", "value": "UA213223130000026007233566001",
        "full_name": "Ada Lovelace" });
    let verdict = ada.post("requisites/payee", &hryvnia).await.expect(StatusCode::OK);
    assert_eq!((&verdict["result"], &verdict["id"]), (&json!("not_required"), &Value::Null));
    let card = json!({ "currency": "EUR", "payway": "visamc", "value": SLOW, "full_name": "Ada Lovelace" });
    assert_eq!(ada.post("requisites/payee", &card).await.problem(), (400, "VALIDATION_ERROR"));
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_is_refused_until_its_payee_is_verified_and_then_says_how_it_was() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let unasked = json!({ "kind": "iban", "value": CLOSE_MATCH, "full_name": "Ada Lovelace" });
    assert_eq!(rule(&sell(&ada, "a", &unasked).await), "payee_check_required");
    let no = ada.account(NO_MATCH).await;
    assert_eq!(rule(&sell(&ada, "b", &no).await), "payee_no_match");
    let mut close = ada.account(CLOSE_MATCH).await;
    assert_eq!(rule(&sell(&ada, "c", &close).await), "payee_unacknowledged");
    close["full_name"] = json!("A. Lovelace");
    let order = sell(&ada, "d", &close).await.expect(StatusCode::CREATED);
    assert_eq!(order["requisite"]["full_name"], "A. Lovelace");
    let payee = &order["requisite"]["payee"];
    assert_eq!((&payee["result"], &payee["choice"]), (&json!("close_match"), &json!("suggested")));
    assert_eq!((&payee["asked_name"], &payee["suggested_name"]), (&json!("Ada Lovelace"), &json!("A. Lovelace")));
    let malformed = json!({ "kind": "iban", "value": SLOW, "full_name": "Ada", "payee_check_id": "ord_1" });
    assert_eq!(sell(&ada, "e", &malformed).await.problem(), (400, "VALIDATION_ERROR"));
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slow_bank_credits_the_payout_when_the_sandboxs_clock_has_moved_on() {
    let app = TestApp::new().await;
    app.neighbour("neighbour.test").await;
    let ada = app.person("ada").await;
    let requisite = ada.account(SLOW).await;
    let id = sold(&ada, &requisite).await;
    let sent = ada.until(&app, &id, |t| t["sub_state"] == "sent").await;
    assert_eq!(sent["status"], "PROCESSING");
    for seconds in [0, 86_401] {
        let refused = ada.post("sandbox/clock/advance", &json!({ "seconds": seconds })).await;
        assert_eq!(refused.problem(), (400, "VALIDATION_ERROR"));
    }
    ada.post("sandbox/clock/advance", &json!({ "seconds": 1 })).await.expect(StatusCode::OK);
    let heard = "SELECT EXISTS (SELECT FROM jobs WHERE kind = 'sandbox.tick' AND state = 'done')";
    let mut looking = app.db.connect().await;
    while !sqlx::query_scalar::<_, bool>(heard).fetch_one(&mut looking).await.unwrap() {}
    let waiting = ada.get(&format!("transactions/{id}")).await.expect(StatusCode::OK);
    assert_eq!(waiting["sub_state"], "sent", "a second is not ten minutes");
    let clock = ada.post("sandbox/clock/advance", &json!({ "seconds": 599 })).await.expect(StatusCode::OK);
    assert_eq!(clock["ahead_seconds"], 600);
    let done = ada.until(&app, &id, |t| t["status"] == "DONE").await;
    assert_eq!(done["payout"]["state"], "settled");
    let carol = app.person_at("carol", "neighbour.test").await;
    let theirs = carol.get("sandbox/clock").await.expect(StatusCode::OK);
    assert_eq!(theirs["ahead_seconds"], 0, "a tenant has a clock of its own");
    let (store, world) = (app.db.store.clone(), app.world.clone());
    let tenant = identity::seed_demo(&store, &world).await.unwrap();
    let after_restart = SandboxRails::new(store, world).clock(tenant).await.unwrap();
    assert_eq!(after_restart.ahead_seconds, 600);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_is_advanced_by_a_year_at_most() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let day = json!({ "seconds": 86_400 });
    for _ in 0..366 {
        ada.post("sandbox/clock/advance", &day).await.expect(StatusCode::OK);
    }
    assert_eq!(ada.post("sandbox/clock/advance", &day).await.problem(), (409, "CONFLICT_ERROR"));
    assert_eq!(ada.get("sandbox/clock").await.expect(StatusCode::OK)["ahead_seconds"], 366 * 86_400);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_payout_to_a_test_account_that_returns_payments_comes_back() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let mut requisite = ada.account(RETURNED).await;
    assert_eq!(rule(&sell(&ada, "a", &requisite).await), "payee_unacknowledged");
    requisite["payee_acknowledged"] = json!(true);
    let id = sold(&ada, &requisite).await;
    let back = ada.until(&app, &id, |t| t["status"] == "MANUAL").await;
    assert_eq!(back["requisite"]["payee"]["choice"], "acknowledged");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_returned_payout_waits_for_an_operator() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let mut account = ada.account(RETURNED).await;
    account["payee_acknowledged"] = json!(true);
    let id = sold(&ada, &account).await;
    ada.until(&app, &id, |t| t["status"] == "MANUAL").await;
    let own = ada.post_once(&format!("transactions/{id}/deposit"), "mine", &json!({})).await;
    assert_eq!(own.problem(), (409, "CONFLICT_ERROR"));
    let (transaction, tenant) = (id.clone(), identity::DEMO_TENANT_SLUG.to_owned());
    let about = |reason: &str| OnTransaction {
        transaction: transaction.clone(),
        tenant: tenant.clone(),
        reason: reason.to_owned(),
    };
    let (resolution, mut out) = (ManualResolution::of(&app.installation), Vec::new());
    let unsaid = resolution.settle(Remedy::Deposit(about("because")), &mut out).await.unwrap_err();
    assert_eq!(unsaid.to_string(), "a reason has 8 to 500 characters");
    resolution.settle(Remedy::Deposit(about("their account is closed")), &mut out).await.unwrap();
    assert_eq!(String::from_utf8(out).unwrap(), format!("{id} is RESOLVED\n"));
    let balances = ada.get("balances").await.expect(StatusCode::OK);
    assert_eq!(balances["data"].as_array().map(Vec::len), Some(1), "{balances}");
    let acts = identity::operator::acts(&app.db.store, 9).await.unwrap();
    assert_eq!(acts.iter().map(|act| act.subject.as_str()).collect::<Vec<_>>(), [id.as_str()]);
    app.close().await;
}
