//! Sign-in methods besides email codes: Telegram, session handover, and unconfigured providers. Google and Apple are
//! tested against a real provider in the browser tests.

use axum::http::StatusCode;
use hmac::{Hmac, Mac};
use serde_json::{Value, json};
use sha2::Sha256;

use super::support::{Person, TestApp, config};

pub const TOKEN: &str = "4242:a-bot-of-this-test";

/// A system in which both demo tenants have their own bot.
pub async fn app() -> TestApp {
    let variable = |name: &str, value: &str| (format!("AGIO_SIGN_IN_{name}"), value.to_owned());
    let sign_in =
        vec![variable("AGIO_TELEGRAM_BOT_TOKEN", TOKEN), variable("NOVA_TELEGRAM_BOT_TOKEN", "5353:another-bot")];
    TestApp::with(crate::wiring::config::Config { sign_in, ..config() }).await
}

fn mac(key: &[u8], text: &str) -> Vec<u8> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).unwrap();
    mac.update(text.as_bytes());
    mac.finalize().into_bytes().to_vec()
}

/// The `initData` that Telegram passes to a Mini App, as documented.
pub fn launch(app: &TestApp, token: &str, user: u64, query: &str) -> String {
    launch_by(app, token, user, query, "ref_77")
}

/// The same for a link with the parameter `start`.
fn launch_by(app: &TestApp, token: &str, user: u64, query: &str, start: &str) -> String {
    let person = json!({ "id": user, "first_name": "Ada", "username": "ada" }).to_string();
    let at = app.now().timestamp().to_string();
    let fields = [("auth_date", at.as_str()), ("query_id", query), ("start_param", start), ("user", &person)];
    let lines: Vec<String> = fields.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let hash = hex::encode(mac(&mac(b"WebAppData", token), &lines.join("\n")));
    let mut data = url::form_urlencoded::Serializer::new(String::new());
    data.extend_pairs(fields).append_pair("hash", &hash);
    data.finish()
}

pub fn nobody(app: &TestApp, host: &'static str) -> Person {
    Person { router: app.router.clone(), token: None, host }
}

async fn log_in(person: &Person, init_data: &str) -> super::support::Answer {
    person.post("telegram-login", &json!({ "init_data": init_data })).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_customer_registers_and_returns_by_telegram() {
    let app = app().await;
    let visitor = nobody(&app, "localhost");
    let first = launch(&app, TOKEN, 1, "q1");
    assert_eq!(log_in(&visitor, &first).await.problem(), (404, "NOT_FOUND"));
    // The same launch can still register: with an email and the code sent to it.
    let asked = json!({ "init_data": first, "email": "ada@example.test" });
    let begun = visitor.post("telegram-register", &asked).await.expect(StatusCode::ACCEPTED);
    let code = json!({ "challenge_id": begun["challenge_id"], "code": "111111" });
    let path = format!("login?method=email&extra={}", begun["link"].as_str().unwrap());
    let login = visitor.call("PUT", &path, Some(&code), &[]).await.expect(StatusCode::OK);
    let back = log_in(&visitor, &launch(&app, TOKEN, 1, "q2")).await.expect(StatusCode::OK);
    assert_eq!((&back["uuid"], &back["email"]), (&login["uuid"], &json!("ada@example.test")));
    // A launch is valid once, for any caller.
    let used = launch(&app, TOKEN, 1, "q3");
    log_in(&visitor, &used).await.expect(StatusCode::OK);
    assert_eq!(log_in(&visitor, &used).await.problem(), (400, "TELEGRAM_INIT_DATA_INVALID"));
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn fifty_concurrent_registrations_with_one_launch_make_one_account() {
    let app = app().await;
    let ada = app.person("ada").await;
    let body = json!({ "init_data": launch(&app, TOKEN, 9, "q1") });
    let linked = ada.call("PUT", "user/telegram", Some(&body), &[]).await;
    assert_eq!(linked.status, StatusCode::NO_CONTENT);
    let shown = launch(&app, TOKEN, 9, "q2");
    let tries = (0..50).map(|_| {
        let (visitor, shown) = (nobody(&app, "localhost"), shown.clone());
        tokio::spawn(async move { log_in(&visitor, &shown).await.status })
    });
    let mut let_in = 0;
    for tried in tries.collect::<Vec<_>>() {
        let_in += usize::from(tried.await.unwrap() == StatusCode::OK);
    }
    assert_eq!(let_in, 1);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_launch_belongs_to_one_tenant_and_an_identity_to_one_person() {
    let app = app().await;
    let elsewhere = nobody(&app, "nova.localhost");
    let refused = log_in(&elsewhere, &launch(&app, TOKEN, 1, "q1")).await;
    assert_eq!(refused.problem(), (400, "TELEGRAM_INIT_DATA_INVALID"));
    let (ada, bob) = (app.person("ada").await, app.person("bob").await);
    let link = async |person: &Person, query: &str| {
        let body = json!({ "init_data": launch(&app, TOKEN, 5, query) });
        person.call("PUT", "user/telegram", Some(&body), &[]).await
    };
    assert_eq!(link(&ada, "q2").await.status, StatusCode::NO_CONTENT);
    assert_eq!(link(&ada, "q3").await.status, StatusCode::NO_CONTENT, "linking again changes nothing");
    assert_eq!(link(&bob, "q4").await.problem(), (409, "NON_UNIQUE_VALUE"));
    let methods = ada.get("user/sign-in-methods").await.expect(StatusCode::OK);
    let telegram = methods["data"].as_array().unwrap().iter().find(|one| one["method"] == "telegram").unwrap().clone();
    assert_eq!((&telegram["linked"], &telegram["label"]), (&json!(true), &json!("@ada")));
    // Unlinked, it no longer signs in. The email cannot be unlinked.
    let gone = ada.call("DELETE", "user/sign-in-methods/telegram", None, &[]).await;
    assert_eq!(gone.status, StatusCode::NO_CONTENT);
    assert_eq!(log_in(&nobody(&app, "localhost"), &launch(&app, TOKEN, 5, "q5")).await.problem().0, 404);
    let last = ada.call("DELETE", "user/sign-in-methods/email", None, &[]).await;
    assert_eq!(last.problem(), (409, "CONFLICT_ERROR"));
    assert_eq!(ada.call("DELETE", "user/sign-in-methods/apple", None, &[]).await.problem().0, 404);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sign_in_methods_change_only_with_the_second_factor_and_with_a_notice() {
    let app = app().await;
    let ada = app.person("ada").await;
    let codes = super::step_up::enrol(&app, &ada).await;
    let confirmed = async |method: &str, path: &str, body: Option<&Value>, code: &str| {
        let refused = ada.call(method, path, body, &[]).await;
        assert_eq!(refused.problem(), (403, "AUTH_2FA_REQUIRED"), "{method} {path}");
        let token = super::step_up::confirm(&ada, &refused, code).await;
        let done = ada.call(method, path, body, &[("auth-2fa-token", &token)]).await;
        (refused.body["meta"]["shown"].clone(), done.status)
    };
    let launch = json!({ "init_data": launch(&app, TOKEN, 3, "q1") });
    let (shown, status) = confirmed("PUT", "user/telegram", Some(&launch), &codes[0]).await;
    assert_eq!((shown, status), (json!({ "kind": "method_link", "method": "telegram" }), StatusCode::NO_CONTENT));
    let (shown, status) = confirmed("DELETE", "user/sign-in-methods/telegram", None, &codes[1]).await;
    assert_eq!((shown, status), (json!({ "kind": "method_unlink", "method": "telegram" }), StatusCode::NO_CONTENT));
    let email = json!({ "email": "New@example.test" });
    let (shown, status) = confirmed("POST", "update-email", Some(&email), &codes[2]).await;
    assert_eq!((shown["email"].as_str(), status), (Some("New@example.test"), StatusCode::ACCEPTED));
    for words in ["Telegram was added to your account", "Telegram was removed from your account"] {
        mail(&app, "ada@example.test", words).await;
    }
    app.close().await;
}

/// Waits for an email with these words.
pub async fn mail(app: &TestApp, to: &str, words: &str) {
    let mut sql = app.db.connect().await;
    let found = async {
        let there = "SELECT EXISTS (SELECT FROM mail_outbox WHERE recipient = $1 AND body LIKE '%' || $2 || '%')";
        while !sqlx::query_scalar::<_, bool>(there).bind(to).bind(words).fetch_one(&mut sql).await.unwrap() {}
    };
    tokio::time::timeout(std::time::Duration::from_secs(20), found).await.expect("the mail comes");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_that_a_code_by_mail_would_make_waits_for_the_second_factor() {
    let app = app().await;
    let ada = app.person("ada").await;
    let codes = super::step_up::enrol(&app, &ada).await;
    let visitor = nobody(&app, "localhost");
    let half_in = async |query: &str| {
        let asked = json!({ "init_data": launch(&app, TOKEN, 8, query), "email": "ada@example.test" });
        let begun = visitor.post("telegram-register", &asked).await.expect(StatusCode::ACCEPTED);
        let code = json!({ "challenge_id": begun["challenge_id"], "code": "111111" });
        let path = format!("login?method=email&extra={}", begun["link"].as_str().unwrap());
        let login = visitor.call("PUT", &path, Some(&code), &[]).await.expect(StatusCode::OK);
        assert_eq!(login["is_second_factor_required"], true);
        Person { token: login["access_token"].as_str().map(str::to_owned), ..visitor.clone() }
    };
    let half = half_in("q1").await;
    // A person with access to the mailbox could not link their own Telegram account.
    assert_eq!(log_in(&visitor, &launch(&app, TOKEN, 8, "q2")).await.problem(), (404, "NOT_FOUND"));
    let shown = half.post("login/second-factor", &json!({ "code": codes[0] })).await;
    assert_eq!(shown.status, StatusCode::NO_CONTENT);
    log_in(&visitor, &launch(&app, TOKEN, 8, "q3")).await.expect(StatusCode::OK);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_referrer_is_read_from_the_launch_link() {
    let app = app().await;
    let visitor = nobody(&app, "localhost");
    let told = visitor.post("/bot/user-source", &json!({ "init_data": launch(&app, TOKEN, 1, "q") })).await;
    assert_eq!(told.expect(StatusCode::OK), json!({ "referrer_telegram_id": "77" }));
    let own = visitor.post("/bot/user-source", &json!({ "init_data": launch(&app, TOKEN, 77, "q") })).await;
    assert_eq!(own.expect(StatusCode::OK), json!({}), "nobody sends themselves");
    let campaign = launch_by(&app, TOKEN, 1, "q", "utm_news__push__spring");
    let named = visitor.post("/bot/user-source", &json!({ "init_data": campaign })).await.expect(StatusCode::OK);
    assert_eq!(named, json!({ "utm_s": "news", "utm_m": "push", "utm_c": "spring" }));
    let forged = visitor.post("/bot/user-source", &json!({ "init_data": "user=x&hash=00" })).await;
    assert_eq!(forged.problem(), (400, "TELEGRAM_INIT_DATA_INVALID"));
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_goes_to_another_host_of_the_tenant_once_and_there_only() {
    let app = app().await;
    let ada = app.person("ada").await;
    let code = async |host: &str| ada.post("auth/seamless/codes", &json!({ "host": host })).await;
    let made = code("127.0.0.1:8080").await.expect(StatusCode::CREATED);
    let take = async |host: &'static str, code: &Value| {
        nobody(&app, host).post("auth/seamless", &json!({ "code": code })).await
    };
    // Invalid at the host that created it, and at the other tenant.
    for elsewhere in ["localhost", "nova.localhost"] {
        assert_eq!(take(elsewhere, &made["code"]).await.problem(), (400, "SIGN_IN_EXPIRED"), "{elsewhere}");
    }
    let there = take("127.0.0.1", &made["code"]).await.expect(StatusCode::OK);
    let me = ada.get("user").await.expect(StatusCode::OK);
    assert_eq!(there["uuid"], me["uuid"]);
    assert_eq!(take("127.0.0.1", &made["code"]).await.problem(), (400, "SIGN_IN_EXPIRED"), "once");
    for host in ["nova.localhost", "evil host", ""] {
        assert_eq!(code(host).await.problem(), (400, "VALIDATION_ERROR"), "{host}");
    }
    // A handover code ends with its session.
    let late = code("127.0.0.1").await.expect(StatusCode::CREATED);
    ada.post("logout", &json!({})).await;
    assert_eq!(take("127.0.0.1", &late["code"]).await.problem(), (400, "SIGN_IN_EXPIRED"));
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_attribution_is_stored_and_kept() {
    let app = app().await;
    let ada = app.person("ada").await;
    for (source, status) in [("mail", 204), ("search", 204)] {
        let told = ada.post("utm-params", &json!({ "utm_source": source, "utm_term": "" })).await;
        assert_eq!(told.status.as_u16(), status);
    }
    let begun = nobody(&app, "localhost").post("login?method=email", &json!({ "email": "bea@example.test" })).await;
    let code = json!({ "challenge_id": begun.body["challenge_id"], "code": "111111" });
    let finish = async |promo: &str| {
        nobody(&app, "localhost").call("PUT", &format!("login?method=email&promocode={promo}"), Some(&code), &[]).await
    };
    // An invalid promo code is rejected before the one-time code is consumed.
    assert_eq!(finish("%20").await.problem(), (400, "VALIDATION_ERROR"));
    assert_eq!(finish("spring-26").await.status, StatusCode::OK);
    let mut conn = app.db.connect().await;
    let kept: Vec<(Option<String>, Option<String>)> =
        sqlx::query_as("SELECT utm_source, promo_code FROM user_sources ORDER BY created_at")
            .fetch_all(&mut conn)
            .await
            .unwrap();
    assert_eq!(kept, [(Some("mail".into()), None), (None, Some("SPRING-26".into()))]);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn unconfigured_sign_in_methods_are_not_offered() {
    let app = app().await;
    let visitor = nobody(&app, "localhost");
    let config = visitor.get("config").await.expect(StatusCode::OK);
    assert_eq!(config["tenant"]["sign_in"], json!(["email", "telegram"]));
    for provider in ["google", "apple", "telegram", "nonsense"] {
        let refused = visitor.post(&format!("login/{provider}"), &json!({})).await;
        assert_eq!(refused.problem(), (404, "NOT_FOUND"), "{provider}");
    }
    let proof = json!({ "state": "ags_x", "secret": "agb_x" });
    assert_eq!(visitor.post("google-login", &proof).await.problem(), (404, "NOT_FOUND"));
    // Any site can send a browser to this URL, so it has no effect.
    let back = visitor.get("/oauth/google?code=1&state=%22%3E%3Cscript%3E").await;
    assert_eq!(
        (back.status, back.header("location")),
        (StatusCode::SEE_OTHER, "/provider-return?provider=google&state=")
    );
    app.close().await;
}

#[tokio::test]
async fn a_browser_sees_whose_code_it_has_before_it_goes_on_and_no_preview_uses_it_up() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let asked = json!({ "host": "localhost:8080", "carrier": "page" });
    let made = ada.post("auth/seamless/codes", &asked).await.expect(StatusCode::CREATED);
    let at = |name: &str| made[name].as_str().unwrap().parse::<chrono::DateTime<chrono::Utc>>().unwrap();
    let left = (at("expires_at") - at("server_time")).num_seconds();
    assert!((10..=30).contains(&left), "30 seconds: {left}");
    let phone = nobody(&app, "localhost");
    let code = json!({ "code": made["code"] });
    let me = ada.get("user").await.expect(StatusCode::OK);
    for _ in 0..2 {
        let seen = phone.post("auth/seamless/codes/look", &code).await.expect(StatusCode::OK);
        let told = json!({ "state": "good", "uuid": me["uuid"], "email": "a•••@example.test",
            "expires_at": made["expires_at"], "is_confirmed": false });
        assert_eq!(seen, told);
    }
    assert_eq!(
        phone.get("auth/seamless").await.status,
        StatusCode::METHOD_NOT_ALLOWED,
        "a link that is followed opens nothing"
    );
    let elsewhere = nobody(&app, "nova.localhost").post("auth/seamless/codes/look", &code).await;
    assert_eq!(elsewhere.problem(), (400, "SIGN_IN_EXPIRED"));
    let login = phone.post("auth/seamless", &code).await.expect(StatusCode::OK);
    assert_eq!(login["uuid"], me["uuid"]);
    let seen = phone.post("auth/seamless/codes/look", &code).await.expect(StatusCode::OK);
    assert_eq!(seen, json!({ "state": "used", "expires_at": made["expires_at"], "is_confirmed": false }));
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_device_is_let_in_on_the_one_that_is_signed_in_and_sees_which_order_it_continues() {
    let app = TestApp::new().await;
    let (ada, bob) = (app.person("ada").await, app.person("bob").await);
    let order = ada.order("visamc", "k1").await["id"].clone();
    let asked = json!({ "host": "localhost", "carrier": "device", "step": "order", "transaction_id": order });
    let made = ada.post("auth/seamless/codes", &asked).await.expect(StatusCode::CREATED);
    let phone = nobody(&app, "localhost");
    let code = json!({ "code": made["code"] });
    let look = async || phone.post("auth/seamless/codes/look", &code).await.expect(StatusCode::OK);
    let seen = look().await;
    assert_eq!((&seen["state"], &seen["step"], &seen["transaction_id"]), (&json!("good"), &json!("order"), &order));
    // The code alone opens nothing.
    assert_eq!(phone.post("auth/seamless", &code).await.problem(), (400, "SIGN_IN_EXPIRED"));
    let asking = phone.post("auth/seamless/codes/ask", &code).await.expect(StatusCode::OK);
    assert_eq!(phone.post("auth/seamless/codes/ask", &code).await.problem(), (400, "SIGN_IN_EXPIRED"), "one device");
    let seen = look().await;
    assert_eq!((&seen["state"], &seen["asking"]["number"]), (&json!("asked"), &asking["number"]));
    let open = json!({ "code": made["code"], "secret": asking["secret"] });
    assert_eq!(phone.post("auth/seamless", &open).await.problem(), (400, "SIGN_IN_EXPIRED"), "nobody let it in yet");
    let yes = json!({ "code": made["code"], "is_allowed": true });
    assert_eq!(bob.post("auth/seamless/codes/answer", &yes).await.problem(), (409, "CONFLICT_ERROR"), "not his code");
    assert_eq!(ada.post("auth/seamless/codes/answer", &yes).await.status, StatusCode::NO_CONTENT);
    assert_eq!(ada.post("auth/seamless/codes/answer", &yes).await.problem(), (409, "CONFLICT_ERROR"), "once");
    assert_eq!(phone.post("auth/seamless", &code).await.problem(), (400, "SIGN_IN_EXPIRED"), "another device");
    let login = phone.post("auth/seamless", &open).await.expect(StatusCode::OK);
    assert_eq!(login["uuid"], ada.get("user").await.expect(StatusCode::OK)["uuid"]);
    assert_eq!(phone.post("auth/seamless", &open).await.problem(), (400, "SIGN_IN_EXPIRED"), "once");
    let target = json!({ "host": "localhost", "carrier": "device", "step": "order" });
    let other = json!({ "host": "localhost", "carrier": "device", "step": "identity", "transaction_id": order });
    for (wrong, rule) in [(target, "required"), (other, "invalid")] {
        let refused = ada.post("auth/seamless/codes", &wrong).await;
        assert_eq!(refused.problem(), (400, "VALIDATION_ERROR"));
        assert_eq!(refused.body["errors"][0]["code"], rule);
    }
    app.close().await;
}
