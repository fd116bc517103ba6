//! The schema's versions, compiled into the binary. Forward only.

use std::time::Duration;

use sqlx::migrate::Migrator;
use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, Connection};

use crate::StoreError;
use crate::pool::within;

/// Every migration this program knows.
pub(crate) static MIGRATOR: Migrator = sqlx::migrate!("./migrations");

/// Applies what is missing, on a connection of its own: index builds outlast the pool's statement timeout.
///
/// Replicas that start together wait for each other on an advisory lock. A database that has been migrated by a newer
/// program, or by an edited file, is refused rather than guessed at. It may take hours, but not for ever: when PostgreSQL has
/// nothing to do for us and we still wait for it, the connection has fallen silent, and after `silence` that is an error.
pub(crate) async fn run(connect: &PgConnectOptions, silence: Duration) -> Result<(), StoreError> {
    let connect = connect.clone().options([
        ("statement_timeout", "0"),
        ("lock_timeout", "60s"),
        ("client_min_messages", "warning"),
    ]);
    let mut conn = within(silence, connect.connect()).await?;
    let process = within(silence, sqlx::query_scalar("SELECT pg_backend_pid()").fetch_one(&mut conn)).await?;
    let done = tokio::select! {
        done = MIGRATOR.run_direct(None, &mut conn, false) => done.map_err(StoreError::Migration),
        () = idle(&connect, process, silence) => return Err(StoreError::fell_silent()),
    };
    // Closing releases the advisory lock even when a migration failed half-way.
    let closed = within(silence, conn.close()).await;
    done?;
    closed.map_err(StoreError::from)
}

/// Returns when `process` of PostgreSQL is gone, or has waited for us for as long as `silence`: then it has been ended, with its locks.
async fn idle(connect: &PgConnectOptions, process: i32, silence: Duration) {
    loop {
        tokio::time::sleep(silence).await;
        // Who cannot ask knows nothing, and waits on.
        if let Ok(false) = within(silence, works(connect, process, silence)).await {
            return;
        }
    }
}

/// Whether `process` of PostgreSQL has something to do, or had within `silence`. A replica that fell silent, or died behind a network
/// that told nobody, still holds the lock that all others wait for: whoever holds it and does nothing is ended.
async fn works(connect: &PgConnectOptions, process: i32, silence: Duration) -> Result<bool, sqlx::Error> {
    let mut conn = connect.connect().await?;
    let there = sqlx::query_scalar("SELECT count(*) > 0 FROM pg_stat_activity WHERE pid = $1").bind(process);
    let there: bool = there.fetch_one(&mut conn).await?;
    let sleepers = sqlx::query_scalar(SLEEPERS).bind(process).bind(silence.as_secs_f64());
    let sleepers: Vec<i32> = sleepers.fetch_all(&mut conn).await?;
    for sleeper in &sleepers {
        sqlx::query("SELECT pg_terminate_backend($1)").bind(sleeper).execute(&mut conn).await?;
    }
    conn.close().await?;
    Ok(there && !sleepers.contains(&process))
}

/// Process $1 and who holds the advisory lock that it waits for, as far as they have done nothing for $2 seconds. Ending them is a
/// statement of its own: of conditions in one WHERE, PostgreSQL may look at any first.
const SLEEPERS: &str = "
    SELECT pid FROM pg_stat_activity
    WHERE state LIKE 'idle%' AND state_change < clock_timestamp() - make_interval(secs => $2)
      AND (pid = $1 OR pid IN (
          SELECT held.pid FROM pg_locks wanted JOIN pg_locks held USING (locktype, database, classid, objid)
          WHERE wanted.pid = $1 AND NOT wanted.granted AND held.granted AND locktype = 'advisory'))";
