//! The console over HTTP: who may do what, for every operation of its OpenAPI document and every role, so that none can be
//! forgotten.

use std::collections::BTreeMap;

use axum::Router;
use axum::http::StatusCode;
use data_encoding::BASE32_NOPAD;
use hmac::{Hmac, Mac};
use identity::operator::{self, Role};
use kernel::World;
use serde_json::{Value, json};
use sha1::Sha1;

use super::support::{Answer, Person, TestHouse};
use crate::cli::Operators;

const ORIGIN: (&str, &str) = ("origin", "http://localhost");
const WHY: &str = "because the test says so";
const NOBODY: &str = "usr_00000000000000000000000000000001";

/// What each operation takes: a permission, or nothing but being an operator. An operation that is missing here fails the test.
const TAKES: [(&str, &str); 24] = [
    ("DELETE /api/operator/v1/session", ""),
    ("GET /api/operator/v1/customers", "customers.read"),
    ("GET /api/operator/v1/customers/{id}", "customers.read"),
    ("GET /api/operator/v1/customers/{id}/transactions", "customers.read orders.read"),
    ("GET /api/operator/v1/log", "acts.read"),
    ("GET /api/operator/v1/operators", "operators.read"),
    ("GET /api/operator/v1/proposals", ""),
    ("GET /api/operator/v1/roles", ""),
    ("GET /api/operator/v1/session", "open"),
    ("GET /api/operator/v1/verifications", "verifications.read"),
    ("POST /api/operator/v1/customers/{id}/block", "customers.block"),
    ("POST /api/operator/v1/customers/{id}/documents", "personal.read verifications.read"),
    ("POST /api/operator/v1/customers/{id}/end-sessions", "sessions.end"),
    ("POST /api/operator/v1/customers/{id}/reveal", "personal.read"),
    ("POST /api/operator/v1/customers/{id}/unblock", "customers.unblock"),
    ("POST /api/operator/v1/customers/{id}/verifications", "verifications.propose"),
    ("POST /api/operator/v1/invitations/accept", "open"),
    ("POST /api/operator/v1/invitations/open", "open"),
    ("POST /api/operator/v1/operators", "operators.write"),
    ("POST /api/operator/v1/operators/{id}/remove", "operators.write"),
    // Which of them an operator may answer is decided by what is proposed.
    ("POST /api/operator/v1/proposals/{id}/approve", ""),
    ("POST /api/operator/v1/proposals/{id}/refuse", ""),
    ("POST /api/operator/v1/proposals/{id}/withdraw", ""),
    ("PUT /api/operator/v1/operators/{id}/role", "operators.write"),
];
/// Open to whoever has a browser of an operator's, or is one.
const WITH_A_CODE: [(&str, &str); 2] =
    [("POST /api/operator/v1/session", "open"), ("POST /api/operator/v1/session/confirm", "")];

/// Somebody with a browser: cookies and all.
struct Colleague {
    app: Router,
    cookies: BTreeMap<String, String>,
    seed: Vec<u8>,
}

impl Colleague {
    fn with(house: &TestHouse) -> Self {
        Self { app: house.app.clone(), cookies: BTreeMap::new(), seed: Vec::new() }
    }

    async fn call(&mut self, method: &str, path: &str, body: Option<&Value>) -> Answer {
        let person = Person { app: self.app.clone(), token: None, host: "localhost" };
        let jar: Vec<String> = self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let (jar, path) = (jar.join("; "), format!("/api/operator/v1/{path}"));
        let answer = person.call(method, &path, body, &[ORIGIN, ("cookie", &jar)]).await;
        for set in answer.headers.get_all("set-cookie") {
            let pair = set.to_str().unwrap().split(';').next().unwrap();
            let (name, value) = pair.split_once('=').unwrap();
            self.cookies.insert(name.to_owned(), value.to_owned());
        }
        answer
    }

    async fn post(&mut self, path: &str, body: &Value) -> Answer {
        self.call("POST", path, Some(body)).await
    }

    /// What the authenticator app shows.
    fn code(&self, house: &TestHouse) -> String {
        let step = u64::try_from(house.now().timestamp()).unwrap() / 30;
        let mut mac = Hmac::<Sha1>::new_from_slice(&self.seed).unwrap();
        mac.update(&step.to_be_bytes());
        let hash = mac.finalize().into_bytes();
        let at = usize::from(hash[19] & 15);
        let number = u32::from_be_bytes(hash[at..at + 4].try_into().unwrap()) & 0x7fff_ffff;
        format!("{:06}", number % 1_000_000)
    }
}

/// A link as `agio operator invite` prints it.
async fn link(house: &TestHouse, email: &str, role: Role) -> String {
    let (mut out, world) = (Vec::new(), World::system());
    let what = Operators::Invite {
        tenant: "agio".into(),
        email: email.into(),
        role,
        url: "http://localhost".into(),
        reason: WHY.into(),
    };
    crate::operators::run(&house.db.store, &world, what, &mut out).await.unwrap();
    let said = String::from_utf8(out).unwrap();
    let (_, token) = said.lines().next().unwrap().split_once("/console/join#").unwrap();
    token.to_owned()
}

async fn colleague(house: &TestHouse, role: Role) -> Colleague {
    let token = link(house, &format!("{}@example.test", role.name()), role).await;
    let mut one = Colleague::with(house);
    let opened = one.post("invitations/open", &json!({ "token": token })).await.expect(StatusCode::OK);
    one.seed = BASE32_NOPAD.decode(opened["secret"].as_str().unwrap().as_bytes()).unwrap();
    let answer = json!({ "token": token, "code": one.code(house) });
    let me = one.post("invitations/accept", &answer).await.expect(StatusCode::OK);
    assert_eq!(me["role"], role.name());
    one
}

/// A body that reads, so that a refusal is about the operator and not about the body.
fn body_for(path: &str) -> Value {
    json!({
        "reason": WHY, "kind": "IDENTITY", "verdict": "approve", "reasons": [], "token": "agi_", "code": "000000",
        "role": "support_l1", "email": format!("new-{}@example.test", path.len()),
    })
}

fn operations() -> Vec<(String, String)> {
    let document = serde_json::to_value(api::operator_openapi()).unwrap();
    let paths = document["paths"].as_object().unwrap();
    let of = |(path, item): (&String, &Value)| -> Vec<(String, String)> {
        item.as_object().unwrap().keys().map(|method| (method.to_uppercase(), path.clone())).collect()
    };
    paths.iter().flat_map(of).collect()
}

fn takes(name: &str) -> &'static str {
    let known = TAKES.iter().chain(&WITH_A_CODE).find(|(known, _)| *known == name);
    known.unwrap_or_else(|| panic!("{name} is in no table")).1
}

async fn try_it(who: &mut Colleague, method: &str, path: &str) -> Answer {
    let id = match path {
        path if path.contains("/customers/") => NOBODY,
        path if path.contains("/operators/") => "opr_00000000000000000000000000000001",
        _ => "prp_00000000000000000000000000000001",
    };
    let path = path.trim_start_matches("/api/operator/v1/").replace("{id}", id);
    let body = (method != "GET" && method != "DELETE").then(|| body_for(&path));
    who.call(method, &path, body.as_ref()).await
}

#[tokio::test(flavor = "multi_thread")]
async fn every_operation_asks_for_its_permission_of_every_role() {
    let house = TestHouse::new().await;
    let ada = house.person("ada").await;
    let mut all = operations();
    // Signing out last: nothing can be asked after it.
    all.sort_by_key(|(method, path)| (method == "DELETE", path.clone()));
    for (method, path) in &all {
        let name = format!("{method} {path}");
        if takes(&name) == "open" {
            continue;
        }
        let stranger = try_it(&mut Colleague::with(&house), method, path).await;
        assert_eq!(stranger.problem(), (401, "UNAUTHORIZED_REQUEST"), "{name}");
        let customer = ada.call(method, &path.replace("{id}", NOBODY), Some(&body_for(path)), &[ORIGIN]).await;
        assert_eq!(customer.problem(), (401, "UNAUTHORIZED_REQUEST"), "a customer: {name}");
    }
    for role in Role::ALL {
        let mut one = colleague(&house, role).await;
        let held: Vec<String> = operator::permissions(role).map(|permission| permission.to_string()).collect();
        for (method, path) in &all {
            let name = format!("{method} {path}");
            // A wrong code is counted, so it is not tried here.
            if takes(&name) == "open" || WITH_A_CODE.iter().any(|(known, _)| *known == name) {
                continue;
            }
            let answer = try_it(&mut one, method, path).await;
            let may = takes(&name).split_whitespace().all(|needed| held.iter().any(|one| one == needed));
            let denied = answer.body["code"] == "ACCESS_DENIED";
            assert_eq!(denied, !may, "{role:?} {name} {}", answer.body);
            assert!(answer.status.as_u16() < 500 && answer.status != StatusCode::UNAUTHORIZED, "{role:?} {name}");
        }
    }
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_officer_finds_a_person_shuts_them_out_and_reads_it_in_the_log() {
    let house = TestHouse::new().await;
    let ada = house.person("ada").await;
    ada.order("iban", "first").await;
    let mut officer = colleague(&house, Role::ComplianceOfficer).await;
    let found = officer.call("GET", "customers?search=ada%40ex", None).await.expect(StatusCode::OK);
    assert_eq!(found["data"][0]["email"], "a•••@example.test");
    let id = found["data"][0]["id"].as_str().unwrap().to_owned();
    let seen = officer.call("GET", &format!("customers/{id}"), None).await.expect(StatusCode::OK);
    assert_eq!((&seen["tier"], &seen["blocked"]), (&json!("T0"), &json!(false)));
    assert_eq!(seen["sessions"].as_array().unwrap().len(), 1);
    let orders = officer.call("GET", &format!("customers/{id}/transactions"), None).await.expect(StatusCode::OK);
    assert_eq!(orders["data"][0]["from"]["amount"], "250.00");
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
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn another_sites_page_cannot_use_an_operators_cookies() {
    let house = TestHouse::new().await;
    let officer = colleague(&house, Role::ComplianceOfficer).await;
    let jar: Vec<String> = officer.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let (jar, person) = (jar.join("; "), Person { app: house.app.clone(), token: None, host: "localhost" });
    for stranger in [("origin", "https://evil.example"), ("origin", "http://localhost:1")] {
        let path = format!("/api/operator/v1/customers/{NOBODY}/block");
        let refused = person.call("POST", &path, Some(&json!({ "reason": WHY })), &[stranger, ("cookie", &jar)]).await;
        assert_eq!(refused.problem(), (401, "UNAUTHORIZED_REQUEST"));
    }
    let framed = [("sec-fetch-site", "same-site"), ("cookie", jar.as_str())];
    let refused = person.call("GET", "/api/operator/v1/proposals", None, &framed).await;
    assert_eq!(refused.problem(), (401, "UNAUTHORIZED_REQUEST"));
    house.close().await;
}
