//! The ambient inputs of every decision: clock, ids and randomness, so that tests are deterministic.

use std::cell::RefCell;
use std::sync::{Arc, Mutex, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};
use uuid::{Builder, Uuid};

use crate::{Id, IdKind, TenantClocks, TenantId};

/// A clock.
pub trait Clock: Send + Sync {
    /// The current time, in UTC.
    fn now(&self) -> DateTime<Utc>;
}

/// A source of random bytes.
pub trait Random: Send + Sync {
    /// Fills `bytes` with random bytes.
    fn fill(&self, bytes: &mut [u8]);
}

/// A generator of identifiers.
pub trait Ids: Send + Sync {
    /// A new UUIDv7 of the current time.
    fn uuid(&self, now: DateTime<Utc>) -> Uuid;
}

/// The ambient inputs: time, ids and randomness. Tests inject their own.
#[derive(Clone)]
pub struct World {
    clock: Arc<dyn Clock>,
    random: Arc<dyn Random>,
    ids: Arc<dyn Ids>,
    tenants: Arc<TenantClocks>,
}

impl World {
    /// The production instance: the system's clock and random numbers.
    #[must_use]
    pub fn system() -> Self {
        let (random, ids) = (Arc::new(SystemRandom), Arc::new(RandomIds(Arc::new(PooledRandom))));
        Self { clock: Arc::new(SystemClock), ids, random, tenants: Arc::default() }
    }

    /// The production instance with another clock, for most tests.
    #[must_use]
    pub fn with_clock(clock: Arc<dyn Clock>) -> Self {
        Self { clock, ..Self::system() }
    }

    /// A deterministic instance: `clock`, and randomness and ids derived from `seed`. Never for secrets.
    #[must_use]
    pub fn seeded(clock: Arc<dyn Clock>, seed: u64) -> Self {
        let random: Arc<dyn Random> = Arc::new(SeededRandom(Mutex::new(seed)));
        Self { clock, ids: Arc::new(RandomIds(random.clone())), random, tenants: Arc::default() }
    }

    /// The current time, in UTC.
    #[must_use]
    pub fn now(&self) -> DateTime<Utc> {
        self.clock.now()
    }

    /// The current time of a tenant, in UTC: real time, unless the clock of its sandbox differs. Flows of money take it:
    /// quotes, orders, limits, plans. Sessions, keys and rate limits are on real time.
    #[must_use]
    pub fn now_for(&self, tenant: TenantId) -> DateTime<Utc> {
        self.tenants.now(tenant, self.now())
    }

    /// The clocks of sandbox tenants that this process knows.
    #[must_use]
    pub fn tenant_clocks(&self) -> &TenantClocks {
        &self.tenants
    }

    /// A new UUIDv7.
    #[must_use]
    pub fn uuid(&self) -> Uuid {
        self.ids.uuid(self.now())
    }

    /// A new UUIDv7 of the time `now`, which its first 48 bits hold in milliseconds.
    #[must_use]
    pub fn uuid_at(&self, now: DateTime<Utc>) -> Uuid {
        self.ids.uuid(now)
    }

    /// A new id.
    #[must_use]
    pub fn id<K: IdKind>(&self) -> Id<K> {
        Id::from_uuid(self.uuid())
    }

    /// `N` random bytes.
    #[must_use]
    pub fn random<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        self.random.fill(&mut bytes);
        bytes
    }
}

/// The machine's clock, truncated to microseconds, PostgreSQL's precision.
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "the one place that asks the machine for the time")]
    fn now(&self) -> DateTime<Utc> {
        let now = Utc::now();
        now - TimeDelta::nanoseconds(i64::from(now.timestamp_subsec_nanos() % 1_000))
    }
}

/// A clock that stands still until a test sets or advances it.
pub struct ManualClock(Mutex<DateTime<Utc>>);

impl ManualClock {
    /// A clock set to `now`.
    #[must_use]
    pub fn at(now: DateTime<Utc>) -> Arc<Self> {
        Arc::new(Self(Mutex::new(now)))
    }

    /// Sets the time.
    pub fn set(&self, now: DateTime<Utc>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = now;
    }

    /// Advances the time by `step`.
    pub fn advance(&self, step: TimeDelta) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) += step;
    }
}

impl Clock for ManualClock {
    fn now(&self) -> DateTime<Utc> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct SystemRandom;

impl Random for SystemRandom {
    fn fill(&self, bytes: &mut [u8]) {
        getrandom::fill(bytes).expect("the operating system has random numbers");
    }
}

/// The system's random numbers, read in blocks, because a system call for each id cost the Journal's process 7 % of its
/// time. For ids, which must be unique and unpredictable. Secrets use one system call each, so that no unused random
/// bytes of a secret stay in memory.
struct PooledRandom;

/// A block of random bytes, and how many of them are used.
struct Pool {
    bytes: [u8; POOL],
    used: usize,
}

const POOL: usize = 640;

impl Pool {
    fn hand_out(&mut self, bytes: &mut [u8]) {
        if bytes.len() > POOL - self.used {
            SystemRandom.fill(&mut self.bytes);
            self.used = 0;
        }
        let from = self.used;
        self.used += bytes.len();
        bytes.copy_from_slice(&self.bytes[from..self.used]);
    }
}

thread_local! {
    static RANDOM: RefCell<Pool> = const { RefCell::new(Pool { bytes: [0; POOL], used: POOL }) };
}

impl Random for PooledRandom {
    fn fill(&self, bytes: &mut [u8]) {
        if bytes.len() > POOL {
            return SystemRandom.fill(bytes);
        }
        RANDOM.with_borrow_mut(|pool| pool.hand_out(bytes));
    }
}

/// SplitMix64: its values differ from each other, and are the same in each run.
struct SeededRandom(Mutex<u64>);

impl Random for SeededRandom {
    fn fill(&self, bytes: &mut [u8]) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for chunk in bytes.chunks_mut(8) {
            *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut z = *state;
            z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            chunk.copy_from_slice(&(z ^ (z >> 31)).to_le_bytes()[..chunk.len()]);
        }
    }
}

struct RandomIds(Arc<dyn Random>);

impl Ids for RandomIds {
    fn uuid(&self, now: DateTime<Utc>) -> Uuid {
        let mut tail = [0; 10];
        self.0.fill(&mut tail);
        let millis = u64::try_from(now.timestamp_millis()).unwrap_or(0);
        Builder::from_unix_timestamp_millis(millis, &tail).into_uuid()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buffered_random_bytes_are_used_once() {
        let world = World::system();
        let many: std::collections::HashSet<Uuid> = (0..10_000).map(|_| world.uuid()).collect();
        assert_eq!(many.len(), 10_000);
        let mut pool = Pool { bytes: [0; POOL], used: POOL };
        let parts: std::collections::HashSet<[u8; 10]> = (0..1_000)
            .map(|_| {
                let mut part = [0; 10];
                pool.hand_out(&mut part);
                part
            })
            .collect();
        assert_eq!(parts.len(), 1_000);
        assert!(!parts.contains(&[0; 10]));
    }

    #[test]
    fn a_seeded_world_is_the_same_twice_and_ids_follow_the_clock() {
        let start = DateTime::UNIX_EPOCH + TimeDelta::days(20_000);
        let world = || World::seeded(ManualClock::at(start), 7);
        assert_eq!(world().uuid(), world().uuid());
        let clock = ManualClock::at(start);
        let world = World::seeded(clock.clone(), 7);
        let first = world.uuid();
        clock.advance(TimeDelta::milliseconds(1));
        assert!(first < world.uuid());
        assert_eq!(first.get_version_num(), 7);
    }
}
