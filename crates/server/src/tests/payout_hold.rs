//! Payout hold after a change of the account's security.

use axum::http::StatusCode;
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};

use super::step_up::{confirm, enrol};
use super::support::{Answer, LTC_ADDRESS, Person, Replica, TestApp};

/// Changes the email, with the code that was sent to the new one.
async fn change_email(person: &Person, to: &str) {
    let asked = person.post("update-email", &json!({ "email": to })).await.expect(StatusCode::ACCEPTED);
    let code = json!({ "challenge_id": asked["challenge_id"], "code": "111111" });
    person.post("confirm-email", &code).await.expect(StatusCode::OK);
}

/// A firm quote for Litecoin, as the body of an order.
async fn request(person: &Person) -> Value {
    let quote = person.firm_quote(("EUR", "iban"), ("LTC", "ltc"), "100.00").await;
    json!({ "quote_id": quote["id"], "requisite": { "kind": "address", "value": LTC_ADDRESS } })
}

async fn buys(person: &Person, key: &str) -> Answer {
    person.post_once("orders", key, &request(person).await).await
}

fn held_until(answer: &Answer) -> DateTime<Utc> {
    assert_eq!(answer.problem(), (422, "PAYOUTS_HELD"), "{}", answer.body);
    serde_json::from_value(answer.body["meta"]["until"].clone()).unwrap()
}

/// Verifies a phone number of the sandbox.
async fn change_phone(person: &Person, number: &str) {
    let asked = json!({ "phone": number, "channel": "sms" });
    let asked = person.post("user/phone", &asked).await.expect(StatusCode::ACCEPTED);
    let code = json!({ "challenge_id": asked["challenge_id"], "code": "111111" });
    person.post("user/phone/confirm", &code).await.expect(StatusCode::OK);
}

/// The number of emails about a replaced phone number.
async fn told_of_phones(app: &TestApp) -> i64 {
    let told = "SELECT count(*) FROM jobs WHERE payload->'notice'->>'notice' = 'phone_changed'";
    sqlx::query_scalar(told).fetch_one(&mut app.db.connect().await).await.unwrap()
}

/// Moves the last security change of customers into the past.
async fn passes(app: &TestApp, hours: i32) {
    let earlier = "UPDATE users SET email_changed_at = email_changed_at - make_interval(hours => $1),
                       factors_reset_at = factors_reset_at - make_interval(hours => $1),
                       guards_changed_at = guards_changed_at - make_interval(hours => $1)";
    sqlx::query(earlier).bind(hours).execute(&mut app.db.connect().await).await.unwrap();
}

/// A half-paid sale, which waits for a refund.
async fn half_paid(app: &TestApp, person: &Person) -> String {
    let quote = person.firm_quote(("LTC", "ltc"), ("EUR", "iban"), "3").await;
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
async fn a_changed_email_holds_payouts_for_a_day_and_earlier_orders_go_on() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let request = request(&ada).await;
    let before = ada.post_once("orders", "before", &request).await.expect(StatusCode::CREATED);
    let sale = half_paid(&app, &ada).await;
    change_email(&ada, "eve@example.test").await;

    let until = held_until(&buys(&ada, "after").await);
    let left = until - app.now();
    assert!(left > TimeDelta::hours(23) && left <= TimeDelta::hours(24), "{left}");
    let (back, to) =
        (format!("transactions/{sale}/refund"), json!({ "requisite": { "kind": "address", "value": LTC_ADDRESS } }));
    assert_eq!(held_until(&ada.post_once(&back, "back", &to).await), until, "nor to a place that is named only now");

    let again = ada.post_once("orders", "before", &request).await.expect(StatusCode::CREATED);
    assert_eq!(again["id"], before["id"], "an answer that was lost is told again");
    let id = before["id"].as_str().unwrap();
    ada.post(&format!("sandbox/transactions/{id}/pay"), &json!({})).await.expect(StatusCode::OK);
    ada.until(&app, id, |transaction| transaction["status"] == "DONE").await;

    passes(&app, 23).await;
    held_until(&buys(&ada, "an-hour-early").await);
    passes(&app, 1).await;
    buys(&ada, "a-day-later").await.expect(StatusCode::CREATED);
    ada.post_once(&back, "back-now", &to).await.expect(StatusCode::OK);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn lost_factors_that_ended_hold_payouts_too_and_a_tenant_says_for_how_long() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let sql = async |statement: &'static str| {
        sqlx::query(statement).execute(&mut app.db.connect().await).await.unwrap();
    };
    sql("UPDATE users SET factors_reset_at = now() - interval '30 hours' WHERE email LIKE 'ada@%'").await;
    buys(&ada, "thirty-hours-ago").await.expect(StatusCode::CREATED);
    for (hours, held) in [("72", true), ("0", false)] {
        let set = format!("UPDATE tenants SET payout_hold_hours = {hours} WHERE slug = 'agio'");
        sqlx::query(sqlx::AssertSqlSafe(set)).execute(&mut app.db.connect().await).await.unwrap();
        // A new process, because tenants are cached for a while.
        let fresh = Replica::beside(&app).await;
        let ada = Person { router: fresh.router.clone(), ..ada.clone() };
        let config = ada.get("config").await.expect(StatusCode::OK);
        assert_eq!(config["tenant"]["payout_hold_hours"].to_string(), hours, "the page says it before");
        let asked = buys(&ada, hours).await;
        assert_eq!(asked.status.as_u16(), if held { 422 } else { 201 }, "{}", asked.body);
        fresh.close().await;
    }
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_replaced_phone_number_holds_payouts_and_the_first_one_does_not() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    change_phone(&ada, "+999 000 0001").await;
    buys(&ada, "with-a-phone").await.expect(StatusCode::CREATED);
    assert_eq!(told_of_phones(&app).await, 0);

    let a_day_ago = "UPDATE users SET phone_changed_at = phone_changed_at - interval '25 hours'";
    sqlx::query(a_day_ago).execute(&mut app.db.connect().await).await.unwrap();
    change_phone(&ada, "+999 000 0002").await;
    held_until(&buys(&ada, "with-another").await);
    assert_eq!(told_of_phones(&app).await, 1);
    passes(&app, 24).await;
    buys(&ada, "a-day-later").await.expect(StatusCode::CREATED);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn removing_a_second_factor_holds_payouts_and_adding_the_first_does_not() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let codes = enrol(&app, &ada).await;
    let asked = buys(&ada, "guarded").await;
    assert_eq!(asked.problem(), (403, "AUTH_2FA_REQUIRED"), "asked for, and not held");

    let refused = ada.call("DELETE", "user/two-factor/totp", None, &[]).await;
    let token = confirm(&ada, &refused, &codes[0]).await;
    let removed = ada.call("DELETE", "user/two-factor/totp", None, &[("auth-2fa-token", &token)]).await;
    assert_eq!(removed.status, StatusCode::NO_CONTENT, "{}", removed.body);
    let until = held_until(&buys(&ada, "unguarded").await);
    let me = ada.get("user").await.expect(StatusCode::OK);
    assert_eq!(me["payouts_held_until"], json!(until), "the page can say it before an order is refused");
    passes(&app, 24).await;
    assert_eq!(ada.get("user").await.expect(StatusCode::OK).get("payouts_held_until"), None);
    buys(&ada, "a-day-later").await.expect(StatusCode::CREATED);
    app.close().await;
}
