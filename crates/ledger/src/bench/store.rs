//! The benchmark's queries on the database server: settings, write-ahead log position, pending clean-up.

use std::time::{Duration, Instant};

use store::{Store, StoreError};

/// The server's version and settings: a database without synchronous disk writes is faster than one that may hold
/// money.
pub(super) async fn server(store: &Store) -> Result<String, StoreError> {
    let mut tx = store.system().await?;
    let server = sqlx::query!(
        r#"SELECT current_setting('server_version') AS "version!", current_setting('fsync') AS "fsync!",
                  current_setting('synchronous_commit') AS "commit!""#
    )
    .fetch_one(tx.conn())
    .await?;
    tx.rollback().await?;
    let processors = std::thread::available_parallelism().map_or(0, usize::from);
    let (version, fsync, commit) = (server.version, server.fsync, server.commit);
    Ok(format!(
        "PostgreSQL {version}, fsync {fsync}, synchronous_commit {commit}, {processors} processors shared with it"
    ))
}

/// The maximum wait for the database's cleanup, which checks for work every five seconds.
const HOUSEKEEPING_MAX: Duration = Duration::from_millis(6_500);

/// Waits until the database has cleaned up after earlier work.
pub(super) async fn housekept(store: &Store) -> Result<(), StoreError> {
    let late = Instant::now() + HOUSEKEEPING_MAX;
    while tidies(store).await? && Instant::now() < late {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    Ok(())
}

async fn tidies(store: &Store) -> Result<bool, StoreError> {
    let mut tx = store.system().await?;
    let tidies = sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM pg_stat_activity WHERE backend_type = 'autovacuum worker')
               OR EXISTS (SELECT FROM pg_stat_user_tables s JOIN pg_class c ON c.oid = s.relid
                          WHERE s.n_mod_since_analyze > 50 + greatest(c.reltuples, 0) / 10
                             OR s.n_ins_since_vacuum > 1000 + greatest(c.reltuples, 0) / 5
                             OR s.n_dead_tup > 50 + greatest(c.reltuples, 0) / 5) AS "tidies!""#
    );
    let tidies = tidies.fetch_one(tx.conn()).await?;
    tx.rollback().await?;
    Ok(tidies)
}

/// The process id of the backend of one connection.
pub(super) async fn backend(store: &Store) -> Result<u32, StoreError> {
    let mut tx = store.system().await?;
    let process = sqlx::query_scalar!(r#"SELECT pg_backend_pid() AS "process!""#).fetch_one(tx.conn()).await?;
    tx.rollback().await?;
    Ok(u32::try_from(process).unwrap_or(0))
}

/// The number of write-ahead log bytes written so far.
pub(super) async fn log_position(store: &Store) -> Result<u64, StoreError> {
    let mut tx = store.system().await?;
    let bytes =
        sqlx::query_scalar!(r#"SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint AS "bytes!""#)
            .fetch_one(tx.conn())
            .await?;
    tx.rollback().await?;
    Ok(u64::try_from(bytes).unwrap_or(0))
}

/// The number of unsealed commits of all tenants.
pub(super) async fn unsealed(store: &Store) -> Result<i64, StoreError> {
    let mut tx = store.system().await?;
    let unsealed = sqlx::query_scalar!(r#"SELECT count(*) AS "unsealed!" FROM commits_unsealed"#);
    let unsealed = unsealed.fetch_one(tx.conn()).await?;
    tx.rollback().await?;
    Ok(unsealed)
}
