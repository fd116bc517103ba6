//! The anti-phishing phrase, over HTTP.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::step_up::{confirm, enrol};
use super::support::{Answer, Person, TestApp};

async fn choose(person: &Person, phrase: &str, token: Option<&str>) -> Answer {
    let headers: Vec<(&str, &str)> = token.map(|token| ("auth-2fa-token", token)).into_iter().collect();
    person.call("PUT", "user/mail-phrase", Some(&json!({ "phrase": phrase })), &headers).await
}

async fn phrase(person: &Person) -> Value {
    person.get("user/mail-phrase").await.expect(StatusCode::OK)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_phrase_is_chosen_read_and_taken_back() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    assert_eq!(phrase(&ada).await, json!({}));
    let refused = choose(&ada, "see evil.example", None).await;
    assert_eq!(refused.problem(), (400, "VALIDATION_ERROR"));
    let error = &refused.body["errors"][0];
    assert_eq!((&error["pointer"], &error["code"]), (&json!("/phrase"), &json!("link")), "{error}");
    assert!(refused.body.to_string().contains("no links, web or email addresses"), "the rule is said");
    assert_eq!(choose(&ada, "  Blue heron ", None).await.expect(StatusCode::OK), json!({ "phrase": "Blue heron" }));
    assert_eq!(phrase(&ada).await, json!({ "phrase": "Blue heron" }));
    assert_eq!(phrase(&app.person("bob").await).await, json!({}), "it is hers alone");
    let gone = ada.call("DELETE", "user/mail-phrase", None, &[]).await;
    assert_eq!((gone.status, phrase(&ada).await), (StatusCode::NO_CONTENT, json!({})));
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn phrase_changes_need_the_second_factor_and_the_challenge_stores_no_phrase() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    choose(&ada, "Blue heron", None).await.expect(StatusCode::OK);
    let codes = enrol(&app, &ada).await;
    let asked = choose(&ada, "Grey goose", None).await;
    let token = confirm(&ada, &asked, &codes[0]).await;
    let words = "SELECT count(*) FROM step_ups WHERE shown::text LIKE '%goose%'";
    let words: i64 = sqlx::query_scalar(words).fetch_one(&mut app.db.connect().await).await.unwrap();
    assert_eq!((words, &asked.body["meta"]["shown"]), (0, &json!({ "kind": "mail_phrase" })));
    let other = choose(&ada, "Another goose", Some(&token)).await;
    assert_eq!(other.problem(), (403, "AUTH_2FA_REQUIRED"), "these words were not confirmed");
    assert_eq!(phrase(&ada).await, json!({ "phrase": "Blue heron" }));
    choose(&ada, "Grey goose", Some(&token)).await.expect(StatusCode::OK);
    let refused = ada.call("DELETE", "user/mail-phrase", None, &[]).await;
    let token = confirm(&ada, &refused, &codes[1]).await;
    let gone = ada.call("DELETE", "user/mail-phrase", None, &[("auth-2fa-token", &token)]).await;
    assert_eq!((gone.status, phrase(&ada).await), (StatusCode::NO_CONTENT, json!({})));
    app.close().await;
}
