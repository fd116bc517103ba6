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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lock {
    until: DateTime<Utc>,
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
        Lock { until: self.now + LOCK }
    }
}

/// How a holder lets go of a key.
struct Held {
    scope: Scope,
    lock: Lock,
    /// Status and body to be kept; with nothing, the key is free again.
    answer: Option<(u16, Vec<u8>)>,
}

enum Ask {
    Begin(Wanted),
    End(Held),
}

enum Answer {
    Begun(Begun),
    /// Whether the key was still the holder's.
    Ended(bool),
}

/// All keys of this database. What is asked at the same time goes in one transaction. Only an answer waits for the disk: one
/// that was given must be given again after the database crashed, byte for byte. A crash may forget that a key was taken,
/// and then the work is done again under its own key.
#[derive(Clone)]
pub struct Keys {
    batcher: Batcher<Work>,
}

impl Keys {
    /// The keys in `store`.
    pub fn new(store: Store) -> Self {
        Self { batcher: Batcher::new(Work { store }) }
    }

    /// Takes the key, or says what became of it. When this returns, others see it.
    ///
    /// `request_hash` is over everything that makes the request what it is. Of concurrent duplicates one takes the key.
    ///
    /// # Errors
    /// Those of [`Batcher::ask`].
    pub async fn begin(&self, scope: &Scope, request_hash: &[u8], now: DateTime<Utc>) -> Result<Begun, StoreError> {
        let wanted = Wanted { scope: scope.clone(), request_hash: request_hash.to_vec(), now };
        match self.batcher.ask(scope.tenant, Ask::Begin(wanted)).await? {
            Answer::Begun(begun) => Ok(begun),
            Answer::Ended(_) => Err(mixed_up()),
        }
    }

    /// Keeps the answer for everybody who comes with the key again.
    ///
    /// # Errors
    /// [`StoreError::NotOneRow`] when another request has taken the key over: the answer is theirs to keep. Otherwise those
    /// of [`Batcher::ask`].
    pub async fn finish(&self, scope: &Scope, lock: Lock, status: u16, body: Vec<u8>) -> Result<(), StoreError> {
        let kept = self.end(Held { scope: scope.clone(), lock, answer: Some((status, body)) }).await?;
        StoreError::ensure_one_row("idempotency key", u64::from(kept))
    }

    /// Frees the key: the request was refused before it had any effect, and may be corrected and sent again. Nothing
    /// happens to a key that another request has taken over.
    ///
    /// # Errors
    /// Those of [`Batcher::ask`].
    pub async fn forget(&self, scope: &Scope, lock: Lock) -> Result<(), StoreError> {
        self.end(Held { scope: scope.clone(), lock, answer: None }).await.map(|_| ())
    }

    async fn end(&self, held: Held) -> Result<bool, StoreError> {
        match self.batcher.ask(held.scope.tenant, Ask::End(held)).await? {
            Answer::Ended(kept) => Ok(kept),
            Answer::Begun(_) => Err(mixed_up()),
        }
    }
}

/// Cannot be: a batch answers in the order of its asks.
fn mixed_up() -> StoreError {
    StoreError::NotOneRow { what: "answers of a batch", found: 0 }
}

struct Work {
    store: Store,
}

impl BatchWork for Work {
    type Ask = Ask;
    type Answer = Answer;

    async fn run(&self, tenant: TenantId, asks: &[Ask]) -> Result<Vec<Answer>, StoreError> {
        let (mut wanted, mut held) = (Vec::new(), Vec::new());
        for ask in asks {
            match ask {
                Ask::Begin(begin) => wanted.push(begin),
                Ask::End(end) => held.push(end),
            }
        }
        let answers = held.iter().any(|held| held.answer.is_some());
        let mut tx =
            if answers { self.store.tenant_bulk(tenant).await? } else { self.store.tenant_relaxed(tenant).await? };
        // In this order, so that who repeats a request in the moment of its answer hears that answer.
        let mut ended = store::end(tx.conn(), tenant, &held).await?.into_iter();
        let mut begun = begin(tx.conn(), tenant, &wanted).await?.into_iter();
        tx.commit().await?;
        let in_order = asks.iter().map(|ask| match ask {
            Ask::Begin(_) => begun.next().map(Answer::Begun),
            Ask::End(_) => ended.next().map(Answer::Ended),
        });
        in_order.collect::<Option<_>>().ok_or_else(mixed_up)
    }
}

/// Takes every key that can be taken, the first time that it is wanted, and says of the rest what became of them.
async fn begin(conn: &mut sqlx::PgConnection, tenant: TenantId, wanted: &[&Wanted]) -> Result<Vec<Begun>, StoreError> {
    let mut seen = HashSet::new();
    let (first, again): (Vec<usize>, Vec<usize>) = (0..wanted.len()).partition(|at| seen.insert(&wanted[*at].scope));
    let firsts: Vec<&Wanted> = first.iter().map(|at| wanted[*at]).collect();
    let mut begun = vec![Begun::InFlight; wanted.len()];
    let mut known = again;
    for (at, taken) in first.into_iter().zip(store::take(&mut *conn, tenant, &firsts).await?) {
        if taken {
            begun[at] = Begun::Fresh(wanted[at].lock());
        } else {
            known.push(at);
        }
    }
    let asked: Vec<&Wanted> = known.iter().map(|at| wanted[*at]).collect();
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
