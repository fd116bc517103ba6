//! A Telegram launch for registration and linking, and the link that it returns: each is valid once, whatever else
//! differs.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::concurrency::{Once, TRIES, Trial};
use crate::tests::sign_in::{TOKEN, app, launch, nobody};
use crate::tests::support::{Person, TestApp};

async fn count(app: &TestApp, query: &'static str) -> i64 {
    sqlx::query_scalar(query).fetch_one(&mut app.db.connect().await).await.unwrap()
}

/// One launch with a different email for each request.
fn registers(app: &TestApp) -> Once {
    let (visitor, shown) = (nobody(app, "localhost"), launch(app, TOKEN, 21, "registers"));
    let ask = move |n: usize| -> Trial {
        let visitor = visitor.clone();
        let body = json!({ "init_data": shown, "email": format!("comes-{n}@example.test") });
        Box::pin(async move { visitor.post("telegram-register", &body).await })
    };
    Once { what: "a launch that registers", ask: Box::new(ask) }
}

/// One launch that several customers try to link.
async fn links(app: &TestApp) -> Once {
    let mut people: Vec<Person> = Vec::new();
    for name in ["ada", "bob", "cleo", "dan"] {
        people.push(app.person(name).await);
    }
    let body = json!({ "init_data": launch(app, TOKEN, 22, "links") });
    let ask = move |n: usize| -> Trial {
        let (person, body) = (people[n % people.len()].clone(), body.clone());
        Box::pin(async move { person.call("PUT", "user/telegram", Some(&body), &[]).await })
    };
    Once { what: "a launch that links", ask: Box::new(ask) }
}

/// One link with a different code for each request. The database allows one open code per email, so that rule is
/// removed first: the test covers the link alone.
async fn held(app: &TestApp) -> Once {
    let visitor = nobody(app, "localhost");
    let asked = json!({ "init_data": launch(app, TOKEN, 23, "held"), "email": "held@example.test" });
    let begun = visitor.post("telegram-register", &asked).await.expect(StatusCode::ACCEPTED);
    let mut sql = app.db.connect().await;
    sqlx::query("DROP INDEX login_challenges_open").execute(&mut sql).await.unwrap();
    let more = "INSERT INTO login_challenges SELECT one.* FROM login_challenges kept, generate_series(0, $1) n,
                    jsonb_populate_record(kept, jsonb_build_object('id', '019a0000-0000-7000-8000-' || lpad(n::text, 12, '0'))) one
                WHERE kept.email = 'held@example.test'";
    sqlx::query(more).bind(i32::try_from(TRIES).unwrap()).execute(&mut sql).await.unwrap();
    let (prefix, _) = begun["challenge_id"].as_str().unwrap().split_once('_').unwrap();
    let (prefix, path) = (prefix.to_owned(), format!("login?method=email&extra={}", begun["link"].as_str().unwrap()));
    let ask = move |n: usize| -> Trial {
        let (visitor, path) = (visitor.clone(), path.clone());
        let code = json!({ "challenge_id": format!("{prefix}_019a0000000070008000{n:012}"), "code": "111111" });
        Box::pin(async move { visitor.call("PUT", &path, Some(&code), &[]).await })
    };
    Once { what: "a link, with different codes", ask: Box::new(ask) }
}

#[tokio::test(flavor = "multi_thread")]
async fn of_fifty_uses_of_one_launch_or_link_one_succeeds() {
    let app = app().await;
    let all = [registers(&app), links(&app).await, held(&app).await];
    let mut wrongs = Vec::new();
    for once in all {
        wrongs.extend(once.tried().await);
    }
    assert!(wrongs.is_empty(), "{}", wrongs.join("\n"));
    let owners = count(&app, "SELECT count(*) FROM external_identities WHERE subject IN ('22', '23')").await;
    assert_eq!(owners, 2, "each is one person's");
    let held = count(&app, "SELECT count(*) FROM pending_links WHERE subject = '21'").await;
    assert_eq!(held, 1);
    let used = "SELECT count(*) FROM login_challenges WHERE email = 'held@example.test' AND consumed_at IS NOT NULL";
    assert_eq!(count(&app, used).await, 1, "whose link was gone keeps the code");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_used_link_does_not_affect_the_next_code() {
    let app = app().await;
    let visitor = nobody(&app, "localhost");
    let asked = json!({ "init_data": launch(&app, TOKEN, 24, "first"), "email": "ada@example.test" });
    let begun = visitor.post("telegram-register", &asked).await.expect(StatusCode::ACCEPTED);
    let path = format!("login?method=email&extra={}", begun["link"].as_str().unwrap());
    let code = |asked: &Value| json!({ "challenge_id": asked["challenge_id"], "code": "111111" });
    visitor.call("PUT", &path, Some(&code(&begun)), &[]).await.expect(StatusCode::OK);
    let email = json!({ "email": "ada@example.test" });
    let next = visitor.post("login?method=email", &email).await.expect(StatusCode::ACCEPTED);
    let again = visitor.call("PUT", &path, Some(&code(&next)), &[]).await;
    assert_eq!(again.problem(), (400, "SIGN_IN_EXPIRED"));
    visitor.call("PUT", "login?method=email", Some(&code(&next)), &[]).await.expect(StatusCode::OK);
    app.close().await;
}
