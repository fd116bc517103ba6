//! A gate that stops the system before a chosen database statement, so that a test can act in between.

use std::time::Duration;

use sqlx::PgConnection;

use super::support::TestApp;

/// The advisory lock that the stopped statement waits for.
const LOCK: i64 = 4_711;

/// A gate before the writes of a table, closed at first. The system waits at most two seconds for a lock, so a step that
/// is stopped for longer fails and is repeated.
pub struct Gate {
    sql: PgConnection,
}

impl Gate {
    /// Closes a gate before writes such as `UPDATE ON documents FOR EACH ROW WHEN (NEW.progress > 0)`.
    pub async fn before(app: &TestApp, writes: &str) -> Self {
        let mut sql = app.db.connect().await;
        let trigger = format!(
            "CREATE FUNCTION gate() RETURNS trigger LANGUAGE plpgsql AS $$
                 BEGIN PERFORM pg_advisory_xact_lock_shared({LOCK}); RETURN NEW; END $$;
             CREATE TRIGGER gate BEFORE {writes} EXECUTE FUNCTION gate();
             SELECT pg_advisory_lock({LOCK})"
        );
        sqlx::raw_sql(sqlx::AssertSqlSafe(trigger)).execute(&mut sql).await.unwrap();
        Self { sql }
    }

    /// Waits until a statement stands before the gate.
    pub async fn reached(&mut self) {
        let waits = "SELECT EXISTS (SELECT FROM pg_locks l JOIN pg_database d ON d.oid = l.database
                         WHERE l.locktype = 'advisory' AND NOT l.granted AND d.datname = current_database())";
        let found = async {
            while !sqlx::query_scalar::<_, bool>(waits).fetch_one(&mut self.sql).await.unwrap() {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(Duration::from_secs(60), found).await.expect("it comes to the gate within a minute");
    }

    /// Opens it for good.
    pub async fn open(mut self) {
        let open = format!("SELECT pg_advisory_unlock({LOCK})");
        sqlx::query(sqlx::AssertSqlSafe(open)).execute(&mut self.sql).await.unwrap();
    }
}
