//! The embedded database, as an operator experiences it.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::path::{Path, PathBuf};

use store::embedded::{EmbeddedError, EmbeddedPostgres, in_use};
use store::{Store, StoreOptions};

/// The data folder of one test, removed at its end.
struct Data(PathBuf);

impl Data {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("agio-embedded-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        Self(folder)
    }
}

impl Drop for Data {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

async fn store(embedded: &EmbeddedPostgres) -> Store {
    Store::connect(&embedded.url(), StoreOptions::default()).await.unwrap()
}

async fn one(store: &Store, query: &'static str) -> String {
    let mut tx = store.system().await.unwrap();
    sqlx::query_scalar(query).fetch_one(tx.conn()).await.unwrap()
}

#[tokio::test]
async fn data_survives_a_restart_and_a_second_start_is_refused_in_one_line() {
    let data = Data::new("restart");
    assert!(in_use(&data.0).is_none() && !data.0.exists(), "looking makes nothing");
    let first = EmbeddedPostgres::start(&data.0).await.unwrap();
    let store_1 = store(&first).await;
    store_1.migrate().await.unwrap();
    let mut tx = store_1.system().await.unwrap();
    sqlx::query("INSERT INTO schedules VALUES ('kept', 1)").execute(tx.conn()).await.unwrap();
    tx.commit().await.unwrap();
    for (setting, value) in [
        ("SHOW fsync", "on"),
        ("SHOW synchronous_commit", "on"),
        ("SHOW full_page_writes", "on"),
        ("SHOW data_checksums", "on"),
        ("SHOW listen_addresses", ""),
    ] {
        assert_eq!(one(&store_1, setting).await, value, "{setting}");
    }

    assert!(store_1.forgetful_settings().await.unwrap().is_empty());

    first.note_address("http://localhost:8080");
    let refused = EmbeddedPostgres::start(&data.0).await.unwrap_err().to_string();
    let holder = format!("in use by another running Agio (process {} at http://localhost:8080)", std::process::id());
    assert!(refused.contains(&holder) && !refused.contains('\n'), "{refused}");
    assert_eq!(in_use(&data.0).unwrap().to_string(), refused);

    store_1.close().await;
    let process = first.process().unwrap();
    first.stop().await.unwrap();
    assert!(!Path::new(&format!("/proc/{process}")).exists(), "the server has ended");
    assert!(!data.0.join("postgres/postmaster.pid").exists(), "and cleanly");

    let second = start_when_free(&data.0).await;
    assert_eq!(one(&store(&second).await, "SELECT name FROM schedules").await, "kept");
    second.stop().await.unwrap();
}

/// A child process of a concurrent test also holds the inherited lock between fork and exec, and nothing signals its
/// end.
async fn start_when_free(data: &Path) -> EmbeddedPostgres {
    for _ in 0..100_000 {
        match EmbeddedPostgres::start(data).await {
            Err(EmbeddedError::InUse { .. }) => tokio::task::yield_now().await,
            started => return started.unwrap(),
        }
    }
    panic!("the folder's lock is never free")
}

#[tokio::test]
async fn after_being_killed_it_starts_again_with_everything_committed() {
    let data = Data::new("killed");
    let first = EmbeddedPostgres::start(&data.0).await.unwrap();
    let store_1 = store(&first).await;
    store_1.migrate().await.unwrap();
    let left_behind = first.process().unwrap();
    // Dropped without a stop, as after a kill: the server keeps running, and its pid file stays.
    drop(first);
    assert!(Path::new(&format!("/proc/{left_behind}")).exists());
    let second = start_when_free(&data.0).await;
    assert_eq!(one(&store(&second).await, "SELECT count(*)::text FROM schedules").await, "0");
    assert_ne!(second.process(), Some(left_behind));
    second.stop().await.unwrap();

    // A pid file whose process number now belongs to another program.
    let file = data.0.join("postgres/postmaster.pid");
    std::fs::write(&file, format!("{}\n/nowhere\n0\n5432\n/nowhere/socket\n", std::process::id())).unwrap();
    let third = start_when_free(&data.0).await;
    third.stop().await.unwrap();
}

#[tokio::test]
async fn a_folder_that_cannot_be_written_gets_one_sentence_with_what_to_do() {
    // Even root cannot create a folder inside a file, or in /proc.
    for folder in ["/proc/agio", "/dev/null/agio"] {
        let refused = EmbeddedPostgres::start(folder.as_ref()).await.unwrap_err();
        assert!(matches!(refused, EmbeddedError::NotWritable { .. }), "{refused:?}");
        let text = refused.to_string();
        assert!(text.contains("cannot be written") && text.contains("--data"), "{text}");
    }
}

#[tokio::test]
async fn a_cluster_of_another_version_is_not_touched() {
    let data = Data::new("version");
    std::fs::create_dir_all(data.0.join("postgres")).unwrap();
    std::fs::write(data.0.join("postgres/PG_VERSION"), "99\n").unwrap();
    let refused = EmbeddedPostgres::start(&data.0).await.unwrap_err().to_string();
    assert!(refused.contains("made by PostgreSQL 99"), "{refused}");
}
