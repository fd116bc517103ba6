//! Nobody learns from us who has an account. How long answers take is `agio bench sign-in`.

use std::collections::BTreeMap;

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::support::{Answer, Person, TestHouse};

/// An answer without what differs between any two: ids and times.
fn shape(answer: &Answer) -> (StatusCode, Vec<(String, String)>, BTreeMap<String, Value>) {
    let headers = answer.headers.iter().filter(|(name, _)| *name != "x-request-id");
    let headers = headers.map(|(name, value)| (name.to_string(), value.to_str().unwrap().to_owned())).collect();
    let plain = |(name, value): (&String, &Value)| {
        let value = if value.is_string() { json!("text") } else { value.clone() };
        (name.clone(), value)
    };
    (answer.status, headers, answer.body.as_object().unwrap().iter().map(plain).collect())
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_that_has_an_account_is_answered_like_one_that_has_none() {
    let house = TestHouse::new().await;
    let ada = house.person("ada").await;
    house.person("bob").await;
    house.person("blocked").await;
    let block = "UPDATE users SET status = 'blocked' WHERE email = 'blocked@example.test'";
    sqlx::query(block).execute(&mut house.db.connect().await).await.unwrap();
    let visitor = Person { token: None, ..ada.clone() };
    let ask = async |name: &str| {
        let email = json!({ "email": format!("{name}@example.test") });
        let first = visitor.post("login?method=email", &email).await;
        assert_eq!(first.status, StatusCode::ACCEPTED, "{name} {}", first.body);
        // Asking again at once is refused because one was sent, whoever it went to.
        (shape(&first), visitor.post("login?method=email", &email).await.status)
    };
    let unknown = ask("nobody").await;
    for name in ["bob", "blocked"] {
        assert_eq!(ask(name).await, unknown, "{name}");
    }
    // Nor does somebody who is signed in and wants another address; one person sends one code a minute, so each asks once.
    let cleo = house.person("cleo").await;
    let change = async |who: &Person, email: &str| shape(&who.post("update-email", &json!({ "email": email })).await);
    assert_eq!(change(&ada, "bob@example.test").await, change(&cleo, "free@example.test").await);
    house.close().await;
}
