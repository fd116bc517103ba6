//! Database errors, classified by the reaction that they need.

use kernel::ErrorKind;
use sqlx::postgres::{PgDatabaseError, PgSeverity};

/// The kind of the violated constraint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConstraintKind {
    /// A row with this key already exists.
    Unique,
    /// The referenced row does not exist, or other rows still refer to this one.
    ForeignKey,
    /// A CHECK or NOT NULL constraint refused the values.
    Check,
}

/// Errors of the store.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// No connection, or the server is shutting down: retry later.
    #[error("the database is not available")]
    Unavailable(#[source] sqlx::Error),
    /// A conflict with another transaction (deadlock, lock or statement timeout): retry at once.
    #[error("the database was busy with a conflicting change")]
    Busy(#[source] sqlx::Error),
    /// A constraint refused the change.
    #[error("constraint {name} refused the change")]
    Constraint {
        /// The constraint's name in the schema.
        name: String,
        /// The constraint's kind.
        kind: ConstraintKind,
        /// The original error.
        #[source]
        source: sqlx::Error,
    },
    /// A value that the database cannot store (too large, a NUL in text).
    #[error("a value is too large, or has characters that no text has")]
    BadValue(#[source] sqlx::Error),
    /// A guarded update changed another number of rows than one.
    #[error("{what}: {found} rows instead of one")]
    NotOneRow {
        /// The subject of the statement.
        what: &'static str,
        /// The number of changed rows.
        found: u64,
    },
    /// A change was decided on facts that have moved since: load them and decide again.
    #[error("{what} are not as they were read")]
    Stale {
        /// The facts.
        what: &'static str,
    },
    /// The migration to this program's schema version failed.
    #[error("the database's schema does not fit this version of Agio: {0}")]
    Migration(#[source] sqlx::migrate::MigrateError),
    /// The server is older than Agio supports.
    #[error("PostgreSQL {0} is too old: Agio needs version 15 or newer")]
    TooOld(u32),
    /// The connection's role does not bypass row-level security, which jobs and the back office need.
    #[error(
        "the database role \"{0}\" is held back by row-level security: make it the owner with ALTER ROLE \"{0}\" BYPASSRLS"
    )]
    RoleTooWeak(String),
    /// The database's address cannot be parsed.
    #[error("the database address is not a postgres:// URL: {0}")]
    BadUrl(String),
    /// Any other error: an internal fault.
    #[error("the database refused a statement")]
    Fault(#[source] sqlx::Error),
}

impl StoreError {
    /// The error's class, for the HTTP status.
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::Unavailable(_) | Self::Busy(_) => ErrorKind::Unavailable,
            // The value came from a request and passed its validation, which should have refused it.
            Self::BadValue(_) => ErrorKind::Invalid,
            _ => ErrorKind::Internal,
        }
    }

    /// The public error code. It reveals nothing about the database.
    pub fn code(&self) -> &'static str {
        match self.kind() {
            ErrorKind::Unavailable => "SERVICE_UNAVAILABLE",
            ErrorKind::Invalid => "VALIDATION_ERROR",
            _ => "INTERNAL_ERROR",
        }
    }

    /// Whether a repetition of the same call may succeed.
    pub fn is_transient(&self) -> bool {
        use sqlx::migrate::MigrateError::{Execute, ExecuteMigration};
        match self {
            Self::Unavailable(_) | Self::Busy(_) => true,
            Self::Migration(Execute(error) | ExecuteMigration(error, _)) => {
                matches!(error, sqlx::Error::Io(_) | sqlx::Error::Protocol(_))
            }
            _ => false,
        }
    }

    /// The error for a connection on which no answer arrived in time.
    pub fn fell_silent() -> Self {
        Self::Unavailable(crate::timeout::silent())
    }

    /// The name of the violated unique constraint, if the error is one.
    pub fn unique_violation(&self) -> Option<&str> {
        match self {
            Self::Constraint { name, kind: ConstraintKind::Unique, .. } => Some(name),
            _ => None,
        }
    }

    /// Fails unless exactly one row changed: the check after every guarded `UPDATE`.
    ///
    /// # Errors
    /// [`StoreError::NotOneRow`] with `what` otherwise.
    pub fn ensure_one_row(what: &'static str, rows_affected: u64) -> Result<(), Self> {
        if rows_affected == 1 { Ok(()) } else { Err(Self::NotOneRow { what, found: rows_affected }) }
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        let Some(db) = error.as_database_error() else {
            return match error {
                sqlx::Error::Io(_)
                | sqlx::Error::Tls(_)
                | sqlx::Error::PoolTimedOut
                | sqlx::Error::PoolClosed
                | sqlx::Error::WorkerCrashed
                | sqlx::Error::BeginFailed
                // sqlx reports a truncated message as a protocol error.
                | sqlx::Error::Protocol(_) => Self::Unavailable(error),
                _ => Self::Fault(error),
            };
        };
        let constraint = |kind| db.constraint().map(|name| (name.to_owned(), kind));
        let code = db.code().unwrap_or_default().into_owned();
        let found = match code.as_str() {
            "23505" | "23P01" => constraint(ConstraintKind::Unique),
            "23503" => constraint(ConstraintKind::ForeignKey),
            "23514" => constraint(ConstraintKind::Check),
            "23502" => Some((db.table().unwrap_or_default().to_owned(), ConstraintKind::Check)),
            _ => None,
        };
        match (found, code.get(..2).unwrap_or_default()) {
            (Some((name, kind)), _) => Self::Constraint { name, kind, source: error },
            // Connection failures, insufficient resources such as too many connections, shutdown and crash recovery.
            (None, "08" | "53" | "58") => Self::Unavailable(error),
            (None, "57") if code != "57014" => Self::Unavailable(error),
            (None, "40" | "55" | "57") => Self::Busy(error),
            (None, "22") => {
                // Logs only the code: the database's message may repeat the value.
                tracing::warn!(
                    event = "database.value_refused", %code,
                    "The database refused a value that it cannot hold."
                );
                Self::BadValue(error)
            }
            // Idle-in-transaction timeout: the connection is closed, and the work is rolled back. A read-only server is
            // a former primary after a failover.
            (None, "25") if matches!(code.as_str(), "25P03" | "25006") => Self::Unavailable(error),
            // An internal error of the server that ends the session, for example when the disk is too full for the init
            // file that a new connection writes. An internal error that keeps the session is a fault.
            (None, "XX") if ends_the_session(&error) => Self::Unavailable(error),
            _ => Self::Fault(error),
        }
    }
}

fn ends_the_session(error: &sqlx::Error) -> bool {
    let told = error.as_database_error().and_then(|told| told.try_downcast_ref::<PgDatabaseError>());
    told.is_some_and(|told| matches!(told.severity(), PgSeverity::Fatal | PgSeverity::Panic))
}

#[cfg(test)]
mod tests {
    use sqlx::ConnectOptions;
    use sqlx::postgres::{PgConnectOptions, PgSslMode};
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    use super::*;

    #[test]
    fn a_message_that_was_cut_in_its_middle_is_worth_trying_again() {
        assert!(StoreError::from(sqlx::Error::Protocol("unexpected message".into())).is_transient());
        assert!(!StoreError::from(sqlx::Error::RowNotFound).is_transient());
    }

    /// The result of connecting to a server that answers with this error, byte for byte as PostgreSQL 18 does.
    async fn connecting(severity: &str, code: &str, text: &str) -> StoreError {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let fields = format!("S{severity}\0V{severity}\0C{code}\0M{text}\0\0");
        let server = async {
            let (mut client, _) = listener.accept().await.unwrap();
            // The first message starts with its length.
            let length = client.read_u32().await.unwrap();
            client.read_exact(&mut vec![0; length as usize - 4]).await.unwrap();
            let length = u32::try_from(fields.len() + 4).unwrap();
            let answer = [b"E".as_slice(), &length.to_be_bytes(), fields.as_bytes()].concat();
            client.write_all(&answer).await.unwrap();
        };
        let options = PgConnectOptions::new_without_pgpass().host("127.0.0.1").port(port).username("a");
        let options = options.ssl_mode(PgSslMode::Disable);
        let ((), refused) = tokio::join!(server, options.connect());
        refused.unwrap_err().into()
    }

    #[tokio::test]
    async fn a_full_disk_of_the_database_is_answered_with_try_again() {
        let full = connecting("FATAL", "XX000", "could not write init file at line 6657").await;
        assert_eq!((full.code(), full.is_transient()), ("SERVICE_UNAVAILABLE", true), "{full:?}");
        let ours = connecting("ERROR", "XX000", "cache lookup failed").await;
        assert_eq!((ours.code(), ours.is_transient()), ("INTERNAL_ERROR", false), "{ours:?}");
        let stranger = connecting("FATAL", "28P01", "password authentication failed").await;
        assert!(!stranger.is_transient(), "{stranger:?}");
    }
}
