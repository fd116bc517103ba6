//! Unmatched payments and payments to deposit accounts, for customers and operators over the API.

use axum::http::StatusCode;
use identity::operator::Role;
use serde_json::{Value, json};
use store::JobSpec;

use super::operators::{Colleague, colleague};
use super::support::{Person, TestApp};
use super::travel_rule_incoming::tells;
use super::wallets::app as app_of_the_travel_rule;

const WHY: &str = "the payer called and named the transfer";

async fn account(person: &Person, currency: &str, payway: &str) -> Value {
    let body = json!({ "currency": currency, "payway": payway });
    person.post("deposit-accounts", &body).await.expect(StatusCode::OK)
}

async fn pay(person: &Person, account: &Value, body: Value) {
    let path = format!("sandbox/deposit-accounts/{}/pay", account["id"].as_str().unwrap());
    let sent = person.post(&path, &body).await;
    assert_eq!(sent.status, StatusCode::NO_CONTENT, "{}", sent.body);
}

/// Polls until there is a result. Every change is an event, so polling misses nothing.
async fn eventually<T>(app: &TestApp, mut look: impl AsyncFnMut() -> Option<T>) -> T {
    let mut hub = app.db.store.event_hub().subscribe();
    let found = async {
        loop {
            if let Some(found) = look().await {
                return found;
            }
            let _ = hub.recv().await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(60), found).await.expect("it comes to that within a minute")
}

/// The customer's newest transaction, once it satisfies `there`.
async fn newest(app: &TestApp, person: &Person, there: impl Fn(&Value) -> bool) -> Value {
    let look = async || {
        let listed = person.get("transactions").await.expect(StatusCode::OK)["data"][0].clone();
        let id = listed["id"].as_str().filter(|_| there(&listed))?.to_owned();
        Some(person.get(&format!("transactions/{id}")).await.expect(StatusCode::OK))
    };
    eventually(app, look).await
}

fn is_done(transaction: &Value) -> bool {
    transaction["status"] == "DONE"
}

/// The oldest item in the operators' queue, once there is one.
async fn waiting(app: &TestApp, operator: &mut Colleague) -> Value {
    let look = async || {
        let work = operator.call("GET", "work", None).await.expect(StatusCode::OK);
        Some(work["data"][0].clone()).filter(|first| first["id"].is_string())
    };
    eventually(app, look).await
}

async fn posted(person: &Person) -> Value {
    person.get("balances").await.expect(StatusCode::OK)["data"][0]["posted"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_transfer_to_a_deposit_reference_is_credited_without_an_order() {
    let app = TestApp::new().await;
    let (ada, bob) = (app.person("ada").await, app.person("bob").await);
    let own = account(&ada, "EUR", "iban").await;
    assert_eq!(account(&ada, "EUR", "iban").await, own, "it never changes");
    let other = account(&bob, "EUR", "iban").await;
    assert_ne!(own["bank"]["reference"], other["bank"]["reference"]);
    let path = format!("sandbox/deposit-accounts/{}/pay", own["id"].as_str().unwrap());
    assert_eq!(bob.post(&path, &json!({ "amount": "5.00" })).await.status, StatusCode::NOT_FOUND);

    pay(&ada, &own, json!({ "amount": "5.00" })).await;
    let first = newest(&app, &ada, is_done).await;
    assert_eq!((&first["type"], &first["display_type"]), (&json!("AUTOPAYIN"), &json!("deposit")));
    assert_eq!(first["headline"], json!({ "kind": "deposited", "amount": "5.00", "currency": "EUR" }));
    assert_eq!(posted(&ada).await, json!("5.00"), "however little it is");
    // A payer can give the reference on a bank transfer, in the format of their bank.
    let written = format!("/RFB/{} RENT", own["bank"]["reference"].as_str().unwrap().replace('-', " "));
    pay(&bob, &other, json!({ "amount": "40.00", "reference": written })).await;
    eventually(&app, async || (posted(&ada).await == json!("45.00")).then_some(())).await;
    assert_eq!(bob.get("transactions").await.expect(StatusCode::OK)["data"], json!([]));
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn coins_to_a_permanent_address_are_seen_at_once_and_credited_when_they_are_deep_enough() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let own = account(&ada, "LTC", "ltc").await;
    assert_eq!(account(&ada, "LTC", "ltc").await, own, "it never changes");
    for (payway, least) in [("trc20", "10.000000"), ("erc20", "20.000000")] {
        assert_eq!(account(&ada, "USDT", payway).await["min_amount"], json!(least), "{payway}");
    }
    for (amount, sum) in [("0.5", "0.50000000"), ("0.25", "0.75000000")] {
        pay(&ada, &own, json!({ "amount": amount })).await;
        let seen = newest(&app, &ada, |listed| !is_done(listed)).await;
        assert_eq!(seen["type"], "AUTOPAYIN");
        let confirm = format!("sandbox/transactions/{}/confirm", seen["id"].as_str().unwrap());
        ada.post(&confirm, &json!({})).await.expect(StatusCode::OK);
        let done = ada.until(&app, seen["id"].as_str().unwrap(), |one| one["status"] == "DONE").await;
        assert_eq!(done["source"]["instructions"]["crypto"]["address"], own["crypto"]["address"]);
        assert_eq!(posted(&ada).await, json!(sum));
    }
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_transfer_that_names_nobody_is_assigned_by_two_operators() {
    let app = TestApp::new().await;
    let (ada, bob) = (app.person("ada").await, app.person("bob").await);
    let own = account(&ada, "EUR", "iban").await;
    pay(&ada, &own, json!({ "amount": "120.00", "reference": "thank you" })).await;
    let mut sue = colleague(&app, Role::SupportL2).await;
    let mut ann = colleague(&app, Role::TreasuryApprover).await;
    let waiting = waiting(&app, &mut sue).await;
    let (id, review) = (waiting["id"].as_str().unwrap(), &waiting["review"]);
    assert_eq!((&review["reason"], &review["detail"]), (&json!("unidentified"), &json!("thank you")));
    assert_eq!(ada.get("transactions").await.expect(StatusCode::OK)["data"], json!([]), "it has no owner yet");
    let resolve = format!("movements/{id}/resolve");
    for (wrong, code) in [
        (json!({ "act": "assign", "reason": WHY }), 400),
        (json!({ "act": "assign", "to": "nobody@example.test", "reason": WHY }), 400),
        (json!({ "act": "credit", "reason": WHY }), 409),
    ] {
        assert_eq!(sue.post(&resolve, &wrong).await.problem().0, code, "{wrong}");
    }
    let assign = json!({ "act": "assign", "to": "Bob@example.test", "reason": WHY });
    let asked = sue.post(&resolve, &assign).await.expect(StatusCode::OK);
    assert_eq!(asked["state"], "proposed", "however little it is");
    let approve = format!("proposals/{}/approve", asked["proposal_id"].as_str().unwrap());
    assert_eq!(sue.post(&approve, &json!({ "reason": WHY })).await.problem(), (403, "ACCESS_DENIED"));
    ann.post(&approve, &json!({ "reason": WHY })).await.expect(StatusCode::OK);
    let done = newest(&app, &bob, is_done).await;
    assert_eq!((&done["id"], &done["type"]), (&json!(id), &json!("AUTOPAYIN")));
    assert_eq!(posted(&bob).await, json!("120.00"));
    assert_eq!(ada.get(&format!("transactions/{id}")).await.status, StatusCode::NOT_FOUND);
    assert_eq!(sue.post(&resolve, &assign).await.problem(), (409, "CONFLICT_ERROR"), "once");
    let user = bob.get("user").await.expect(StatusCode::OK);
    let own = format!("movements?customer={}", user["uuid"].as_str().unwrap());
    let listed = sue.call("GET", &own, None).await.expect(StatusCode::OK);
    assert_eq!((&listed["data"][0]["id"], &listed["data"][0]["customer"]["id"]), (&json!(id), &user["uuid"]));
    let path = "balances/EUR/statement?from=2020-01-01T00:00:00Z&to=2100-01-01T00:00:00Z";
    let statement = bob.get(path).await.expect(StatusCode::OK);
    assert_eq!(statement["data"][0]["transaction"]["id"], json!(id), "{statement}");
    app.close().await;
}

/// The subjects of the emails about alerts to an operator, once a look at the tenant has ended.
async fn alerts_to(app: &TestApp, visitor: &Person, name: &str) -> Vec<String> {
    let mut conn = app.db.connect().await;
    let tenant = identity::tenant_by_slug(&app.db.store, identity::DEMO_TENANT_SLUG).await.unwrap().unwrap();
    let mut tx = app.db.store.system().await.unwrap();
    let look = JobSpec::new("operators.alerts", tenant, json!({})).unique("a look of the test");
    tx.enqueue(app.now(), &[look]).await.unwrap();
    tx.commit().await.unwrap();
    let open =
        "SELECT count(*) FROM jobs WHERE state IN ('ready', 'running') AND kind IN ('operators.alerts', 'mail.send')";
    let ended = async {
        while sqlx::query_scalar::<_, i64>(open).fetch_one(&mut conn).await.unwrap() > 0 {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(60), ended).await.expect("the look ends");
    let found = visitor.get(&format!("sandbox/mails?to={name}@example.test")).await.expect(StatusCode::OK);
    let subjects = found["data"].as_array().unwrap().iter().map(|mail| mail["subject"].as_str().unwrap().to_owned());
    subjects.filter(|subject| subject.contains("needs you")).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn operators_who_can_act_on_an_alert_hear_of_it_once_by_email_unless_they_prefer_not_to() {
    let app = TestApp::new().await;
    let (ada, visitor) =
        (app.person("ada").await, Person { router: app.router.clone(), token: None, host: "localhost" });
    let mut sue = colleague(&app, Role::SupportL2).await;
    let mut tom = colleague(&app, Role::TreasuryOperator).await;
    let _olga = colleague(&app, Role::ComplianceOfficer).await;
    assert_eq!(tom.call("GET", "session/alert-mail", None).await.expect(StatusCode::OK)["alert_mail"], "all");
    let wrong = tom.call("PUT", "session/alert-mail", Some(&json!({ "alert_mail": "some" }))).await;
    assert_eq!(wrong.problem(), (400, "VALIDATION_ERROR"));
    let urgent = json!({ "alert_mail": "urgent" });
    tom.call("PUT", "session/alert-mail", Some(&urgent)).await.expect(StatusCode::NO_CONTENT);
    assert!(alerts_to(&app, &visitor, "support_l2").await.is_empty(), "nothing needs them yet");

    let own = account(&ada, "EUR", "iban").await;
    pay(&ada, &own, json!({ "amount": "120.00", "reference": "thank you" })).await;
    waiting(&app, &mut sue).await;
    let told = alerts_to(&app, &visitor, "support_l2").await;
    assert!(told.len() == 1 && told[0].ends_with("Payments without an owner"), "{told:?}");
    assert_eq!(alerts_to(&app, &visitor, "support_l2").await.len(), 1, "the next look finds nothing new");
    for quiet in ["treasury_operator", "compliance_officer"] {
        assert!(alerts_to(&app, &visitor, quiet).await.is_empty(), "{quiet}");
    }
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_payment_for_a_closed_account_waits_for_an_operator() {
    let app = TestApp::new().await;
    let (ada, bob) = (app.person("ada").await, app.person("bob").await);
    let (own, other) = (account(&ada, "EUR", "iban").await, account(&bob, "EUR", "iban").await);
    let leaves = "UPDATE users SET status = 'erased' WHERE email_normalized = 'bob@example.test'";
    sqlx::query(leaves).execute(&mut app.db.connect().await).await.unwrap();
    pay(&ada, &own, json!({ "amount": "40.00", "reference": other["bank"]["reference"] })).await;
    let mut sue = colleague(&app, Role::SupportL2).await;
    let waiting = waiting(&app, &mut sue).await;
    assert_eq!(waiting["review"]["reason"], "unidentified");
    assert_eq!(waiting["review"]["detail"], other["bank"]["reference"]);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_currency_that_needs_an_order_has_no_deposit_account() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    for (currency, payway) in [("EUR", "visamc"), ("EUR", "ltc"), ("PLN", "blik")] {
        let refused = ada.post("deposit-accounts", &json!({ "currency": currency, "payway": payway })).await;
        assert_eq!(refused.problem(), (400, "VALIDATION_ERROR"), "{currency} {payway}: {}", refused.body);
        assert_eq!(refused.body["errors"][0]["pointer"], "/payway");
    }
    let own = account(&ada, "EUR", "iban").await;
    let path = format!("sandbox/deposit-accounts/{}/pay", own["id"].as_str().unwrap());
    for (body, pointer) in [
        (json!({ "amount": "0" }), "/amount"),
        (json!({ "amount": "1.001" }), "/amount"),
        (json!({ "amount": "1", "reference": "x".repeat(141) }), "/reference"),
    ] {
        let refused = ada.post(&path, &body).await;
        assert_eq!((refused.problem().0, &refused.body["errors"][0]["pointer"]), (400, &json!(pointer)), "{body}");
    }
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deposit_above_the_limits_waits_and_can_be_returned() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let own = account(&ada, "EUR", "iban").await;
    // An unverified customer: limited to 1,000 EUR a day.
    pay(&ada, &own, json!({ "amount": "600.00" })).await;
    newest(&app, &ada, is_done).await;
    pay(&ada, &own, json!({ "amount": "600.00" })).await;
    let held = newest(&app, &ada, |one| one["status"] == "ACTION_REQUIRED").await;
    assert_eq!(held["action"]["reason"], "out_of_limits");
    assert_eq!(posted(&ada).await, json!("600.00"));
    let path = format!("transactions/{}", held["id"].as_str().unwrap());
    let kept = ada.post_once(&format!("{path}/deposit"), "keep", &json!({})).await;
    assert_eq!(kept.problem().0, 422, "{}", kept.body);
    ada.post_once(&format!("{path}/refund"), "back", &json!({})).await.expect(StatusCode::OK);
    let back = ada.until(&app, held["id"].as_str().unwrap(), |one| one["status"] == "RESOLVED").await;
    assert_eq!(back["sub_state"], "refunded");
    pay(&ada, &own, json!({ "amount": "400.00" })).await;
    newest(&app, &ada, |one| is_done(one) && one["id"] != held["id"]).await;
    assert_eq!(posted(&ada).await, json!("1000.00"), "what went back uses up nothing");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_large_deposit_in_coins_waits_for_an_originator_statement() {
    let (app, anna) = app_of_the_travel_rule().await;
    let own = account(&anna, "LTC", "ltc").await;
    // Twenty Litecoin are about 1,680 EUR.
    pay(&anna, &own, json!({ "amount": "20" })).await;
    confirm(&app, &anna).await;
    let held = newest(&app, &anna, |one| one["status"] == "ACTION_REQUIRED").await;
    assert_eq!(held["action"]["reason"], "sender_unknown");
    let deposit = format!("transactions/{}/deposit", held["id"].as_str().unwrap());
    let asked = anna.post_once(&deposit, "first", &json!({})).await;
    assert_eq!(asked.problem(), (422, "TRAVEL_RULE_REQUIRED"), "{}", asked.body);
    tells(&anna, "own", "service").await.expect(StatusCode::CREATED);
    anna.post_once(&deposit, "second", &json!({})).await.expect(StatusCode::OK);
    assert_eq!(posted(&anna).await, json!("20.00000000"));

    tells(&anna, "own", "service").await.expect(StatusCode::CREATED);
    pay(&anna, &own, json!({ "amount": "20" })).await;
    confirm(&app, &anna).await;
    newest(&app, &anna, is_done).await;
    assert_eq!(posted(&anna).await, json!("40.00000000"));
    app.close().await;
}

/// Mines blocks on the payment of the newest transaction.
async fn confirm(app: &TestApp, person: &Person) {
    let seen = newest(app, person, |one| matches!(one["status"].as_str(), Some("WAIT" | "PROCESSING"))).await;
    let path = format!("sandbox/transactions/{}/confirm", seen["id"].as_str().unwrap());
    person.post(&path, &json!({})).await.expect(StatusCode::OK);
}
