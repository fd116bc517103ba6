//! Responses by idempotency key: a repeated request gets the first response instead of a second effect.
//!
//! The ledger's change key is a second, permanent guard for money. Therefore a key whose first request died can be
//! taken over after its lock has expired: the effect cannot happen twice, the request only produces the response again.

mod store;

use std::collections::HashSet;

use chrono::{DateTime, TimeDelta, Utc};
use kernel::TenantId;
use uuid::Uuid;

use crate::batch::{BatchWork, Batcher};
use crate::{Store, StoreError};

pub use store::purge;

/// The life of a request's lock before another request can take the key over. A client that retries after a server died
/// waits this long. Two requests at work on one key do no harm: the effect has a key of its own, and the first stored
/// response wins.
pub const LOCK: TimeDelta = TimeDelta::seconds(5);
/// How long responses are stored.
pub const RETENTION: TimeDelta = TimeDelta::days(30);
/// The maximum length of a key, in bytes.
pub const KEY_BYTES_MAX: usize = 255;

/// The scope of a key: another principal or another route can use the same key independently.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Scope {
    /// The tenant.
    pub tenant: TenantId,
    /// The customer or API key that sends the request.
    pub principal: Uuid,
    /// Method and path template: `POST /api/client/v1/orders`.
    pub route: String,
    /// The `Idempotency-Key`.
    pub key: String,
}

/// The lock on a key. It identifies the holder: after a takeover, the first holder can neither answer nor free the key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lock {
    until: DateTime<Utc>,
    request_hash: Vec<u8>,
}

/// The state of a key when a request arrives with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeyState {
    /// New, or its first request died: do the work, then call [`Keys::finish`] or [`Keys::forget`] with the lock.
    Fresh(Lock),
    /// Already answered: repeat this response.
    Replay {
        /// The HTTP status of the first response.
        status: u16,
        /// The body of the first response, byte for byte.
        body: Vec<u8>,
    },
    /// The first request is still in progress: 409, retry later.
    InFlight,
    /// The key belongs to a different request: 422.
    Mismatch,
}

/// A request to take a key.
struct Wanted {
    scope: Scope,
    request_hash: Vec<u8>,
    now: DateTime<Utc>,
}

impl Wanted {
    fn lock(&self) -> Lock {
        Lock { until: self.now + LOCK, request_hash: self.request_hash.clone() }
    }
}

/// The response of a key's holder.
struct Answer {
    scope: Scope,
    lock: Lock,
    status: u16,
    body: Vec<u8>,
}

/// The request of a holder to free its key.
struct Release {
    scope: Scope,
    lock: Lock,
}

/// All keys of this database. Concurrent calls share a transaction. Only a response waits for the disk: a response that
/// was sent must be repeated byte for byte after a crash of the database. A crash may lose the lock of a key; the work
/// is then repeated, and its own key prevents a second effect.
#[derive(Clone)]
pub struct Keys {
    begins: Batcher<Begin>,
    answers: Batcher<Keep>,
    releases: Batcher<Free>,
}

impl Keys {
    /// The keys in `store`.
    pub fn new(store: Store) -> Self {
        Self {
            begins: Batcher::new(Begin { store: store.clone() }),
            answers: Batcher::new(Keep { store: store.clone() }),
            releases: Batcher::new(Free { store }),
        }
    }

    /// Takes the key, or returns its state. Other requests see the lock when this returns.
    ///
    /// `request_hash` covers everything that defines the request. Of concurrent duplicates, one takes the key.
    ///
    /// # Errors
    /// The errors of [`Batcher::ask`].
    pub async fn begin(&self, scope: &Scope, request_hash: &[u8], now: DateTime<Utc>) -> Result<KeyState, StoreError> {
        let wanted = Wanted { scope: scope.clone(), request_hash: request_hash.to_vec(), now };
        self.begins.ask(scope.tenant, wanted).await
    }

    /// Stores the response for later requests with the same key.
    ///
    /// # Errors
    /// [`StoreError::NotOneRow`] if another request has taken the key over and will store its own response. Otherwise
    /// those of [`Batcher::ask`].
    pub async fn finish(&self, scope: &Scope, lock: Lock, status: u16, body: Vec<u8>) -> Result<(), StoreError> {
        let answer = Answer { scope: scope.clone(), lock, status, body };
        let kept = self.answers.ask(scope.tenant, answer).await?;
        StoreError::ensure_one_row("idempotency key", u64::from(kept))
    }

    /// Frees the key: the request was refused before any effect, so a corrected request may use the key. Does nothing
    /// if another request has taken the key over.
    ///
    /// # Errors
    /// The errors of [`Batcher::ask`].
    pub async fn forget(&self, scope: &Scope, lock: Lock) -> Result<(), StoreError> {
        self.releases.ask(scope.tenant, Release { scope: scope.clone(), lock }).await
    }
}

/// Takes keys. It does not wait for the disk.
struct Begin {
    store: Store,
}

impl BatchWork for Begin {
    type Ask = Wanted;
    type Answer = KeyState;

    async fn run(&self, tenant: TenantId, wanted: &[Wanted]) -> Result<Vec<KeyState>, StoreError> {
        let mut tx = self.store.tenant_relaxed(tenant).await?;
        let begun = begin(tx.conn(), tenant, wanted).await?;
        tx.commit().await?;
        Ok(begun)
    }
}

/// Stores responses. Each answer says whether the caller still held the key.
struct Keep {
    store: Store,
}

impl BatchWork for Keep {
    type Ask = Answer;
    type Answer = bool;

    async fn run(&self, tenant: TenantId, answers: &[Answer]) -> Result<Vec<bool>, StoreError> {
        let mut tx = self.store.tenant_bulk(tenant).await?;
        let kept = store::keep(tx.conn(), tenant, answers).await?;
        tx.commit().await?;
        Ok(kept)
    }
}

/// Frees the keys that their callers still hold. It does not wait for the disk.
struct Free {
    store: Store,
}

impl BatchWork for Free {
    type Ask = Release;
    type Answer = ();

    async fn run(&self, tenant: TenantId, releases: &[Release]) -> Result<Vec<()>, StoreError> {
        let mut tx = self.store.tenant_relaxed(tenant).await?;
        store::free(tx.conn(), tenant, releases).await?;
        tx.commit().await?;
        Ok(vec![(); releases.len()])
    }
}

/// Takes every available key for the first request that wants it, and returns the state of the others.
async fn begin(
    conn: &mut sqlx::PgConnection,
    tenant: TenantId,
    wanted: &[Wanted],
) -> Result<Vec<KeyState>, StoreError> {
    let mut seen = HashSet::new();
    let (first, again): (Vec<usize>, Vec<usize>) = (0..wanted.len()).partition(|at| seen.insert(&wanted[*at].scope));
    let firsts: Vec<&Wanted> = first.iter().map(|at| &wanted[*at]).collect();
    let mut begun = vec![KeyState::InFlight; wanted.len()];
    let mut known = again;
    for (at, taken) in first.into_iter().zip(store::take(&mut *conn, tenant, &firsts).await?) {
        if taken {
            begun[at] = KeyState::Fresh(wanted[at].lock());
        } else {
            known.push(at);
        }
    }
    let asked: Vec<&Wanted> = known.iter().map(|at| &wanted[*at]).collect();
    for (at, found) in known.into_iter().zip(store::look(conn, tenant, &asked).await?) {
        begun[at] = told(&wanted[at].request_hash, found);
    }
    Ok(begun)
}

/// The row of a key that another request has taken.
struct Taken {
    request_hash: Vec<u8>,
    answer: Option<(u16, Vec<u8>)>,
}

/// The answer to a request with `request_hash` that could not take the key.
fn told(request_hash: &[u8], found: Option<Taken>) -> KeyState {
    let other = |hash: &[u8]| hash != request_hash;
    match found {
        Some(taken) if other(&taken.request_hash) => KeyState::Mismatch,
        Some(Taken { answer: Some((status, body)), .. }) => KeyState::Replay { status, body },
        // The row was deleted between the two statements: the caller retries.
        Some(Taken { answer: None, .. }) | None => KeyState::InFlight,
    }
}
