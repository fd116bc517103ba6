//! The queue of one tenant: its waiting changes and in-flight batches, and what may start next. No I/O.

use std::collections::{BTreeMap, VecDeque};

use tokio::sync::oneshot;

use super::books::Books;
use super::committer::Queued;
use super::in_flight::{GivenBack, Turn, first_turn};

/// The number of batches on the pessimistic path after a write conflict; doubled on each further conflict.
const PESSIMISTIC_FIRST: u32 = 8;
const PESSIMISTIC_MAX: u32 = 8_192;
/// A tenant's second batch starts only with at least this many waiting changes.
const SECOND_BATCH_MIN: usize = 64;

/// One tenant's queue and in-flight batches.
pub(super) struct TenantQueue {
    pub waiting: VecDeque<Queued>,
    pub under_way: usize,
    /// The number of in-flight changes.
    pub changes: usize,
    /// The number of batches started so far.
    pub begun: u64,
    books: oneshot::Receiver<Books>,
    before: oneshot::Receiver<()>,
    /// The number of cached rows.
    pub rows: usize,
    /// Aborted batches, in order. While there are any, no other batch starts.
    pub back: BTreeMap<u64, Vec<Queued>>,
    /// The remaining batches on the pessimistic path, and the length of its last run.
    pub pessimistic: u32,
    pessimistic_last: u32,
    /// The number of consecutive optimistic successes since then.
    well: u32,
    /// Whether the in-flight batch is pessimistic, which excludes others.
    pub alone: bool,
    /// Whether the tenant is in the round-robin ring.
    pub in_ring: bool,
}

impl TenantQueue {
    pub fn new() -> Self {
        let (books, before) = first_turn();
        Self {
            waiting: VecDeque::new(),
            under_way: 0,
            changes: 0,
            begun: 0,
            books,
            before,
            rows: 0,
            back: BTreeMap::new(),
            pessimistic: 0,
            pessimistic_last: 0,
            well: 0,
            alone: false,
            in_ring: false,
        }
    }

    pub fn is_idle(&self) -> bool {
        self.under_way == 0 && self.waiting.is_empty() && self.back.is_empty()
    }

    /// Whether a batch may start beside those in flight, of which there may be `depth`.
    pub fn may_start(&self, depth: usize) -> bool {
        if self.under_way == 0 {
            return !(self.waiting.is_empty() && self.back.is_empty());
        }
        let alone = self.alone || self.pessimistic > 0 || !self.back.is_empty();
        !alone && self.under_way < depth && self.waiting.len() >= self.share(depth)
    }

    /// The number of waiting changes that justify another concurrent batch: an even share of all changes over `depth`
    /// batches. Callers return in a crowd when a batch finishes. A batch of the first few of them would occupy a slot
    /// and still wait for the larger one before it.
    fn share(&self, depth: usize) -> usize {
        (self.waiting.len() + self.changes).div_ceil(depth).max(SECOND_BATCH_MIN)
    }

    pub fn take(&mut self, batch_max: usize) -> Vec<Queued> {
        let size = self.waiting.len().min(batch_max);
        self.waiting.drain(..size).collect()
    }

    /// Resets the chain of batches and the cached state, which may be invalid.
    pub fn forget(&mut self) {
        (self.books, self.before) = first_turn();
        self.rows = 0;
    }

    pub fn turn(&mut self) -> Turn {
        let (books_on, books) = oneshot::channel();
        let (done, before) = oneshot::channel();
        Turn {
            books: std::mem::replace(&mut self.books, books),
            books_on,
            before: std::mem::replace(&mut self.before, before),
            done,
        }
    }

    pub fn give_back(&mut self, number: u64, batch: Vec<Queued>, reason: &GivenBack) {
        self.back.insert(number, batch);
        if matches!(reason, GivenBack::Contended(_)) {
            self.pessimistic_last = (self.pessimistic_last * 2).clamp(PESSIMISTIC_FIRST, PESSIMISTIC_MAX);
            self.pessimistic = self.pessimistic_last;
            self.well = 0;
        }
    }

    /// Records an optimistic success. After enough of them, halves the length of the next pessimistic run.
    pub fn went_well(&mut self) {
        self.well = self.well.saturating_add(1);
        if self.well >= self.pessimistic_last {
            self.pessimistic_last /= 2;
            self.well = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use store::StoreError;

    use super::*;

    fn contention(queue: &mut TenantQueue) -> u32 {
        let reason = GivenBack::Contended(StoreError::NotOneRow { what: "accounts at their versions", found: 0 });
        queue.give_back(1, Vec::new(), &reason);
        queue.pessimistic
    }

    /// Whether another batch may start beside `under_way` changes when `waiting` changes wait, at a depth of two.
    fn may_follow(under_way: usize, waiting: usize) -> bool {
        let mut queue = TenantQueue::new();
        (queue.under_way, queue.changes) = (1, under_way);
        let world = kernel::World::system();
        let queued = |_| {
            let change = crate::Change { key: "k".into(), ..crate::Change::default() };
            let checked = Box::new(super::super::check::check(world.uuid(), change).expect("it has a key"));
            Queued { tenant: kernel::Id::from_uuid(world.uuid()), checked, answer: oneshot::channel().0 }
        };
        queue.waiting.extend((0..waiting).map(queued));
        queue.may_start(2)
    }

    #[test]
    fn a_second_batch_waits_until_it_is_as_large_as_the_first() {
        assert!(!may_follow(2_048, 2_047) && may_follow(2_048, 2_048));
        assert!(!may_follow(1, 63) && may_follow(1, 64), "a few wait for the first to come home");
    }

    #[test]
    fn contention_lengthens_the_pessimistic_phase_and_calm_ends_it() {
        let mut queue = TenantQueue::new();
        assert_eq!((contention(&mut queue), contention(&mut queue), contention(&mut queue)), (8, 16, 32));
        (0..31).for_each(|_| queue.went_well());
        assert_eq!(contention(&mut queue), 64, "31 good batches are no peace yet");
        (0..64 + 32).for_each(|_| queue.went_well());
        assert_eq!(contention(&mut queue), 32);
        (0..100_000).for_each(|_| queue.went_well());
        assert_eq!(contention(&mut queue), 8);
        (0..100).for_each(|_| _ = contention(&mut queue));
        assert_eq!(queue.pessimistic, PESSIMISTIC_MAX);
    }
}
