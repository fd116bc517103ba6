//! A connection of the pool with at most one transaction open on it: sqlx's own `Transaction`, but for its end, after which the connection can be
//! kept for the next one.

use sqlx::pool::PoolConnection;
use sqlx::{AssertSqlSafe, Database, PgConnection, PgPool, Postgres, SqlSafeStr};
use sqlx_core::transaction::TransactionManager;

type Manager = <Postgres as Database>::TransactionManager;

/// Transactions on a connection before it has to go back to the pool, which ends those that have lived for long.
const TRANSACTIONS_MAX: u32 = 256;

/// A connection that whoever has just committed keeps for the next transaction; see [`crate::TenantTx::commit_keeping`]. On its way back to
/// the pool and out of it again a connection answers twice that nothing is wrong with it, and the one that comes next is the one
/// that has rested longest, with nothing of its plans left in the processor. Dropping it gives it back.
#[derive(Debug)]
pub struct Session {
    conn: PoolConnection<Postgres>,
    open: bool,
    transactions: u32,
}

impl Session {
    /// Waits for a connection that is free.
    #[expect(clippy::disallowed_methods, reason = "only the store's shielded `begin` comes here")]
    pub(crate) async fn of(pool: &PgPool) -> Result<Self, sqlx::Error> {
        Ok(Self { conn: pool.acquire().await?, open: false, transactions: 0 })
    }

    /// Not to be cancelled: it would leave a transaction that nobody knows of.
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

    /// Whether its last transaction may be followed by another: not when somebody may be waiting at `pool`, who is served in turn.
    pub(crate) fn may_stay(&self, pool: &PgPool) -> bool {
        let nobody_waits = pool.num_idle() > 0 || pool.size() < pool.options().get_max_connections();
        self.transactions < TRANSACTIONS_MAX && nobody_waits && !pool.is_closed()
    }
}

impl Drop for Session {
    /// The rollback goes out with whatever is sent next, which is what the pool asks of a connection that comes back.
    fn drop(&mut self) {
        if self.open {
            Manager::start_rollback(&mut self.conn);
        }
    }
}
