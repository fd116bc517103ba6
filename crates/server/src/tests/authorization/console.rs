//! Authorisation of the console's operations: every role, and every caller who is not an active operator of the tenant.

use std::collections::BTreeMap;

use axum::http::StatusCode;
use chrono::TimeDelta;
use identity::operator::{self, Role};
use serde_json::{Value, json};

use super::database_snapshot::Everything;
use super::document::{Operation, operations};
use crate::tests::operators::{Colleague, colleague, colleague_at, link};
use crate::tests::support::{Answer, TestApp};

const WHY: &str = "because the test says so";
/// Called with a code. Wrong codes are counted, so the roles do not call it.
const WITH_A_CODE: [&str; 1] = ["POST /api/operator/v1/session/confirm"];

/// A valid body, so that a refusal concerns the operator and not the body.
fn body_for(path: &str) -> Value {
    json!({
        "reason": WHY, "kind": "IDENTITY", "verdict": "approve", "tier": "T4", "reasons": [], "token": "agi_", "code": "000000",
        "role": "support_l1", "email": format!("new-{}@example.test", path.len()), "name": "Mine now",
        "fiat_day": "1.00", "fiat_month": "1.00", "crypto_out_day": "1.00", "crypto_out_month": "1.00",
        "act": "close", "closed_as": "failed",
        "holder": "North Bank", "bic": "BYLADEM1001",
        "accounts": [{ "currency": "EUR", "iban": "DE02120300000000202051" }], "url": "https://pay.example/api",
        "currencies": ["EUR"], "is_on": true, "alert_mail": "urgent", "text": "We look at it.", "ruling": "grant",
        "to": "chain", "key": "019a0000000040008000000000000001", "texts": { "en": "We look at it." },
        "leg": 2, "rate": 20_000, "payway": "blik", "flow": "IN", "cause": "MAINTENANCE",
        "request_id": "cer_019a0000000070008000000000000001", "credential": {},
    })
}

/// The ids for operations: a customer, a transaction, an operator and a proposal of this tenant.
struct Things {
    customer: String,
    movement: String,
    operator: String,
    proposal: String,
    passkey: String,
    account: String,
    conversation: String,
}

impl Things {
    async fn of(app: &TestApp) -> Self {
        let ada = app.person("ada").await;
        let order = ada.order("iban", "things").await;
        let question = json!({ "kind": "QUESTION", "topic": "OTHER", "text": "Hello", "key": kernel::World::system().uuid().simple().to_string() });
        let asked = ada.post("support/conversations", &question).await.expect(StatusCode::CREATED);
        let conversation = asked["conversation"]["id"].as_str().unwrap().to_owned();
        let mut officer = colleague_at(app, "localhost", "olga", Role::ComplianceOfficer).await;
        let found = officer.call("GET", "customers?search=ada%40example.test", None).await.expect(StatusCode::OK);
        let customer = found["data"][0]["id"].as_str().unwrap().to_owned();
        let path = format!("customers/{customer}");
        let why = json!({ "reason": WHY });
        officer.post(&format!("{path}/block"), &why).await.expect(StatusCode::OK);
        let asked = officer.post(&format!("{path}/unblock"), &why).await.expect(StatusCode::OK);
        // There is no authenticator in the test; a stored passkey is sufficient.
        let passkey =
            "INSERT INTO operator_passkeys (tenant_id, id, operator_id, rp_id, credential_id, credential, state,
                                                      transports, name, created_at)
                       SELECT tenant_id, '019a0000-0000-7000-8000-0000000000aa', id, 'localhost',
                              '\\x00112233445566778899aabbccddeeff', '', '', 0, 'Key', now() FROM operators LIMIT 1";
        sqlx::query(passkey).execute(&mut app.db.connect().await).await.unwrap();
        let passkeys = officer.call("GET", "session/passkeys", None).await.expect(StatusCode::OK);
        let me = officer.call("GET", "session", None).await.expect(StatusCode::OK);
        Self {
            customer,
            movement: order["id"].as_str().unwrap().to_owned(),
            operator: me["me"]["id"].as_str().unwrap().to_owned(),
            proposal: asked["proposal_id"].as_str().unwrap().to_owned(),
            passkey: passkeys["passkeys"][0]["id"].as_str().unwrap().to_owned(),
            account: "acc_0000000000000001".to_owned(),
            conversation,
        }
    }

    /// Ids of objects that do not exist, for callers with permission: no call must have an effect.
    fn nothing() -> Self {
        let one = "00000000000000000000000000000001";
        Self {
            customer: format!("usr_{one}"),
            movement: format!("ord_{one}"),
            operator: format!("opr_{one}"),
            proposal: format!("prp_{one}"),
            passkey: format!("psk_{one}"),
            account: "acc_0000000000000001".to_owned(),
            conversation: format!("sup_{one}"),
        }
    }

    fn named_in(&self, path: &str) -> &str {
        // These need not exist.
        for (part, id) in [
            ("/campaigns/", "cmp_00000000000000000000000000000001"),
            ("/farm/seasons/", "ssn_00000000000000000000000000000001"),
            ("/content/", "cnt_00000000000000000000000000000001"),
        ] {
            if path.contains(part) {
                return id;
            }
        }
        let kinds = [
            ("/customers/", &self.customer),
            ("/partners/", &self.customer),
            ("/referrals/", &self.customer),
            ("/referral-earnings/", &self.movement),
            ("/movements/", &self.movement),
            ("/operators/", &self.operator),
            ("/proposals/", &self.proposal),
            ("/passkeys/", &self.passkey),
            ("/ledger/", &self.account),
            ("/support/conversations/", &self.conversation),
        ];
        let known = kinds.into_iter().find(|(part, _)| path.contains(part)).map(|(_, id)| id.as_str());
        known.unwrap_or("019a0000-0000-7000-8000-000000000001")
    }
}

fn path_of(operation: &Operation, things: &Things) -> String {
    let path = operation.path.trim_start_matches("/api/operator/v1/");
    path.replace("{id}", things.named_in(&operation.path)).replace("{version}", "1").replace("{kind}", "order_done")
}

async fn try_it(who: &mut Colleague, operation: &Operation, things: &Things) -> Answer {
    let path = path_of(operation, things);
    let body = (operation.method != "GET" && operation.method != "DELETE").then(|| body_for(&path));
    who.call(&operation.method, &path, body.as_ref()).await
}

/// Malformed requests: a caller without permission must get 403 before any validation error.
async fn try_it_wrongly(who: &mut Colleague, operation: &Operation, things: &Things) -> Vec<Answer> {
    let path = path_of(operation, things);
    if operation.method == "GET" {
        let query = format!("{path}?limit=0&cursor=x&operator=x&blocked=x&all=x");
        return vec![who.call("GET", &query, None).await];
    }
    let mut heard = Vec::new();
    for body in [json!({}), json!({ "reason": "short" }), json!({ "reason": null, "kind": 1, "role": "x" }), json!([])]
    {
        heard.push(who.call(&operation.method, &path, Some(&body)).await);
    }
    heard
}

/// Callers who are not operators of this tenant, with all kinds of credentials.
async fn strangers(app: &TestApp) -> Vec<(&'static str, Colleague)> {
    let cookie = |name: &str, value: &str| BTreeMap::from([(name.to_owned(), value.to_owned())]);
    let session = |value: &str| cookie("agio-operator", value);
    let with = |cookies| Colleague::at(app, "localhost").with_cookies(cookies);
    let eve = app.person("eve").await;
    let token = eve.token.clone().unwrap();
    let admin = Role::TenantAdmin;
    let invited = link(app, "localhost", "invited@example.test", admin).await;
    let good = colleague_at(app, "localhost", "good", admin).await;
    let mut left = colleague_at(app, "localhost", "left", admin).await;
    let kept = left.cookies.clone();
    assert_eq!(left.call("DELETE", "session", None).await.status, StatusCode::NO_CONTENT);
    let nova = colleague_at(app, "nova.localhost", "nora", Role::ComplianceOfficer).await;
    let mut all = vec![
        ("nobody", with(BTreeMap::new())),
        ("somebody with a session made up", with(session("ago_made_up"))),
        ("a customer", with(BTreeMap::new()).with_bearer(&token)),
        ("a customer's token in the cookie", with(session(&token))),
        ("an operator's session as a token", with(BTreeMap::new()).with_bearer(&good.cookies["agio-operator"])),
        ("an operator's browser alone", with(cookie("agio-operator-device", &good.cookies["agio-operator-device"]))),
        ("an operator's browser as a session", with(session(&good.cookies["agio-operator-device"]))),
        ("a link as a session", with(session(&invited))),
        ("an operator who has signed out", with(kept)),
        ("an operator of another tenant", with(nova.cookies.clone())),
    ];
    let over = [
        ("an operator who was idle", "idle", "operator_sessions SET seen_at = seen_at - interval '16 minutes'"),
        (
            "an operator at the end of the day",
            "late",
            "operator_sessions SET expires_at = expires_at - interval '9 hours'",
        ),
        ("an operator whose session was ended", "ended", "operator_sessions SET ended_at = seen_at"),
    ];
    for (who, name, change) in over {
        all.push((who, colleague_at(app, "localhost", name, admin).await));
        let of = "WHERE operator_id IN (SELECT id FROM operators WHERE email = $1)";
        let change = sqlx::query(sqlx::AssertSqlSafe(format!("UPDATE {change} {of}")));
        let done = change.bind(format!("{name}@example.test")).execute(&mut app.db.connect().await).await.unwrap();
        assert_eq!(done.rows_affected(), 1, "{who}");
    }
    let removed = colleague_at(app, "localhost", "removed", admin).await;
    let mut boss = good;
    let found = boss.call("GET", "operators", None).await.expect(StatusCode::OK);
    let of = |one: &&Value| one["email"] == "removed@example.test";
    let id = found["data"].as_array().unwrap().iter().find(of).unwrap()["id"].as_str().unwrap().to_owned();
    boss.post(&format!("operators/{id}/remove"), &json!({ "reason": WHY })).await.expect(StatusCode::OK);
    all.push(("an operator who was removed", removed));
    all
}

#[tokio::test(flavor = "multi_thread")]
async fn only_operators_of_the_tenant_get_past_authentication_of_the_console() {
    let mut app = TestApp::new().await;
    let things = Things::of(&app).await;
    let strangers = strangers(&app).await;
    assert!(strangers.len() >= 12);
    app.rest().await;
    let all = operations(&serde_json::to_value(api::operator_openapi()).unwrap());
    let closed: Vec<&Operation> = all.iter().filter(|operation| operation.permissions().is_some()).collect();
    assert!(closed.len() > 20);
    for (who, mut stranger) in strangers {
        let before = Everything::of(&app.db).await;
        for operation in &closed {
            let answer = try_it(&mut stranger, operation, &things).await;
            assert_eq!(answer.problem(), (401, "UNAUTHORIZED_REQUEST"), "{who}: {}", operation.name);
        }
        assert_eq!(Everything::of(&app.db).await.changed_since(&before), Vec::<&str>::new(), "{who}");
    }
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_operation_requires_its_permission_from_every_role() {
    let mut app = TestApp::new().await;
    let (things, nothing) = (Things::of(&app).await, Things::nothing());
    let mut all = operations(&serde_json::to_value(api::operator_openapi()).unwrap());
    // Sign-out last, because it ends the session.
    all.sort_by_key(|operation| (operation.name == "DELETE /api/operator/v1/session", operation.name.clone()));
    let mut colleagues = Vec::new();
    for role in Role::ALL {
        colleagues.push((role, colleague(&app, role).await));
    }
    app.rest().await;
    for (role, mut one) in colleagues {
        let held: Vec<String> = operator::permissions(role).map(|permission| permission.to_string()).collect();
        let may = |operation: &&Operation| {
            let has_all = |all: &Vec<String>| all.iter().all(|one| held.contains(one));
            operation.permissions().is_some_and(|ways| ways.iter().any(has_all))
        };
        let asked: Vec<&Operation> = all
            .iter()
            .filter(|operation| operation.permissions().is_some() && !WITH_A_CODE.contains(&operation.name.as_str()))
            .collect();
        // A session remembers once a minute that it is used, which is no act. An hour ahead, it has nothing to remember.
        let used = "UPDATE operator_sessions SET seen_at = $1";
        let ahead = app.now() + TimeDelta::hours(1);
        sqlx::query(used).bind(ahead).execute(&mut app.db.connect().await).await.unwrap();
        let before = Everything::of(&app.db).await;
        for operation in asked.iter().filter(|operation| !may(operation)) {
            let answer = try_it(&mut one, operation, &things).await;
            assert_eq!(answer.problem(), (403, "ACCESS_DENIED"), "{role:?} {}", operation.name);
            for answer in try_it_wrongly(&mut one, operation, &things).await {
                assert_eq!(answer.problem(), (403, "ACCESS_DENIED"), "{role:?} {}, wrong", operation.name);
            }
        }
        assert_eq!(Everything::of(&app.db).await.changed_since(&before), Vec::<&str>::new(), "{role:?}");
        for operation in asked.iter().filter(|operation| may(operation)) {
            let answer = try_it(&mut one, operation, &nothing).await;
            let refused = answer.body["code"] == "ACCESS_DENIED" || answer.status == StatusCode::UNAUTHORIZED;
            assert!(!refused && answer.status.as_u16() < 500, "{role:?} {} {}", operation.name, answer.body);
        }
    }
    app.close().await;
}
