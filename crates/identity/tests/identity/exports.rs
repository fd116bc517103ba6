//! Data exports, including interrupted attempts.

use std::sync::Arc;
use std::sync::atomic::{AtomicI32, AtomicUsize, Ordering};

use async_trait::async_trait;
use chrono::TimeDelta;
use identity::{Chapter, ClosureBlockers, ClosurePort, ExportState, IdentityError, Page, Principal};
use kernel::{DataExportId, ProfileId, UserId};
use serde_json::{Value, json};
use store::{StoreError, TenantTx, Worker};

use crate::mfa::principal;
use crate::setup::*;

/// Pages of the long list; three of its rows exceed the size of a part.
const PAGES: usize = 12;
const ROW_BYTES: usize = 200_000;

/// A simulated ledger that can fail in the middle of a list.
#[derive(Default)]
struct Shelf {
    /// The number of attempts that still fail in the middle.
    breaks: AtomicI32,
    read: AtomicUsize,
}

#[async_trait]
impl ClosurePort for Shelf {
    async fn ties(&self, _: &mut TenantTx, _: &[ProfileId]) -> Result<ClosureBlockers, StoreError> {
        Ok(ClosureBlockers::default())
    }

    async fn page(
        &self,
        _: &mut TenantTx,
        _: UserId,
        _: ProfileId,
        chapter: Chapter,
        after: Option<&str>,
    ) -> Result<Page, StoreError> {
        if chapter != Chapter::Transactions {
            return Ok(Page::default());
        }
        self.read.fetch_add(1, Ordering::SeqCst);
        let number: usize = after.map_or(0, |after| after.parse().unwrap());
        if number == PAGES / 2 && self.breaks.fetch_sub(1, Ordering::SeqCst) > 0 {
            return Err(StoreError::NotOneRow { what: "page", found: 0 });
        }
        let row = json!({ "number": number, "text": "x".repeat(ROW_BYTES) });
        Ok(Page { rows: vec![row], next: (number + 1 < PAGES).then(|| (number + 1).to_string()) })
    }

    async fn forget(&self, _: &mut TenantTx, _: &[ProfileId]) -> Result<(), StoreError> {
        Ok(())
    }
}

async fn anna(setup: &Setup) -> Principal {
    let login = setup.sign_in(ANNA).await;
    principal(setup, &login).await
}

/// Runs the due jobs; a failed attempt is retried at most ten minutes later.
async fn work(setup: &Setup, shelf: &Arc<Shelf>) {
    let world = kernel::World::with_clock(setup.clock.clone());
    let worker = Worker::new(setup.db.store.clone(), world, setup.identity.jobs_with(shelf.clone()));
    worker.run_until_idle().await.unwrap();
}

async fn ask(setup: &Setup, who: &Principal) -> Result<DataExportId, IdentityError> {
    setup.identity.ask_export(setup.tenant.id, who, &here()).await.map(|asked| asked.id)
}

async fn state(setup: &Setup, who: &Principal) -> ExportState {
    setup.identity.exports(setup.tenant.id, who).await.unwrap().copies[0].state
}

async fn file(setup: &Setup, who: &Principal, id: DataExportId) -> Vec<u8> {
    let mut file = Vec::new();
    for number in 1.. {
        let part = setup.identity.export_part(setup.tenant.id, who, id, number).await.unwrap();
        let Some(part) = part else { break };
        file.extend(part);
    }
    file
}

async fn parts(setup: &Setup) -> i64 {
    sqlx::query_scalar("SELECT count(*) FROM data_export_parts").fetch_one(&mut setup.sql().await).await.unwrap()
}

#[tokio::test]
async fn an_interrupted_export_leaves_no_gap_and_no_partial_file() {
    let setup = Setup::new().await;
    let anna = anna(&setup).await;
    let shelf = Arc::new(Shelf { breaks: 2.into(), read: 0.into() });
    let id = ask(&setup, &anna).await.unwrap();
    for attempt in 1..=2 {
        work(&setup, &shelf).await;
        assert_eq!(state(&setup, &anna).await, ExportState::Waiting);
        assert!(parts(&setup).await >= attempt, "it had come some way");
        assert_eq!(file(&setup, &anna, id).await, b"", "nobody sees half of it");
        setup.wait(TimeDelta::minutes(15));
    }
    work(&setup, &shelf).await;
    assert_eq!(state(&setup, &anna).await, ExportState::Ready);
    let file = file(&setup, &anna, id).await;
    let ready = setup.identity.ready_export(setup.tenant.id, &anna, id).await.unwrap();
    assert_eq!(ready.bytes, i64::try_from(file.len()).ok());
    let read: Value = serde_json::from_slice(&file).unwrap();
    let numbers: Vec<_> = read["transactions"].as_array().unwrap().iter().map(|row| row["number"].as_u64()).collect();
    assert_eq!(numbers, (0..PAGES as u64).map(Some).collect::<Vec<_>>(), "each row once, in order");
    let of_the_last: i64 = sqlx::query_scalar(
        "SELECT count(*) FROM data_export_parts p JOIN data_exports e ON e.id = p.export_id AND e.run = p.run",
    )
    .fetch_one(&mut setup.sql().await)
    .await
    .unwrap();
    assert_eq!(parts(&setup).await, of_the_last);
    // The job runs again after its effect was committed: it reads nothing.
    let before = shelf.read.load(Ordering::SeqCst);
    sqlx::raw_sql("UPDATE jobs SET state = 'ready', finished_at = NULL WHERE kind = 'identity.export'")
        .execute(&mut setup.sql().await)
        .await
        .unwrap();
    work(&setup, &shelf).await;
    assert_eq!(shelf.read.load(Ordering::SeqCst), before);
}

#[tokio::test]
async fn a_failed_export_can_be_requested_again_three_times_a_day() {
    let setup = Setup::new().await;
    let anna = anna(&setup).await;
    let shelf = Arc::new(Shelf { breaks: i32::MAX.into(), read: 0.into() });
    let began = setup.now();
    for _ in 0..3 {
        let id = ask(&setup, &anna).await.unwrap();
        assert_eq!(ask(&setup, &anna).await.unwrap(), id, "asking again asks for the same");
        while state(&setup, &anna).await == ExportState::Waiting {
            work(&setup, &shelf).await;
            setup.wait(TimeDelta::minutes(1));
        }
        assert_eq!(state(&setup, &anna).await, ExportState::Failed);
        assert_eq!(parts(&setup).await, 0);
    }
    assert!(setup.now() - began < TimeDelta::hours(12), "not because of the hour");
    let refused = ask(&setup, &anna).await.unwrap_err();
    assert!(matches!(refused, IdentityError::TooMany { .. }), "{refused}");
    setup.wait(TimeDelta::hours(24));
    ask(&setup, &anna).await.unwrap();
}

#[tokio::test]
async fn an_export_whose_worker_died_does_not_block_the_next_one() {
    let setup = Setup::new().await;
    let anna = anna(&setup).await;
    let lost = ask(&setup, &anna).await.unwrap();
    setup.wait(TimeDelta::hours(12));
    assert_eq!(state(&setup, &anna).await, ExportState::Failed);
    let next = ask(&setup, &anna).await.unwrap();
    assert_ne!(next, lost);
    work(&setup, &Arc::default()).await;
    assert_eq!(state(&setup, &anna).await, ExportState::Ready);
    assert_eq!(file(&setup, &anna, lost).await, b"", "the failed export writes no file");
}

#[tokio::test]
async fn an_export_is_deleted_after_a_week() {
    let setup = Setup::new().await;
    let anna = anna(&setup).await;
    let id = ask(&setup, &anna).await.unwrap();
    work(&setup, &Arc::default()).await;
    setup.wait(TimeDelta::days(7) - TimeDelta::seconds(1));
    assert!(!file(&setup, &anna, id).await.is_empty());
    setup.wait(TimeDelta::seconds(1));
    assert_eq!(file(&setup, &anna, id).await, b"");
    assert_eq!(state(&setup, &anna).await, ExportState::Expired);
    assert!(setup.identity.ready_export(setup.tenant.id, &anna, id).await.is_err());
    setup.wait(TimeDelta::seconds(1));
    let tidy = store::JobSpec::new("identity.purge", None, json!({}));
    let mut tx = setup.db.store.system().await.unwrap();
    tx.enqueue(setup.now(), &[tidy]).await.unwrap();
    tx.commit().await.unwrap();
    setup.worker.run_until_idle().await.unwrap();
    assert_eq!(parts(&setup).await, 0);
    assert_eq!(state(&setup, &anna).await, ExportState::Expired, "that there was one is still shown");
}
