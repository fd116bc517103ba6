//! Documents that customers ask for: the request, its job and the file.

mod gather;
mod job;
mod model;
mod store;

use std::sync::Arc;

use ::store::{JobHandler, Schedule, Store, StoreError, TenantTx};
use chrono::TimeDelta;
use exchange::Exchange;
use identity::verification::{Kind as Verification, Status};
use identity::{Identity, Tenant};
use kernel::{DocumentId, ProfileId, TenantId, TenantProfile, UserId, World};
use ledger::proof::LogKeys;
use tokio::sync::Semaphore;

pub use model::{Document, DocumentError, DocumentRequest, Failure, KEPT, State, read_code};
use store::Owner;

/// The maximum number of documents in a list.
const LISTED: i64 = 50;
/// The number of documents that one process writes at once. Writing is work for a core and needs memory.
const WRITERS: usize = 2;

/// The entry point of this crate. Cheap to clone.
#[derive(Clone)]
pub struct Documents {
    inner: Arc<Inner>,
}

struct Inner {
    store: Store,
    world: World,
    identity: Identity,
    exchange: Exchange,
    keys: LogKeys,
    writers: Semaphore,
}

/// The owner of the documents of a request.
#[derive(Clone, Copy, Debug)]
pub struct Asker<'a> {
    /// The tenant.
    pub tenant: &'a Tenant,
    /// The person.
    pub user: UserId,
    /// Their profile.
    pub profile: ProfileId,
    /// The host by which the request came, for the address of the page that checks documents.
    pub host: &'a str,
}

impl Documents {
    /// Creates an instance on this database.
    #[must_use]
    pub fn new(store: Store, world: World, identity: Identity, exchange: Exchange, keys: LogKeys) -> Self {
        let writers = Semaphore::new(WRITERS);
        Self { inner: Arc::new(Inner { store, world, identity, exchange, keys, writers }) }
    }

    /// The job handlers, for a worker.
    #[must_use]
    pub fn handlers(&self) -> Vec<Arc<dyn JobHandler>> {
        vec![Arc::new(job::Make(self.clone())), Arc::new(job::Purge(self.clone()))]
    }

    /// The scheduled jobs, for a worker.
    #[must_use]
    pub fn schedules() -> Vec<Schedule> {
        vec![Schedule::every(job::PURGE, TimeDelta::minutes(5))]
    }

    /// Asks for a document.
    ///
    /// # Errors
    /// [`DocumentError::NotVerified`] without a verified identity, [`DocumentError::Invalid`] for a broken rule,
    /// [`DocumentError::TooMany`] above the limits of a profile.
    pub async fn ask(&self, asker: Asker<'_>, request: DocumentRequest) -> Result<Document, DocumentError> {
        let now = self.inner.world.now();
        let tenant = asker.tenant.id;
        self.verified(tenant, asker.user).await?;
        let request = request.check(now.date_naive())?;
        let no_host = || DocumentError::Internal("the tenant has no host for the page that checks documents".into());
        let origin = asker.tenant.origin_for_mail(asker.host).ok_or_else(no_host)?;
        let owner = Owner { tenant, profile: asker.profile, user: asker.user };
        let mut tx = self.inner.store.tenant(tenant).await?;
        store::lock(tx.conn(), owner).await?;
        let (open, all) = store::counts(tx.conn(), owner, now - TimeDelta::days(1)).await?;
        if open >= model::OPEN_MAX {
            return Err(DocumentError::TooMany { retry_after_s: 10 });
        }
        if all >= model::DAY_MAX {
            return Err(DocumentError::TooMany { retry_after_s: 3_600 });
        }
        let document = Document {
            id: self.inner.world.id(),
            request,
            code: model::code_of(self.inner.world.random()),
            state: State::Queued,
            progress: 0,
            failure: None,
            requested_at: now,
            expires_at: None,
            bytes: None,
        };
        store::add(tx.conn(), owner, &document, &origin).await?;
        tx.enqueue(now, &[job::spec(tenant, document.id)]).await?;
        tx.commit().await?;
        Ok(document)
    }

    /// Checks that the identity is verified.
    async fn verified(&self, tenant: TenantId, user: UserId) -> Result<(), DocumentError> {
        if self.is_verified(tenant, user).await? { Ok(()) } else { Err(DocumentError::NotVerified) }
    }

    /// Whether the identity is verified.
    async fn is_verified(&self, tenant: TenantId, user: UserId) -> Result<bool, DocumentError> {
        let all = self.inner.identity.verifications(tenant, user).await?;
        Ok(all.iter().any(|one| one.kind == Verification::Identity && one.status == Status::Completed))
    }

    /// The profile's newest documents, the newest first.
    ///
    /// # Errors
    /// Database errors.
    pub async fn list(&self, tenant: TenantId, profile: ProfileId) -> Result<Vec<Document>, DocumentError> {
        let now = self.inner.world.now();
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        let found = store::of_profile(tx.conn(), TenantProfile { tenant, profile }, LISTED).await?;
        Ok(found.into_iter().map(|document| document.at(now)).collect())
    }

    /// One document of the profile.
    ///
    /// # Errors
    /// [`DocumentError::NotFound`].
    pub async fn one(&self, tenant: TenantId, profile: ProfileId, id: DocumentId) -> Result<Document, DocumentError> {
        let now = self.inner.world.now();
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        let found = store::one(tx.conn(), TenantProfile { tenant, profile }, id).await?;
        Ok(found.ok_or(DocumentError::NotFound)?.at(now))
    }

    /// The file of a document that is ready.
    ///
    /// # Errors
    /// [`DocumentError::NotFound`] if it is not ready, or its file is deleted.
    pub async fn file(
        &self,
        tenant: TenantId,
        profile: ProfileId,
        id: DocumentId,
    ) -> Result<(Document, Vec<u8>), DocumentError> {
        let document = self.one(tenant, profile, id).await?;
        let mut tx = self.inner.store.tenant(tenant).await?;
        let found = store::file(tx.conn(), TenantProfile { tenant, profile }, id, self.inner.world.now()).await?;
        let sealed = found.ok_or(DocumentError::NotFound)?;
        let envelope = self.inner.identity.envelope();
        let file = envelope.open(&mut tx, identity::envelope::Class::Pii, id.uuid(), &sealed).await;
        let file = file.map_err(|error| DocumentError::Internal(error.to_string()))?;
        Ok((document, file.to_vec()))
    }

    /// Whether the tenant has issued a document with this code. It says nothing else about it.
    ///
    /// # Errors
    /// Database errors.
    pub async fn is_issued(&self, tenant: TenantId, typed: &str) -> Result<bool, DocumentError> {
        let Some(code) = read_code(typed) else { return Ok(false) };
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        Ok(store::is_code(tx.conn(), tenant, &code).await?)
    }

    /// Deletes the documents of these profiles, in `tx`.
    ///
    /// # Errors
    /// Database errors.
    pub async fn forget(&self, tx: &mut TenantTx, profiles: &[ProfileId]) -> Result<(), StoreError> {
        let tenant = tx.tenant();
        store::forget(tx.conn(), tenant, profiles).await
    }
}
