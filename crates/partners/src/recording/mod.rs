//! Recordings of what a test key asks for, so that a partner can repeat a run and see what differs. Sandboxes only; the
//! caller checks that. The content is encrypted, because it has the personal data that the partner sent.

pub(crate) mod store;

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};
use identity::IdentityError;
use identity::envelope::Class;
use kernel::{ErrorKind, PartnerKeyId, ProfileId, RecordingId, TenantId};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Partners;

/// The recordings of a key.
pub const RECORDINGS_MAX: i64 = 20;
/// The requests of a recording.
pub const REQUESTS_MAX: i64 = 500;
/// How long a recording stays.
pub const RECORDING_KEPT: TimeDelta = TimeDelta::days(7);

const UNKNOWN: IdentityError = IdentityError::NotFound("The recording");

fn unreadable(error: &serde_json::Error) -> IdentityError {
    IdentityError::refusal(ErrorKind::Internal, "INTERNAL_ERROR", error.to_string())
}

/// A recording.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recording {
    /// Its id.
    pub id: RecordingId,
    /// When it began, in real time.
    pub started_at: DateTime<Utc>,
    /// The time of the sandbox's clock when it began.
    pub clock_at: DateTime<Utc>,
    /// When it ended. `None` while requests are recorded.
    pub stopped_at: Option<DateTime<Utc>>,
    /// The number of the profile's newest event when it began.
    pub events_seq: i64,
    /// The number of its requests.
    pub requests: i64,
    /// The number of the profile's events of each type. Empty until it ends.
    pub events: BTreeMap<String, i64>,
}

/// A request and its response.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RecordedRequest {
    /// The method, in upper case.
    pub method: String,
    /// Path and query.
    pub target: String,
    /// The idempotency key.
    pub idempotency_key: Option<String>,
    /// The body, if it had one.
    pub body: Option<Value>,
    /// Whether it was signed (RFC 9421). A signature serves once, so a signed request is not repeated.
    pub is_signed: bool,
    /// The status of the response.
    pub status: u16,
    /// The body of the response; `null` without JSON, or if it was too long.
    pub answer: Value,
}

/// The API key that records, with its tenant and profile.
#[derive(Debug, Clone, Copy)]
pub struct RecordingKey {
    /// The tenant.
    pub tenant: TenantId,
    /// The key's profile.
    pub profile: ProfileId,
    /// The key.
    pub key: PartnerKeyId,
}

impl Partners {
    /// Starts a recording. `events_seq` is the number of the profile's newest event.
    ///
    /// # Errors
    /// A conflict with [`RECORDINGS_MAX`] recordings of the key.
    pub async fn start_recording(&self, owner: RecordingKey, events_seq: i64) -> Result<Recording, IdentityError> {
        let now = self.world().now();
        let started = Recording {
            id: self.world().id(),
            started_at: now,
            clock_at: self.world().now_for(owner.tenant),
            stopped_at: None,
            events_seq,
            requests: 0,
            events: BTreeMap::new(),
        };
        let mut tx = self.store().tenant(owner.tenant).await?;
        store::lock_key(tx.conn(), owner).await?;
        if store::count(tx.conn(), owner, now - RECORDING_KEPT).await? >= RECORDINGS_MAX {
            let rule = format!("A key has at most {RECORDINGS_MAX} recordings. Delete one.");
            return Err(IdentityError::refusal(ErrorKind::Conflict, "CONFLICT_ERROR", rule));
        }
        store::insert(tx.conn(), owner, &started).await?;
        tx.commit().await?;
        Ok(started)
    }

    /// The recordings of a key, newest first.
    ///
    /// # Errors
    /// Database errors.
    pub async fn recordings(&self, owner: RecordingKey) -> Result<Vec<Recording>, IdentityError> {
        let since = self.world().now() - RECORDING_KEPT;
        let mut tx = self.store().tenant_read(owner.tenant).await?;
        Ok(store::list(tx.conn(), owner, since, RECORDINGS_MAX).await?)
    }

    /// A recording of the key.
    ///
    /// # Errors
    /// [`IdentityError::NotFound`].
    pub async fn recording(&self, owner: RecordingKey, id: RecordingId) -> Result<Recording, IdentityError> {
        self.recordings(owner).await?.into_iter().find(|found| found.id == id).ok_or(UNKNOWN)
    }

    /// Whether another request may be added to a recording.
    ///
    /// # Errors
    /// [`IdentityError::NotFound`]; a conflict if it has ended, or has [`REQUESTS_MAX`] requests.
    pub async fn check_recording(&self, owner: RecordingKey, id: RecordingId) -> Result<(), IdentityError> {
        let found = self.recording(owner, id).await?;
        let conflict = |rule: String| Err(IdentityError::refusal(ErrorKind::Conflict, "CONFLICT_ERROR", rule));
        if found.stopped_at.is_some() {
            return conflict("The recording has ended.".to_owned());
        }
        if found.requests >= REQUESTS_MAX {
            return conflict(format!("The recording has {REQUESTS_MAX} requests already."));
        }
        Ok(())
    }

    /// Adds a request. Does nothing if the recording has ended meanwhile, or is full.
    ///
    /// # Errors
    /// Database errors.
    pub async fn record_request(
        &self,
        owner: RecordingKey,
        id: RecordingId,
        request: &RecordedRequest,
    ) -> Result<(), IdentityError> {
        let plain = serde_json::to_vec(request).map_err(|error| unreadable(&error))?;
        let mut tx = self.store().tenant(owner.tenant).await?;
        let Some(seq) = store::next_seq(tx.conn(), owner, id, REQUESTS_MAX).await? else { return Ok(()) };
        let sealed = self.identity().envelope().seal(&mut tx, Class::Partner, id.uuid(), &plain).await?;
        store::add_request(tx.conn(), owner.tenant, id, seq, &sealed).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Ends a recording, with the number of events of each type since its start. An ended one stays as it is.
    ///
    /// # Errors
    /// [`IdentityError::NotFound`].
    pub async fn stop_recording(
        &self,
        owner: RecordingKey,
        id: RecordingId,
        events: &BTreeMap<String, i64>,
    ) -> Result<Recording, IdentityError> {
        let mut tx = self.store().tenant(owner.tenant).await?;
        store::stop(tx.conn(), owner, id, events, self.world().now()).await?;
        tx.commit().await?;
        self.recording(owner, id).await
    }

    /// Deletes a recording.
    ///
    /// # Errors
    /// [`IdentityError::NotFound`].
    pub async fn delete_recording(&self, owner: RecordingKey, id: RecordingId) -> Result<(), IdentityError> {
        let mut tx = self.store().tenant(owner.tenant).await?;
        if !store::delete(tx.conn(), owner, id).await? {
            return Err(UNKNOWN);
        }
        Ok(tx.commit().await?)
    }

    /// The requests of a recording, in their order.
    ///
    /// # Errors
    /// [`IdentityError::NotFound`], and content that cannot be read.
    pub async fn recorded_requests(
        &self,
        owner: RecordingKey,
        id: RecordingId,
    ) -> Result<Vec<RecordedRequest>, IdentityError> {
        self.recording(owner, id).await?;
        let mut tx = self.store().tenant_read(owner.tenant).await?;
        let mut found = Vec::new();
        for sealed in store::requests(tx.conn(), owner.tenant, id, REQUESTS_MAX).await? {
            let plain = self.identity().envelope().open(&mut tx, Class::Partner, id.uuid(), &sealed).await?;
            let request = serde_json::from_slice(&plain);
            found.push(request.map_err(|error| unreadable(&error))?);
        }
        Ok(found)
    }
}
