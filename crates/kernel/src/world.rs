use std::sync::{Arc, Mutex, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};
use uuid::{Builder, Uuid};

use crate::{Id, IdKind};

/// What time it is.
pub trait Clock: Send + Sync {
    /// Now, in UTC.
    fn now(&self) -> DateTime<Utc>;
}

/// Where random bytes come from.
pub trait Random: Send + Sync {
    /// Fills `bytes`.
    fn fill(&self, bytes: &mut [u8]);
}

/// New identifiers.
pub trait Ids: Send + Sync {
    /// A UUIDv7 of this moment.
    fn uuid(&self, now: DateTime<Utc>) -> Uuid;
}

/// Everything ambient, handed in: time, ids, randomness. A test hands in its own.
#[derive(Clone)]
pub struct World {
    clock: Arc<dyn Clock>,
    random: Arc<dyn Random>,
    ids: Arc<dyn Ids>,
}

impl World {
    /// The real one: the system's clock and random numbers.
    #[must_use]
    pub fn system() -> Self {
        let random: Arc<dyn Random> = Arc::new(SystemRandom);
        Self { clock: Arc::new(SystemClock), ids: Arc::new(RandomIds(random.clone())), random }
    }

    /// The real one with another clock; what most tests want.
    #[must_use]
    pub fn with_clock(clock: Arc<dyn Clock>) -> Self {
        Self { clock, ..Self::system() }
    }

    /// A world that is the same on every run: `clock`, and randomness and ids from `seed`. Never for secrets.
    #[must_use]
    pub fn seeded(clock: Arc<dyn Clock>, seed: u64) -> Self {
        let random: Arc<dyn Random> = Arc::new(SeededRandom(Mutex::new(seed)));
        Self { clock, ids: Arc::new(RandomIds(random.clone())), random }
    }

    /// Now, in UTC.
    #[must_use]
    pub fn now(&self) -> DateTime<Utc> {
        self.clock.now()
    }

    /// A new UUIDv7.
    #[must_use]
    pub fn uuid(&self) -> Uuid {
        self.ids.uuid(self.now())
    }

    /// A new UUIDv7 of the moment `now`, which its first 48 bits tell in milliseconds.
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

/// The machine's clock, cut to microseconds, which is what PostgreSQL keeps.
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "the one place that asks the machine for the time")]
    fn now(&self) -> DateTime<Utc> {
        let now = Utc::now();
        now - TimeDelta::nanoseconds(i64::from(now.timestamp_subsec_nanos() % 1_000))
    }
}

/// A clock that stands still until it is moved.
pub struct ManualClock(Mutex<DateTime<Utc>>);

impl ManualClock {
    /// A clock that shows `now`.
    #[must_use]
    pub fn at(now: DateTime<Utc>) -> Arc<Self> {
        Arc::new(Self(Mutex::new(now)))
    }

    /// Moves it.
    pub fn set(&self, now: DateTime<Utc>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = now;
    }

    /// Moves it on by `step`.
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

/// SplitMix64: good enough to be different each time, and the same each run.
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
