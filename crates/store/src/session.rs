//! A connection of the pool with at most one open transaction. It equals sqlx's own `Transaction` except that the
//! connection can be kept for the next transaction.

use sqlx::pool::PoolConnection;
use sqlx::{AssertSqlSafe, Database, PgConnection, PgPool, Postgres, SqlSafeStr};
use sqlx_core::transaction::TransactionManager;

type Manager = <Postgres as Database>::TransactionManager;

/// The maximum number of transactions before the connection returns to the pool, which closes old connections.
const TRANSACTIONS_MAX: u32 = 256;

/// A connection that a caller keeps after a commit for its next transaction; see [`crate::TenantTx::commit_keeping`].
/// The way through the pool costs two checks, and the pool hands out the connection that has been idle longest, whose
/// cached plans have left the processor's cache. Dropping it returns it to the pool.
#[derive(Debug)]
pub struct Session {
    conn: PoolConnection<Postgres>,
    open: bool,
    transactions: u32,
}

impl Session {
    /// Waits for a free connection.
    #[expect(clippy::disallowed_methods, reason = "only the store's shielded `begin` comes here")]
    pub(crate) async fn of(pool: &PgPool) -> Result<Self, sqlx::Error> {
        Ok(Self { conn: pool.acquire().await?, open: false, transactions: 0 })
    }

    /// Must not be cancelled: that would leave an untracked open transaction.
    pub(crate) async fn begin(mut self, statement: String) -> Result<Self, sqlx::Error> {
        self.open = true;
        Manager::begin(&mut self.conn, Some(AssertSqlSafe(statement).into_sql_str())).await?;
        self.transactions += 1;
        Ok(self)
    }

    pub(crate) async fn commit(mut self) -> Result<Self, sqlx::Error> {
        Manager::commit(&mut self.conn).await?;
        self.open = false;
        Ok(self)
    }

    pub(crate) async fn rollback(mut self) -> Result<(), sqlx::Error> {
        Manager::rollback(&mut self.conn).await?;
        self.open = false;
        Ok(())
    }

    pub(crate) fn conn(&mut self) -> &mut PgConnection {
        &mut self.conn
    }

    /// Whether the connection can be kept after a commit: not if callers may be waiting at `pool`, which serves them in
    /// turn.
    pub(crate) fn may_stay(&self, pool: &PgPool) -> bool {
        let nobody_waits = pool.num_idle() > 0 || pool.size() < pool.options().get_max_connections();
        self.transactions < TRANSACTIONS_MAX && nobody_waits && !pool.is_closed()
    }
}

impl Drop for Session {
    /// The pool sends the rollback together with its first message to the returned connection.
    fn drop(&mut self) {
        if self.open {
            Manager::start_rollback(&mut self.conn);
        }
    }
}
