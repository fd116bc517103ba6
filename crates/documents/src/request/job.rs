//! The jobs of documents: `document.make` writes one, `document.purge` deletes expired ones.

use std::time::Duration;

use ::store::{Job, JobError, JobHandler, JobSpec, Outcome};
use async_trait::async_trait;
use identity::envelope::{Class, PLAIN_BYTES_MAX};
use identity::mail;
use kernel::{DocumentId, TenantId};
use serde_json::json;

use super::gather::{Gathered, gather};
use super::model::{DocumentError, Failure, KEPT};
use super::{Documents, store};
use crate::content::{Content, Format};
use crate::seal;

const MAKE: &str = "document.make";
/// The job kind and schedule name of the purge.
pub(super) const PURGE: &str = "document.purge";
/// Attempts before a document fails and the customer has to ask again.
const ATTEMPTS_MAX: i32 = 4;
/// The maximum number of rows that a run of the purge deletes from each table.
const PURGED_MAX: i64 = 1_000;
/// The progress when the content of a document is known, in percent.
const READ: i16 = 70;

pub(super) fn spec(tenant: TenantId, id: DocumentId) -> JobSpec {
    JobSpec::new(MAKE, tenant, json!({"document": id})).unique(id.to_string()).attempts(ATTEMPTS_MAX)
}

/// Handles `document.make`. Can be interrupted and repeated: a file appears with the state READY or not at all.
pub(super) struct Make(pub Documents);

impl Make {
    async fn make(&self, tenant: TenantId, id: DocumentId) -> Result<(), DocumentError> {
        let documents = &self.0.inner;
        let mut tx = documents.store.tenant(tenant).await?;
        let Some(taken) = store::take(tx.conn(), tenant, id).await? else { return Ok(()) };
        tx.commit().await?;
        let content = match gather(&self.0, &taken).await? {
            Gathered::Content(content) => content,
            Gathered::Not(failure) => return self.fail(tenant, id, failure).await,
        };
        let mut tx = documents.store.tenant(tenant).await?;
        store::progress(tx.conn(), tenant, id, READ).await?;
        tx.commit().await?;
        let file = self.write(tenant, *content, taken.document.request.format).await?;
        if file.len() > PLAIN_BYTES_MAX {
            return self.fail(tenant, id, Failure::TooLarge).await;
        }
        let bytes = i32::try_from(file.len()).unwrap_or(i32::MAX);
        let now = documents.world.now();
        let mut tx = documents.store.tenant(tenant).await?;
        let sealed = documents.identity.envelope().seal(&mut tx, Class::Pii, id.uuid(), &file).await;
        let sealed = sealed.map_err(|error| DocumentError::Internal(error.to_string()))?;
        let until = now + KEPT;
        if store::finish(tx.conn(), tenant, id, (&sealed, bytes), now, until).await? {
            tx.enqueue(now, &[mail::document(tenant, taken.owner.user, Some(until), id)]).await?;
            tx.commit().await?;
            tracing::info!(event = "document.made", %tenant, document = %id, bytes, "A document is ready.");
        }
        Ok(())
    }

    /// Writes the file on a thread of its own, so that the work of a core delays no request.
    async fn write(&self, tenant: TenantId, content: Content, format: Format) -> Result<Vec<u8>, DocumentError> {
        let internal = |error: &dyn std::fmt::Display| DocumentError::Internal(error.to_string());
        let _place = self.0.inner.writers.acquire().await.map_err(|error| internal(&error))?;
        let signer = self.0.inner.keys.signer(tenant);
        let written = tokio::task::spawn_blocking(move || {
            let label = seal::label(&content, &signer);
            let bytes = match format {
                Format::Pdf => crate::pdf(&content, &seal::address(&content, &label))?,
                Format::Xlsx => crate::xlsx(&content).map_err(|error| DocumentError::Internal(error.to_string()))?,
                Format::Csv => crate::csv(&content),
            };
            Ok(seal::sealed(bytes, format, &content.number, &signer))
        });
        written.await.map_err(|error| internal(&error))?
    }

    async fn fail(&self, tenant: TenantId, id: DocumentId, failure: Failure) -> Result<(), DocumentError> {
        let mut tx = self.0.inner.store.tenant(tenant).await?;
        let Some(user) = store::fail(tx.conn(), tenant, id, failure).await? else { return Ok(()) };
        tx.enqueue(self.0.inner.world.now(), &[mail::document(tenant, user, None, id)]).await?;
        tx.commit().await?;
        tracing::warn!(
            event = "document.failed", %tenant, document = %id, reason = failure.code(),
            "A document could not be made. The customer is told why and can ask again."
        );
        Ok(())
    }
}

#[async_trait]
impl JobHandler for Make {
    fn kind(&self) -> &'static str {
        MAKE
    }

    fn stuck_after(&self) -> Duration {
        Duration::from_secs(60)
    }

    async fn run(&self, job: &Job) -> Result<Outcome, JobError> {
        let tenant = job.tenant.ok_or_else(|| JobError::new("a document without a tenant"))?;
        let id: DocumentId = serde_json::from_value(job.payload["document"].clone())?;
        match self.make(tenant, id).await {
            Ok(()) => Ok(Outcome::Done),
            Err(error) if job.is_last_attempt() => {
                self.fail(tenant, id, Failure::Internal).await?;
                Err(error.into())
            }
            Err(error) => Err(error.into()),
        }
    }
}

/// Handles `document.purge`.
pub(super) struct Purge(pub Documents);

#[async_trait]
impl JobHandler for Purge {
    fn kind(&self) -> &'static str {
        PURGE
    }

    async fn run(&self, _job: &Job) -> Result<Outcome, JobError> {
        let now = self.0.inner.world.now();
        let mut tx = self.0.inner.store.system().await?;
        let stuck = store::fail_stuck(tx.conn(), now, PURGED_MAX).await?;
        let told = stuck.iter().map(|one| mail::document(one.tenant, one.user, None, one.id));
        tx.enqueue(now, &told.collect::<Vec<_>>()).await?;
        let rows = store::purge(tx.conn(), now, PURGED_MAX).await? + u64::try_from(stuck.len()).unwrap_or(0);
        tx.commit().await?;
        let full = rows >= u64::try_from(PURGED_MAX).unwrap_or(u64::MAX);
        Ok(if full { Outcome::RetryAt(now, "there is more to delete".to_owned()) } else { Outcome::Done })
    }
}
