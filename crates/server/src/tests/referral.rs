//! The referral programme, from the link to money on a balance.

use std::time::Duration;

use axum::http::StatusCode;
use exchange::policy::{Policy, ReferralRule};
use identity::operator::Role;
use kernel::{Amount, Currency};
use serde_json::{Value, json};
use store::JobSpec;

use super::operators::colleague;
use super::support::{Person, TestApp};
use super::transfers::deposit;

const WHY: &str = "many friends from one network";
/// How long the job may take.
const RUN_MAX: Duration = Duration::from_secs(60);
/// The headers of a first-party page.
const PAGE: [(&str, &str); 2] = [("origin", "http://localhost"), ("sec-fetch-site", "same-origin")];

async fn code_of(person: &Person) -> String {
    overview(person).await["code"].as_str().unwrap().to_owned()
}

async fn overview(person: &Person) -> Value {
    person.get("referral").await.expect(StatusCode::OK)
}

async fn came_by(person: &Person, code: &str) {
    let answer = person.post("utm-params", &json!({ "referral_code": code })).await;
    assert_eq!((answer.status, answer.body), (StatusCode::NO_CONTENT, Value::Null));
}

/// A new customer who came by a link.
async fn friend(app: &TestApp, name: &str, code: &str) -> Person {
    let person = app.person(name).await;
    came_by(&person, code).await;
    person
}

/// Converts euro of the balance into Litecoin: a completed order whose fee is 0.5 %.
async fn trades(person: &Person, key: &str, amount: &str) -> Value {
    let asked = json!({ "from_currency": "EUR", "from_payway": "balance", "to_currency": "LTC",
        "to_payway": "balance", "from_amount": amount, "firm": true });
    let quote = person.post("quotes", &asked).await.expect(StatusCode::CREATED);
    let order = person.post_once("orders", key, &json!({ "quote_id": quote["id"] })).await.expect(StatusCode::CREATED);
    assert_eq!(order["status"], "DONE");
    order
}

/// The overview, once `there` holds of it.
async fn until(person: &Person, there: impl Fn(&Value) -> bool) -> Value {
    let waiting = async {
        loop {
            let found = overview(person).await;
            if there(&found) {
                return found;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    tokio::time::timeout(RUN_MAX, waiting).await.expect("the overview gets there")
}

fn sum<'a>(found: &'a Value, name: &str) -> &'a str {
    found["sums"][0][name]["amount"].as_str().unwrap()
}

async fn balance_in(person: &Person, currency: &str) -> Value {
    let found = person.get("balances").await.expect(StatusCode::OK);
    let found = found["data"].as_array().unwrap().iter().find(|one| one["currency"] == currency).cloned();
    found.map_or(Value::Null, |one| one["available"].clone())
}

async fn publish(app: &TestApp, rule: ReferralRule) {
    let tenant = identity::tenant_by_slug(&app.db.store, identity::DEMO_TENANT_SLUG).await.unwrap().unwrap();
    let policy = Policy { version: 2, referral: Some(rule), ..Policy::sandbox() };
    exchange::publish_policy(&app.db.store, &app.world, tenant, &policy, app.now()).await.unwrap();
}

async fn sql(app: &TestApp, statement: &'static str) -> u64 {
    sqlx::query(statement).execute(&mut app.db.connect().await).await.unwrap().rows_affected()
}

async fn count(app: &TestApp, query: &'static str) -> i64 {
    sqlx::query_scalar(query).fetch_one(&mut app.db.connect().await).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_friends_orders_earn_a_share_of_the_fee_which_becomes_money_on_the_balance() {
    let app = TestApp::new().await;
    app.neighbour("neighbour.test").await;
    let ada = app.person("ada").await;
    let code = code_of(&ada).await;
    assert_eq!(overview(&ada).await["link"], format!("http://localhost/?ref={code}"));
    assert_eq!(code_of(&ada).await, code, "the link stays");
    let bob = friend(&app, "bob", &code.to_lowercase()).await;
    came_by(&bob, &code).await;
    deposit(&app, &bob).await;
    trades(&bob, "first", "40.00").await;
    trades(&bob, "second", "20.00").await;
    // A fifth of the fees of 0.20 and 0.10 euro.
    let found = until(&ada, |found| sum(found, "earned") == "0.06").await;
    assert_eq!((sum(&found, "available"), sum(&found, "paid"), sum(&found, "waiting")), ("0.06", "0.00", "0.00"));
    let joined = &found["friends"][0];
    assert_eq!((&joined["name"], &joined["state"], &joined["orders"]), (&json!("B•••"), &json!("earning"), &json!(2)));
    assert!(!found.to_string().contains("bob"), "no name and no address of a friend: {found}");
    assert_eq!(found["earnings"].as_array().unwrap().len(), 2);

    let quote = json!({ "from_currency": "EUR", "to_currency": "EUR", "amount": "0.05" });
    let quote = ada.post("referral/quotes", &quote).await.expect(StatusCode::CREATED);
    let body = json!({ "quote_id": quote["id"] });
    let moved = ada.post_once("orders", "move", &body).await.expect(StatusCode::CREATED);
    assert_eq!((&moved["type"], &moved["status"]), (&json!("REF_DEPOSIT"), &json!("DONE")));
    let again = ada.post_once("orders", "move", &body).await.expect(StatusCode::CREATED);
    assert_eq!(again["id"], moved["id"], "the same key moves once");
    assert_eq!(balance_in(&ada, "EUR").await, "0.05");
    let found = overview(&ada).await;
    assert_eq!((sum(&found, "available"), sum(&found, "paid")), ("0.01", "0.05"));
    let much = json!({ "from_currency": "EUR", "to_currency": "EUR", "amount": "0.02" });
    assert_eq!(ada.post("referral/quotes", &much).await.problem(), (422, "INSUFFICIENT_BALANCE"));
    let named = json!({ "from_currency": "EUR", "from_payway": "reward", "to_currency": "EUR", "to_payway": "balance",
        "from_amount": "0.01", "firm": true });
    assert_eq!(ada.post("quotes", &named).await.status, StatusCode::BAD_REQUEST, "only this programme quotes rewards");

    let carol = app.person_at("carol", "neighbour.test").await;
    came_by(&carol, &code).await;
    assert_eq!(overview(&carol).await["friends_count"], 0);
    assert_eq!(count(&app, "SELECT count(*) FROM referrals").await, 1, "a code belongs to one tenant");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rewards_are_converted_into_another_currency_by_a_quote() {
    let app = TestApp::new().await;
    let whole = ReferralRule { share_ppm: 500_000, ..ReferralRule::seed() };
    publish(&app, whole).await;
    let ada = app.person("ada").await;
    // A customer of the third tier may pay enough for the smallest exchange: 50 % of 1 % of 3,000 euro.
    let bob = friend(&app, "bob+t3", &code_of(&ada).await).await;
    let quote = bob.firm_quote(("EUR", "visamc"), ("LTC", "balance"), "3000.00").await;
    let order = bob.post_once("orders", "buy", &json!({ "quote_id": quote["id"] })).await.expect(StatusCode::CREATED);
    let id = order["id"].as_str().unwrap();
    let card = json!({ "number": "4242 4242 4242 4242", "expiry_month": 12, "expiry_year": 2034, "cvv": "123",
        "holder": "Ada Lovelace", "return_url": "/balances" });
    bob.post_once(&format!("transactions/{id}/payment/card"), "pay", &card).await.expect(StatusCode::OK);
    bob.until(&app, id, |transaction| transaction["status"] == "DONE").await;
    until(&ada, |found| sum(found, "available") != "0.00").await;
    let asked = json!({ "from_currency": "EUR", "to_currency": "LTC" });
    let quote = ada.post("referral/quotes", &asked).await.expect(StatusCode::CREATED);
    let body = json!({ "quote_id": quote["id"] });
    let moved = ada.post_once("orders", "move", &body).await.expect(StatusCode::CREATED);
    assert_eq!((&moved["type"], &moved["status"]), (&json!("REF_CONVERT"), &json!("DONE")));
    assert_eq!(balance_in(&ada, "LTC").await, quote["to_amount"]);
    assert_eq!(sum(&overview(&ada).await, "available"), "0.00");

    // The payer's bank takes the payment back after the reward was booked: an operator decides.
    let gone = "UPDATE records SET body = jsonb_set(body, '{legs,0,payments,0,state}', '\"taken_back\"'),
                updated_at = updated_at + interval '1 hour'
                WHERE kind = 'transaction' AND body #>> '{legs,0,leg}' = 'collect'";
    assert_eq!(sql(&app, gone).await, 1);
    let mut tx = app.db.store.system().await.unwrap();
    tx.enqueue(app.now(), &[JobSpec::new("referral.question", None, json!({}))]).await.unwrap();
    tx.commit().await.unwrap();
    let questioned = async {
        while count(&app, "SELECT count(*) FROM referral_earnings WHERE state = 'questioned'").await == 0 {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(RUN_MAX, questioned).await.expect("the reward is questioned");
    let back = "UPDATE records SET body = jsonb_set(body, '{legs,0,payments,0,state}', '\"credited\"'),
                updated_at = updated_at - interval '1 hour'
                WHERE kind = 'transaction' AND body #>> '{legs,0,leg}' = 'collect'";
    assert_eq!(sql(&app, back).await, 1, "the ledger proves each record at the end");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_refers_themselves_and_the_newcomer_learns_nothing() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let (code, bob) = (code_of(&ada).await, app.person("bob").await);
    came_by(&ada, &code).await;
    let double = friend(&app, "ada+second", &code).await;
    came_by(&bob, &code).await;
    // Bob was invited by Ada, so Ada cannot be invited by Bob's friend: a loop.
    let carol = friend(&app, "carol", &code_of(&bob).await).await;
    came_by(&ada, &code_of(&carol).await).await;
    let refused = |reason: &'static str| {
        let query = match reason {
            "loop" => "SELECT count(*) FROM referrals WHERE refused = 'loop'",
            _ => "SELECT count(*) FROM referrals WHERE refused = 'same_person'",
        };
        count(&app, query)
    };
    assert_eq!((refused("loop").await, refused("same_person").await), (1, 1));
    // Somebody who has been here for longer than a day is no newcomer, and an unknown code counts for nothing.
    let dan = app.person("dan").await;
    sql(&app, "UPDATE users SET created_at = created_at - interval '25 hours' WHERE email LIKE 'dan%'").await;
    came_by(&dan, &code).await;
    came_by(&app.person("eve").await, "22222222").await;
    came_by(&app.person("fay").await, "no code at all").await;
    assert_eq!(overview(&ada).await["friends_count"], 1);
    for person in [&ada, &double] {
        deposit(&app, person).await;
        trades(person, "own", "40.00").await;
    }
    deposit(&app, &bob).await;
    trades(&bob, "friend", "40.00").await;
    until(&ada, |found| sum(found, "earned") == "0.04").await;
    let others =
        "SELECT count(*) FROM referral_earnings e JOIN users u ON u.id = e.referee_id WHERE u.email NOT LIKE 'bob@%'";
    assert_eq!(count(&app, others).await, 0, "only Bob is a friend");
    app.close().await;
}

/// Signs in on a browser that carries these cookies, and returns the cookies that it gets.
async fn on_browser(app: &TestApp, name: &str, cookies: &str) -> (Person, String) {
    let mut person = Person { router: app.router.clone(), token: None, host: "localhost" };
    let with = [PAGE[0], PAGE[1], ("cookie", cookies)];
    let email = json!({ "email": format!("{name}@example.test") });
    let started = person.call("POST", "login?method=email", Some(&email), &with).await.expect(StatusCode::ACCEPTED);
    let code = json!({ "challenge_id": started["challenge_id"], "code": "111111" });
    let login = person.call("PUT", "login?method=email", Some(&code), &with).await;
    let set = login.headers.get_all("set-cookie").iter();
    let set: Vec<String> =
        set.filter_map(|cookie| cookie.to_str().ok()?.split(';').next().map(str::to_owned)).collect();
    person.token = Some(login.expect(StatusCode::OK)["access_token"].as_str().unwrap().to_owned());
    let terms = person.get("user/terms").await.expect(StatusCode::OK);
    person.post("user/accept-terms", &json!({ "version": terms["version"] })).await;
    (person, set.join("; "))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_account_on_the_referrers_own_device_is_no_friend() {
    let app = TestApp::new().await;
    let (ada, cookies) = on_browser(&app, "ada", "").await;
    let code = code_of(&ada).await;
    let (second, cookies) = on_browser(&app, "second", &cookies).await;
    let body = json!({ "referral_code": code });
    let with = [PAGE[0], PAGE[1], ("cookie", cookies.as_str())];
    assert_eq!(second.call("POST", "utm-params", Some(&body), &with).await.status, StatusCode::NO_CONTENT);
    let (third, cookies) = on_browser(&app, "third", "").await;
    let with = [PAGE[0], PAGE[1], ("cookie", cookies.as_str())];
    third.call("POST", "utm-params", Some(&body), &with).await;
    assert_eq!(count(&app, "SELECT count(*) FROM referrals WHERE refused = 'same_device'").await, 1);
    assert_eq!(overview(&ada).await["friends_count"], 1);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_orders_and_the_caps_limit_what_is_earned() {
    let app = TestApp::new().await;
    let cents = |cents| Amount::new(cents, Currency::EUR);
    let seed = ReferralRule::seed();
    publish(&app, ReferralRule { orders: 2, per_friend: cents(6), per_period: cents(7), ..seed }).await;
    let ada = app.person("ada").await;
    let code = code_of(&ada).await;
    let (bob, eve) = (friend(&app, "bob", &code).await, friend(&app, "eve", &code).await);
    for person in [&bob, &eve] {
        deposit(&app, person).await;
    }
    for key in ["first", "second", "third"] {
        trades(&bob, key, "30.00").await;
        let counted = || {
            count(
                &app,
                "SELECT count(*) FROM referral_earnings WHERE referee_id =
            (SELECT id FROM users WHERE email LIKE 'bob%')",
            )
        };
        let before = counted().await;
        tokio::time::timeout(RUN_MAX, async { while counted().await == before {} }).await.expect("it is counted");
    }
    // 0.03 each, twice; the third order of a friend earns nothing.
    until(&ada, |found| sum(found, "earned") == "0.06").await;
    trades(&eve, "first", "90.00").await;
    // 0.09 by the share, but a cent is left within the period.
    let found = until(&ada, |found| sum(found, "earned") == "0.07").await;
    assert_eq!(found["earnings"].as_array().unwrap().len(), 3, "{found}");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn while_a_referrer_is_blocked_nothing_is_booked_or_paid_out() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let bob = friend(&app, "bob", &code_of(&ada).await).await;
    deposit(&app, &bob).await;
    trades(&bob, "first", "40.00").await;
    until(&ada, |found| sum(found, "available") == "0.04").await;
    let mut risk = colleague(&app, Role::RiskAnalyst).await;
    let found = risk.call("GET", "referrals", None).await.expect(StatusCode::OK);
    let line = &found["data"][0];
    assert_eq!((&line["joined"], &line["active"]), (&json!(1), &json!(1)), "{found}");
    assert!(!found.to_string().contains("ada@"), "masked: {found}");
    let path = format!("referrals/{}", line["id"].as_str().unwrap());
    let short = json!({ "reason": "no" });
    assert_eq!(risk.post(&format!("{path}/block"), &short).await.problem(), (400, "VALIDATION_ERROR"));
    let why = json!({ "reason": WHY });
    assert_eq!(risk.post(&format!("{path}/block"), &why).await.status, StatusCode::NO_CONTENT);
    let quote = json!({ "from_currency": "EUR", "to_currency": "EUR" });
    let refused = ada.post("referral/quotes", &quote).await;
    assert_eq!(refused.problem(), (409, "CONFLICT_ERROR"));
    assert!(!refused.body.to_string().contains("network"), "customers do not see why: {}", refused.body);
    trades(&bob, "second", "20.00").await;
    until(&ada, |found| sum(found, "waiting") == "0.02" && found["is_on_hold"] == true).await;
    assert_eq!(risk.post(&format!("{path}/unblock"), &why).await.problem(), (403, "ACCESS_DENIED"));
    let mut officer = colleague(&app, Role::ComplianceOfficer).await;
    assert_eq!(officer.post(&format!("{path}/unblock"), &why).await.status, StatusCode::NO_CONTENT);
    assert_eq!(officer.post(&format!("{path}/unblock"), &why).await.problem(), (409, "CONFLICT_ERROR"));
    until(&ada, |found| sum(found, "available") == "0.06").await;
    ada.post("referral/quotes", &quote).await.expect(StatusCode::CREATED);
    let logged = officer.call("GET", "log?action=referrals.block", None).await.expect(StatusCode::OK);
    assert_eq!(logged["data"][0]["reason"], WHY);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_operator_decides_about_people_of_one_name_and_about_disputed_orders() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let bob = friend(&app, "bob", &code_of(&ada).await).await;
    deposit(&app, &bob).await;
    sql(&app, "UPDATE users SET first_name = 'Ada', last_name = 'Lovelace'").await;
    let proved = "INSERT INTO verifications (tenant_id, user_id, kind, status, updated_at)
                  SELECT tenant_id, id, 'IDENTITY', 'COMPLETED', now() FROM users WHERE email ~ '^(ada|bob)@'
                  ON CONFLICT (tenant_id, user_id, kind) DO UPDATE SET status = 'COMPLETED'";
    assert_eq!(sql(&app, proved).await, 2);
    let (first, second) = (trades(&bob, "first", "40.00").await, trades(&bob, "second", "20.00").await);
    let checking = |found: &Value| found["earnings"].as_array().unwrap().iter().all(|one| one["state"] == "checking");
    until(&ada, |found| found["earnings"].as_array().unwrap().len() == 2 && checking(found)).await;
    assert_eq!(count(&app, "SELECT count(*) FROM accounts WHERE sub = 'reward'").await, 0, "nothing is booked");
    let mut support = colleague(&app, Role::SupportL2).await;
    let decide = |order: &Value, ruling: &str| {
        let path = format!("referral-earnings/{}/decide", order["id"].as_str().unwrap());
        (path, json!({ "ruling": ruling, "reason": "father and son of one name" }))
    };
    let (path, grant) = decide(&first, "grant");
    assert_eq!(support.post(&path, &grant).await.status, StatusCode::NO_CONTENT);
    let (other, deny) = decide(&second, "deny");
    assert_eq!(support.post(&other, &deny).await.status, StatusCode::NO_CONTENT);
    assert_eq!(support.post(&other, &deny).await.problem(), (409, "CONFLICT_ERROR"));
    until(&ada, |found| sum(found, "available") == "0.04" && sum(found, "waiting") == "0.00").await;

    // The payment of the first order is disputed later: an operator posts the reward back.
    let disputed = "UPDATE referral_earnings SET state = 'questioned', hold = 'disputed' WHERE state = 'booked'";
    assert_eq!(sql(&app, disputed).await, 1);
    let (path, deny) = decide(&first, "deny");
    assert_eq!(support.post(&path, &deny).await.status, StatusCode::NO_CONTENT);
    let found = overview(&ada).await;
    assert_eq!((sum(&found, "available"), sum(&found, "earned"), sum(&found, "paid")), ("0.00", "0.00", "0.00"));
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_those_who_chose_a_name_are_on_the_leaderboard() {
    let app = TestApp::new().await;
    let (ada, bob) = (app.person("ada").await, app.person("bob").await);
    let named = |name: &str| json!({ "nickname": name });
    let put = |person: &Person, body: Value| {
        let person = person.clone();
        async move { person.call("PUT", "referral/leaderboard", Some(&body), &[]).await }
    };
    assert_eq!(overview(&bob).await["leaderboard"], json!([]));
    assert_eq!(put(&ada, named("Countess")).await.status, StatusCode::NO_CONTENT);
    let taken = put(&bob, named("countess")).await;
    assert_eq!(taken.problem(), (400, "VALIDATION_ERROR"));
    assert_eq!(overview(&bob).await["leaderboard"], json!([]), "who is not on it does not see it");
    put(&bob, named("Charles")).await;
    let found = overview(&bob).await;
    let names: Vec<_> = found["leaderboard"].as_array().unwrap().iter().map(|one| one["nickname"].clone()).collect();
    assert_eq!(names, [json!("Charles"), json!("Countess")]);
    put(&ada, json!({})).await;
    assert_eq!(overview(&bob).await["leaderboard"].as_array().unwrap().len(), 1);
    app.close().await;
}
