//! Transfers between customers, for both of them, over the API.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::support::{Person, TestApp};

/// A firm quote in euro between two endpoints.
async fn euro_quote(person: &Person, from: &str, to: &str, amount: &str) -> Value {
    ask_price(person, from, to, amount).await.expect(StatusCode::CREATED)
}

async fn ask_price(person: &Person, from: &str, to: &str, amount: &str) -> super::support::Answer {
    let body = json!({ "from_currency": "EUR", "from_payway": from, "to_currency": "EUR", "to_payway": to,
        "from_amount": amount, "firm": true });
    person.post("quotes", &body).await
}

/// Credits 100 EUR by card, of which 97.35 EUR remain after fees.
pub async fn deposit(app: &TestApp, person: &Person) {
    let quote = euro_quote(person, "visamc", "balance", "100.00").await;
    let order = person.post_once("orders", "deposit", &json!({ "quote_id": quote["id"] })).await;
    let id = order.expect(StatusCode::CREATED)["id"].as_str().unwrap().to_owned();
    let card = json!({ "number": "4242 4242 4242 4242", "expiry_month": 12, "expiry_year": 2034, "cvv": "123",
        "holder": "Ada Lovelace", "return_url": "/balances" });
    person.post_once(&format!("transactions/{id}/payment/card"), "pay", &card).await.expect(StatusCode::OK);
    person.until(app, &id, |transaction| transaction["status"] == "DONE").await;
}

pub async fn transfer(person: &Person, key: &str, amount: &str, to: &str) -> super::support::Answer {
    let quote = euro_quote(person, "balance", "customer", amount).await;
    let requisite = json!({ "kind": "customer", "value": to, "note": "Lunch" });
    person.post_once("orders", key, &json!({ "quote_id": quote["id"], "requisite": requisite })).await
}

pub async fn available(person: &Person) -> Value {
    let balances = person.get("balances").await.expect(StatusCode::OK);
    balances["data"].as_array().unwrap().first().map_or(Value::Null, |balance| balance["available"].clone())
}

pub async fn ask(person: &Person, contact: &str) -> super::support::Answer {
    person.post("requisites/customer", &json!({ "contact": contact })).await
}

#[tokio::test(flavor = "multi_thread")]
async fn money_reaches_another_customer_at_once_and_each_sees_the_other_masked() {
    let app = TestApp::new().await;
    let (ada, bob) = (app.person("ada").await, app.person("bob").await);
    deposit(&app, &ada).await;
    let found = ask(&ada, " Bob@Example.test ").await.expect(StatusCode::OK);
    assert_eq!((&found["is_registered"], &found["is_own"]), (&json!(true), &json!(false)));
    assert_eq!(found["contact"], "bob@example.test");
    let name = found["name"].as_str().unwrap();
    assert!(name.contains("•••") && !name.to_lowercase().contains("bob"), "{name}");

    let sent = transfer(&ada, "t", "30.00", "bob@example.test").await.expect(StatusCode::CREATED);
    assert_eq!((&sent["type"], &sent["status"]), (&json!("TRANSFER_PROFILE"), &json!("DONE")));
    assert_eq!(sent["display_type"], "transfer");
    assert_eq!((&sent["requisite"]["kind"], &sent["requisite"]["note"]), (&json!("customer"), &json!("Lunch")));
    assert_eq!((available(&ada).await, available(&bob).await), (json!("67.35"), json!("30.00")));
    let id = sent["id"].as_str().unwrap();
    let seen = bob.get(&format!("transactions/{id}")).await.expect(StatusCode::OK);
    assert_eq!(seen["type"], "TRANSFER_PROFILE_RECEIVE");
    assert_eq!(seen["headline"], json!({ "kind": "deposited", "amount": "30.00", "currency": "EUR" }));
    assert_eq!((&seen["requisite"]["note"], &seen["requisite"]["value"]), (&json!("Lunch"), &Value::Null));
    assert!(!seen.to_string().contains("ada@example.test"), "{seen}");
    let listed = bob.get("transactions").await.expect(StatusCode::OK);
    assert_eq!(listed["data"][0]["id"], sent["id"]);

    assert_eq!(bob.call("POST", "user/exports", None, &[]).await.status, StatusCode::ACCEPTED);
    let copy = super::exports::made(&bob).await;
    let file = bob.get(&format!("user/exports/{}/file", copy["id"].as_str().unwrap())).await.expect(StatusCode::OK);
    assert_eq!(file["transactions"][0]["type"], "TRANSFER_PROFILE_RECEIVE", "{}", file["transactions"]);

    let eve = app.person("eve").await;
    assert_eq!(eve.get(&format!("transactions/{id}")).await.status, StatusCode::NOT_FOUND);
    for command in ["cancel", "deposit", "refund"] {
        let asked = bob.post_once(&format!("transactions/{id}/{command}"), command, &json!({})).await;
        assert!(asked.status.is_client_error(), "{command}: {}", asked.body);
    }
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_receiver_without_an_account_is_paid_at_the_first_sign_in() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    deposit(&app, &ada).await;
    let found = ask(&ada, "zoe@example.test").await.expect(StatusCode::OK);
    assert_eq!((&found["is_registered"], &found["name"]), (&json!(false), &json!("z•••@example.test")));
    let sent = transfer(&ada, "t", "30.00", "zoe@example.test").await.expect(StatusCode::CREATED);
    assert_eq!((&sent["status"], &sent["sub_state"]), (&json!("NEW"), &json!("waiting_for_receiver")));
    assert_eq!(sent["allowed"], json!(["cancel"]));
    let mails = "SELECT count(*) FROM jobs WHERE payload->'notice'->>'to' = 'zoe@example.test'";
    let invited: i64 = sqlx::query_scalar(mails).fetch_one(&mut app.db.connect().await).await.unwrap();
    assert_eq!(invited, 1, "they are told by mail");

    let zoe = app.person("zoe").await;
    assert_eq!((available(&ada).await, available(&zoe).await), (json!("67.35"), json!("30.00")));
    let id = sent["id"].as_str().unwrap();
    let seen = ada.get(&format!("transactions/{id}")).await.expect(StatusCode::OK);
    assert_eq!(seen["status"], "DONE");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invalid_transfer_names_its_field() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    app.person("bob").await;
    deposit(&app, &ada).await;
    let refused = ask(&ada, "not a contact").await;
    assert_eq!(refused.problem(), (400, "VALIDATION_ERROR"), "{}", refused.body);
    assert_eq!(refused.body["errors"][0]["pointer"], "/contact");
    let own = ask(&ada, "ada@example.test").await.expect(StatusCode::OK);
    assert_eq!(own["is_own"], true);
    let refused = transfer(&ada, "own", "30.00", "ada@example.test").await;
    assert_eq!(refused.problem(), (400, "VALIDATION_ERROR"), "{}", refused.body);
    let refused = transfer(&ada, "bad", "30.00", "bob@").await;
    assert_eq!(refused.body["errors"][0]["pointer"], "/requisite/value", "{}", refused.body);
    let refused = ask_price(&ada, "balance", "customer", "100.00").await;
    assert_eq!(refused.problem().1, "INSUFFICIENT_BALANCE", "{}", refused.body);
    assert_eq!(available(&ada).await, json!("97.35"), "nothing was taken");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pay_code_names_a_customer_of_this_tenant_and_shows_no_contact() {
    let app = TestApp::new().await;
    let (ada, bob) = (app.person("ada").await, app.person("bob").await);
    deposit(&app, &ada).await;
    let own = bob.get("requisites/customer").await.expect(StatusCode::OK);
    let code = own["pay_code"].as_str().unwrap();
    let found = ask(&ada, code).await.expect(StatusCode::OK);
    assert_eq!((&found["name"], &found["is_registered"]), (&own["name"], &json!(true)));
    let sent = transfer(&ada, "t", "30.00", code).await.expect(StatusCode::CREATED);
    assert_eq!((&sent["status"], &sent["requisite"]["value"]), (&json!("DONE"), &Value::Null));
    assert_eq!(available(&bob).await, json!("30.00"));
    assert_eq!(ask(&bob, code).await.expect(StatusCode::OK)["is_own"], true);

    let changed = format!("{}A", &code[..code.len() - 1]);
    let changed = if changed == code { format!("{}B", &code[..code.len() - 1]) } else { changed };
    assert_eq!(ask(&ada, &changed).await.body["errors"][0]["pointer"], "/contact");
    app.neighbour("neighbour.localhost").await;
    let eve = app.person_at("eve", "neighbour.localhost").await;
    assert_eq!(ask(&eve, code).await.problem(), (400, "VALIDATION_ERROR"), "another tenant's");
    app.close().await;
}
