//! Single use: everything that is valid once is used fifty times concurrently, and once more later. Tested elsewhere: a
//! launch that signs in (`sign_in`), firm quotes and idempotency keys (`idempotency`), a confirmation of an order
//! (`factor`), and passkey ceremonies of customers and operators and sign-ins with Google and Apple (`identity`).

mod captchas;
pub mod concurrency;
mod launches;
mod repeats;

use axum::http::StatusCode;
use identity::operator::Role;
use serde_json::{Value, json};

use self::concurrency::{Once, TRIES, Trial};
use super::operators::{Colleague, colleague_at, link};
use super::step_up::{confirmed_token, enrol, shown};
use super::support::{LTC_ADDRESS, Person, TestApp};
use super::wallets::Wallet;

const OFF: fn() -> Value = || json!({ "signin": false, "transfer": false, "card_details": false });

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

fn visitor(app: &TestApp, host: &'static str) -> Person {
    Person { router: app.router.clone(), token: None, host }
}

async fn sign_in(app: &TestApp) -> Vec<Once> {
    let nobody = visitor(app, "localhost");
    let email = json!({ "email": "code@example.test" });
    let asked = nobody.post("login?method=email", &email).await.expect(StatusCode::ACCEPTED);
    let code = json!({ "challenge_id": asked["challenge_id"], "code": "111111" });
    let eve = app.person("eve").await;
    let made = eve.post("auth/seamless/codes", &json!({ "host": "127.0.0.1:8080" })).await.expect(StatusCode::CREATED);
    let there = visitor(app, "127.0.0.1");
    vec![
        Once::asked("a code by mail", &nobody, "PUT", "login?method=email", code),
        Once::asked("a code for another host", &there, "POST", "auth/seamless", json!({ "code": made["code"] })),
    ]
}

async fn contact(app: &TestApp) -> Vec<Once> {
    let (ada, bob) = (app.person("mail").await, app.person("phone").await);
    let email = json!({ "email": "other@example.test" });
    let mail = ada.post("update-email", &email).await.expect(StatusCode::ACCEPTED);
    let phone = json!({ "phone": "+999 000 0007", "channel": "sms" });
    let phone = bob.post("user/phone", &phone).await.expect(StatusCode::ACCEPTED);
    let code = |asked: &Value| json!({ "challenge_id": asked["challenge_id"], "code": "111111" });
    vec![
        Once::asked("a code to a new address", &ada, "POST", "confirm-email", code(&mail)),
        Once::asked("a code to a new telephone", &bob, "POST", "user/phone/confirm", code(&phone)),
    ]
}

/// The id of a request that waits for confirmation.
async fn waiting(person: &Person) -> String {
    let refused = person.call("PUT", "user/two-factor", Some(&OFF()), &[]).await;
    text(&refused.body["meta"]["challenge_id"])
}

/// A customer's sessions that wait for the second factor: as many as can be open in addition to the first.
async fn halves(app: &TestApp, name: &str) -> Vec<Person> {
    let mut found = Vec::new();
    for _ in 0..9 {
        found.push(app.newcomer(name).await);
    }
    found
}

async fn factors(app: &TestApp) -> Vec<Once> {
    let confirm = |id: &str| format!("user/two-factor/challenges/{id}/confirm");
    let new = app.person("enrols").await;
    let seed = new.post("user/two-factor/totp", &json!({})).await.expect(StatusCode::OK);
    let first = json!({ "code": shown(app, seed["secret"].as_str().unwrap(), 0) });
    let (ada, bob, cleo, dan) =
        (app.person("request").await, app.person("recovery").await, app.person("token").await, app.person("app").await);
    let codes = enrol(app, &ada).await;
    let one_request = confirm(&waiting(&ada).await);
    let code = json!({ "code": codes[0] });
    let by_recovery = json!({ "code": enrol(app, &bob).await[0] });
    let bobs = halves(app, "recovery").await;
    let seed = dan.post("user/two-factor/totp", &json!({})).await.expect(StatusCode::OK);
    let now = json!({ "code": shown(app, seed["secret"].as_str().unwrap(), 0) });
    dan.post("user/two-factor/totp/confirm", &now).await.expect(StatusCode::OK);
    let dans = halves(app, "app").await;
    let next = json!({ "code": shown(app, seed["secret"].as_str().unwrap(), 1) });
    let token = confirmed_token(&cleo, &enrol(app, &cleo).await[0]).await;
    let settings = move |_| -> Trial {
        let (cleo, token) = (cleo.clone(), token.clone());
        Box::pin(async move { cleo.call("PUT", "user/two-factor", Some(&OFF()), &[("auth-2fa-token", &token)]).await })
    };
    vec![
        Once::asked("the first code of an app", &new, "POST", "user/two-factor/totp/confirm", first),
        Once::asked("a request to be confirmed", &ada, "POST", &one_request, code),
        Once::by_sessions("a recovery code", bobs, by_recovery),
        Once::by_sessions("a code of the app", dans, next),
        Once { what: "a confirmation of new settings", ask: Box::new(settings) },
    ]
}

/// A declared wallet, and its signed message.
async fn wallets(app: &TestApp) -> Vec<Once> {
    let (ada, key) = (app.person("wallet").await, Wallet::new(3));
    let said = json!({ "payway": "ltc", "address": key.address(), "owner": "own", "holding": "self_hosted" });
    let path = format!("wallets/{}", text(&ada.post("wallets", &said).await.expect(StatusCode::CREATED)["id"]));
    let asked = ada.post(&format!("{path}/challenge"), &json!({})).await.expect(StatusCode::CREATED);
    let signed = json!({ "signature": key.sign(asked["message"].as_str().unwrap()) });
    vec![Once::asked("a message to be signed", &ada, "POST", &format!("{path}/prove"), signed)]
}

/// A half-paid order, which waits for a decision of its owner.
async fn half_paid(app: &TestApp, person: &Person, key: &str) -> String {
    let id = text(&person.order("iban", key).await["id"]);
    person.post(&format!("sandbox/transactions/{id}/underpay"), &json!({})).await.expect(StatusCode::OK);
    person.until(app, &id, |transaction| transaction["status"] == "ACTION_REQUIRED").await;
    id
}

/// An order that waits for a BLIK code.
async fn in_zloty(person: &Person) -> String {
    let asked = json!({ "side": "BUY", "from_currency": "PLN", "from_payway": "blik", "to_currency": "LTC",
        "to_payway": "ltc", "from_amount": "300.00", "firm": true });
    let quote = person.post("quotes", &asked).await.expect(StatusCode::CREATED);
    let requisite = json!({ "kind": "address", "value": LTC_ADDRESS });
    let body = json!({ "quote_id": quote["id"], "requisite": requisite });
    text(&person.post_once("orders", "blik", &body).await.expect(StatusCode::CREATED)["id"])
}

/// Half-paid orders, and orders that wait for a card or a code.
async fn money(app: &TestApp, ada: &Person) -> Vec<Once> {
    let (kept, back) = (half_paid(app, ada, "half").await, half_paid(app, ada, "other-half").await);
    let blik = in_zloty(ada).await;
    let unpaid = text(&ada.order("visamc", "card").await["id"]);
    let card = json!({ "number": "4242424242424242", "expiry_month": 12, "expiry_year": 2034, "cvv": "123",
        "holder": "Ada Lovelace", "return_url": "/" });
    vec![
        Once::asked("what was paid, kept", ada, "POST", &format!("transactions/{kept}/deposit"), json!({})),
        Once::asked("what was paid, sent back", ada, "POST", &format!("transactions/{back}/refund"), json!({})),
        Once::asked(
            "a code of BLIK",
            ada,
            "POST",
            &format!("transactions/{blik}/payment/code"),
            json!({ "code": "777123" }),
        ),
        Once::asked("a payment by card", ada, "POST", &format!("transactions/{unpaid}/payment/card"), card),
    ]
}

async fn operators(app: &TestApp) -> Vec<Once> {
    let token = link(app, "localhost", "joins@example.test", Role::Auditor).await;
    let mut joins = Colleague::at(app, "localhost");
    let opened = joins.post("invitations/open", &json!({ "token": token })).await.expect(StatusCode::OK);
    joins.secret = text(&opened["secret"]);
    let accept = json!({ "token": token, "code": joins.code(app, 0) });
    let signs = colleague_at(app, "localhost", "signs", Role::Auditor).await;
    let code = json!({ "code": signs.code(app, 1) });
    let confirms = colleague_at(app, "localhost", "confirms", Role::Auditor).await;
    let again = json!({ "code": confirms.code(app, 1) });
    let mut maker = colleague_at(app, "localhost", "maker", Role::ComplianceOfficer).await;
    let checker = colleague_at(app, "localhost", "checker", Role::ComplianceOfficer).await;
    app.person("blocked").await;
    let found = maker.call("GET", "customers?search=blocked%40example.test", None).await.expect(StatusCode::OK);
    let (path, why) =
        (format!("customers/{}", found["data"][0]["id"].as_str().unwrap()), json!({ "reason": "the test says so" }));
    maker.post(&format!("{path}/block"), &why).await.expect(StatusCode::OK);
    let asked = maker.post(&format!("{path}/unblock"), &why).await.expect(StatusCode::OK);
    let approve = format!("proposals/{}/approve", asked["proposal_id"].as_str().unwrap());
    vec![
        Once::by_operator("an invitation", &joins, "invitations/accept", accept),
        Once::by_operator("a code of an operator's app", &signs, "session", code),
        Once::by_operator("a code that confirms what an operator does", &confirms, "session/confirm", again),
        Once::by_operator("a proposal", &checker, &approve, why),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn of_fifty_concurrent_uses_one_succeeds_and_none_later() {
    let app = TestApp::new().await;
    let ada = app.person("money").await;
    let mut wrongs = Vec::new();
    // A code for another host lives for 30 seconds only.
    for once in sign_in(&app).await {
        wrongs.extend(once.tried().await);
    }
    let mut all = contact(&app).await;
    all.extend(factors(&app).await);
    all.extend(wallets(&app).await);
    all.extend(money(&app, &ada).await);
    all.extend(operators(&app).await);
    for once in all {
        wrongs.extend(once.tried().await);
    }
    assert!(wrongs.is_empty(), "{}", wrongs.join("\n"));
    let balances = ada.get("balances").await.expect(StatusCode::OK);
    let euro = balances["data"].as_array().unwrap().iter().find(|one| one["currency"] == "EUR").unwrap();
    assert_eq!(euro["available"], "125.00");
    let logs = "SELECT count(*) FROM operator_log WHERE action = 'customers.unblock'";
    let unblocked: i64 = sqlx::query_scalar(logs).fetch_one(&mut app.db.connect().await).await.unwrap();
    assert_eq!(unblocked, 1);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn fifty_orders_under_one_key_are_one_order() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let quote = ada.firm_quote(("EUR", "iban"), ("LTC", "ltc"), "250.00").await;
    let requisite = json!({ "kind": "address", "value": LTC_ADDRESS });
    let body = json!({ "quote_id": quote["id"], "requisite": requisite });
    let tries: Vec<_> = (0..TRIES)
        .map(|_| {
            let (ada, body) = (ada.clone(), body.clone());
            tokio::spawn(async move { ada.post_once("orders", "one-key", &body).await })
        })
        .collect();
    let mut made = Vec::new();
    for tried in tries {
        let answer = tried.await.unwrap();
        assert!(matches!(answer.status.as_u16(), 201 | 409), "{} {}", answer.status, answer.body);
        made.extend((answer.status == StatusCode::CREATED).then_some(answer.bytes));
    }
    let later = ada.post_once("orders", "one-key", &body).await;
    assert!(made.iter().all(|bytes| *bytes == later.bytes), "everybody hears the same");
    let listed = ada.get("transactions").await.expect(StatusCode::OK);
    assert_eq!(listed["data"].as_array().unwrap().len(), 1);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn fifty_renewals_at_once_over_http_get_one_pair_that_works() {
    let app = TestApp::new().await;
    let nobody = visitor(&app, "localhost");
    let email = json!({ "email": "ada@example.test" });
    let asked = nobody.post("login?method=email", &email).await.expect(StatusCode::ACCEPTED);
    let code = json!({ "challenge_id": asked["challenge_id"], "code": "111111" });
    let login = nobody.call("PUT", "login?method=email", Some(&code), &[]).await.expect(StatusCode::OK);
    let body = json!({ "refresh_token": login["refresh_token"] });
    let tries: Vec<_> = (0..TRIES)
        .map(|_| {
            let (nobody, body) = (nobody.clone(), body.clone());
            tokio::spawn(async move { nobody.call("PUT", "auth", Some(&body), &[]).await })
        })
        .collect();
    let mut given = std::collections::BTreeSet::new();
    for tried in tries {
        let answer = tried.await.unwrap().expect(StatusCode::OK);
        given.insert((text(&answer["access_token"]), text(&answer["refresh_token"])));
    }
    let given: Vec<(String, String)> = given.into_iter().collect();
    assert_eq!(given.len(), 1, "one pair for all");
    let (access, refresh) = given[0].clone();
    let person = Person { token: Some(access), ..nobody.clone() };
    person.get("user/terms").await.expect(StatusCode::OK);
    let next = nobody.call("PUT", "auth", Some(&json!({ "refresh_token": refresh })), &[]).await;
    next.expect(StatusCode::OK);
    person.get("user/terms").await.expect(StatusCode::OK);
    app.close().await;
}
