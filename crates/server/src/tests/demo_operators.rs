//! Demo operators: in a local sandbox, any visitor can act in any role of the console. Nowhere else.

use axum::Router;
use axum::http::StatusCode;
use identity::operator::{Role, home, is_offered};
use identity::{NewTenant, add_tenant};
use serde_json::{Value, json};
use tokio::sync::watch;

use super::authorization::database_snapshot::Everything;
use super::operators::{Colleague, colleague};
use super::support::TestApp;

const WHY: &str = "because the test says so";

/// A system with demo tenants, prepared as `agio up` does.
async fn furnished() -> TestApp {
    let app = TestApp::new().await;
    for _ in 0..2 {
        app.installation.furnish_console().await.unwrap();
    }
    app
}

async fn offered(visitor: &mut Colleague) -> Vec<Value> {
    let session = visitor.call("GET", "session", None).await.expect(StatusCode::OK);
    session.get("demo_operators").map_or_else(Vec::new, |all| all.as_array().unwrap().clone())
}

fn of_role(all: &[Value], role: Role) -> Vec<Value> {
    let ids = all.iter().filter(|one| one["role"] == role.name()).map(|one| json!({ "operator": one["id"] }));
    ids.collect()
}

/// Signs in as a demo operator, in a new browser.
async fn acting(app: &TestApp, choice: &Value) -> Colleague {
    let mut one = Colleague::at(app, "localhost");
    one.post("session/demo", choice).await.expect(StatusCode::OK);
    one
}

#[tokio::test(flavor = "multi_thread")]
async fn a_newcomer_acts_in_every_role_on_offer_and_begins_where_its_work_is() {
    let app = furnished().await;
    let mut visitor = Colleague::at(&app, "localhost");
    let all = offered(&mut visitor).await;
    for role in Role::ALL {
        let choices = of_role(&all, role);
        assert_eq!(!choices.is_empty(), is_offered(role), "{role:?}");
        for choice in choices {
            let me = visitor.post("session/demo", &choice).await.expect(StatusCode::OK);
            assert_eq!((&me["role"], &me["id"]), (&json!(role.name()), &choice["operator"]));
            assert_eq!(me["home"], json!(home(role).unwrap().name()));
        }
    }
    let nova = offered(&mut Colleague::at(&app, "nova.localhost")).await;
    assert_eq!(nova.len(), all.len(), "each demo tenant has its own");
    let lent = visitor.post("session/demo", &json!({ "operator": nova[0]["id"] })).await;
    assert_eq!(lent.problem(), (404, "NOT_FOUND"), "another tenant's is nobody here");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn dual_control_needs_two_demo_operators() {
    let app = furnished().await;
    app.person("ada").await;
    let officers = of_role(&offered(&mut Colleague::at(&app, "localhost")).await, Role::ComplianceOfficer);
    let (mut first, mut second) = (acting(&app, &officers[0]).await, acting(&app, &officers[1]).await);
    let found = first.call("GET", "customers?search=ada%40example.test", None).await.expect(StatusCode::OK);
    let path = format!("customers/{}", found["data"][0]["id"].as_str().unwrap());
    let why = json!({ "reason": WHY });
    first.post(&format!("{path}/block"), &why).await.expect(StatusCode::OK);
    let asked = first.post(&format!("{path}/unblock"), &why).await.expect(StatusCode::OK);
    let approve = format!("proposals/{}/approve", asked["proposal_id"].as_str().unwrap());
    assert_eq!(first.post(&approve, &why).await.problem(), (403, "ACCESS_DENIED"), "nobody agrees to their own");
    second.post(&approve, &why).await.expect(StatusCode::OK);
    let mut log = acting(&app, &officers[0]).await;
    let lines = log.call("GET", "log?action=operators.sign_in", None).await.expect(StatusCode::OK);
    assert_eq!(lines["data"][0]["after"], json!({ "demo": true }), "the log says how they came in");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_demo_operators_can_be_chosen() {
    let mut app = furnished().await;
    let mut admin = colleague(&app, Role::TenantAdmin).await;
    let me = admin.call("GET", "session", None).await.expect(StatusCode::OK);
    let all = offered(&mut Colleague::at(&app, "localhost")).await;
    let demo = of_role(&all, Role::Auditor).remove(0);
    let path = format!("operators/{}/remove", demo["operator"].as_str().unwrap());
    admin.post(&path, &json!({ "reason": WHY })).await.expect(StatusCode::OK);
    app.rest().await;
    let before = Everything::of(&app.db).await;
    let mut visitor = Colleague::at(&app, "localhost");
    let strangers =
        [me["me"]["id"].clone(), demo["operator"].clone(), json!("opr_00000000000000000000000000000001"), json!("x")];
    for operator in strangers {
        let refused = visitor.post("session/demo", &json!({ "operator": operator })).await;
        assert_eq!(refused.problem(), (404, "NOT_FOUND"), "{operator}");
    }
    assert_eq!(Everything::of(&app.db).await.changed_since(&before), Vec::<&str>::new());
    assert!(visitor.cookies.is_empty());
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_a_sandbox_that_this_machine_alone_reaches_has_demo_operators() {
    let mut app = furnished().await;
    let demo = offered(&mut Colleague::at(&app, "localhost")).await.remove(0);
    let choice = json!({ "operator": demo["id"] });
    // Reachable from other machines: through a public host name, or through a listener on all interfaces.
    sqlx::query("INSERT INTO tenant_hosts SELECT 'demo.example', id FROM tenants WHERE slug = 'agio'")
        .execute(&mut app.db.connect().await)
        .await
        .unwrap();
    let (_stop, stopping) = watch::channel(false);
    let everywhere = api::router(app.installation.state(false, stopping), Router::new());
    let mut by_name = Colleague::at(&app, "demo.example").with_https();
    let mut by_address = Colleague::at(&app, "localhost").through(everywhere);
    // An installation with a real tenant is no demo.
    let mut neighbour = Colleague::at(&app, "localhost");
    let live = NewTenant { sandbox: false, ..NewTenant::sandbox("bank", "Bank", &["bank.localhost"]) };
    app.rest().await;
    for (who, visitor) in [("another name", &mut by_name), ("another address", &mut by_address)] {
        refuses(&app, who, visitor, &choice).await;
    }
    add_tenant(&app.db.store, &app.world, live).await.unwrap();
    refuses(&app, "beside a live tenant", &mut neighbour, &choice).await;
    // Not even if demo operators are written into the real tenant's database rows.
    let forged = "UPDATE operators SET tenant_id = (SELECT id FROM tenants WHERE slug = 'bank') WHERE id IN
                  (SELECT id FROM operators WHERE is_demo AND role = 'support_l1' LIMIT 1)
                  RETURNING 'opr_' || replace(id::text, '-', '')";
    let forged: String = sqlx::query_scalar(forged).fetch_one(&mut app.db.connect().await).await.unwrap();
    let choice = json!({ "operator": forged });
    refuses(&app, "a live tenant", &mut Colleague::at(&app, "bank.localhost"), &choice).await;
    app.close().await;
}

/// No operator is offered, and a sign-in attempt changes nothing.
async fn refuses(app: &TestApp, who: &str, visitor: &mut Colleague, choice: &Value) {
    assert_eq!(offered(visitor).await, Vec::<Value>::new(), "{who}");
    let before = Everything::of(&app.db).await;
    assert_eq!(visitor.post("session/demo", choice).await.problem(), (404, "NOT_FOUND"), "{who}");
    assert_eq!(Everything::of(&app.db).await.changed_since(&before), Vec::<&str>::new(), "{who}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_role_without_work_is_neither_listed_nor_given() {
    let app = TestApp::new().await;
    let mut admin = colleague(&app, Role::TenantAdmin).await;
    let roles = admin.call("GET", "roles", None).await.expect(StatusCode::OK);
    let listed: Vec<&str> = roles["data"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect();
    for role in Role::ALL {
        assert_eq!(listed.contains(&role.name()), is_offered(role), "{role:?}");
        if !is_offered(role) {
            let body = json!({ "email": "new@example.test", "role": role.name(), "reason": WHY });
            let refused = admin.post("operators", &body).await;
            assert_eq!(refused.problem(), (400, "VALIDATION_ERROR"), "{role:?}");
            assert_eq!(refused.body["errors"][0]["pointer"], "/role");
        }
    }
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_newcomers_queue_has_something_to_decide_and_what_was_decided_stays() {
    let app = furnished().await;
    let choice = of_role(&offered(&mut Colleague::at(&app, "localhost")).await, Role::ComplianceOfficer).remove(0);
    let mut officer = acting(&app, &choice).await;
    let waiting = officer.call("GET", "verifications", None).await.expect(StatusCode::OK);
    let kinds: Vec<&str> =
        waiting["data"].as_array().unwrap().iter().map(|one| one["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds.len(), 3, "{kinds:?}");
    for kind in ["IDENTITY", "ADDRESS", "SOURCE_OF_FUNDS"] {
        assert!(kinds.contains(&kind), "{kinds:?}");
    }
    for one in waiting["data"].as_array().unwrap() {
        let path = format!("customers/{}/verifications", one["customer_id"].as_str().unwrap());
        let body = json!({ "kind": one["kind"], "verdict": "approve", "reasons": [], "reason": WHY });
        officer.post(&path, &body).await.expect(StatusCode::OK);
    }
    app.installation.furnish_console().await.unwrap();
    let waiting = officer.call("GET", "verifications", None).await.expect(StatusCode::OK);
    assert_eq!(waiting["data"], json!([]), "a start brings nothing back");
    app.close().await;
}
