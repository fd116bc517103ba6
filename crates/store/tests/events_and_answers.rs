//! Event streams have no gaps under concurrency, and a repeated request gets its first response.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::json;
use sqlx::Connection;
use store::idempotency::{KeyState, Keys, LOCK, Lock, RETENTION, Scope, purge};
use store::testing::{TestDb, tenant};
use store::{EventSpec, Store, events};
use tokio::task::JoinHandle;
use uuid::Uuid;

fn start() -> DateTime<Utc> {
    DateTime::UNIX_EPOCH + TimeDelta::days(20_000)
}

fn event(stream: u128, n: i64) -> EventSpec {
    EventSpec { stream: Uuid::from_u128(stream), kind: "n".into(), subject: Uuid::nil(), body: json!(n) }
}

async fn read(store: &Store, stream: u128, after: i64) -> Vec<(i64, serde_json::Value)> {
    let mut tx = store.tenant_read(tenant(1)).await.unwrap();
    let found = events::after(tx.conn(), tenant(1), Uuid::from_u128(stream), after, 500).await.unwrap();
    found.into_iter().map(|e| (e.seq, e.body)).collect()
}

#[tokio::test]
async fn each_stream_counts_for_itself_in_the_order_given_and_resumes_anywhere() {
    let db = TestDb::new().await;
    let mut heard = db.store.event_hub().subscribe();
    let mut tx = db.store.tenant(tenant(1)).await.unwrap();
    tx.append_events(start(), &[event(2, 10), event(1, 11), event(2, 12)]).await.unwrap();
    tx.append_events(start(), &[event(2, 13)]).await.unwrap();
    assert!(heard.try_recv().is_err(), "nothing is said before the commit");
    tx.commit().await.unwrap();

    assert_eq!(read(&db.store, 1, 0).await, [(1, json!(11))]);
    assert_eq!(read(&db.store, 2, 0).await, [(1, json!(10)), (2, json!(12)), (3, json!(13))]);
    assert_eq!(read(&db.store, 2, 2).await, [(3, json!(13))]);
    let streams = [heard.try_recv().unwrap().stream, heard.try_recv().unwrap().stream];
    assert_eq!(streams, [Uuid::from_u128(1), Uuid::from_u128(2)]);
    assert!(heard.try_recv().is_err(), "each stream once");
}

#[tokio::test]
async fn writers_that_take_streams_in_opposite_order_neither_deadlock_nor_leave_gaps() {
    let db = TestDb::new().await;
    let writers: Vec<_> = (0..6)
        .map(|n| {
            let store = db.store.clone();
            tokio::spawn(async move {
                for i in 0..20 {
                    let (a, b) = if n % 2 == 0 { (1, 2) } else { (2, 1) };
                    let mut tx = store.tenant(tenant(1)).await.unwrap();
                    tx.append_events(start(), &[event(a, i), event(b, i)]).await.unwrap();
                    if i % 5 == 0 { tx.rollback().await.unwrap() } else { tx.commit().await.unwrap() }
                }
            })
        })
        .collect();
    for writer in writers {
        writer.await.unwrap();
    }
    for stream in [1, 2] {
        let numbers: Vec<i64> = read(&db.store, stream, 0).await.into_iter().map(|(seq, _)| seq).collect();
        assert_eq!(numbers, (1..=6 * 16).collect::<Vec<_>>());
    }
}

fn scope(key: &str) -> Scope {
    Scope { tenant: tenant(1), principal: Uuid::from_u128(5), route: "POST /orders".into(), key: key.into() }
}

/// Takes a key, which must be free.
async fn take(keys: &Keys, scope: &Scope, hash: &[u8], now: DateTime<Utc>) -> Lock {
    match keys.begin(scope, hash, now).await.unwrap() {
        KeyState::Fresh(lock) => lock,
        other => panic!("the key is free: {other:?}"),
    }
}

#[tokio::test]
async fn a_slow_request_whose_key_was_taken_over_neither_answers_for_the_other_nor_frees_its_key() {
    let (db, key) = (TestDb::new().await, scope("k"));
    let keys = Keys::new(db.store.clone());
    let slow = take(&keys, &key, b"body", start()).await;
    let second = take(&keys, &key, b"body", start() + LOCK).await;
    keys.forget(&key, slow.clone()).await.unwrap();
    assert!(keys.finish(&key, slow, 500, b"the slow one's".to_vec()).await.is_err());
    assert_eq!(keys.begin(&key, b"body", start() + LOCK).await.unwrap(), KeyState::InFlight, "the second is at work");
    keys.finish(&key, second, 201, b"the second one's".to_vec()).await.unwrap();
    let kept = KeyState::Replay { status: 201, body: b"the second one's".to_vec() };
    assert_eq!(keys.begin(&key, b"body", start() + LOCK).await.unwrap(), kept);
}

#[tokio::test]
async fn a_repeated_request_gets_the_first_answer_byte_for_byte() {
    let (db, key) = (TestDb::new().await, scope("k"));
    let keys = Keys::new(db.store.clone());
    let lock = take(&keys, &key, b"body", start()).await;
    assert_eq!(keys.begin(&key, b"body", start()).await.unwrap(), KeyState::InFlight);
    keys.finish(&key, lock.clone(), 201, b"{\"id\":1}".to_vec()).await.unwrap();
    let again = KeyState::Replay { status: 201, body: b"{\"id\":1}".to_vec() };
    assert_eq!(keys.begin(&key, b"body", start()).await.unwrap(), again);
    assert_eq!(keys.begin(&key, b"other body", start()).await.unwrap(), KeyState::Mismatch);
    assert!(keys.finish(&key, lock, 201, b"second answer".to_vec()).await.is_err());

    let elsewhere = [Scope { principal: Uuid::nil(), ..scope("k") }, Scope { route: "POST /x".into(), ..scope("k") }];
    for other in elsewhere {
        take(&keys, &other, b"other body", start()).await;
    }
}

#[tokio::test]
async fn a_key_is_free_again_after_a_refusal_a_crash_or_a_month() {
    let (db, key) = (TestDb::new().await, scope("k"));
    let keys = Keys::new(db.store.clone());
    let lock = take(&keys, &key, b"typo", start()).await;
    keys.forget(&key, lock).await.unwrap();
    take(&keys, &key, b"corrected", start()).await;

    // The first request died; only the same request may take the key over.
    let later = start() + LOCK;
    assert_eq!(keys.begin(&key, b"different", later).await.unwrap(), KeyState::Mismatch);
    let lock = take(&keys, &key, b"corrected", later).await;
    keys.finish(&key, lock, 200, b"done".to_vec()).await.unwrap();
    take(&keys, &key, b"different", start() + RETENTION).await;

    let mut tx = db.store.system().await.unwrap();
    assert_eq!(purge(tx.conn(), start() + RETENTION * 3, 10).await.unwrap(), 1);
}

#[tokio::test]
async fn of_concurrent_requests_with_one_key_exactly_one_is_executed() {
    let db = TestDb::new().await;
    let tries: Vec<_> = (0..8)
        .map(|_| {
            // Each call uses its own `Keys`, like separate servers that share only the database.
            let keys = Keys::new(db.store.clone());
            tokio::spawn(async move { keys.begin(&scope("k"), b"body", start()).await.unwrap() })
        })
        .collect();
    let mut fresh = 0;
    for attempt in tries {
        fresh += i32::from(matches!(attempt.await.unwrap(), KeyState::Fresh(_)));
    }
    assert_eq!(fresh, 1);
}

/// The answers to requests that share a batch because a table lock delayed the batch before.
async fn together<T>(db: &TestDb, keys: &Keys, asks: impl Iterator<Item = JoinHandle<T>>) -> Vec<T> {
    let mut outside = db.connect().await;
    let mut hold = outside.begin().await.unwrap();
    sqlx::query("LOCK TABLE idempotency IN ACCESS EXCLUSIVE MODE").execute(&mut *hold).await.unwrap();
    let first = begin(keys, "held up", b"body");
    let mut looking = db.connect().await;
    let waits = "SELECT EXISTS (SELECT FROM pg_locks WHERE relation = 'idempotency'::regclass AND NOT granted)";
    while !sqlx::query_scalar::<_, bool>(waits).fetch_one(&mut looking).await.unwrap() {}
    let mut rest = Vec::new();
    for ask in asks {
        rest.push(ask);
        tokio::task::yield_now().await;
    }
    hold.rollback().await.unwrap();
    first.await.unwrap();
    let mut heard = Vec::new();
    for ask in rest {
        heard.push(ask.await.unwrap());
    }
    heard
}

fn begin(keys: &Keys, key: &'static str, hash: &'static [u8]) -> JoinHandle<KeyState> {
    let keys = keys.clone();
    tokio::spawn(async move { keys.begin(&scope(key), hash, start()).await.unwrap() })
}

#[tokio::test]
async fn of_two_concurrent_answers_the_one_of_the_later_owner_is_stored() {
    let db = TestDb::new().await;
    let keys = Keys::new(db.store.clone());
    let slow = take(&keys, &scope("k"), b"body", start()).await;
    let second = take(&keys, &scope("k"), b"body", start() + LOCK).await;
    let finish = |(lock, answer): (Lock, &'static [u8])| {
        let keys = keys.clone();
        tokio::spawn(async move { keys.finish(&scope("k"), lock, 201, answer.to_vec()).await.is_ok() })
    };
    let answers: [(Lock, &[u8]); 2] = [(slow, b"the slow one's"), (second, b"the second one's")];
    let kept = together(&db, &keys, answers.into_iter().map(finish)).await;
    assert_eq!(kept, [false, true]);
    let again = KeyState::Replay { status: 201, body: b"the second one's".to_vec() };
    assert_eq!(keys.begin(&scope("k"), b"body", start()).await.unwrap(), again);
}

#[tokio::test]
async fn an_answer_is_kept_also_where_a_crash_has_forgotten_that_its_key_was_taken() {
    let (db, key) = (TestDb::new().await, scope("k"));
    let keys = Keys::new(db.store.clone());
    let lock = take(&keys, &key, b"body", start()).await;
    sqlx::query("DELETE FROM idempotency").execute(&mut db.connect().await).await.unwrap();
    keys.finish(&key, lock, 201, b"done".to_vec()).await.unwrap();
    let again = KeyState::Replay { status: 201, body: b"done".to_vec() };
    assert_eq!(keys.begin(&key, b"body", start()).await.unwrap(), again);
    assert_eq!(keys.begin(&key, b"other body", start()).await.unwrap(), KeyState::Mismatch);
    let mut tx = db.store.system().await.unwrap();
    assert_eq!(purge(tx.conn(), start() + RETENTION, 10).await.unwrap(), 1, "kept for as long as any other");
}

#[tokio::test]
async fn requests_that_come_together_are_answered_as_if_they_came_one_after_the_other() {
    let db = TestDb::new().await;
    let keys = Keys::new(db.store.clone());
    let lock = take(&keys, &scope("answered"), b"body", start()).await;
    keys.finish(&scope("answered"), lock, 201, b"kept".to_vec()).await.unwrap();
    take(&keys, &scope("taken"), b"body", start()).await;

    let asks: [(&str, &[u8]); 7] = [
        ("new", b"body"),
        ("answered", b"body"),
        ("new", b"body"),
        ("taken", b"body"),
        ("another", b"body"),
        ("new", b"other body"),
        ("answered", b"other body"),
    ];
    let heard = together(&db, &keys, asks.into_iter().map(|(key, hash)| begin(&keys, key, hash))).await;
    assert!(matches!(heard[0], KeyState::Fresh(_)) && matches!(heard[4], KeyState::Fresh(_)), "{heard:?}");
    assert_eq!(heard[1], KeyState::Replay { status: 201, body: b"kept".to_vec() });
    assert_eq!([&heard[2], &heard[3]], [&KeyState::InFlight, &KeyState::InFlight]);
    assert_eq!([&heard[5], &heard[6]], [&KeyState::Mismatch, &KeyState::Mismatch]);
}
