//! The schema's migrations, compiled into the binary. Forward only.

use std::time::Duration;

use sqlx::migrate::Migrator;
use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, Connection};

use crate::StoreError;
use crate::timeout::within;

/// All migrations of this program.
pub(crate) static MIGRATOR: Migrator = sqlx::migrate!("./migrations");

/// Applies the missing migrations on a connection of its own, because index builds outlast the pool's statement
/// timeout.
///
/// Replicas that start together wait for each other on an advisory lock. A database that a newer program or an edited
/// file has migrated is refused. A migration may take hours, but the wait is bounded: if PostgreSQL has been idle for
/// this session for `silence`, the connection is broken, and the call returns an error.
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
    // Closing the connection releases the advisory lock even if a migration failed.
    let closed = within(silence, conn.close()).await;
    done?;
    closed.map_err(StoreError::from)
}

/// Returns when `process` of PostgreSQL is gone, or was terminated after idling for `silence`; its locks end with it.
async fn idle(connect: &PgConnectOptions, process: i32, silence: Duration) {
    loop {
        tokio::time::sleep(silence).await;
        // A failed check proves nothing, so the wait continues.
        if let Ok(false) = within(silence, works(connect, process, silence)).await {
            return;
        }
    }
}

/// Whether `process` of PostgreSQL works, or did within `silence`. A replica that died or fell silent behind a broken
/// network still holds the lock of the others: an idle holder is terminated.
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

/// Process $1 and the holder of the advisory lock that it waits for, if they have been idle for $2 seconds. Terminating
/// them is a separate statement: PostgreSQL may evaluate the conditions of a WHERE in any order.
const SLEEPERS: &str = "
    SELECT pid FROM pg_stat_activity
    WHERE state LIKE 'idle%' AND state_change < clock_timestamp() - make_interval(secs => $2)
      AND (pid = $1 OR pid IN (
          SELECT held.pid FROM pg_locks wanted JOIN pg_locks held USING (locktype, database, classid, objid)
          WHERE wanted.pid = $1 AND NOT wanted.granted AND held.granted AND locktype = 'advisory'))";
