//! Transactions: one tenant's, or the system's.

use std::borrow::Borrow;

use chrono::{DateTime, Utc};
use kernel::TenantId;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::session::Session;
use crate::{EventSpec, JobSpec, Store, StoreError, events, jobs};

/// An open transaction, and what is to be said when it has been committed.
#[derive(Debug)]
struct Open {
    session: Session,
    store: Store,
    streams: Vec<(TenantId, Uuid)>,
    wake_jobs: bool,
}

impl Open {
    fn new(session: Session, store: Store) -> Self {
        Self { session, store, streams: Vec::new(), wake_jobs: false }
    }

    async fn enqueue<J: Borrow<JobSpec> + Sync>(&mut self, now: DateTime<Utc>, specs: &[J]) -> Result<(), StoreError> {
        self.wake_jobs |= !specs.is_empty();
        jobs::enqueue(self.session.conn(), now, specs).await
    }

    async fn append_events<E: Borrow<EventSpec> + Sync>(
        &mut self,
        tenant: TenantId,
        now: DateTime<Utc>,
        specs: &[E],
    ) -> Result<(), StoreError> {
        self.streams.extend(specs.iter().map(|e| (tenant, e.borrow().stream)));
        events::append(self.session.conn(), tenant, now, specs).await.map(|_| ())
    }

    /// In the shield, notices and all: whether and what happened does not depend on the caller's patience.
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

/// A transaction that sees one tenant's rows only: the database refuses everything else. Dropping it rolls back.
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

    /// Where it was begun.
    #[cfg(feature = "planted-bugs")]
    pub fn store(&self) -> Store {
        self.open.store.clone()
    }

    /// Whose rows this transaction sees.
    pub fn tenant(&self) -> TenantId {
        self.tenant
    }

    /// Enqueues jobs, and wakes the workers when this commits.
    ///
    /// # Errors
    /// Those of [`jobs::enqueue`].
    pub async fn enqueue<J: Borrow<JobSpec> + Sync>(
        &mut self,
        now: DateTime<Utc>,
        specs: &[J],
    ) -> Result<(), StoreError> {
        self.open.enqueue(now, specs).await
    }

    /// Appends events, and tells the hub of their streams when this commits.
    ///
    /// # Errors
    /// Those of [`events::append`].
    pub async fn append_events<E: Borrow<EventSpec> + Sync>(
        &mut self,
        now: DateTime<Utc>,
        specs: &[E],
    ) -> Result<(), StoreError> {
        self.open.append_events(self.tenant, now, specs).await
    }

    /// Makes everything durable. When this returns an error the outcome may be unknown: ask by key before repeating.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the connection was lost, possibly after the commit took place.
    pub async fn commit(self) -> Result<(), StoreError> {
        self.open.commit().await.map(drop)
    }

    /// Like [`TenantTx::commit`], for who begins another transaction at once, on the same connection: it is handed out if it may be kept.
    ///
    /// # Errors
    /// Those of [`TenantTx::commit`].
    pub async fn commit_keeping(self) -> Result<Option<Session>, StoreError> {
        let store = self.open.store.clone();
        let session = self.open.commit().await?;
        Ok(store.may_keep(&session).then_some(session))
    }

    /// Undoes everything, and waits until it is undone. Dropping does the same without waiting.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the connection was lost; nothing is kept then either.
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

    /// Enqueues jobs, and wakes the workers when this commits.
    ///
    /// # Errors
    /// Those of [`jobs::enqueue`].
    pub async fn enqueue<J: Borrow<JobSpec> + Sync>(
        &mut self,
        now: DateTime<Utc>,
        specs: &[J],
    ) -> Result<(), StoreError> {
        self.open.enqueue(now, specs).await
    }

    /// Appends events of one tenant, and tells the hub of their streams when this commits.
    ///
    /// # Errors
    /// Those of [`events::append`].
    pub async fn append_events<E: Borrow<EventSpec> + Sync>(
        &mut self,
        tenant: TenantId,
        now: DateTime<Utc>,
        specs: &[E],
    ) -> Result<(), StoreError> {
        self.open.append_events(tenant, now, specs).await
    }

    /// Makes everything durable. When this returns an error the outcome may be unknown: ask by key before repeating.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the connection was lost, possibly after the commit took place.
    pub async fn commit(self) -> Result<(), StoreError> {
        self.open.commit().await.map(drop)
    }

    /// Undoes everything, and waits until it is undone.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the connection was lost; nothing is kept then either.
    pub async fn rollback(self) -> Result<(), StoreError> {
        self.open.rollback().await
    }
}

/// Either kind of transaction, for a job that finishes inside the transaction of its effects.
#[derive(Debug)]
pub enum AnyTx {
    /// One tenant's.
    Tenant(TenantTx),
    /// The system's.
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
