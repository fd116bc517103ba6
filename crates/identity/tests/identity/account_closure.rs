//! Account closure.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use chrono::TimeDelta;
use identity::{Chapter, Closing, ClosureAnswer, ClosureBlockers, ClosurePort, Held, Page, Principal, Unfinished};
use kernel::{Amount, Currency, ProfileId, TransactionId, UserId};
use sqlx::Row;
use store::{JobSpec, StoreError, TenantTx, Worker};
use uuid::Uuid;

use crate::login::futures;
use crate::mfa::{enrolled, principal};
use crate::setup::*;

const SUBJECT: &str = "Your account at The Bank: deletion";

/// A simulated ledger with given closure blockers.
#[derive(Default)]
struct Purse(Mutex<ClosureBlockers>);

#[async_trait]
impl ClosurePort for Purse {
    async fn ties(&self, _: &mut TenantTx, _: &[ProfileId]) -> Result<ClosureBlockers, StoreError> {
        Ok(self.0.lock().unwrap().clone())
    }

    async fn page(
        &self,
        _: &mut TenantTx,
        _: UserId,
        _: ProfileId,
        _: Chapter,
        _: Option<&str>,
    ) -> Result<Page, StoreError> {
        Ok(Page::default())
    }

    async fn forget(&self, _: &mut TenantTx, _: &[ProfileId]) -> Result<(), StoreError> {
        Ok(())
    }
}

impl Purse {
    fn put(&self, who: &Principal, cents: i128) {
        let euro = |atoms| Amount::new(atoms, Currency::EUR);
        let held = Held { profile: who.profiles[0], posted: euro(cents), held: euro(0), incoming: euro(0) };
        self.0.lock().unwrap().balances = vec![held];
    }
}

async fn leave(setup: &Setup, who: &Principal, purse: &Purse) -> Result<Closing, ClosureBlockers> {
    match setup.identity.leave(&setup.tenant, who, Some(" I move house. "), purse, &here()).await.unwrap() {
        ClosureAnswer::Accepted(closing) => Ok(closing),
        ClosureAnswer::Refused(ties) => Err(ties),
    }
}

/// Runs the scheduled job and sends the emails.
async fn run_due(setup: &Setup, purse: &Arc<Purse>) {
    let world = kernel::World::with_clock(setup.clock.clone());
    let worker = Worker::new(setup.db.store.clone(), world, setup.identity.jobs_with(purse.clone()));
    let mut tx = setup.db.store.system().await.unwrap();
    tx.enqueue(setup.now(), &[JobSpec::new("identity.closings", None, serde_json::json!({}))]).await.unwrap();
    tx.commit().await.unwrap();
    worker.run_until_idle().await.unwrap();
    setup.worker.run_until_idle().await.unwrap();
}

/// The tables in which a word occurs, in any column.
async fn tables_with(setup: &Setup, word: &str) -> Vec<String> {
    let mut conn = setup.sql().await;
    let tables: Vec<String> = sqlx::query_scalar("SELECT tablename::text FROM pg_tables WHERE schemaname = 'public'")
        .fetch_all(&mut conn)
        .await
        .unwrap();
    let mut found = Vec::new();
    for table in tables {
        let query = format!("SELECT count(*) FROM {table} row_of WHERE row_of::text ILIKE '%' || $1 || '%'");
        let row = sqlx::query(sqlx::AssertSqlSafe(query)).bind(word).fetch_one(&mut conn).await.unwrap();
        if row.get::<i64, _>(0) > 0 {
            found.push(table);
        }
    }
    found
}

#[tokio::test]
async fn a_closure_waits_two_weeks_then_erases_the_person_who_may_register_again() {
    let setup = Setup::new().await;
    let (owner, _, _) = enrolled(&setup).await;
    let (identity, tenant, purse) = (&setup.identity, setup.tenant.id, Arc::new(Purse::default()));
    let update = identity::UserUpdate { first_name: Some("Canary".into()), ..Default::default() };
    identity.update_user(&setup.tenant, owner.user, update, &Default::default(), &here()).await.unwrap();
    identity.set_mail_phrase(&setup.tenant, &owner, Some("Blue heron"), &here()).await.unwrap();
    let elsewhere = setup.sign_in(ANNA).await;
    let closing = leave(&setup, &owner, &purse).await.unwrap();
    assert_eq!(closing.due_at, setup.now() + TimeDelta::days(14));
    assert!(identity.authenticate(tenant, elsewhere.tokens.access.expose()).await.is_err(), "other sessions end");
    assert!(identity.user(tenant, owner.user).await.unwrap().closes_at.is_some(), "this one goes on");
    let mail = read_mail(&setup, ANNA, SUBJECT).await;
    assert!(mail.contains("2026-03-15 12:00:00 UTC") && mail.contains("Keep my account"), "{mail}");

    setup.wait(TimeDelta::days(14) - TimeDelta::seconds(1));
    run_due(&setup, &purse).await;
    assert!(setup.sign_in(ANNA).await.factor_required, "not a second early");
    setup.wait(TimeDelta::seconds(1));
    run_due(&setup, &purse).await;
    run_due(&setup, &purse).await;
    let last = read_mail(&setup, ANNA, SUBJECT).await;
    assert!(last.starts_with("Your phrase: Blue heron\n\n") && last.contains("is deleted"), "{last}");
    assert_eq!(setup.count("SELECT count(*) FROM users WHERE mail_phrase IS NOT NULL").await, 0);
    assert!(identity.user(tenant, owner.user).await.is_err());
    // The queued last email still contains the address; the address is deleted with the job.
    assert_eq!(tables_with(&setup, "anna@").await, ["jobs"]);
    for word in ["canary", "I move house"] {
        assert_eq!(tables_with(&setup, word).await, Vec::<String>::new(), "{word}");
    }
    let kept = tables_with(&setup, &owner.user.uuid().to_string()).await;
    assert!(
        ["users", "profiles", "audit_log", "account_closings"].iter().all(|t| kept.iter().any(|k| k == t)),
        "{kept:?}"
    );
    for gone in ["sessions", "totp_factors", "recovery_codes", "factor_settings"] {
        assert!(!kept.iter().any(|table| table == gone), "{gone}");
    }
    assert_eq!(setup.count("SELECT count(*) FROM audit_log WHERE action = 'closing.erased'").await, 1);

    let again = setup.sign_in(ANNA).await;
    assert_ne!(again.user, owner.user, "the same address is somebody new");
    assert!(!again.factor_required);
}

#[tokio::test]
async fn the_search_finds_a_person_who_was_not_erased() {
    let setup = Setup::new().await;
    setup.sign_in(ANNA).await;
    let found = tables_with(&setup, "anna@").await;
    assert!(
        found.iter().any(|table| table == "users") && found.iter().any(|table| table == "login_challenges"),
        "{found:?}"
    );
}

#[tokio::test]
async fn an_account_with_money_is_not_closed_and_later_money_stops_a_closure() {
    let setup = Setup::new().await;
    let who = principal(&setup, &setup.sign_in(ANNA).await).await;
    let purse = Arc::new(Purse::default());
    purse.put(&who, 1);
    let refused = leave(&setup, &who, &purse).await.unwrap_err();
    assert_eq!(refused.balances.len(), 1);
    let id = TransactionId::from_uuid(Uuid::from_u128(7));
    *purse.0.lock().unwrap() =
        ClosureBlockers { transactions: vec![Unfinished { id, status: "WAIT" }], ..ClosureBlockers::default() };
    assert_eq!(leave(&setup, &who, &purse).await.unwrap_err().transactions[0].id, id);
    assert_eq!(setup.count("SELECT count(*) FROM account_closings").await, 0);

    *purse.0.lock().unwrap() = ClosureBlockers::default();
    leave(&setup, &who, &purse).await.unwrap();
    setup.wait(TimeDelta::days(3));
    run_due(&setup, &purse).await;
    purse.put(&who, 1);
    setup.wait(TimeDelta::minutes(1));
    run_due(&setup, &purse).await;
    assert!(read_mail(&setup, ANNA, SUBJECT).await.contains("was not deleted"));
    purse.put(&who, 0);
    setup.wait(TimeDelta::days(30));
    run_due(&setup, &purse).await;
    assert_eq!(setup.sign_in(ANNA).await.user, who.user, "the account stays, and they must ask for the deletion again");
}

#[tokio::test]
async fn a_cancelled_closure_or_one_of_a_blocked_customer_does_not_happen() {
    let setup = Setup::new().await;
    let who = principal(&setup, &setup.sign_in(ANNA).await).await;
    let purse = Arc::new(Purse::default());
    let nothing = setup.identity.stay(setup.tenant.id, &who, &here()).await;
    assert_eq!(nothing.unwrap_err().code(), "NOT_FOUND");
    leave(&setup, &who, &purse).await.unwrap();
    setup.identity.stay(setup.tenant.id, &who, &here()).await.unwrap();
    assert!(read_mail(&setup, ANNA, SUBJECT).await.contains("withdrawn"));
    setup.wait(TimeDelta::days(15));
    run_due(&setup, &purse).await;
    let who = principal(&setup, &setup.sign_in(ANNA).await).await;

    leave(&setup, &who, &purse).await.unwrap();
    setup.change("UPDATE users SET status = 'blocked'").await;
    setup.wait(TimeDelta::days(15));
    run_due(&setup, &purse).await;
    setup.change("UPDATE users SET status = 'active'").await;
    assert_eq!(setup.sign_in(ANNA).await.user, who.user, "nobody is forgotten while they are looked into");
    setup.wait(TimeDelta::minutes(1));
    run_due(&setup, &purse).await;
    assert_ne!(setup.sign_in(ANNA).await.user, who.user);
}

#[tokio::test(flavor = "multi_thread")]
async fn fifty_concurrent_requests_begin_one_closure() {
    let setup = Setup::new().await;
    let who = principal(&setup, &setup.sign_in(ANNA).await).await;
    let purse = Arc::new(Purse::default());
    let asked = futures(50, |_| leave(&setup, &who, &purse)).await;
    let first = asked[0].clone().unwrap();
    assert!(asked.iter().all(|one| one.as_ref() == Ok(&first)), "{asked:?}");
    assert_eq!(setup.count("SELECT count(*) FROM account_closings").await, 1);
    assert_eq!(setup.count("SELECT count(*) FROM audit_log WHERE action = 'closing.asked'").await, 1);

    setup.wait(TimeDelta::days(14));
    futures(4, |_| run_due(&setup, &purse)).await;
    assert_eq!(setup.count("SELECT count(*) FROM audit_log WHERE action = 'closing.erased'").await, 1);
    setup.worker.run_until_idle().await.unwrap();
    let mails = setup.mailbox.0.lock().unwrap();
    assert_eq!(mails.iter().filter(|mail| mail.text.contains("is deleted")).count(), 1);
}

#[tokio::test]
async fn a_reason_is_short_and_another_tenants_people_are_untouched() {
    let setup = Setup::new().await;
    let who = principal(&setup, &setup.sign_in(ANNA).await).await;
    let purse = Arc::new(Purse::default());
    let long = "x".repeat(501);
    let refused = setup.identity.leave(&setup.tenant, &who, Some(&long), &*purse, &here()).await.unwrap_err();
    assert_eq!(field(refused), ("reason", "max_length", None));
    setup.identity.start_login(&setup.sandbox, ANNA, &here()).await.unwrap();
    leave(&setup, &who, &purse).await.unwrap();
    setup.wait(TimeDelta::days(14));
    run_due(&setup, &purse).await;
    let theirs = "SELECT count(*) FROM login_challenges WHERE tenant_id <> '01900000-0000-7000-8000-000000000001'";
    assert_eq!(setup.count(theirs).await, 1);
}
