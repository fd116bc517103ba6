//! From a new device, an account has half of its limits for a while.

use axum::http::StatusCode;
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};

use super::support::{Answer, LTC_ADDRESS, Person, Replica, TestApp};

const FIREFOX: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0";

/// Signs the customer in again, in another browser.
async fn elsewhere(person: &Person, name: &str) -> Person {
    let fresh = Person { token: None, ..person.clone() };
    let asked = json!({ "email": format!("{name}@example.test") });
    let started = fresh.post("login?method=email", &asked).await.expect(StatusCode::ACCEPTED);
    let code = json!({ "challenge_id": started["challenge_id"], "code": "111111" });
    let login = fresh.call("PUT", "login?method=email", Some(&code), &[("user-agent", FIREFOX)]).await;
    let login = login.expect(StatusCode::OK);
    Person { token: login["access_token"].as_str().map(str::to_owned), ..fresh }
}

async fn buys(person: &Person, amount: &str, key: &str) -> Answer {
    let quote = person.firm_quote(("EUR", "visamc"), ("LTC", "ltc"), amount).await;
    let requisite = json!({ "kind": "address", "value": LTC_ADDRESS });
    person.post_once("orders", key, &json!({ "quote_id": quote["id"], "requisite": requisite })).await
}

/// The daily limit of bank and card payments, and until when it is halved.
async fn limit(person: &Person) -> (Value, Option<DateTime<Utc>>) {
    let limits = person.get("user/limits").await.expect(StatusCode::OK);
    let until = limits.get("halved_until").map(|at| serde_json::from_value(at.clone()).unwrap());
    (limits["limits"][0]["limit"].clone(), until)
}

async fn sql(app: &TestApp, statement: &'static str) {
    sqlx::query(statement).execute(&mut app.db.connect().await).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn limits_are_halved_for_a_day_on_a_new_device_and_full_on_a_known_one() {
    let app = TestApp::new().await;
    sql(&app, "UPDATE tenants SET new_device_hours = 24 WHERE slug = 'agio'").await;
    // A new process, because tenants are cached for a while.
    let fresh = Replica::beside(&app).await;
    let ada = Person { router: fresh.router.clone(), ..app.person("ada").await };
    assert_eq!(limit(&ada).await, (json!("1000.00"), None), "where the account began nothing is new");

    let abroad = elsewhere(&ada, "ada").await;
    let (half, until) = limit(&abroad).await;
    let left = until.unwrap() - app.now();
    assert_eq!(half, json!("500.00"));
    assert!(left > TimeDelta::hours(23) && left <= TimeDelta::hours(24), "{left}");
    let refused = buys(&abroad, "500.01", "more-than-half").await;
    assert_eq!(refused.problem(), (422, "DAILY_LIMIT_EXCEEDED"), "{}", refused.body);
    let meta = &refused.body["meta"];
    assert_eq!((&meta["limit"], &meta["halved_until"]), (&json!("500.00"), &json!(until)));
    assert_eq!(meta["resets_at"], meta["halved_until"], "it fits as soon as all of the limit holds");
    assert_eq!(limit(&elsewhere(&ada, "ada").await).await, (half, until), "who signs in twice has not waited");

    buys(&abroad, "500.00", "half").await.expect(StatusCode::CREATED);
    assert_eq!(limit(&ada).await, (json!("1000.00"), None));
    buys(&ada, "500.00", "the-other-half").await.expect(StatusCode::CREATED);

    sql(&app, "UPDATE sessions SET new_device_at = new_device_at - interval '24 hours'").await;
    assert_eq!(limit(&abroad).await, (json!("1000.00"), None));
    assert_eq!(limit(&elsewhere(&ada, "ada").await).await, (json!("1000.00"), None), "known by now");
    fresh.close().await;
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sandbox_does_not_halve_limits_of_new_devices() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let abroad = elsewhere(&ada, "ada").await;
    assert_eq!(limit(&abroad).await, (json!("1000.00"), None));
    buys(&abroad, "1000.00", "all").await.expect(StatusCode::CREATED);
    app.close().await;
}
