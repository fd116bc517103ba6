//! How the pool behaves, and the session settings that every connection gets.

use std::time::Duration;

use sqlx::postgres::PgConnectOptions;

/// Limits of the pool. The defaults are those that the fault tests forced.
#[derive(Clone, Debug)]
pub struct StoreOptions {
    /// Connections at most, over all callers of this process.
    pub connections_max: u32,
    /// How long a caller waits for a free connection before [`crate::StoreError::Unavailable`].
    pub acquire_timeout: Duration,
    /// How long one statement may run.
    pub statement_timeout: Duration,
    /// How long the database may leave a question unanswered before its connection counts as lost. Longer than a statement may
    /// run: what is silent for longer is not slow, but behind a network that passes nothing and tells nobody.
    pub answer_timeout: Duration,
    /// Shown in `pg_stat_activity`.
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

/// Session settings sent while connecting, so that they cost no round trip.
///
/// The timeouts bound what a lost client, a lost network or a stuck lock can hold. `client_min_messages` keeps the
/// server from answering each clean-up `ROLLBACK` with a warning that nothing was open.
pub(crate) fn with_session_settings(connect: PgConnectOptions, options: &StoreOptions) -> PgConnectOptions {
    connect.application_name(&options.application_name).options([
        ("statement_timeout", format!("{}ms", options.statement_timeout.as_millis())),
        // Every statement here reads few rows by their keys; compiling one takes longer than running it a hundred times.
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
