//! Account closure, with blockers.

use axum::http::StatusCode;
use serde_json::{Value, json};
use store::JobSpec;

use super::step_up::{confirm, enrol};
use super::support::{Answer, LTC_ADDRESS, Person, TestApp};

pub async fn leave(person: &Person) -> Answer {
    person.post("user/closing", &json!({ "reason": "I move house." })).await
}

/// An order that expired unpaid.
async fn expired(person: &Person, key: &str) -> String {
    let order = person.order("iban", key).await;
    let id = order["id"].as_str().unwrap().to_owned();
    person.post(&format!("sandbox/transactions/{id}/expire"), &json!({})).await.expect(StatusCode::OK);
    id
}

/// A late payment, which waits for a decision of the owner.
async fn pay_late(app: &TestApp, person: &Person, id: &str) {
    person.post(&format!("sandbox/transactions/{id}/pay_late"), &json!({})).await.expect(StatusCode::OK);
    person.until(app, id, |transaction| transaction["status"] == "ACTION_REQUIRED").await;
}

/// Runs the job of each minute now, and waits until it has processed all closures.
async fn run_due(app: &TestApp, over: &'static str) {
    let mut tx = app.db.store.system().await.unwrap();
    tx.enqueue(app.now(), &[JobSpec::new("identity.closings", None, json!({}))]).await.unwrap();
    tx.commit().await.unwrap();
    let mut conn = app.db.connect().await;
    let done = async {
        let ask = "SELECT count(*) FROM account_closings WHERE state = $1";
        while sqlx::query_scalar::<_, i64>(ask).bind(over).fetch_one(&mut conn).await.unwrap() == 0 {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(60), done).await.expect("the job has run within a minute");
}

/// Two weeks pass, and the accounts in closure are erased.
pub async fn cool_off_passes(app: &TestApp) {
    sqlx::query(
        "UPDATE account_closings SET requested_at = requested_at - interval '15 days', due_at = due_at - interval '15 days'
         WHERE state = 'waiting'",
    )
    .execute(&mut app.db.connect().await)
    .await
    .unwrap();
    run_due(app, "done").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn money_and_open_orders_block_an_account_closure_and_are_named() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let order = ada.order("iban", "first").await;
    let refused = leave(&ada).await;
    assert_eq!(refused.problem(), (409, "CONFLICT_ERROR"));
    assert_eq!(refused.body["meta"]["transactions"][0]["id"], order["id"]);
    let id = order["id"].as_str().unwrap();
    ada.post(&format!("sandbox/transactions/{id}/expire"), &json!({})).await.expect(StatusCode::OK);
    pay_late(&app, &ada, id).await;
    assert_eq!(leave(&ada).await.problem(), (409, "CONFLICT_ERROR"));

    ada.post_once(&format!("transactions/{id}/deposit"), "keep", &json!({})).await.expect(StatusCode::OK);
    let refused = leave(&ada).await;
    assert_eq!(refused.problem(), (409, "NON_ZERO_BALANCE"));
    let balance = &refused.body["meta"]["balances"][0];
    assert_eq!((&balance["currency"], &balance["posted"]), (&json!("EUR"), &json!("250.00")));
    let shown = ada.get("user/closing").await.expect(StatusCode::OK);
    assert_eq!(shown["balances"], refused.body["meta"]["balances"]);
    assert_eq!((&shown["closes_at"], &shown["cool_off_days"]), (&Value::Null, &json!(14)));
    // A balance of zero is not in the way.
    app.person("bob").await;
    let all = super::transfers::transfer(&ada, "all", "250.00", "bob@example.test").await.expect(StatusCode::CREATED);
    assert_eq!(all["status"], "DONE", "{all}");
    leave(&ada).await.expect(StatusCode::OK);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_order_starts_during_the_cool_off_and_a_late_payment_cancels_the_closure() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let late = expired(&ada, "first").await;
    let quote = ada.firm_quote(("EUR", "iban"), ("LTC", "ltc"), "250.00").await;
    let asked = leave(&ada).await.expect(StatusCode::OK);
    assert_eq!(
        leave(&ada).await.expect(StatusCode::OK)["closes_at"],
        asked["closes_at"],
        "asking again changes nothing"
    );
    assert_eq!(ada.get("user").await.expect(StatusCode::OK)["closes_at"], asked["closes_at"]);
    let requisite = json!({ "kind": "address", "value": LTC_ADDRESS });
    let body = json!({ "quote_id": quote["id"], "requisite": requisite });
    assert_eq!(ada.post_once("orders", "second", &body).await.problem(), (409, "CONFLICT_ERROR"));

    pay_late(&app, &ada, &late).await;
    run_due(&app, "stopped").await;
    assert_eq!(ada.get("user").await.expect(StatusCode::OK)["closes_at"], Value::Null);
    ada.call("DELETE", "user/closing", None, &[]).await.expect(StatusCode::NOT_FOUND);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_closure_needs_the_second_factor_and_the_ledger_keeps_its_records() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let late = expired(&ada, "first").await;
    let own = ada.get("user").await.expect(StatusCode::OK);
    let codes = enrol(&app, &ada).await;
    let refused = leave(&ada).await;
    assert_eq!(refused.body["meta"]["shown"]["kind"], "close_account");
    let token = confirm(&ada, &refused, &codes[0]).await;
    let body = json!({ "reason": "I move house." });
    let header = [("auth-2fa-token", token.as_str())];
    ada.call("POST", "user/closing", Some(&body), &header).await.expect(StatusCode::OK);
    ada.call("DELETE", "user/closing", None, &[]).await.expect(StatusCode::NO_CONTENT);
    assert_eq!(leave(&ada).await.problem(), (403, "AUTH_2FA_REQUIRED"), "a confirmation serves once");
    let token = confirm(&ada, &leave(&ada).await, &codes[1]).await;
    ada.call("POST", "user/closing", Some(&body), &[("auth-2fa-token", &token)]).await.expect(StatusCode::OK);

    cool_off_passes(&app).await;
    ada.get("user").await.expect(StatusCode::UNAUTHORIZED);
    let kept: i64 =
        sqlx::query_scalar("SELECT count(*) FROM records WHERE kind = 'transaction' AND status = 'EXPIRED'")
            .fetch_one(&mut app.db.connect().await)
            .await
            .unwrap();
    assert_eq!(kept, 1, "{late} stays");
    let again = app.person("ada").await.get("user").await.expect(StatusCode::OK);
    assert_ne!(again["uuid"], own["uuid"], "the same address is somebody new");
    app.close().await;
}
