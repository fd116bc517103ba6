//! A tenant cannot read, change or create another tenant's rows, even if the code asks for them.

use chrono::DateTime;
use serde_json::json;
use store::testing::{TestDb, tenant};
use store::{Atoms, EventSpec, JobSpec, StoreError, events};
use uuid::Uuid;

fn happened(stream: Uuid) -> EventSpec {
    EventSpec { stream, kind: "thing.done".into(), subject: Uuid::nil(), body: json!({"n": 1}) }
}

#[tokio::test]
async fn a_tenant_sees_its_own_rows_and_no_others() {
    let db = TestDb::new().await;
    let (stream, now) = (Uuid::from_u128(7), DateTime::UNIX_EPOCH);
    let mut tx = db.store.tenant(tenant(1)).await.unwrap();
    tx.append_events(now, &[happened(stream)]).await.unwrap();
    tx.commit().await.unwrap();

    let mut own = db.store.tenant_read(tenant(1)).await.unwrap();
    assert_eq!(events::after(own.conn(), tenant(1), stream, 0, 10).await.unwrap().len(), 1);
    let mut other = db.store.tenant(tenant(2)).await.unwrap();
    // The code of tenant 2 asks for tenant 1 explicitly.
    assert_eq!(events::after(other.conn(), tenant(1), stream, 0, 10).await.unwrap(), []);
    let forged = events::append(other.conn(), tenant(1), now, &[happened(stream)]).await;
    assert!(matches!(forged, Err(StoreError::Fault(_))), "{forged:?}");
}

#[tokio::test]
async fn a_tenant_cannot_enqueue_for_another_or_for_the_platform() {
    let db = TestDb::new().await;
    for owner in [Some(tenant(2)), None] {
        let mut tx = db.store.tenant(tenant(1)).await.unwrap();
        let refused = tx.enqueue(DateTime::UNIX_EPOCH, &[JobSpec::new("work", owner, json!({}))]).await;
        assert!(refused.is_err(), "{owner:?}");
    }
}

#[tokio::test]
async fn a_dropped_transaction_leaves_nothing_and_the_role_does_not_stick() {
    let db = TestDb::with(store::StoreOptions { connections_max: 1, ..Default::default() }).await;
    let mut tx = db.store.tenant(tenant(1)).await.unwrap();
    tx.append_events(DateTime::UNIX_EPOCH, &[happened(Uuid::nil())]).await.unwrap();
    drop(tx);
    // The pool has one connection, so this is the same one.
    let mut tx = db.store.system().await.unwrap();
    let seen: (String, Option<String>, i64) = sqlx::query_as(
        "SELECT current_user::text, nullif(current_setting('app.tenant_id', true), ''), (SELECT count(*) FROM events)",
    )
    .fetch_one(tx.conn())
    .await
    .unwrap();
    assert_eq!(seen, ("agio".into(), None, 0));
}

#[tokio::test]
async fn history_cannot_be_rewritten_by_the_application() {
    let db = TestDb::new().await;
    let mut tx = db.store.tenant(tenant(1)).await.unwrap();
    let refused = sqlx::query("UPDATE events SET kind = 'other'").execute(tx.conn()).await.unwrap_err();
    assert_eq!(refused.as_database_error().unwrap().code().as_deref(), Some("42501"));
}

#[tokio::test]
async fn atoms_pass_through_the_database_unchanged_singly_and_in_arrays() {
    let db = TestDb::new().await;
    let mut tx = db.store.system().await.unwrap();
    let largest = 10_i128.pow(38) - 1;
    for value in [0, 1, -1, 9_999, 10_000, 123_456_789_012_345_678, largest, -largest] {
        let back: (Atoms, Vec<Atoms>) = sqlx::query_as("SELECT $1::numeric(38,0), ARRAY[$1, $1 / 1] || $2::numeric[]")
            .bind(Atoms(value))
            .bind(vec![Atoms(value)])
            .fetch_one(tx.conn())
            .await
            .unwrap();
        assert_eq!(back, (Atoms(value), vec![Atoms(value); 3]));
    }
    let text: String =
        sqlx::query_scalar("SELECT $1::numeric::text").bind(Atoms(-50_000_000)).fetch_one(tx.conn()).await.unwrap();
    assert_eq!(text, "-50000000");
}
