//! The console over HTTP. Its authorisation is tested in `authorization::console`.

use std::collections::BTreeMap;

use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use identity::operator::{self, Role};
use serde_json::{Value, json};
use tower::ServiceExt;

use super::step_up::shown;
use super::support::{Answer, Person, TestApp};
use crate::cli::Operators;

const WHY: &str = "because the test says so";
const NOBODY: &str = "usr_00000000000000000000000000000001";

/// An operator with a browser, including cookies.
#[derive(Clone)]
pub struct Colleague {
    router: Router,
    host: &'static str,
    scheme: &'static str,
    pub cookies: BTreeMap<String, String>,
    /// A bearer token, sent as a customer's would be.
    bearer: Option<String>,
    /// The TOTP secret from the invitation.
    pub secret: String,
}

impl Colleague {
    pub fn at(app: &TestApp, host: &'static str) -> Self {
        Self {
            router: app.router.clone(),
            host,
            scheme: "http",
            cookies: BTreeMap::new(),
            bearer: None,
            secret: String::new(),
        }
    }

    pub fn with_cookies(self, cookies: BTreeMap<String, String>) -> Self {
        Self { cookies, ..self }
    }

    /// The same operator at another host, with the cookies of this one.
    pub fn elsewhere(self, host: &'static str) -> Self {
        Self { host, ..self }
    }

    /// The same over TLS, which is required outside localhost.
    pub fn with_https(self) -> Self {
        Self { scheme: "https", ..self }
    }

    /// The same at another server.
    pub fn through(self, router: Router) -> Self {
        Self { router, ..self }
    }

    pub fn with_bearer(self, token: &str) -> Self {
        Self { bearer: Some(token.to_owned()), ..self }
    }

    pub async fn call(&mut self, method: &str, path: &str, body: Option<&Value>) -> Answer {
        let person = Person { router: self.router.clone(), token: self.bearer.clone(), host: self.host };
        let (jar, path, origin) =
            (self.jar(), format!("/api/operator/v1/{path}"), format!("{}://{}", self.scheme, self.host));
        let answer = person.call(method, &path, body, &[("origin", &origin), ("cookie", &jar)]).await;
        for set in answer.headers.get_all("set-cookie") {
            let pair = set.to_str().unwrap().split(';').next().unwrap();
            let (name, value) = pair.split_once('=').unwrap();
            self.cookies.insert(name.to_owned(), value.to_owned());
        }
        answer
    }

    pub async fn post(&mut self, path: &str, body: &Value) -> Answer {
        self.call("POST", path, Some(body)).await
    }

    /// Sends or fetches a file.
    pub async fn file(&mut self, method: &str, path: &str, content: &str) -> (StatusCode, String) {
        let request = Request::builder()
            .method(method)
            .uri(format!("/api/operator/v1/{path}"))
            .header("host", self.host)
            .header("origin", format!("{}://{}", self.scheme, self.host))
            .header("cookie", self.jar())
            .header("content-type", "application/xml");
        let request = request.body(Body::from(content.to_owned())).unwrap();
        let response = self.router.clone().oneshot(request).await.unwrap();
        let status = response.status();
        let bytes = axum::body::to_bytes(response.into_body(), 1 << 20).await.unwrap();
        (status, String::from_utf8(bytes.to_vec()).unwrap())
    }

    /// The cookie header.
    pub fn jar(&self) -> String {
        let pairs: Vec<String> = self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        pairs.join("; ")
    }

    /// The code of the authenticator app, `ahead` periods of 30 seconds from now.
    pub fn code(&self, app: &TestApp, ahead: u64) -> String {
        shown(app, &self.secret, ahead)
    }
}

/// An invitation link as printed by `agio operator invite`.
pub async fn link(app: &TestApp, host: &str, email: &str, role: Role) -> String {
    let (mut out, world) = (Vec::new(), app.world.clone());
    let what = Operators::Invite {
        tenant: if host.starts_with("nova") { "nova".into() } else { "agio".into() },
        email: email.into(),
        role,
        until: None,
        url: Some(format!("http://{host}")),
        reason: WHY.into(),
    };
    crate::cli::operators::run(&app.db.store, &world, what, &mut out).await.unwrap();
    let said = String::from_utf8(out).unwrap();
    let (_, token) = said.lines().next().unwrap().split_once("/console/join#").unwrap();
    token.to_owned()
}

pub async fn colleague(app: &TestApp, role: Role) -> Colleague {
    colleague_at(app, "localhost", role.name(), role).await
}

/// The same for another tenant or name. A role that is no longer offered is assigned in the database.
pub async fn colleague_at(app: &TestApp, host: &'static str, name: &str, role: Role) -> Colleague {
    let email = format!("{name}@example.test");
    let offered = if operator::is_offered(role) { role } else { Role::SupportL1 };
    let token = link(app, host, &email, offered).await;
    let given = "UPDATE operators SET role = $1 WHERE email = $2";
    sqlx::query(given).bind(role.name()).bind(email).execute(&mut app.db.connect().await).await.unwrap();
    let mut one = Colleague::at(app, host);
    let opened = one.post("invitations/open", &json!({ "token": token })).await.expect(StatusCode::OK);
    one.secret = opened["secret"].as_str().unwrap().to_owned();
    let answer = json!({ "token": token, "code": one.code(app, 0) });
    let me = one.post("invitations/accept", &answer).await.expect(StatusCode::OK);
    assert_eq!(me["role"], role.name());
    one
}

#[tokio::test(flavor = "multi_thread")]
async fn an_officer_finds_and_blocks_a_customer_and_the_log_shows_it() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    ada.order("iban", "first").await;
    let savings = ada.post("profiles", &json!({ "name": "Savings" })).await.expect(StatusCode::CREATED);
    ada.order_as(savings["id"].as_str().unwrap(), "300.00", "second").await.expect(StatusCode::CREATED);
    let mut officer = colleague(&app, Role::ComplianceOfficer).await;
    let found = officer.call("GET", "customers?search=ada%40ex", None).await.expect(StatusCode::OK);
    assert_eq!(found["data"][0]["email"], "a•••@example.test");
    let id = found["data"][0]["id"].as_str().unwrap().to_owned();
    let seen = officer.call("GET", &format!("customers/{id}"), None).await.expect(StatusCode::OK);
    assert_eq!((&seen["tier"], &seen["blocked"]), (&json!("T0"), &json!(false)));
    assert_eq!(seen["sessions"].as_array().unwrap().len(), 1);
    let orders = officer.call("GET", &format!("customers/{id}/transactions"), None).await.expect(StatusCode::OK);
    let amounts = [0, 1].map(|at| orders["data"][at]["from"]["amount"].as_str().unwrap().to_owned());
    assert_eq!(amounts, ["300.00", "250.00"], "of all their profiles, the newest first");
    let newest =
        officer.call("GET", &format!("customers/{id}/transactions?limit=1"), None).await.expect(StatusCode::OK);
    assert_eq!((&newest["data"][0], &newest["has_more"]), (&orders["data"][0], &json!(true)));
    let whole = officer.post(&format!("customers/{id}/reveal"), &json!({ "reason": WHY })).await.expect(StatusCode::OK);
    assert_eq!(whole["email"], "ada@example.test");
    let short = officer.post(&format!("customers/{id}/block"), &json!({ "reason": "no" })).await;
    assert_eq!(short.problem(), (400, "VALIDATION_ERROR"));
    assert_eq!(short.body["errors"][0]["pointer"], "/reason");
    let done = officer.post(&format!("customers/{id}/block"), &json!({ "reason": WHY })).await.expect(StatusCode::OK);
    assert_eq!(done["state"], "done");
    assert!(matches!(ada.get("user").await.status.as_u16(), 401 | 403), "out at once");
    let asked =
        officer.post(&format!("customers/{id}/unblock"), &json!({ "reason": WHY })).await.expect(StatusCode::OK);
    assert_eq!(asked["state"], "proposed");
    let path = format!("proposals/{}/approve", asked["proposal_id"].as_str().unwrap());
    assert_eq!(officer.post(&path, &json!({ "reason": WHY })).await.problem(), (403, "ACCESS_DENIED"));
    let waiting = officer.call("GET", "proposals", None).await.expect(StatusCode::OK);
    assert_eq!((&waiting["data"][0]["can_answer"], &waiting["data"][0]["can_withdraw"]), (&json!(false), &json!(true)));
    let log = officer.call("GET", &format!("log?subject={id}"), None).await.expect(StatusCode::OK);
    let lines = log["data"].as_array().unwrap();
    let actions: Vec<&str> = lines.iter().map(|line| line["action"].as_str().unwrap()).collect();
    for action in ["customers.read", "customers.transactions", "customers.reveal", "customers.block", "proposals.make"]
    {
        assert!(actions.contains(&action), "{action} in {actions:?}");
    }
    let last = officer.call("DELETE", "session", None).await;
    assert_eq!(last.status, StatusCode::NO_CONTENT);
    assert_eq!(officer.call("GET", "proposals", None).await.problem(), (401, "UNAUTHORIZED_REQUEST"));
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn another_sites_page_cannot_use_an_operators_cookies() {
    let app = TestApp::new().await;
    let officer = colleague(&app, Role::ComplianceOfficer).await;
    let (jar, person) = (officer.jar(), Person { router: app.router.clone(), token: None, host: "localhost" });
    for stranger in [("origin", "https://evil.example"), ("origin", "http://localhost:1")] {
        let path = format!("/api/operator/v1/customers/{NOBODY}/block");
        let refused = person.call("POST", &path, Some(&json!({ "reason": WHY })), &[stranger, ("cookie", &jar)]).await;
        assert_eq!(refused.problem(), (401, "UNAUTHORIZED_REQUEST"));
    }
    let framed = [("sec-fetch-site", "same-site"), ("cookie", jar.as_str())];
    let refused = person.call("GET", "/api/operator/v1/proposals", None, &framed).await;
    assert_eq!(refused.problem(), (401, "UNAUTHORIZED_REQUEST"));
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_officers_lift_a_verified_customers_limits_and_one_takes_that_back() {
    let app = TestApp::new().await;
    let ada = app.person("ada").await;
    let mut olga = colleague_at(&app, "localhost", "olga", Role::ComplianceOfficer).await;
    let mut oleg = colleague_at(&app, "localhost", "oleg", Role::ComplianceOfficer).await;
    let found = olga.call("GET", "customers?search=ada%40ex", None).await.expect(StatusCode::OK);
    let id = found["data"][0]["id"].as_str().unwrap().to_owned();
    let raise = |tier: &str| json!({ "tier": tier, "reason": WHY });
    let path = format!("customers/{id}/raise-tier");
    assert_eq!(olga.post(&path, &raise("T2")).await.problem().0, 400);
    let asked = olga.post(&path, &raise("T4")).await.expect(StatusCode::OK);
    assert_eq!(asked["state"], "proposed", "an officer does not do it alone");
    let agree = |asked: &Value| format!("proposals/{}/approve", asked["proposal_id"].as_str().unwrap());
    let early = oleg.post(&agree(&asked), &json!({ "reason": WHY })).await;
    assert_eq!(early.problem(), (409, "CONFLICT_ERROR"), "nobody knows who she is yet");

    let verified = "INSERT INTO verifications (tenant_id, user_id, kind, status, updated_at)
                    SELECT tenant_id, id, 'IDENTITY', 'COMPLETED', now() FROM users WHERE email = 'ada@example.test'
                    ON CONFLICT (tenant_id, user_id, kind) DO UPDATE SET status = 'COMPLETED'";
    sqlx::query(verified).execute(&mut app.db.connect().await).await.unwrap();
    let before = ada.get("user/limits").await.expect(StatusCode::OK);
    oleg.post(&agree(&asked), &json!({ "reason": WHY })).await.expect(StatusCode::OK);
    let seen = oleg.call("GET", &format!("customers/{id}"), None).await.expect(StatusCode::OK);
    assert_eq!((&seen["tier"], &seen["raised_to"]), (&json!("T4"), &json!("T4")));
    let after = ada.get("user/limits").await.expect(StatusCode::OK);
    assert_ne!(before, after, "the next request has the new limits");

    let back = olga.post(&format!("customers/{id}/lower-tier"), &json!({ "reason": WHY })).await;
    assert_eq!(back.expect(StatusCode::OK)["state"], "done", "to narrow is for one");
    assert_eq!(ada.get("user/limits").await.expect(StatusCode::OK), before);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_officer_with_a_passkey_approves_by_signature_only() {
    let app = TestApp::new().await;
    app.person("ada").await;
    let mut olga = colleague_at(&app, "localhost", "olga", Role::ComplianceOfficer).await;
    let mut oleg = colleague_at(&app, "localhost", "oleg", Role::ComplianceOfficer).await;
    let found = olga.call("GET", "customers?search=ada%40ex", None).await.expect(StatusCode::OK);
    let path = format!("customers/{}", found["data"][0]["id"].as_str().unwrap());
    let why = json!({ "reason": WHY });
    olga.post(&format!("{path}/block"), &why).await.expect(StatusCode::OK);
    let asked = olga.post(&format!("{path}/unblock"), &why).await.expect(StatusCode::OK);
    let path = format!("proposals/{}", asked["proposal_id"].as_str().unwrap());
    let (begin, approve) = (format!("{path}/approve/begin"), format!("{path}/approve"));

    // An operator without a passkey gets the text to approve, but no passkey options.
    let to_sign = oleg.post(&begin, &why).await.expect(StatusCode::OK);
    let text: Value = serde_json::from_str(to_sign["payload"].as_str().unwrap()).unwrap();
    assert_eq!((&text["proposal"], &text["words"]), (&asked["proposal_id"], &json!(WHY)));
    assert_eq!((text["operator_action"]["kind"].as_str(), to_sign.get("passkey")), (Some("unblock_customer"), None));
    // There is no authenticator in the test; a stored passkey is sufficient.
    let passkey = "INSERT INTO operator_passkeys (tenant_id, id, operator_id, rp_id, credential_id, credential, state,
                                                  transports, name, created_at)
                   SELECT tenant_id, '019a0000-0000-7000-8000-0000000000aa', id, 'localhost',
                          '\\x00112233445566778899aabbccddeeff', '', '', 0, 'Key', now() FROM operators
                   WHERE email = 'oleg@example.test'";
    sqlx::query(passkey).execute(&mut app.db.connect().await).await.unwrap();
    let to_sign = oleg.post(&begin, &why).await.expect(StatusCode::OK);
    assert_eq!(to_sign["passkey"]["options"]["rpId"], "localhost");
    let plain = oleg.post(&approve, &why).await;
    assert_eq!(plain.problem(), (403, "AUTH_2FA_REQUIRED"), "however fresh the code of joining is");
    let request = &to_sign["passkey"]["request_id"];
    let forged = json!({ "reason": WHY, "signature": { "request_id": request, "credential": {} } });
    for _ in 0..2 {
        assert_eq!(oleg.post(&approve, &forged).await.problem(), (403, "AUTH_2FA_INVALID"));
    }
    assert_eq!(olga.post(&begin, &why).await.problem(), (403, "ACCESS_DENIED"), "it is her own");
    assert_eq!(oleg.call("GET", &format!("{path}/signature"), None).await.problem(), (404, "NOT_FOUND"));
    let waiting = oleg.call("GET", "proposals", None).await.expect(StatusCode::OK);
    assert_eq!((&waiting["data"][0]["state"], waiting["data"][0].get("signed")), (&json!("open"), None));
    oleg.post(&format!("{path}/refuse"), &why).await.expect(StatusCode::OK);
    app.close().await;
}
