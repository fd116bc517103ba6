//! The only ways to a transaction.

use kernel::TenantId;

use crate::session::Session;
use crate::tx::{SystemTx, TenantTx};
use crate::{Store, StoreError};

const READ: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY";

/// How statements are planned whose rows are all named by their keys: once, and never by reading a table that was small then.
const BY_KEY: &str = "; SET LOCAL plan_cache_mode = force_generic_plan; SET LOCAL enable_seqscan = off";

/// A commit that does not wait for the disk.
const RELAXED: &str = "; SET LOCAL synchronous_commit = off";

impl Store {
    /// A read-write transaction that sees and changes `tenant`'s rows only.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when no connection is free in time.
    pub async fn tenant(&self, tenant: TenantId) -> Result<TenantTx, StoreError> {
        let tx = self.begin(tenant_begin("BEGIN", tenant)).await?;
        Ok(TenantTx::new(tx, self.clone(), tenant))
    }

    /// Like [`Store::tenant_bulk`], but its commit does not wait for the disk: a crash of the database may forget the last
    /// fraction of a second of it, whole transactions at a time. For what is rebuilt by doing the same again.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when no connection is free in time.
    pub async fn tenant_relaxed(&self, tenant: TenantId) -> Result<TenantTx, StoreError> {
        let tx = self.begin(format!("{}{BY_KEY}{RELAXED}", tenant_begin("BEGIN", tenant))).await?;
        Ok(TenantTx::new(tx, self.clone(), tenant))
    }

    /// Like [`Store::tenant`], for reading and writing many rows by their keys: it plans each statement once per connection
    /// instead of looking at every array first. Such a plan outlives what the planner knew of the tables when it made it, so
    /// write statements that leave it no choice: read with a `LATERAL (… LIMIT 1)` over the whole key, and write with
    /// `ON CONFLICT (key) DO UPDATE`. Joined to an array, a tenant that was small is read whole for every element.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when no connection is free in time.
    pub async fn tenant_bulk(&self, tenant: TenantId) -> Result<TenantTx, StoreError> {
        let tx = self.begin(format!("{}{BY_KEY}", tenant_begin("BEGIN", tenant))).await?;
        Ok(TenantTx::new(tx, self.clone(), tenant))
    }

    /// Like [`Store::tenant_bulk`], for what was decided without locks: it gives way soon where another transaction is in
    /// its way. On the connection that was kept from the transaction before, if any was.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when no connection is free in time, or the kept one was lost.
    pub async fn tenant_optimistic(&self, kept: Option<Session>, tenant: TenantId) -> Result<TenantTx, StoreError> {
        let settings = "; SET LOCAL lock_timeout = '250ms'";
        let tx = self.begin_on(kept, format!("{}{BY_KEY}{settings}", tenant_begin("BEGIN", tenant))).await?;
        Ok(TenantTx::new(tx, self.clone(), tenant))
    }

    /// Like [`Store::tenant_read`], planned as [`Store::tenant_bulk`] plans.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when no connection is free in time.
    pub async fn tenant_read_bulk(&self, tenant: TenantId) -> Result<TenantTx, StoreError> {
        let tx = self.begin(format!("{}{BY_KEY}", tenant_begin(READ, tenant))).await?;
        Ok(TenantTx::new(tx, self.clone(), tenant))
    }

    /// A read-only transaction that sees `tenant`'s rows only, all as of one moment.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when no connection is free in time.
    pub async fn tenant_read(&self, tenant: TenantId) -> Result<TenantTx, StoreError> {
        let tx = self.begin(tenant_begin(READ, tenant)).await?;
        Ok(TenantTx::new(tx, self.clone(), tenant))
    }

    /// A transaction over all tenants, for jobs, scanners and tenant lookup. Every query in it says its own tenant.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when no connection is free in time.
    pub async fn system(&self) -> Result<SystemTx, StoreError> {
        let tx = self.begin("BEGIN".into()).await?;
        Ok(SystemTx::new(tx, self.clone()))
    }

    async fn begin(&self, statement: String) -> Result<Session, StoreError> {
        self.begin_on(None, statement).await
    }

    /// The one place where a transaction begins. It runs in a task of its own: a caller that is dropped in the middle
    /// (a client that hung up) must not take a half-begun connection back to the pool.
    async fn begin_on(&self, kept: Option<Session>, statement: String) -> Result<Session, StoreError> {
        #[cfg(feature = "planted-bugs")]
        let statement = if crate::planted("commit-not-waited-for") { statement + RELAXED } else { statement };
        let pool = self.pool().clone();
        let begun = async move {
            let session = match kept {
                Some(session) => session,
                None => Session::of(&pool).await?,
            };
            session.begin(statement).await
        };
        self.shield(begun).await
    }

    pub(crate) fn may_keep(&self, session: &Session) -> bool {
        session.may_stay(self.pool())
    }
}

/// Transaction, role and tenant in one round trip. The tenant is a UUID, which cannot carry anything else into the text.
/// `SET LOCAL` costs the database a tenth of what a `SELECT` of `set_config` does, and every transaction pays it.
fn tenant_begin(begin: &str, tenant: TenantId) -> String {
    let tenant = tenant.uuid().hyphenated();
    format!("{begin}; SET LOCAL ROLE agio_tenant; SET LOCAL app.tenant_id = '{tenant}'")
}

#[cfg(test)]
mod cancellation_test;
