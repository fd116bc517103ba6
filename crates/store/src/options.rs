//! The limits of the pool, and the session settings of every connection.

use std::time::Duration;

use sqlx::postgres::PgConnectOptions;

/// The limits of the pool. The fault tests determined the defaults.
#[derive(Clone, Debug)]
pub struct StoreOptions {
    /// The maximum number of connections of this process.
    pub connections_max: u32,
    /// How long a caller waits for a free connection before [`crate::StoreError::Unavailable`].
    pub acquire_timeout: Duration,
    /// The maximum duration of one statement.
    pub statement_timeout: Duration,
    /// The maximum time without an answer before a connection counts as lost. It exceeds the statement timeout: a
    /// longer silence means a broken network, not a slow statement.
    pub answer_timeout: Duration,
    /// The application name in `pg_stat_activity`.
    pub application_name: String,
}

impl Default for StoreOptions {
    fn default() -> Self {
        Self {
            connections_max: 16,
            acquire_timeout: Duration::from_secs(2),
            statement_timeout: Duration::from_secs(5),
            answer_timeout: Duration::from_secs(8),
            application_name: "agio".into(),
        }
    }
}

/// Session settings that are sent while connecting, so that they cost no round trip.
///
/// The timeouts bound the locks of a lost client, a lost network or a stuck transaction. `client_min_messages` prevents
/// the server from answering each clean-up `ROLLBACK` with a warning.
pub(crate) fn with_session_settings(connect: PgConnectOptions, options: &StoreOptions) -> PgConnectOptions {
    connect.application_name(&options.application_name).options([
        ("statement_timeout", format!("{}ms", options.statement_timeout.as_millis())),
        // Every statement here reads few rows by key; JIT compilation takes longer than a hundred executions.
        ("jit", "off".to_owned()),
        ("lock_timeout", "2s".into()),
        ("idle_in_transaction_session_timeout", "5s".into()),
        ("client_connection_check_interval", "1s".into()),
        ("tcp_keepalives_idle", "5".into()),
        ("tcp_keepalives_interval", "1".into()),
        ("tcp_keepalives_count", "3".into()),
        ("tcp_user_timeout", "5000".into()),
        ("synchronous_commit", "on".into()),
        ("client_min_messages", "error".into()),
        ("timezone", "UTC".into()),
    ])
}
