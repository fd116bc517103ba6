//! Transactions: of one tenant, or of the system.

use std::borrow::Borrow;

use chrono::{DateTime, Utc};
use kernel::TenantId;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::enqueue::enqueue;
use crate::session::Session;
use crate::{EventSpec, EventStream, JobSpec, Store, StoreError, events};

/// An open transaction, and the signals to send after its commit.
#[derive(Debug)]
struct Open {
    session: Session,
    store: Store,
    streams: Vec<EventStream>,
    wake_jobs: bool,
}

impl Open {
    fn new(session: Session, store: Store) -> Self {
        Self { session, store, streams: Vec::new(), wake_jobs: false }
    }

    async fn enqueue<J: Borrow<JobSpec> + Sync>(&mut self, now: DateTime<Utc>, specs: &[J]) -> Result<(), StoreError> {
        self.wake_jobs |= !specs.is_empty();
        enqueue(self.session.conn(), now, specs).await
    }

    async fn append_events<E: Borrow<EventSpec> + Sync>(
        &mut self,
        tenant: TenantId,
        now: DateTime<Utc>,
        specs: &[E],
    ) -> Result<(), StoreError> {
        self.streams.extend(specs.iter().map(|e| EventStream { tenant, stream: e.borrow().stream }));
        events::append(self.session.conn(), tenant, now, specs).await.map(|_| ())
    }

    /// Shielded, including the signals: a dropped caller interrupts neither the commit nor the signals.
    async fn commit(self) -> Result<Session, StoreError> {
        let Self { session, store, streams, wake_jobs } = self;
        let told = store.clone();
        let committed = async move {
            let session = session.commit().await?;
            if wake_jobs {
                told.wake_jobs();
            }
            told.event_hub().publish_all(streams);
            Ok(session)
        };
        store.shield(committed).await
    }

    async fn rollback(self) -> Result<(), StoreError> {
        self.store.shield(self.session.rollback()).await
    }
}

/// A transaction that sees one tenant's rows only: the database refuses all others. Dropping it rolls back.
#[derive(Debug)]
pub struct TenantTx {
    open: Open,
    tenant: TenantId,
}

impl TenantTx {
    pub(crate) fn new(session: Session, store: Store, tenant: TenantId) -> Self {
        Self { open: Open::new(session, store), tenant }
    }

    /// The connection, for queries.
    pub fn conn(&mut self) -> &mut PgConnection {
        self.open.session.conn()
    }

    /// The tenant.
    pub fn tenant(&self) -> TenantId {
        self.tenant
    }

    /// Enqueues jobs, and wakes the workers after the commit.
    ///
    /// # Errors
    /// The errors of [`crate::jobs::enqueue`].
    pub async fn enqueue<J: Borrow<JobSpec> + Sync>(
        &mut self,
        now: DateTime<Utc>,
        specs: &[J],
    ) -> Result<(), StoreError> {
        self.open.enqueue(now, specs).await
    }

    /// Appends events, and signals their streams to the hub after the commit.
    ///
    /// # Errors
    /// The errors of [`events::append`].
    pub async fn append_events<E: Borrow<EventSpec> + Sync>(
        &mut self,
        now: DateTime<Utc>,
        specs: &[E],
    ) -> Result<(), StoreError> {
        self.open.append_events(self.tenant, now, specs).await
    }

    /// Signals `stream` to the hub after the commit, without an event. Listeners of other processes hear nothing.
    pub fn signal(&mut self, stream: Uuid) {
        self.open.streams.push(EventStream { tenant: self.tenant, stream });
    }

    /// Commits. After an error the outcome may be unknown: look it up by key before a repetition.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the connection was lost, possibly after the commit took place.
    pub async fn commit(self) -> Result<(), StoreError> {
        self.open.commit().await.map(drop)
    }

    /// Like [`TenantTx::commit`], but returns the connection for the next transaction, if it can be kept.
    ///
    /// # Errors
    /// The errors of [`TenantTx::commit`].
    pub async fn commit_keeping(self) -> Result<Option<Session>, StoreError> {
        let store = self.open.store.clone();
        let session = self.open.commit().await?;
        Ok(store.may_keep(&session).then_some(session))
    }

    /// Rolls back, and waits for the end of the rollback. Dropping does the same without waiting.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the connection was lost; the changes are discarded then too.
    pub async fn rollback(self) -> Result<(), StoreError> {
        self.open.rollback().await
    }
}

/// A transaction over all tenants. Dropping it rolls back.
#[derive(Debug)]
pub struct SystemTx {
    open: Open,
}

impl SystemTx {
    pub(crate) fn new(session: Session, store: Store) -> Self {
        Self { open: Open::new(session, store) }
    }

    /// The connection, for queries.
    pub fn conn(&mut self) -> &mut PgConnection {
        self.open.session.conn()
    }

    /// Enqueues jobs, and wakes the workers after the commit.
    ///
    /// # Errors
    /// The errors of [`crate::jobs::enqueue`].
    pub async fn enqueue<J: Borrow<JobSpec> + Sync>(
        &mut self,
        now: DateTime<Utc>,
        specs: &[J],
    ) -> Result<(), StoreError> {
        self.open.enqueue(now, specs).await
    }

    /// Appends events of one tenant, and signals their streams to the hub after the commit.
    ///
    /// # Errors
    /// The errors of [`events::append`].
    pub async fn append_events<E: Borrow<EventSpec> + Sync>(
        &mut self,
        tenant: TenantId,
        now: DateTime<Utc>,
        specs: &[E],
    ) -> Result<(), StoreError> {
        self.open.append_events(tenant, now, specs).await
    }

    /// Commits. After an error the outcome may be unknown: look it up by key before a repetition.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the connection was lost, possibly after the commit took place.
    pub async fn commit(self) -> Result<(), StoreError> {
        self.open.commit().await.map(drop)
    }

    /// Rolls back, and waits for the end of the rollback.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the connection was lost; the changes are discarded then too.
    pub async fn rollback(self) -> Result<(), StoreError> {
        self.open.rollback().await
    }
}

/// Either kind of transaction, for a job that finishes in the transaction of its effects.
#[derive(Debug)]
pub enum AnyTx {
    /// A tenant's transaction.
    Tenant(TenantTx),
    /// A system transaction.
    System(SystemTx),
}

impl AnyTx {
    pub(crate) fn conn(&mut self) -> &mut PgConnection {
        match self {
            Self::Tenant(tx) => tx.conn(),
            Self::System(tx) => tx.conn(),
        }
    }

    pub(crate) async fn commit(self) -> Result<(), StoreError> {
        match self {
            Self::Tenant(tx) => tx.commit().await,
            Self::System(tx) => tx.commit().await,
        }
    }
}

impl From<TenantTx> for AnyTx {
    fn from(tx: TenantTx) -> Self {
        Self::Tenant(tx)
    }
}

impl From<SystemTx> for AnyTx {
    fn from(tx: SystemTx) -> Self {
        Self::System(tx)
    }
}
