//! Answers already given, by the caller's key, so that a repeated request gets the first answer instead of a second effect.
//!
//! Money has a second, permanent line of defence in the ledger's change key; that is why a key whose first request died
//! may be taken over after its lock ran out: the effect cannot happen twice, only be answered again.

mod store;

use std::collections::HashSet;

use chrono::{DateTime, TimeDelta, Utc};
use kernel::TenantId;
use uuid::Uuid;

use crate::batch::{BatchWork, Batcher};
use crate::{Store, StoreError};

pub use store::purge;

/// How long a request may be at work before its key can be taken over. Whoever waits for a key whose server has died waits
/// so long, and two at work on one key do no harm: the effect has a key of its own, and the first answer noted is kept.
pub const LOCK: TimeDelta = TimeDelta::seconds(5);
/// How long answers are kept.
pub const RETENTION: TimeDelta = TimeDelta::days(30);
/// The longest key accepted, in bytes.
pub const KEY_BYTES_MAX: usize = 255;

/// Whose key it is, and for which route: the same key means something else to another principal or route.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Scope {
    /// The tenant.
    pub tenant: TenantId,
    /// The person or API key that asks.
    pub principal: Uuid,
    /// Method and path template: `POST /api/client/v1/orders`.
    pub route: String,
    /// The `Idempotency-Key`.
    pub key: String,
}

/// A key that was taken. Names who holds it: after a takeover the first holder can neither answer nor free the key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lock {
    until: DateTime<Utc>,
    request_hash: Vec<u8>,
}

/// What a key stands for when a request arrives with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Begun {
    /// Not seen before, or its first request died: do the work, then [`Keys::finish`] or [`Keys::forget`] with this.
    Fresh(Lock),
    /// Answered already: give this answer again.
    Replay {
        /// HTTP status of the first answer.
        status: u16,
        /// Body of the first answer, byte for byte.
        body: Vec<u8>,
    },
    /// The first request is still at work: 409, try again.
    InFlight,
    /// The key was used with another request: 422.
    Mismatch,
}

/// A key that somebody wants.
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

/// The answer of a key's holder, to be kept.
struct Answer {
    scope: Scope,
    lock: Lock,
    status: u16,
    body: Vec<u8>,
}

/// A holder who lets go of a key.
struct Release {
    scope: Scope,
    lock: Lock,
}

/// All keys of this database. What is asked at the same time goes in one transaction. Only an answer waits for the disk: one
/// that was given must be given again after the database crashed, byte for byte. A crash may forget that a key was taken,
/// and then the work is done again under its own key.
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

    /// Takes the key, or says what became of it. When this returns, others see it.
    ///
    /// `request_hash` is over everything that makes the request what it is. Of concurrent duplicates one takes the key.
    ///
    /// # Errors
    /// Those of [`Batcher::ask`].
    pub async fn begin(&self, scope: &Scope, request_hash: &[u8], now: DateTime<Utc>) -> Result<Begun, StoreError> {
        let wanted = Wanted { scope: scope.clone(), request_hash: request_hash.to_vec(), now };
        self.begins.ask(scope.tenant, wanted).await
    }

    /// Keeps the answer for everybody who comes with the key again.
    ///
    /// # Errors
    /// [`StoreError::NotOneRow`] when another request has taken the key over: the answer is theirs to keep. Otherwise those
    /// of [`Batcher::ask`].
    pub async fn finish(&self, scope: &Scope, lock: Lock, status: u16, body: Vec<u8>) -> Result<(), StoreError> {
        let answer = Answer { scope: scope.clone(), lock, status, body };
        let kept = self.answers.ask(scope.tenant, answer).await?;
        StoreError::ensure_one_row("idempotency key", u64::from(kept))
    }

    /// Frees the key: the request was refused before it had any effect, and may be corrected and sent again. Nothing
    /// happens to a key that another request has taken over.
    ///
    /// # Errors
    /// Those of [`Batcher::ask`].
    pub async fn forget(&self, scope: &Scope, lock: Lock) -> Result<(), StoreError> {
        self.releases.ask(scope.tenant, Release { scope: scope.clone(), lock }).await
    }
}

/// Takes keys. Nothing of it waits for the disk.
struct Begin {
    store: Store,
}

impl BatchWork for Begin {
    type Ask = Wanted;
    type Answer = Begun;

    async fn run(&self, tenant: TenantId, wanted: &[Wanted]) -> Result<Vec<Begun>, StoreError> {
        let mut tx = self.store.tenant_relaxed(tenant).await?;
        let begun = begin(tx.conn(), tenant, wanted).await?;
        tx.commit().await?;
        Ok(begun)
    }
}

/// Keeps answers. Whether each key was still its holder's.
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

/// Frees keys, those of them that are still their holders'. Nothing of it waits for the disk.
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

/// Takes every key that can be taken, the first time that it is wanted, and says of the rest what became of them.
async fn begin(conn: &mut sqlx::PgConnection, tenant: TenantId, wanted: &[Wanted]) -> Result<Vec<Begun>, StoreError> {
    let mut seen = HashSet::new();
    let (first, again): (Vec<usize>, Vec<usize>) = (0..wanted.len()).partition(|at| seen.insert(&wanted[*at].scope));
    let firsts: Vec<&Wanted> = first.iter().map(|at| &wanted[*at]).collect();
    let mut begun = vec![Begun::InFlight; wanted.len()];
    let mut known = again;
    for (at, taken) in first.into_iter().zip(store::take(&mut *conn, tenant, &firsts).await?) {
        if taken {
            begun[at] = Begun::Fresh(wanted[at].lock());
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

/// A key as it stands, taken by somebody.
struct Taken {
    request_hash: Vec<u8>,
    answer: Option<(u16, Vec<u8>)>,
}

/// What somebody with `request_hash` hears of a key that they could not take.
fn told(request_hash: &[u8], found: Option<Taken>) -> Begun {
    let other = |hash: &[u8]| hash != request_hash;
    #[cfg(feature = "planted-bugs")]
    let other = |hash: &[u8]| other(hash) && !crate::planted("other-body-answered");
    match found {
        Some(taken) if other(&taken.request_hash) => Begun::Mismatch,
        Some(Taken { answer: Some((status, body)), .. }) => Begun::Replay { status, body },
        // Forgotten between the two statements: the caller tries again.
        Some(Taken { answer: None, .. }) | None => Begun::InFlight,
    }
}
