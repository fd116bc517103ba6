//! The time limit of one wait on the database.

use std::time::Duration;

use tokio::time::timeout;

/// `work`, or a timeout error after `longest`.
pub(crate) async fn within<T>(
    longest: Duration,
    work: impl Future<Output = Result<T, sqlx::Error>>,
) -> Result<T, sqlx::Error> {
    timeout(longest, work).await.unwrap_or_else(|_| Err(silent()))
}

/// The error for a silent connection, the same as for a closed one.
pub(crate) fn silent() -> sqlx::Error {
    sqlx::Error::Io(std::io::ErrorKind::TimedOut.into())
}
