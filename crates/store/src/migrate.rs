//! The schema's versions, compiled into the binary. Forward only.

use sqlx::migrate::Migrator;
use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, Connection};

use crate::StoreError;

/// Every migration this program knows.
pub(crate) static MIGRATOR: Migrator = sqlx::migrate!("./migrations");

/// Applies what is missing, on a connection of its own: index builds outlast the pool's statement timeout.
///
/// Replicas that start together wait for each other on an advisory lock. A database that has been migrated by a newer
/// program, or by an edited file, is refused rather than guessed at.
pub(crate) async fn run(connect: &PgConnectOptions) -> Result<(), StoreError> {
    let connect = connect.clone().options([
        ("statement_timeout", "0"),
        ("lock_timeout", "60s"),
        ("client_min_messages", "warning"),
    ]);
    let mut conn = connect.connect().await?;
    let done = MIGRATOR.run_direct(None, &mut conn, false).await.map_err(StoreError::Migration);
    // Closing releases the advisory lock even when a migration failed half-way.
    let closed = conn.close().await;
    done?;
    closed.map_err(StoreError::from)
}
