//! Protection against account enumeration: neither the response nor the database work reveals whether an account
//! exists. Response times are measured by `bench sign-in` (`tools/bench`).

mod statements;

use std::collections::BTreeMap;

use axum::http::StatusCode;
use serde_json::{Value, json};

use self::statements::Statements;
use super::captcha;
use super::sign_in::{self, TOKEN, launch, nobody};
use super::support::{Answer, Person, TestApp};

/// A response without its ids and times.
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
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    app.person("bob").await;
    app.person("blocked").await;
    let block = "UPDATE users SET status = 'blocked' WHERE email = 'blocked@example.test'";
    sqlx::query(block).execute(&mut app.db.connect().await).await.unwrap();
    let visitor = Person { token: None, ..ada.clone() };
    let ask = async |name: &str| {
        let email = json!({ "email": format!("{name}@example.test") });
        let first = visitor.post("login?method=email", &email).await;
        assert_eq!(first.status, StatusCode::ACCEPTED, "{name} {}", first.body);
        // An immediate second request is refused because a code was sent, regardless of the account.
        (shape(&first), visitor.post("login?method=email", &email).await.status)
    };
    let unknown = ask("nobody").await;
    for name in ["bob", "blocked"] {
        assert_eq!(ask(name).await, unknown, "{name}");
    }
    // The same for a signed-in customer who wants another email. A customer can send one code per minute, so each
    // requests one.
    let cleo = app.person("cleo").await;
    let change = async |who: &Person, email: &str| shape(&who.post("update-email", &json!({ "email": email })).await);
    assert_eq!(change(&ada, "bob@example.test").await, change(&cleo, "free@example.test").await);
    app.close().await;
}

/// Deletes everything that is recorded about requested emails, and the rate limits.
async fn forget(app: &TestApp) {
    let mut sql = app.db.connect().await;
    for table in ["login_challenges", "contact_challenges", "counters", "jobs"] {
        sqlx::query(sqlx::AssertSqlSafe(format!("DELETE FROM {table}"))).execute(&mut sql).await.unwrap();
    }
}

/// The response status, the database statements of a request, and the jobs it leaves.
type Work = (StatusCode, Vec<statements::Statement>, Vec<String>);

async fn work(app: &TestApp, heard: &Statements, asked: impl Future<Output = Answer>) -> Work {
    heard.take();
    let answer = asked.await;
    let statements = heard.take();
    let left = "SELECT kind || ' ' || COALESCE(payload->>'mail', '') FROM jobs ORDER BY 1";
    let left = sqlx::query_scalar(left).fetch_all(&mut app.db.connect().await).await.unwrap();
    (answer.status, statements, left)
}

/// Each public operation on an email, with its work.
async fn all_work(app: &TestApp, heard: &Statements, ada: &Person, name: &str) -> Vec<(&'static str, Work)> {
    let visitor = nobody(app, "localhost");
    let email = json!({ "email": format!("{name}@example.test") });
    let ask = || visitor.post("login?method=email", &email);
    forget(app).await;
    let first = visitor.post("login?method=email", &email).await.expect(StatusCode::ACCEPTED);
    let wrong = json!({ "challenge_id": first["challenge_id"], "code": "222222" });
    let wrong = work(app, heard, visitor.call("PUT", "login?method=email", Some(&wrong), &[])).await;
    let again = work(app, heard, ask()).await;
    forget(app).await;
    let code = work(app, heard, ask()).await;
    forget(app).await;
    let shown = json!({ "init_data": launch(app, TOKEN, 1, name), "email": email["email"] });
    let launched = work(app, heard, visitor.post("telegram-register", &shown)).await;
    forget(app).await;
    let change = work(app, heard, ada.post("update-email", &email)).await;
    vec![
        ("a wrong code", wrong),
        ("a code again at once", again),
        ("a code", code),
        ("a launch of the messenger", launched),
        ("a new address", change),
    ]
}

/// The same during a guessing attack: the request for a proof of work, and a code sent with one.
async fn work_under_guesses(app: &TestApp, heard: &Statements, name: &str) -> [Work; 2] {
    const LOGIN: &str = "login?method=email";
    let visitor = nobody(app, "localhost");
    let email = json!({ "email": format!("{name}@example.test") });
    forget(app).await;
    captcha::guess(app).await;
    let shown = captcha::worked(&visitor.post(LOGIN, &email).await);
    let refused = work(app, heard, visitor.post(LOGIN, &email)).await;
    [refused, work(app, heard, captcha::show(&visitor, LOGIN, &email, &shown)).await]
}

/// Single-threaded, so that all statements are recorded.
#[tokio::test]
async fn known_and_unknown_emails_cause_the_same_database_statements_and_jobs() {
    let mut app = sign_in::app().await;
    let ada = app.person("ada").await;
    app.person("bob").await;
    app.person("blocked").await;
    app.rest().await;
    let block = "UPDATE users SET status = 'blocked' WHERE email = 'blocked@example.test'";
    sqlx::query(block).execute(&mut app.db.connect().await).await.unwrap();
    let heard = Statements::listen();
    // Warms the caches.
    all_work(&app, &heard, &ada, "somebody").await;
    let unknown = all_work(&app, &heard, &ada, "nobody").await;
    for (what, (_, statements, left)) in &unknown {
        assert!(statements.len() > 2, "{what}: {statements:?}");
        assert_eq!(left.len(), 1, "{what}: {left:?}");
    }
    let guarded = work_under_guesses(&app, &heard, "nobody").await;
    assert_eq!(guarded.each_ref().map(|(status, ..)| status.as_u16()), [403, 202]);
    for name in ["bob", "blocked"] {
        assert_eq!(work_under_guesses(&app, &heard, name).await, guarded, "{name}, while codes are guessed");
        for (known, unknown) in all_work(&app, &heard, &ada, name).await.iter().zip(&unknown) {
            assert_eq!(known, unknown, "{name}");
        }
    }
    app.close().await;
}
