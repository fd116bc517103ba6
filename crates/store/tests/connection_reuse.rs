//! The reuse of a connection for the next transaction of the same caller.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use chrono::DateTime;
use kernel::TenantId;
use serde_json::json;
use store::testing::{TestDb, tenant};
use store::{EventSpec, Session, Store, StoreError, StoreOptions, TenantTx};
use uuid::Uuid;

async fn connections(max: u32) -> TestDb {
    TestDb::with(StoreOptions { connections_max: max, ..StoreOptions::default() }).await
}

async fn begin(store: &Store, kept: Option<Session>, whose: TenantId) -> TenantTx {
    store.tenant_optimistic(kept, whose).await.unwrap()
}

async fn write(tx: &mut TenantTx) {
    let happened = EventSpec { stream: Uuid::nil(), kind: "done".into(), subject: Uuid::nil(), body: json!({}) };
    tx.append_events(DateTime::UNIX_EPOCH, &[happened]).await.unwrap();
}

async fn backend(tx: &mut TenantTx) -> i32 {
    sqlx::query_scalar("SELECT pg_backend_pid()").fetch_one(tx.conn()).await.unwrap()
}

async fn events(tx: &mut TenantTx) -> i64 {
    sqlx::query_scalar("SELECT count(*) FROM events").fetch_one(tx.conn()).await.unwrap()
}

#[tokio::test]
async fn a_reused_connection_serves_another_tenant_without_leaking_the_first() {
    let db = connections(4).await;
    let mut tx = begin(&db.store, None, tenant(1)).await;
    write(&mut tx).await;
    let first = backend(&mut tx).await;
    let kept = tx.commit_keeping().await.unwrap();
    assert!(kept.is_some(), "three more could be opened for others");
    let mut tx = begin(&db.store, kept, tenant(2)).await;
    assert_eq!(backend(&mut tx).await, first, "it is the same connection");
    assert_eq!(events(&mut tx).await, 0);
    write(&mut tx).await;
    assert_eq!(events(&mut tx).await, 1);
    // Dropping the transaction rolls it back; the earlier commit stays.
    drop(tx);
    assert_eq!(events(&mut begin(&db.store, None, tenant(1)).await).await, 1);
    assert_eq!(events(&mut begin(&db.store, None, tenant(2)).await).await, 0);
}

#[tokio::test]
async fn a_connection_is_released_when_others_may_wait() {
    let db = connections(1).await;
    let only = begin(&db.store, None, tenant(1)).await;
    assert!(only.commit_keeping().await.unwrap().is_none());
    begin(&db.store, None, tenant(2)).await.commit().await.unwrap();
}

#[tokio::test]
async fn a_dropped_connection_returns_to_the_pool() {
    let db = connections(3).await;
    let kept = begin(&db.store, None, tenant(1)).await.commit_keeping().await.unwrap();
    assert!(kept.is_some());
    drop(kept);
    let mut all = Vec::new();
    for n in 1..=3 {
        all.push(begin(&db.store, None, tenant(n)).await);
    }
    for tx in all {
        tx.commit().await.unwrap();
    }
}

#[tokio::test]
async fn a_connection_returns_to_the_pool_regularly() {
    let db = connections(4).await;
    let mut kept = begin(&db.store, None, tenant(1)).await.commit_keeping().await.unwrap();
    let mut transactions = 1;
    while kept.is_some() && transactions < 10_000 {
        kept = begin(&db.store, kept, tenant(1)).await.commit_keeping().await.unwrap();
        transactions += 1;
    }
    assert_eq!(transactions, 256);
}

#[tokio::test]
async fn a_connection_is_released_when_the_store_closes() {
    let db = connections(4).await;
    let tx = begin(&db.store, None, tenant(1)).await;
    let closing = tokio::spawn({
        let store = db.store.clone();
        async move { store.close().await }
    });
    while db.store.health().await.is_ok() {
        tokio::task::yield_now().await;
    }
    assert!(tx.commit_keeping().await.unwrap().is_none());
    closing.await.unwrap();
}

#[tokio::test]
async fn a_cut_connection_is_unavailable_and_the_next_one_works() {
    let db = connections(4).await;
    let mut tx = begin(&db.store, None, tenant(1)).await;
    let lost = backend(&mut tx).await;
    let kept = tx.commit_keeping().await.unwrap();
    assert!(kept.is_some());
    let ended = "SELECT pg_terminate_backend($1, 10000)";
    let ended: bool = sqlx::query_scalar(ended).bind(lost).fetch_one(&mut db.connect().await).await.unwrap();
    assert!(ended);
    let refused = db.store.tenant_optimistic(kept, tenant(1)).await;
    assert!(matches!(refused, Err(StoreError::Unavailable(_))), "{refused:?}");
    begin(&db.store, None, tenant(1)).await.commit().await.unwrap();
}
