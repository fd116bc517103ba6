//! The farm: points for what customers do, their exchange into money, and seasons that two operators decide about.

use std::time::Duration;

use axum::http::StatusCode;
use futures_util::future::join_all;
use identity::operator::Role;
use serde_json::{Value, json};

use super::operators::{Colleague, colleague};
use super::support::{Answer, Person, TestApp};
use super::transfers::{available, deposit};

const WHY: &str = "because the test says so";
/// How long a job may take.
const RUN_MAX: Duration = Duration::from_secs(60);

async fn season(person: &Person) -> Value {
    person.get("farm").await.expect(StatusCode::OK)["season"].clone()
}

async fn sql(app: &TestApp, text: &'static str) -> u64 {
    sqlx::query(text).execute(&mut app.db.connect().await).await.unwrap().rows_affected()
}

/// How often the task has counted in the season.
fn times<'a>(season: &'a Value, kind: &str) -> &'a Value {
    let task = season["tasks"].as_array().unwrap().iter().find(|task| task["kind"] == kind).unwrap();
    &task["done_season"]
}

#[tokio::test(flavor = "multi_thread")]
async fn points_are_counted_once_and_become_money_once() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let first = season(&ada).await;
    assert_eq!(first["points"], 6, "5 for the visit, 1 for the first day of a streak");
    assert_eq!((&first["streak"]["days"], times(&first, "visit")), (&json!(1), &json!(1)));
    assert_eq!(first["exchange"]["why_not"], "not_verified");

    deposit(&app, &ada).await;
    for _ in 0..2 {
        let seen = season(&ada).await;
        assert_eq!((&seen["points"], times(&seen, "deposit")), (&json!(56), &json!(1)), "however often it is asked");
    }
    let hundred = json!({ "points": 100 });
    assert_eq!(ada.post_once("farm/exchanges", "early", &hundred).await.problem(), (409, "CONFLICT_ERROR"));
    let proved = "INSERT INTO verifications (tenant_id, user_id, kind, status, updated_at)
                  SELECT tenant_id, id, 'IDENTITY', 'COMPLETED', now() FROM users WHERE email = 'ada@example.test'
                  ON CONFLICT (tenant_id, user_id, kind) DO UPDATE SET status = 'COMPLETED'";
    assert_eq!(sql(&app, proved).await, 1);
    let seen = season(&ada).await;
    assert_eq!((&seen["points"], &seen["exchange"]["most"]), (&json!(156), &json!(156)));
    assert_eq!(seen["exchange"]["worth"], json!({ "amount": "1.56", "currency": "EUR" }));
    for points in [99, 157] {
        let refused = ada.post_once("farm/exchanges", "wrong", &json!({ "points": points })).await;
        assert_eq!(refused.body["errors"][0]["pointer"], "/points", "{}", refused.body);
    }

    // Two at once spend the points of one.
    let both = join_all(["one", "two"].map(|key| ada.post_once("farm/exchanges", key, &hundred))).await;
    let made: Vec<usize> = (0..2).filter(|at| both[*at].status == StatusCode::CREATED).collect();
    assert_eq!(made.len(), 1, "{:?}", both.iter().map(|answer| &answer.body).collect::<Vec<_>>());
    let (key, won) = (["one", "two"][made[0]], &both[made[0]].body);
    assert_eq!(
        (&won["points"], &won["amount"]["amount"], &won["is_moved"]),
        (&hundred["points"], &json!("1.00"), &json!(true))
    );
    assert_eq!((season(&ada).await["points"].clone(), available(&ada).await), (json!(56), json!("98.35")));

    // The process dies before it stores the response; then also as if before the order was made.
    sql(&app, "DELETE FROM idempotency").await;
    let again = ada.post_once("farm/exchanges", key, &hundred).await.expect(StatusCode::CREATED);
    assert_eq!(&again, won);
    sql(&app, "DELETE FROM idempotency").await;
    assert_eq!(sql(&app, "UPDATE farm_exchanges SET order_id = gen_random_uuid()").await, 1);
    let again = ada.post_once("farm/exchanges", key, &hundred).await.expect(StatusCode::CREATED);
    assert_eq!(again["is_moved"], false, "nothing is left to move");
    assert_eq!((season(&ada).await["points"].clone(), available(&ada).await), (json!(56), json!("98.35")));

    let history = ada.get("farm/history?limit=1").await.expect(StatusCode::OK);
    assert_eq!((&history["data"][0]["kind"], &history["data"][0]["points"]), (&json!("reward"), &json!(-100)));
    assert_eq!((&history["data"][0]["amount"]["amount"], &history["has_more"]), (&json!("1.00"), &json!(true)));
    let mut report = Vec::new();
    assert!(rewards::verify(&app.db.store, &mut report).await.unwrap(), "{}", String::from_utf8_lossy(&report));
    app.close().await;
}

/// Asks to start or to stop a season.
async fn switch(who: &mut Colleague, id: &str, is_on: bool) -> Answer {
    who.post(&format!("farm/seasons/{id}/switch"), &json!({ "is_on": is_on, "reason": WHY })).await
}

/// Waits until the job has switched the season.
async fn until_state(app: &TestApp, who: &mut Colleague, id: &str, state: &str) {
    let mut hub = app.db.store.event_hub().subscribe();
    let switched = async {
        loop {
            let found = who.call("GET", "farm/seasons", None).await.expect(StatusCode::OK);
            if found["data"].as_array().unwrap().iter().any(|one| one["id"] == id && one["state"] == state) {
                return;
            }
            let _ = tokio::time::timeout(Duration::from_millis(50), hub.recv()).await;
        }
    };
    tokio::time::timeout(RUN_MAX, switched).await.expect("the job switches it");
}

#[tokio::test(flavor = "multi_thread")]
async fn one_season_is_open_at_a_time_and_a_second_operator_publishes_it() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    season(&ada).await;
    let mut admin = colleague(&app, Role::TenantAdmin).await;
    let mut olga = colleague(&app, Role::ComplianceOfficer).await;
    let found = admin.call("GET", "farm/seasons", None).await.expect(StatusCode::OK);
    let running = &found["data"][0];
    assert_eq!(
        (&running["participants"], &running["earned"], &running["left"]),
        (&json!(1), &json!(6), &json!("5000.00"))
    );

    let mut body = found["proposal"].clone();
    assert_eq!(admin.post("farm/seasons", &body).await.body["errors"][0]["pointer"], "/names/en");
    body["names"] = json!({ "en": "Winter", "uk": "Зима", "ru": "Зима", "pl": "Zima" });
    let made = admin.post("farm/seasons", &body).await.expect(StatusCode::CREATED);
    let id = made["id"].as_str().unwrap();
    body["tasks"][0]["points"] = json!(7);
    admin.call("PUT", &format!("farm/seasons/{id}"), Some(&body)).await.expect(StatusCode::OK);
    assert_eq!(switch(&mut admin, id, true).await.problem(), (409, "CONFLICT_ERROR"), "another one is open");

    let old = running["id"].as_str().unwrap();
    let stopped = switch(&mut admin, old, false).await.expect(StatusCode::OK);
    assert_eq!(stopped["state"], "done", "one operator stops it");
    until_state(&app, &mut admin, old, "stopped").await;
    assert_eq!(season(&ada).await, Value::Null);
    let asked = switch(&mut admin, id, true).await.expect(StatusCode::OK);
    let approve = format!("proposals/{}/approve", asked["proposal_id"].as_str().unwrap());
    assert_eq!(admin.post(&approve, &json!({ "reason": WHY })).await.problem(), (403, "ACCESS_DENIED"));
    olga.post(&approve, &json!({ "reason": WHY })).await.expect(StatusCode::OK);
    until_state(&app, &mut admin, id, "on").await;
    let seen = season(&ada).await;
    // The visit of the day counted in the first season already.
    assert_eq!((&seen["names"]["pl"], &seen["points"]), (&json!("Zima"), &json!(0)));
    let late = admin.call("PUT", &format!("farm/seasons/{id}"), Some(&body)).await;
    assert_eq!(late.problem(), (409, "CONFLICT_ERROR"), "it is published");
    app.close().await;
}
