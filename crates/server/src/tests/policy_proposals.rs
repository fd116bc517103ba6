//! A policy change of a tenant with operators: proposed on the command line, reviewed and approved in the console.

use axum::http::StatusCode;
use identity::operator::Role;
use serde_json::{Value, json};

use super::operators::{Colleague, colleague_at};
use super::policies::{on, said, shown, written};
use super::support::TestApp;
use crate::cli::PolicyCommand;
use crate::tests::scratch::Scratch;

const WHY: &str = "because the test says so";
const DIFF: &str = "  spread_ppm: 0 -> 700\n  version: 1 -> 2\n";

/// Proposes a spread of 0.07 % on the command line.
async fn proposed(app: &TestApp, folder: &Scratch) -> Result<String, String> {
    let mut policy = shown(app).await;
    policy["spread_ppm"] = 700.into();
    said(app, on(written(folder, &policy), false)).await
}

async fn waiting(who: &mut Colleague) -> Value {
    who.call("GET", "proposals", None).await.expect(StatusCode::OK)["data"].take()
}

fn answered(one: &Value, how: &str) -> String {
    format!("proposals/{}/{how}", one["id"].as_str().unwrap())
}

async fn versions(app: &TestApp) -> i64 {
    let versions = "SELECT count(*) FROM policies p JOIN tenants t ON t.id = p.tenant_id WHERE t.slug = 'agio'";
    sqlx::query_scalar(versions).fetch_one(&mut app.db.connect().await).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_policy_proposed_on_the_command_line_is_approved_once_in_the_console() {
    let (app, folder) = (TestApp::new().await, Scratch::new().unwrap());
    let mut olga = colleague_at(&app, "localhost", "olga", Role::ComplianceOfficer).await;
    let oleg = colleague_at(&app, "localhost", "oleg", Role::ComplianceOfficer).await;
    let mut admin = colleague_at(&app, "localhost", "admin", Role::TenantAdmin).await;
    let told = proposed(&app, &folder).await.unwrap();
    assert!(told.starts_with(&format!("{DIFF}An operator has to agree in the console, until ")), "{told}");
    assert_eq!(shown(&app).await["version"], 1, "nothing holds before somebody agrees");
    let again = proposed(&app, &folder).await.unwrap_err();
    assert!(again.contains("Another change of the policy waits"), "{again}");

    let seen = waiting(&mut olga).await;
    let one = &seen[0];
    assert_eq!((&one["action"], &one["subject"]), (&json!("policies.publish"), &json!("policy 2")));
    assert_eq!((&one["operator_action"]["changes"], &one["operator_action"]["policy"]), (&json!(DIFF), &Value::Null));
    let row = json!([{ "path": ["spread_ppm"], "before": "0", "after": "700" }]);
    assert_eq!(one["operator_action"]["differences"], row, "in a form that the console puts into words");
    assert!(one["maker"].as_str().unwrap().starts_with("account "), "{one}");
    let (approve, why) = (answered(one, "approve"), json!({ "reason": WHY }));
    let known = waiting(&mut admin).await;
    assert_eq!(
        (&known[0]["id"], &known[0]["can_answer"]),
        (&one["id"], &json!(false)),
        "an administrator may propose, not approve"
    );
    assert_eq!(admin.post(&approve, &why).await.problem(), (403, "ACCESS_DENIED"));
    assert_eq!(olga.post(&answered(one, "withdraw"), &why).await.problem(), (403, "ACCESS_DENIED"), "it is not hers");

    let tries = (0..50).map(|n| {
        let (mut who, path, why) = (if n % 2 == 0 { olga.clone() } else { oleg.clone() }, approve.clone(), why.clone());
        tokio::spawn(async move { who.post(&path, &why).await })
    });
    let mut agreed = 0;
    for tried in tries.collect::<Vec<_>>() {
        let answer = tried.await.unwrap();
        agreed += usize::from(answer.status.is_success());
        assert!(answer.status.is_success() || answer.problem() == (409, "CONFLICT_ERROR"), "{}", answer.body);
    }
    assert_eq!((agreed, versions(&app).await), (1, 2));
    assert_eq!(shown(&app).await["spread_ppm"], 700);
    let logged = "SELECT after->>'changes' FROM operator_log WHERE action = 'policies.publish' AND subject = 'policy 2'
                  AND proposal_id IS NOT NULL";
    let logged: Vec<String> = sqlx::query_scalar(logged).fetch_all(&mut app.db.connect().await).await.unwrap();
    assert_eq!(logged, [DIFF]);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_proposal_based_on_an_older_policy_cannot_be_approved_and_can_be_withdrawn() {
    let (app, folder) = (TestApp::new().await, Scratch::new().unwrap());
    let mut olga = colleague_at(&app, "localhost", "olga", Role::ComplianceOfficer).await;
    proposed(&app, &folder).await.unwrap();
    let tenant = identity::tenant_by_slug(&app.db.store, identity::DEMO_TENANT_SLUG).await.unwrap().unwrap();
    let newer = exchange::policy::Policy { version: 2, spread_ppm: 5, ..exchange::policy::Policy::sandbox() };
    let now = app.now();
    exchange::publish_policy(&app.db.store, &app.world, tenant, &newer, now).await.unwrap();
    let (one, why) = (waiting(&mut olga).await[0].take(), json!({ "reason": WHY }));
    let late = olga.post(&answered(&one, "approve"), &why).await;
    assert_eq!(late.problem(), (409, "CONFLICT_ERROR"));
    assert!(late.body["detail"].as_str().unwrap().contains("version 2 is in force"), "{}", late.body);
    assert_eq!((versions(&app).await, shown(&app).await["spread_ppm"].clone()), (2, json!(5)));

    let withdraw = || PolicyCommand::Withdraw { tenant: identity::DEMO_TENANT_SLUG.into(), reason: WHY.into() };
    said(&app, withdraw()).await.unwrap();
    assert!(said(&app, withdraw()).await.is_err(), "there is nothing left to take back");
    assert_eq!(waiting(&mut olga).await, json!([]));
    assert_eq!(olga.post(&answered(&one, "approve"), &why).await.problem(), (409, "CONFLICT_ERROR"));

    proposed(&app, &folder).await.unwrap();
    let passed = "UPDATE operator_proposals SET operator_action = jsonb_set(operator_action, '{at}', '\"2020-01-01T00:00:00Z\"') WHERE state = 'open'";
    sqlx::query(passed).execute(&mut app.db.connect().await).await.unwrap();
    let one = waiting(&mut olga).await[0].take();
    let late = olga.post(&answered(&one, "approve"), &why).await;
    assert!(late.body["detail"].as_str().unwrap().contains("must be in the future"), "{}", late.body);
    olga.post(&answered(&one, "refuse"), &why).await.expect(StatusCode::OK);
    assert_eq!(versions(&app).await, 2);
    app.close().await;
}
