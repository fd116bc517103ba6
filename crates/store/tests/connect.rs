//! Connecting and migrating, as an operator with an external database experiences it.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use sqlx::Executor;
use store::testing::TestDb;
use store::{Store, StoreError, StoreOptions};

async fn refused(url: &str) -> String {
    let error = Store::connect(url, StoreOptions::default()).await.unwrap_err();
    assert!(!error.to_string().contains('\n') && !error.to_string().contains("secret"), "{error}");
    error.to_string()
}

#[tokio::test]
async fn an_address_that_cannot_work_is_told_in_one_sentence_without_its_password() {
    assert!(refused("mysql://agio:secret@localhost/agio").await.contains("not a postgres:// URL"));
    assert!(refused("postgres://agio:secret@localhost:port/agio").await.contains("not a postgres:// URL"));
    // Nothing listens on port 1.
    assert!(refused("postgres://agio:secret@127.0.0.1:1/agio").await.contains("not available"));
}

#[tokio::test]
async fn a_server_that_may_forget_what_it_confirmed_is_named() {
    // The test server does not wait for its disk; the embedded one does (tests/embedded.rs).
    let db = TestDb::new().await;
    assert_eq!(db.store.forgetful_settings().await.unwrap(), ["fsync", "full_page_writes"]);
}

#[tokio::test]
async fn a_server_that_is_too_old_is_refused_with_the_version_that_it_takes() {
    let db = TestDb::new().await;
    let mut conn = db.connect().await;
    // No old server is available: the test makes this one report an old version to all later connections.
    let pose = "CREATE SCHEMA old;
                CREATE FUNCTION old.current_setting(text) RETURNS text LANGUAGE sql AS $$ SELECT '140011' $$;
                DO $$ BEGIN
                    EXECUTE format('ALTER DATABASE %I SET search_path = old, pg_catalog, public', current_database());
                END $$";
    conn.execute(pose).await.unwrap();
    assert_eq!(refused(&db.url()).await, "PostgreSQL 14 is too old: Agio needs version 15 or newer");
}

#[tokio::test]
async fn a_role_that_row_level_security_holds_back_is_refused_with_the_remedy() {
    let db = TestDb::new().await;
    let role = format!("agio_weak_{}", std::process::id());
    let mut conn = db.connect().await;
    conn.execute(sqlx::AssertSqlSafe(format!("CREATE ROLE {role} LOGIN"))).await.unwrap();
    let text = refused(&db.url().replace("//agio@", &format!("//{role}@"))).await;
    conn.execute(sqlx::AssertSqlSafe(format!("DROP ROLE {role}"))).await.unwrap();
    assert!(text.contains(&format!("ALTER ROLE \"{role}\" BYPASSRLS")), "{text}");
}

#[tokio::test]
async fn replicas_that_start_together_migrate_once_and_a_newer_schema_is_left_alone() {
    let db = TestDb::new().await;
    let mut conn = db.connect().await;
    conn.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public").await.unwrap();
    let other = Store::connect(&db.url(), StoreOptions::default()).await.unwrap();
    let (first, second) = tokio::join!(db.store.migrate(), other.migrate());
    first.unwrap();
    second.unwrap();
    db.store.health().await.unwrap();

    let newer = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
                 VALUES (9999, 'from the future', true, '', 0)";
    conn.execute(newer).await.unwrap();
    let refused = db.store.migrate().await.unwrap_err();
    assert!(matches!(refused, StoreError::Migration(_)), "{refused:?}");
    assert!(refused.to_string().contains("9999"), "{refused}");
}

#[tokio::test]
async fn a_database_that_has_gone_is_unavailable_and_back_when_it_is_back() {
    let db = TestDb::new().await;
    let mut conn = db.connect().await;
    let mut tx = db.store.system().await.unwrap();
    let cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
               WHERE datname = current_database() AND pid <> pg_backend_pid()";
    conn.execute(cut).await.unwrap();
    let error: StoreError = sqlx::query("SELECT 1").execute(tx.conn()).await.unwrap_err().into();
    assert!(error.is_transient(), "{error:?}");
    drop(tx);
    // Each other terminated connection causes the same error once, and is then removed from the pool.
    let mut cut = 0;
    while let Err(error) = db.store.health().await {
        cut += 1;
        assert!(error.is_transient() && cut < StoreOptions::default().connections_max, "{error:?}");
    }
}
