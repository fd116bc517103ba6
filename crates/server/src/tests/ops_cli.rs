//! Operations from the command line, and their records.

use identity::operator::{self, Act, ActError, Action, Operator, Permission, Resource, Role};
use identity::{IdentityConfig, KeyEncryptionKey, Pepper};
use kernel::World;
use serde_json::json;
use store::testing::{TestDb, tenant};
use store::{JobSpec, jobs};

use crate::cli::ops_cli::run;
use crate::cli::{OnJob, OnTravelRule, Ops, TakenOnWord};

/// A database with a failed job and a job that waits behind it.
async fn stuck() -> (TestDb, World, String) {
    let (db, world) = (TestDb::new().await, World::system());
    let spec = |name| JobSpec::new(name, tenant(1), json!({})).serial("one after the other");
    let mut tx = db.store.system().await.unwrap();
    tx.enqueue(world.now(), &[spec("first"), spec("second")]).await.unwrap();
    tx.commit().await.unwrap();
    let mut conn = db.connect().await;
    let give_up = "UPDATE jobs SET state = 'dead', last_error = 'the bank said no' WHERE kind = 'first'";
    sqlx::query(give_up).execute(&mut conn).await.unwrap();
    let mut tx = db.store.system().await.unwrap();
    let id = jobs::dead(tx.conn(), None, 9).await.unwrap()[0].id.to_string();
    (db, world, id)
}

fn keys() -> IdentityConfig {
    let (pepper, data_key) = (Pepper::new([7; 32]), KeyEncryptionKey::new([8; 32]));
    IdentityConfig { pepper, data_key }
}

async fn said(db: &TestDb, world: &World, what: Ops) -> Result<String, String> {
    let mut out = Vec::new();
    let done = run(&db.store, world, keys(), what, &mut out).await;
    done.map(|()| String::from_utf8(out).unwrap()).map_err(|error| format!("{error:#}"))
}

fn on(job: &str, reason: &str) -> OnJob {
    OnJob { job: job.into(), reason: reason.into() }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_job_that_was_given_up_runs_again_for_a_reason_that_stays() {
    let (db, world, id) = stuck().await;
    let list = said(&db, &world, Ops::Jobs).await.unwrap();
    assert!(list.contains(&id) && list.contains("the bank said no") && list.contains("1 behind it"), "{list}");
    let refused = said(&db, &world, Ops::Revive(on(&id, "  because  "))).await.unwrap_err();
    assert_eq!(refused, "a reason has 8 to 500 characters");
    assert!(said(&db, &world, Ops::Jobs).await.unwrap().contains(&id), "and nothing has happened");
    assert_eq!(said(&db, &world, Ops::Acts).await.unwrap(), "No operator has done anything yet.\n");

    let told = said(&db, &world, Ops::Revive(on(&id, "the bank is back since noon"))).await.unwrap();
    assert_eq!(told, format!("first {id} runs again\n"));
    assert_eq!(said(&db, &world, Ops::Jobs).await.unwrap(), "No job was given up.\n");
    let acts = said(&db, &world, Ops::Acts).await.unwrap();
    let line = format!("(platform_owner)  jobs.revive {id} of {}: the bank is back since noon", tenant(1));
    assert!(acts.contains(&line), "{acts}");
    let refused = said(&db, &world, Ops::Revive(on(&id, "the bank is back since noon"))).await.unwrap_err();
    assert!(refused.contains("was not given up"), "{refused}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dead_job_does_not_block_other_jobs() {
    let (db, world, id) = stuck().await;
    said(&db, &world, Ops::Dismiss(on(&id, "it was paid by hand"))).await.unwrap();
    let list = said(&db, &world, Ops::Jobs).await.unwrap();
    assert!(list.contains(&id) && list.contains("0 behind it"), "{list}");
    assert!(
        said(&db, &world, Ops::Dismiss(on("job_1", "it was paid by hand"))).await.unwrap_err().contains("is no job")
    );
    assert_eq!(said(&db, &world, Ops::Reviews).await.unwrap(), "Nothing waits for somebody to look at it.\n");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_command_without_permission_changes_nothing_and_the_audit_log_keeps_what_was_done() {
    let (db, world, id) = stuck().await;
    let auditor = Operator { name: "ann".into(), role: Role::Auditor };
    let permission = Permission(Resource::Jobs, Action::Revive);
    let act = Act { permission, tenant: None, subject: &id, reason: "I would like to" };
    let mut tx = db.store.system().await.unwrap();
    let refused = operator::act(&mut tx, &world, &auditor, &act).await.unwrap_err();
    assert_eq!(refused.to_string(), "auditor may not jobs.revive");
    assert!(matches!(refused, ActError::Forbidden { .. }));
    let owner = Operator { name: "ann".into(), role: Role::PlatformOwner };
    operator::act(&mut tx, &world, &owner, &act).await.unwrap();
    tx.commit().await.unwrap();
    let mut conn = db.connect().await;
    for statement in ["UPDATE operator_acts SET reason = 'nothing'", "DELETE FROM operator_acts"] {
        let refused = sqlx::query(statement).execute(&mut conn).await.unwrap_err().to_string();
        assert!(refused.contains("are written once and stay"), "{statement}: {refused}");
    }
    let mut tx = db.store.tenant(tenant(1)).await.unwrap();
    let refused = sqlx::query("SELECT FROM operator_acts").execute(tx.conn()).await.unwrap_err().to_string();
    assert!(refused.contains("permission denied"), "{refused}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_travel_rule_is_set_for_a_reason_and_taken_back() {
    let (db, world) = (TestDb::new().await, World::system());
    let tenant = identity::seed_demo(&db.store, &world).await.unwrap();
    exchange::seed_demo(&db.store, &world, tenant).await.unwrap();
    let on = |above: &str, reason: &str| {
        let (above, reason) = (above.to_owned(), reason.to_owned());
        let (on_word, tenant) = (TakenOnWord::Everything, identity::DEMO_TENANT_SLUG.into());
        Ops::TravelRule(OnTravelRule { above, on_word, tenant, reason })
    };
    let refused = said(&db, &world, on("1000.005", "the law says so")).await.unwrap_err();
    assert!(refused.starts_with("1000.005 is no amount of euro"), "{refused}");
    assert_eq!(said(&db, &world, on("1000", "law")).await.unwrap_err(), "a reason has 8 to 500 characters");
    let told = said(&db, &world, on("1000", "the law says so")).await.unwrap();
    assert!(
        told.starts_with("Version 2 ") && told.contains("above 1000.00 EUR; on their word alone leaves: everything"),
        "{told}"
    );
    let rules = "SELECT body->'travel_rule'->'above' IS NOT NULL FROM policies ORDER BY version";
    let kept = "SELECT body->'travel_rule'->>'on_word' FROM policies WHERE version = 2";
    let kept: Option<String> = sqlx::query_scalar(kept).fetch_one(&mut db.connect().await).await.unwrap();
    assert_eq!(kept.as_deref(), Some("everything"));
    let told = said(&db, &world, on("off", "no coins leave here")).await.unwrap();
    assert!(told.starts_with("Version 3 ") && told.contains("nobody is asked"), "{told}");
    let kept: Vec<bool> = sqlx::query_scalar(rules).fetch_all(&mut db.connect().await).await.unwrap();
    assert_eq!(kept, [false, true, false]);
    let acts = said(&db, &world, Ops::Acts).await.unwrap();
    assert!(acts.contains("policies.write policy 2") && acts.contains(": the law says so"), "{acts}");
}
