//! The only functions that open a transaction.

use kernel::TenantId;

use crate::session::Session;
use crate::tx::{SystemTx, TenantTx};
use crate::{Store, StoreError};

const READ: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY";

/// Settings for statements that address all rows by key: planned once per connection, and never with a sequential scan
/// that suited a table when it was small.
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

    /// Like [`Store::tenant_bulk`], but its commit does not wait for the disk. A crash of the database may lose whole
    /// transactions of the last fraction of a second. Only for writes that a repetition of the same call restores.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when no connection is free in time.
    pub async fn tenant_relaxed(&self, tenant: TenantId) -> Result<TenantTx, StoreError> {
        let tx = self.begin(format!("{}{BY_KEY}{RELAXED}", tenant_begin("BEGIN", tenant))).await?;
        Ok(TenantTx::new(tx, self.clone(), tenant))
    }

    /// Like [`Store::tenant`], for reading and writing many rows by key. It plans each statement once per connection
    /// instead of for each array. Such a plan outlives the table statistics that it is based on, so write statements
    /// with only one possible plan: read with a `LATERAL (… LIMIT 1)` over the whole key, and write with
    /// `ON CONFLICT (key) DO UPDATE`. A join with an array may instead read the tenant's whole table for every element.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when no connection is free in time.
    pub async fn tenant_bulk(&self, tenant: TenantId) -> Result<TenantTx, StoreError> {
        let tx = self.begin(format!("{}{BY_KEY}", tenant_begin("BEGIN", tenant))).await?;
        Ok(TenantTx::new(tx, self.clone(), tenant))
    }

    /// Like [`Store::tenant_bulk`], for optimistic writes: its lock timeout is short, so it fails soon on a conflict
    /// with another transaction. Uses the connection `kept` from the transaction before, if there is one.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when no connection is free in time, or the kept one was lost.
    pub async fn tenant_optimistic(&self, kept: Option<Session>, tenant: TenantId) -> Result<TenantTx, StoreError> {
        let settings = "; SET LOCAL lock_timeout = '250ms'";
        let tx = self.begin_on(kept, format!("{}{BY_KEY}{settings}", tenant_begin("BEGIN", tenant))).await?;
        Ok(TenantTx::new(tx, self.clone(), tenant))
    }

    /// Like [`Store::tenant_read`], with the plans of [`Store::tenant_bulk`].
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when no connection is free in time.
    pub async fn tenant_read_bulk(&self, tenant: TenantId) -> Result<TenantTx, StoreError> {
        let tx = self.begin(format!("{}{BY_KEY}", tenant_begin(READ, tenant))).await?;
        Ok(TenantTx::new(tx, self.clone(), tenant))
    }

    /// A read-only transaction that sees `tenant`'s rows only, all in one snapshot.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when no connection is free in time.
    pub async fn tenant_read(&self, tenant: TenantId) -> Result<TenantTx, StoreError> {
        let tx = self.begin(tenant_begin(READ, tenant)).await?;
        Ok(TenantTx::new(tx, self.clone(), tenant))
    }

    /// A transaction over all tenants, for jobs, scanners and tenant lookup. Every query in it must name its tenant.
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

    /// The only place where a transaction begins. It runs in a task of its own: a dropped caller (after a client
    /// disconnects) must not return a half-begun connection to the pool.
    async fn begin_on(&self, kept: Option<Session>, statement: String) -> Result<Session, StoreError> {
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

/// Transaction, role and tenant in one round trip. The tenant is a UUID, so the text cannot contain an SQL injection.
/// `SET LOCAL` costs the database a tenth of a `SELECT set_config(…)`, and every transaction pays for it.
fn tenant_begin(begin: &str, tenant: TenantId) -> String {
    let tenant = tenant.uuid().hyphenated();
    format!("{begin}; SET LOCAL ROLE agio_tenant; SET LOCAL app.tenant_id = '{tenant}'")
}

#[cfg(test)]
mod cancellation_test;
