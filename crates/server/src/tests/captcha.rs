//! During a guessing attack, a proof of work is required before a code is sent. Its duration, and its validity per
//! server, are tested in `crates/identity/tests/identity/captcha.rs`, its single use in `single_use`.

use std::collections::BTreeSet;

use axum::http::StatusCode;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::sign_in::{self, TOKEN, launch, nobody};
use super::support::{Answer, Person, TestApp};

/// Simulates a thousand wrong codes today, for every tenant.
pub async fn guess(app: &TestApp) {
    let seen = "INSERT INTO counters (tenant_id, name, subject, starts_at, count)
                SELECT id, 'check.failed', '*', to_timestamp(floor(extract(epoch FROM $1::timestamptz) / 86400) * 86400), 1000 FROM tenants";
    sqlx::query(seen).bind(app.now()).execute(&mut app.db.connect().await).await.unwrap();
}

/// The two headers with the solution of a refusal's puzzle, found by brute force as a browser does.
pub fn worked(refused: &Answer) -> [(&'static str, String); 2] {
    assert_eq!(refused.problem(), (403, "CAPTCHA_REQUIRED"), "{}", refused.body);
    let puzzle = &refused.body["meta"]["puzzle"];
    let text = |name: &str| puzzle[name].as_str().unwrap().to_owned();
    let (salt, target) = (text("salt"), hex::decode(text("target")).unwrap());
    let right = |n: &u64| Sha256::digest(format!("{salt}.{n}").as_bytes())[..] == target[..];
    let number = (0..puzzle["numbers"].as_u64().unwrap()).find(right).expect("one of them is right");
    [("recaptcha-action", text("action")), ("recaptcha-token", format!("{}.{number}", text("token")))]
}

/// Repeats a request with the solution.
pub async fn show(person: &Person, path: &str, body: &Value, work: &[(&str, String)]) -> Answer {
    let headers: Vec<(&str, &str)> = work.iter().map(|(name, value)| (*name, value.as_str())).collect();
    person.call("POST", path, Some(body), &headers).await
}

const LOGIN: &str = "login?method=email";

fn at(name: &str) -> Value {
    json!({ "email": format!("{name}@example.test") })
}

/// Why a proof of work is required.
fn reason(answer: &Answer) -> &str {
    assert_eq!(answer.problem(), (403, "CAPTCHA_REQUIRED"), "{}", answer.body);
    answer.body["meta"]["reason"].as_str().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn during_an_attack_a_code_costs_a_puzzle_for_known_and_unknown_emails() {
    let app = TestApp::new().await;
    app.person("ada").await;
    guess(&app).await;
    let visitor = nobody(&app, "localhost");
    let mut shapes = BTreeSet::new();
    for name in ["ada", "somebody-new"] {
        let refused = visitor.post(LOGIN, &at(name)).await;
        let puzzle = &refused.body["meta"]["puzzle"];
        assert_eq!((reason(&refused), &puzzle["kind"]), ("missing", &json!("proof_of_work")));
        assert!(puzzle["numbers"].as_u64().unwrap() <= 1 << 18, "more work than a phone does: {puzzle}");
        let fields: Vec<&String> = puzzle.as_object().unwrap().keys().collect();
        let work = worked(&refused);
        let sent = show(&visitor, LOGIN, &at(name), &work).await;
        shapes.insert(format!("{fields:?} {} {}", refused.body["detail"], sent.status));
        let code = json!({ "challenge_id": sent.expect(StatusCode::ACCEPTED)["challenge_id"], "code": "111111" });
        visitor.call("PUT", LOGIN, Some(&code), &[]).await.expect(StatusCode::OK);
    }
    assert_eq!(shapes.len(), 1, "{shapes:?}");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_solution_is_bound_to_tenant_and_request_and_others_are_refused_with_a_reason() {
    let app = sign_in::app().await;
    guess(&app).await;
    let (visitor, neighbour) = (nobody(&app, "localhost"), nobody(&app, "nova.localhost"));
    let work = worked(&visitor.post(LOGIN, &at("ada")).await);
    assert_eq!(reason(&show(&neighbour, LOGIN, &at("ada"), &work).await), "wrong");
    let shown = json!({ "init_data": launch(&app, TOKEN, 1, "q"), "email": "bob@example.test" });
    let register = "telegram-register";
    assert_eq!(reason(&show(&visitor, register, &shown, &work).await), "other_action");
    let [action, (name, token)] = work.clone();
    assert_eq!(reason(&show(&visitor, LOGIN, &at("ada"), &[action.clone(), (name, "made-up".into())]).await), "wrong");
    assert_eq!(reason(&show(&visitor, LOGIN, &at("ada"), &[(name, token)]).await), "other_action");
    assert_eq!(reason(&show(&visitor, LOGIN, &at("ada"), &[action]).await), "missing");
    // The failed attempts consumed neither the solution nor the messenger launch.
    show(&visitor, LOGIN, &at("ada"), &work).await.expect(StatusCode::ACCEPTED);
    assert_eq!(reason(&show(&visitor, LOGIN, &at("cleo"), &work).await), "used");
    let own = worked(&visitor.post(register, &shown).await);
    show(&visitor, register, &shown, &own).await.expect(StatusCode::ACCEPTED);
    app.close().await;
}
