//! Sign-in over HTTP, by a page and by an API client.

use std::sync::Arc;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode};
use identity::Identity;
use kernel::{ManualClock, World};
use serde_json::{Value, json};
use store::testing::TestDb;
use tower::ServiceExt;

use crate::{ApiConfig, AppState, Services};

struct Answer {
    status: StatusCode,
    cookie: Option<String>,
    retry_after: Option<String>,
    body: Value,
}

struct App {
    _db: TestDb,
    clock: Arc<ManualClock>,
    router: Router,
}

/// The headers of a first-party page.
const PAGE: [(&str, &str); 2] = [("origin", "http://localhost:3000"), ("sec-fetch-site", "same-origin")];

impl App {
    async fn new() -> Self {
        let db = TestDb::new().await;
        let clock = ManualClock::at("2026-03-01T12:00:00Z".parse().unwrap());
        let world = World::with_clock(clock.clone());
        identity::seed_demo(&db.store, &world).await.unwrap();
        let config = identity::IdentityConfig {
            pepper: identity::Pepper::new([1; 32]),
            data_key: identity::KeyEncryptionKey::new([2; 32]),
        };
        let identity = Identity::new(db.store.clone(), world.clone(), config);
        let stopping = tokio::sync::watch::channel(false).1;
        let exchange = crate::stub_rails::exchange(&db.store, &world);
        let journal = ledger::Journal::start(db.store.clone(), world.clone(), ledger::JournalConfig::default());
        let rewards = rewards::Rewards::new(db.store.clone(), world.clone(), journal, exchange.clone());
        let services = Services {
            exchange,
            rewards,
            acquirer: Arc::new(crate::stub_rails::StubRails),
            bank_desk: Arc::new(crate::stub_rails::StubRails),
            connection_desk: Arc::new(crate::stub_rails::StubRails),
            hot_wallets: Arc::new(crate::stub_rails::StubRails),
            payout_fees: Arc::new(crate::stub_rails::StubRails),
            check: Arc::new(crate::stub_rails::StubRails),
            texter: Arc::new(crate::stub_rails::StubRails),
            log_keys: ledger::proof::LogKeys::new([3; 32]),
            request_keys: crate::RequestKeys::derive(&[1; 32]),
            world,
            store: db.store.clone(),
            identity,
            outside: Arc::new(crate::stub_rails::StubRails),
            sandbox_controls: None,
            stopping,
        };
        let router = crate::router(AppState::new(services, &ApiConfig::default()), Router::new());
        Self { _db: db, clock, router }
    }

    async fn call(&self, method: &str, path: &str, headers: &[(&str, &str)], body: Option<Value>) -> Answer {
        let mut request = Request::builder().method(method).uri(format!("/api/client/v1/{path}"));
        if !headers.iter().any(|(name, _)| *name == "host") {
            request = request.header("host", "localhost:3000");
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let body = match body {
            Some(body) => {
                request = request.header("content-type", "application/json");
                Body::from(body.to_string())
            }
            None => Body::empty(),
        };
        let response = self.router.clone().oneshot(request.body(body).unwrap()).await.unwrap();
        let header = |name: &str| response.headers().get(name).map(|value| value.to_str().unwrap().to_owned());
        let (status, cookie, retry_after) = (response.status(), header("set-cookie"), header("retry-after"));
        let bytes = to_bytes(response.into_body(), 1 << 20).await.unwrap();
        Answer { status, cookie, retry_after, body: serde_json::from_slice(&bytes).unwrap_or_default() }
    }

    /// Signs in with the sandbox's code.
    async fn sign_in(&self, headers: &[(&str, &str)]) -> Answer {
        let email = json!({"email": "anna@example.test"});
        let sent = self.call("POST", "login?method=email", headers, Some(email)).await;
        assert_eq!((sent.status, &sent.body["resend_after_s"]), (StatusCode::ACCEPTED, &json!(60)));
        let code = json!({"challenge_id": sent.body["challenge_id"], "code": "111 111"});
        self.call("PUT", "login?method=email", headers, Some(code)).await
    }
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

fn bearer(answer: &Answer) -> String {
    format!("Bearer {}", text(&answer.body["access_token"]))
}

#[tokio::test]
async fn a_person_signs_in_accepts_the_terms_and_is_let_in() {
    let app = App::new().await;
    let login = app.sign_in(&[]).await;
    assert_eq!(login.status, StatusCode::OK);
    assert_eq!(login.body["email"], "anna@example.test");
    assert_eq!(login.body["is_consent_required"], true);
    assert!(text(&login.body["uuid"]).starts_with("usr_") && text(&login.body["profiles_id"][0]).starts_with("prf_"));
    let bearer = bearer(&login);
    let signed_in = [("authorization", bearer.as_str())];

    let early = app.call("GET", "user", &signed_in, None).await;
    assert_eq!((early.status, &early.body["code"]), (StatusCode::FORBIDDEN, &json!("ACCESS_DENIED")));
    let terms = app.call("GET", "user/terms", &signed_in, None).await;
    assert_eq!((&terms.body["version"], &terms.body["title"]), (&json!(1), &json!("Terms of use")));
    let ukrainian = [("authorization", bearer.as_str()), ("accept-language", "uk-UA,en;q=0.5")];
    let terms = app.call("GET", "user/terms", &ukrainian, None).await;
    assert_eq!((&terms.body["version"], &terms.body["title"]), (&json!(1), &json!("Умови користування")));
    let other = app.call("POST", "user/accept-terms", &signed_in, Some(json!({"version": 7}))).await;
    assert_eq!((other.status, &other.body["errors"][0]["pointer"]), (StatusCode::BAD_REQUEST, &json!("/version")));
    let accepted = app.call("POST", "user/accept-terms", &signed_in, Some(json!({"version": 1}))).await;
    assert_eq!(accepted.status, StatusCode::NO_CONTENT);

    let user = app.call("GET", "user", &signed_in, None).await;
    assert_eq!((user.status, &user.body["uuid"]), (StatusCode::OK, &login.body["uuid"]));
    let renamed = app.call("PUT", "user", &signed_in, Some(json!({"first_name": "Anna"}))).await;
    assert_eq!(renamed.body["first_name"], "Anna");
    let settings = app.call("PUT", "user/settings", &signed_in, Some(json!({"theme": "dark"}))).await;
    let expected = json!({"language": "en", "theme": "dark", "main_currency": "EUR", "hide_small_balances": false});
    assert_eq!(settings.body, expected);
    let odd = app.call("PUT", "user/settings", &signed_in, Some(json!({"language": "de"}))).await;
    assert_eq!((odd.status, &odd.body["errors"][0]["pointer"]), (StatusCode::BAD_REQUEST, &json!("/language")));
    assert_eq!(app.call("GET", "user/settings", &signed_in, None).await.body, expected);

    assert_eq!(app.call("POST", "logout", &signed_in, None).await.status, StatusCode::NO_CONTENT);
    assert_eq!(app.call("GET", "user", &signed_in, None).await.status, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn refusals_carry_the_specifications_codes() {
    let app = App::new().await;
    let ask = |email: &'static str| app.call("POST", "login?method=email", &[], Some(json!({ "email": email })));
    let bad = ask("nobody").await;
    assert_eq!((bad.status, &bad.body["code"]), (StatusCode::BAD_REQUEST, &json!("VALIDATION_ERROR")));
    assert_eq!(bad.body["errors"][0]["pointer"], "/email");
    let sent = ask("b@example.test").await;
    let soon = ask("b@example.test").await;
    assert_eq!((soon.status, &soon.body["code"]), (StatusCode::TOO_MANY_REQUESTS, &json!("TOO_MANY_REQUESTS")));
    assert_eq!(soon.retry_after.as_deref(), Some("60"));
    let code = json!({"challenge_id": sent.body["challenge_id"], "code": "222222"});
    let wrong = app.call("PUT", "login?method=email", &[], Some(code)).await;
    assert_eq!(wrong.body["errors"][0]["code"], "wrong");
    assert_eq!(wrong.body["errors"][0]["params"]["attempts_left"], "4");
    let by_phone = app.call("POST", "login?method=phone", &[], Some(json!({"email": "a@b.cd"}))).await;
    assert_eq!((by_phone.status, &by_phone.body["code"]), (StatusCode::BAD_REQUEST, &json!("VALIDATION_ERROR")));
    let elsewhere =
        app.call("POST", "login?method=email", &[("host", "other.example")], Some(json!({"email": "a@b.cd"})));
    assert_eq!(elsewhere.await.status, StatusCode::NOT_FOUND);
    for (method, path) in [("GET", "user"), ("PUT", "auth"), ("GET", "user/settings"), ("GET", "user/terms")] {
        let refused = app.call(method, path, &[("authorization", "Bearer aga_x")], None).await;
        assert_eq!((refused.status, &refused.body["code"]), (StatusCode::UNAUTHORIZED, &json!("UNAUTHORIZED_REQUEST")));
    }
}

#[tokio::test]
async fn a_page_renews_with_its_cookie_alone_and_another_sites_page_cannot() {
    let app = App::new().await;
    let login = app.sign_in(&PAGE).await;
    let set = login.cookie.expect("a page gets a cookie");
    assert!(set.starts_with("agio-refresh=agr_") && set.contains("; HttpOnly; SameSite=Strict"), "{set}");
    let cookie = set.split(';').next().unwrap();
    let evil = [("origin", "https://evil.example"), ("cookie", cookie)];
    let refused = app.call("PUT", "auth", &evil, None).await;
    assert_eq!((refused.status, refused.cookie), (StatusCode::FORBIDDEN, None));

    let page = [PAGE[0], PAGE[1], ("cookie", cookie)];
    let renewed = app.call("PUT", "auth", &page, None).await;
    assert_eq!(renewed.status, StatusCode::OK);
    // A page detects by it that another tab has changed the session.
    assert_eq!(renewed.body["uuid"], login.body["uuid"]);
    let second = renewed.cookie.clone().expect("the next cookie");
    let access = bearer(&renewed);
    assert_eq!(app.call("GET", "user/terms", &[("authorization", &access)], None).await.status, StatusCode::OK);

    // A concurrent request from another tab with the old cookie gets the same new cookie.
    let beside = app.call("PUT", "auth", &page, None).await;
    assert_eq!((beside.status, &beside.body), (StatusCode::OK, &renewed.body));
    assert_eq!(beside.cookie.as_ref(), Some(&second));
    // After the grace period of a minute, reuse ends the session and deletes the cookie.
    app.clock.advance(chrono::TimeDelta::seconds(61));
    let reused = app.call("PUT", "auth", &page, None).await;
    assert_eq!(reused.status, StatusCode::UNAUTHORIZED);
    assert!(reused.cookie.unwrap().starts_with("agio-refresh=; Path=/; Max-Age=0"));
    let page = [PAGE[0], PAGE[1], ("cookie", second.split(';').next().unwrap())];
    assert_eq!(app.call("PUT", "auth", &page, None).await.status, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn an_api_client_renews_and_signs_out_with_the_token_in_the_body_and_gets_no_cookie() {
    let app = App::new().await;
    let login = app.sign_in(&[]).await;
    assert_eq!(login.cookie, None);
    let token = |answer: &Answer| Some(json!({"refresh_token": answer.body["refresh_token"]}));
    let renewed = app.call("PUT", "auth", &[], token(&login)).await;
    assert_eq!((renewed.status, &renewed.cookie), (StatusCode::OK, &None));
    assert_eq!(app.call("POST", "logout", &[], token(&renewed)).await.status, StatusCode::NO_CONTENT);
    assert_eq!(app.call("PUT", "auth", &[], token(&renewed)).await.status, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn a_browser_session_lasts_a_week_without_use_and_an_api_session_a_month() {
    let app = App::new().await;
    let posing = [("sec-fetch-site", "same-origin"), ("user-agent", "Agio/1.0 (Android)")];
    let ways: [(&[(&str, &str)], u32); 3] = [(&PAGE, 7), (&posing, 7), (&[], 30)];
    for (signed_in, days) in ways {
        let login = app.sign_in(signed_in).await;
        // The cookie expires with its token.
        let token = json!({"refresh_token": login.body["refresh_token"]});
        let renewed = app.call("PUT", "auth", &PAGE, Some(token)).await;
        let cookie = renewed.cookie.expect("a page gets a cookie");
        let (_, age) = cookie.split_once("; Max-Age=").unwrap();
        let seconds: u32 = age.split(';').next().unwrap().parse().unwrap();
        assert_eq!((seconds + 60) / 86_400, days, "{signed_in:?}: {cookie}");
    }
}
