//! Handles: setting one, and transfers to it.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::support::{Answer, Person, TestApp};
use super::transfers::{ask, available, deposit, transfer};

async fn set(person: &Person, handle: Option<&str>) -> Answer {
    let body = handle.map_or(json!({}), |handle| json!({ "handle": handle }));
    person.call("PUT", "user/handle", Some(&body), &[]).await
}

fn rule(answer: &Answer) -> (&str, &str) {
    let error = &answer.body["errors"][0];
    (error["pointer"].as_str().unwrap_or_default(), error["code"].as_str().unwrap_or_default())
}

#[tokio::test(flavor = "multi_thread")]
async fn money_that_is_sent_to_a_handle_reaches_its_owner_and_nobody_else_ever() {
    let app = TestApp::new().await;
    let (ada, bob, eve) = (app.person("ada").await, app.person("bob").await, app.person("eve").await);
    deposit(&app, &ada).await;
    assert_eq!(ada.get("user/handle").await.expect(StatusCode::OK), json!({}));
    assert_eq!(set(&bob, Some(" @Bob_7")).await.expect(StatusCode::OK), json!({ "handle": "bob_7" }));
    assert_eq!(rule(&set(&eve, Some("bob_7")).await), ("/handle", "taken"));

    let found = ask(&ada, "@BOB_7").await.expect(StatusCode::OK);
    assert_eq!((&found["is_registered"], &found["contact"]), (&json!(true), &json!("@bob_7")));
    assert!(!found["name"].as_str().unwrap().to_lowercase().contains("bob@"), "{found}");
    transfer(&ada, "t", "30.00", "@bob_7").await.expect(StatusCode::CREATED);
    assert_eq!(available(&bob).await, json!("30.00"));

    // Unlike an email, an unknown handle cannot receive transfers that wait for registration.
    for missing in ["@nobody_here", "@bob_8"] {
        assert_eq!(rule(&ask(&ada, missing).await), ("/contact", "unknown"), "{missing}");
        assert_eq!(rule(&transfer(&ada, missing, "1.00", missing).await), ("/requisite/value", "unknown"));
    }

    // A removed handle resolves to no customer, and cannot be taken by another.
    assert_eq!(set(&bob, None).await.expect(StatusCode::OK), json!({}));
    assert_eq!(rule(&ask(&ada, "@bob_7").await), ("/contact", "unknown"));
    assert_eq!(rule(&set(&eve, Some("bob_7")).await), ("/handle", "taken"));
    assert_eq!(set(&bob, Some("bob_7")).await.expect(StatusCode::OK), json!({ "handle": "bob_7" }));
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_handle_that_cannot_be_taken_says_why() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    for (asked, code) in
        [("ad", "format"), ("7ada", "format"), ("аda", "format"), ("support", "reserved"), ("agio", "reserved")]
    {
        let refused = set(&ada, Some(asked)).await;
        assert_eq!((refused.problem(), rule(&refused)), ((400, "VALIDATION_ERROR"), ("/handle", code)), "{asked}");
    }
    for number in 0..5 {
        set(&ada, Some(&format!("ada_{number}"))).await.expect(StatusCode::OK);
    }
    assert_eq!(set(&ada, Some("ada_5")).await.status, StatusCode::CONFLICT);
    assert_eq!(set(&ada, Some("ada_0")).await.expect(StatusCode::OK), json!({ "handle": "ada_0" }));
    let kept: Value = ada.get("user/handle").await.expect(StatusCode::OK);
    assert_eq!(kept["handle"], "ada_0");
    app.close().await;
}
