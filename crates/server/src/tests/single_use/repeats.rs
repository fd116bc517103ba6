//! Idempotent operations: repetitions get the current state, and the operation is executed once.

use std::collections::BTreeSet;

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::concurrency::{Trial, all_at_once};
use crate::tests::exports;
use crate::tests::kyc_documents::{picture, send};
use crate::tests::support::{Answer, Person, TestApp};

async fn asked_by(person: &Person, path: &'static str) -> Vec<Answer> {
    let person = person.clone();
    let ask = move |_| -> Trial {
        let person = person.clone();
        Box::pin(async move { person.post(path, &json!({})).await })
    };
    all_at_once(&ask).await
}

async fn noted(app: &TestApp, action: &str, to: &str) -> i64 {
    let lines = "SELECT count(*) FROM audit_log WHERE action = $1 AND ($2 = '' OR details->>'to' = $2)";
    sqlx::query_scalar(lines).bind(action).bind(to).fetch_one(&mut app.db.connect().await).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn fifty_concurrent_export_requests_get_the_same_export() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let mut copies = BTreeSet::new();
    for answer in asked_by(&ada, "user/exports").await {
        // The export can be complete before the last response.
        assert!(matches!(answer.status.as_u16(), 202 | 429), "{}", answer.body);
        copies.extend(answer.body["id"].as_str().filter(|_| answer.status == StatusCode::ACCEPTED).map(str::to_owned));
    }
    assert_eq!(copies.len(), 1, "{copies:?}");
    assert_eq!(exports::made(&ada).await["id"].as_str(), copies.first().map(String::as_str));
    let later = ada.post("user/exports", &json!({})).await;
    assert_eq!(later.problem().0, 429, "one a day");
    assert_eq!(noted(&app, "export.asked", "").await, 1);
    let listed = ada.get("user/exports").await.expect(StatusCode::OK);
    assert_eq!(listed["data"].as_array().unwrap().len(), 1);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn fifty_concurrent_submissions_of_documents_submit_once() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    // The simulated provider leaves customers with this name pending.
    let about =
        json!({ "first_name": "Ada", "last_name": "Slow", "residence_country": "UA", "date_of_birth": "1990-12-10" });
    ada.call("PUT", "user", Some(&about), &[]).await.expect(StatusCode::OK);
    for part in ["part=front&document=passport&country=UA", "part=selfie"] {
        send(&ada, part, picture()).await.expect(StatusCode::OK);
    }
    let stands = |answer: &Answer| answer.body["verification"]["status"].clone();
    for answer in asked_by(&ada, "user/documents/submit?of=identity").await {
        assert_eq!((answer.status, stands(&answer)), (StatusCode::OK, json!("PROCESSING")), "{}", answer.body);
    }
    let later = ada.post("user/documents/submit?of=identity", &json!({})).await;
    assert_eq!((later.status, stands(&later)), (StatusCode::OK, json!("PROCESSING")));
    assert_eq!(noted(&app, "verification.moved", "PROCESSING").await, 1);
    let attempts: Vec<Value> =
        sqlx::query_scalar("SELECT to_jsonb(attempts) FROM verifications WHERE kind = 'IDENTITY'")
            .fetch_all(&mut app.db.connect().await)
            .await
            .unwrap();
    assert_eq!(attempts, [json!(1)]);
    app.close().await;
}
