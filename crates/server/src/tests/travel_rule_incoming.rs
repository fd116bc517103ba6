//! Travel rule for incoming crypto: above a threshold, the customer must declare the originator before an order is
//! accepted.

use axum::http::StatusCode;
use identity::operator::Role;
use serde_json::{Value, json};
use tokio::task::JoinSet;

use super::account_closure::{cool_off_passes, leave};
use super::operators::colleague;
use super::step_up::{confirm, enrol};
use super::support::{Answer, Person, TestApp};
use super::wallets::{answers, app};

/// The body of an order that sells this amount of Litecoin; ten are about 840 euro.
async fn sale(person: &Person, coins: &str) -> Value {
    let quote = person.firm_quote(("LTC", "ltc"), ("EUR", "iban"), coins).await;
    json!({ "quote_id": quote["id"], "requisite": person.account("DE89370400440532013000").await })
}

async fn sells(person: &Person, coins: &str, key: &str) -> Answer {
    person.post_once("orders", key, &sale(person, coins).await).await
}

/// Declares the originator: the customer at Kraken, or Olena with a self-hosted wallet.
pub async fn tells(person: &Person, owner: &str, holding: &str) -> Answer {
    let mut said = json!({});
    answers(&mut said, owner, holding, "originator");
    person.post("senders", &said).await
}

fn is_asked(answer: &Answer) {
    assert_eq!(answer.problem(), (422, "TRAVEL_RULE_REQUIRED"), "{}", answer.body);
    let meta = &answer.body["meta"];
    assert_eq!((&meta["requirements"], &meta["payway"]), (&json!(["sender"]), &json!("ltc")));
}

async fn number(app: &TestApp, ask: &'static str) -> i64 {
    sqlx::query_scalar(ask).fetch_one(&mut app.db.connect().await).await.unwrap()
}

/// Runs a statement that moves times into the past.
async fn past(app: &TestApp, statement: &'static str) {
    sqlx::query(statement).execute(&mut app.db.connect().await).await.unwrap();
}

/// The originator stored with a transaction.
async fn kept(app: &TestApp, id: &Value) -> Value {
    let ask = "SELECT body->'sender' FROM records WHERE body->>'id' = $1";
    let found = sqlx::query_scalar::<_, Option<Value>>(ask).bind(id.as_str());
    found.fetch_one(&mut app.db.connect().await).await.unwrap().unwrap_or_default()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_large_sale_gets_its_address_after_the_originator_statement() {
    let (app, anna) = app().await;
    let small = sells(&anna, "10", "small").await.expect(StatusCode::CREATED);
    assert_eq!(kept(&app, &small["id"]).await, Value::Null);
    // About 840 euro before and 420 now: amounts within a day are added up.
    is_asked(&sells(&anna, "5", "linked").await);
    assert_eq!(number(&app, "SELECT count(*) FROM records").await, 1, "there is no address to send to");

    let nameless = anna.post("senders", &json!({ "owner": "other", "holding": "self_hosted" })).await;
    assert_eq!(nameless.body["errors"][0]["pointer"], "/originator", "{}", nameless.body);
    let odd = json!({ "owner": "own", "holding": "service", "service": "K" });
    assert_eq!(anna.post("senders", &odd).await.body["errors"][0]["pointer"], "/service");
    let told = tells(&anna, "own", "service").await.expect(StatusCode::CREATED);
    assert!(told["good_until"].is_string(), "{told}");
    let order = sells(&anna, "5", "told").await.expect(StatusCode::CREATED);
    assert_eq!(kept(&app, &order["id"]).await["holding"], "service");
    is_asked(&sells(&anna, "5", "next").await);

    // Cancelled orders do not count towards the threshold.
    for sold in [&small, &order] {
        let path = format!("transactions/{}/cancel", sold["id"].as_str().unwrap());
        anna.post_once(&path, "cancel", &json!({})).await.expect(StatusCode::OK);
    }
    sells(&anna, "10", "again").await.expect(StatusCode::CREATED);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_originator_is_stored_sealed_for_an_officer_and_outlives_a_closed_account() {
    let (app, anna) = app().await;
    let berta = app.person("berta+t4").await;
    tells(&anna, "other", "self_hosted").await.expect(StatusCode::CREATED);
    is_asked(&sells(&berta, "20", "hers").await);
    let order = sells(&anna, "20", "sold").await.expect(StatusCode::CREATED);
    tells(&anna, "own", "service").await.expect(StatusCode::CREATED);
    let plain = "SELECT count(*) FROM senders WHERE position('Kovalenko'::bytea in originator) > 0";
    assert_eq!(number(&app, plain).await, 0, "a name is sealed");

    let mut officer = colleague(&app, Role::ComplianceOfficer).await;
    let found = officer.call("GET", "customers?search=anna%2Bt4%40ex", None).await.expect(StatusCode::OK);
    let path = format!("customers/{}/reveal", found["data"][0]["id"].as_str().unwrap());
    let told = officer.post(&path, &json!({ "reason": "the travel rule asks" })).await.expect(StatusCode::OK);
    let senders = told["senders"].as_array().unwrap();
    assert_eq!((senders.len(), senders[0].get("transaction_id")), (2, None), "the newest waits");
    assert_eq!(senders[1]["transaction_id"], order["id"]);
    assert_eq!(senders[1]["originator"], json!({ "party": "person", "name": "Olena Kovalenko", "country": "UA" }));

    let id = order["id"].as_str().unwrap();
    anna.post_once(&format!("transactions/{id}/cancel"), "cancel", &json!({})).await.expect(StatusCode::OK);
    leave(&anna).await.expect(StatusCode::OK);
    cool_off_passes(&app).await;
    assert_eq!(number(&app, "SELECT count(*) FROM senders WHERE transaction_id IS NULL").await, 0);
    assert_eq!(number(&app, "SELECT count(*) FROM senders").await, 1);
    past(&app, "UPDATE senders SET declared_at = declared_at - interval '1830 days'").await;
    let gone = async {
        while number(&app, "SELECT count(*) FROM senders").await > 0 {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(60), gone).await.expect("after five years it goes too");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_originator_statement_is_used_once_and_expires() {
    let (app, anna) = app().await;
    tells(&anna, "own", "self_hosted").await.expect(StatusCode::CREATED);
    past(&app, "UPDATE senders SET declared_at = declared_at - interval '31 minutes'").await;
    is_asked(&sells(&anna, "20", "late").await);
    tells(&anna, "own", "self_hosted").await.expect(StatusCode::CREATED);
    assert_eq!(number(&app, "SELECT count(*) FROM senders").await, 1, "one waits");
    // Ten concurrent orders, each above the threshold.
    let mut sales = Vec::new();
    for _ in 0..10 {
        sales.push(sale(&anna, "20").await);
    }
    let mut asked = JoinSet::new();
    for (at, body) in sales.into_iter().enumerate() {
        let anna = anna.clone();
        asked.spawn(async move { anna.post_once("orders", &format!("at-once-{at}"), &body).await.status });
    }
    let made = asked.join_all().await.into_iter().filter(|status| *status == StatusCode::CREATED).count();
    assert_eq!(made, 1, "one answer is about one sale");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_originator_statement_comes_before_the_second_factor() {
    let (app, anna) = app().await;
    let codes = enrol(&app, &anna).await;
    is_asked(&sells(&anna, "20", "first").await);
    assert_eq!(number(&app, "SELECT count(*) FROM step_ups WHERE purpose = 'transfer'").await, 0);
    tells(&anna, "own", "service").await.expect(StatusCode::CREATED);
    let body = sale(&anna, "20").await;
    let refused = anna.post_once("orders", "second", &body).await;
    assert_eq!(
        number(&app, "SELECT count(*) FROM senders WHERE transaction_id IS NULL").await,
        1,
        "a look takes nothing"
    );
    let token = confirm(&anna, &refused, &codes[0]).await;
    let headers = [("idempotency-key", "second"), ("auth-2fa-token", token.as_str())];
    anna.call("POST", "orders", Some(&body), &headers).await.expect(StatusCode::CREATED);
    app.close().await;
}

/// A duplicate payment of a sale, which waits for a decision of its owner.
async fn second_payment(anna: &Person, id: &str) -> String {
    let act = format!("sandbox/transactions/{id}/double");
    anna.post(&act, &json!({})).await.expect(StatusCode::OK);
    let confirm = format!("sandbox/transactions/{id}/confirm");
    let found = async {
        loop {
            let all = anna.get("transactions").await.expect(StatusCode::OK);
            let unmatched = all["data"].as_array().unwrap().iter().find(|one| one["id"] != id);
            if let Some(unmatched) = unmatched.filter(|one| one["status"] == "ACTION_REQUIRED") {
                return unmatched["id"].as_str().unwrap().to_owned();
            }
            let _ = anna.post(&confirm, &json!({})).await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(60), found).await.expect("it comes within a minute")
}

async fn litecoin(anna: &Person) -> Value {
    let all = anna.get("balances").await.expect(StatusCode::OK);
    let found = all["data"].as_array().unwrap().iter().find(|one| one["currency"] == "LTC");
    found.map_or(json!("0"), |one| one["posted"].clone())
}

#[tokio::test(flavor = "multi_thread")]
async fn unmatched_coins_are_credited_after_an_originator_statement() {
    let (app, anna) = app().await;
    let order = sells(&anna, "10", "small").await.expect(StatusCode::CREATED);
    let unmatched = second_payment(&anna, order["id"].as_str().unwrap()).await;
    let path = format!("transactions/{unmatched}/deposit");
    is_asked(&anna.post_once(&path, "keep", &json!({})).await);
    let waits = anna.get(&format!("transactions/{unmatched}")).await.expect(StatusCode::OK);
    assert_eq!((&waits["status"], litecoin(&anna).await), (&json!("ACTION_REQUIRED"), json!("0")), "nothing was freed");

    tells(&anna, "own", "self_hosted").await.expect(StatusCode::CREATED);
    let kept_now = anna.post_once(&path, "keep", &json!({})).await.expect(StatusCode::OK);
    assert_eq!(kept_now["sub_state"], "deposited");
    let again = anna.post_once(&path, "keep", &json!({})).await.expect(StatusCode::OK);
    assert_eq!(again["sub_state"], "deposited");
    assert_eq!(anna.post_once(&path, "another", &json!({})).await.problem(), (409, "CONFLICT_ERROR"));
    assert_eq!(litecoin(&anna).await, "10.00000000", "it is freed once");
    assert_eq!(kept(&app, &json!(unmatched)).await["holding"], "self_hosted");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn overpaid_coins_are_exchanged_after_an_originator_statement() {
    let (app, anna) = app().await;
    let order = sells(&anna, "11", "below").await.expect(StatusCode::CREATED);
    let id = order["id"].as_str().unwrap();
    anna.post(&format!("sandbox/transactions/{id}/overpay"), &json!({})).await.expect(StatusCode::OK);
    anna.post(&format!("sandbox/transactions/{id}/confirm"), &json!({})).await.expect(StatusCode::OK);
    anna.until(&app, id, |transaction| transaction["status"] == "ACTION_REQUIRED").await;
    let path = format!("transactions/{id}/update-amount");
    is_asked(&anna.post_once(&path, "go-on", &json!({})).await);
    assert_eq!(kept(&app, &order["id"]).await, Value::Null);
    tells(&anna, "other", "service").await.expect(StatusCode::CREATED);
    let goes_on = anna.post_once(&path, "go-on", &json!({})).await.expect(StatusCode::OK);
    assert_eq!(goes_on["status"], "PROCESSING");
    assert_eq!(kept(&app, &order["id"]).await["owner"], "other");
    app.close().await;
}
