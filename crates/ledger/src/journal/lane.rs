//! What one tenant has waiting and under way, and what may start next. No I/O.

use std::collections::{BTreeMap, VecDeque};

use tokio::sync::oneshot;

use super::books::Books;
use super::committer::Queued;
use super::flight::{GivenBack, Turn, first_turn};

/// Batches that go the careful way after somebody else wrote the same rows; doubled each time that happens again.
const CAREFUL_FIRST: u32 = 8;
const CAREFUL_MAX: u32 = 8_192;
/// Below this many waiting changes a tenant's second batch waits for the first to come home in any case.
const SECOND_BATCH_MIN: usize = 64;

/// One tenant's changes: those that wait, and what is under way.
pub(super) struct Lane {
    pub waiting: VecDeque<Queued>,
    pub under_way: usize,
    /// Changes in them.
    pub changes: usize,
    /// Batches begun so far.
    pub begun: u64,
    books: oneshot::Receiver<Books>,
    before: oneshot::Receiver<()>,
    /// Rows in the books.
    pub rows: usize,
    /// Batches given back, in their order. As long as there are any, nothing else starts.
    pub back: BTreeMap<u64, Vec<Queued>>,
    /// Batches yet to go the careful way, and how many it was the last time.
    pub careful: u32,
    careful_last: u32,
    /// Batches that went the quick way since then, without being given back.
    well: u32,
    /// Whether what is under way goes the careful way, beside which nothing starts.
    pub alone: bool,
    /// Whether it has its place in the ring.
    pub in_ring: bool,
}

impl Lane {
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
            careful: 0,
            careful_last: 0,
            well: 0,
            alone: false,
            in_ring: false,
        }
    }

    pub fn is_idle(&self) -> bool {
        self.under_way == 0 && self.waiting.is_empty() && self.back.is_empty()
    }

    /// Whether a batch may start beside `under_way` others.
    pub fn may_start(&self, depth: usize) -> bool {
        if self.under_way == 0 {
            return !(self.waiting.is_empty() && self.back.is_empty());
        }
        let alone = self.alone || self.careful > 0 || !self.back.is_empty();
        !alone && self.under_way < depth && self.waiting.len() >= self.share(depth)
    }

    /// How many must wait before another batch starts beside others: as many as each of `depth` would have if all had the same. Callers
    /// come back in a crowd when a batch has come home. A batch of the first few of them would keep a place from the others, and wait for
    /// the larger one before it.
    fn share(&self, depth: usize) -> usize {
        (self.waiting.len() + self.changes).div_ceil(depth).max(SECOND_BATCH_MIN)
    }

    pub fn take(&mut self, batch_max: usize) -> Vec<Queued> {
        let size = self.waiting.len().min(batch_max);
        self.waiting.drain(..size).collect()
    }

    /// A new beginning: whatever is remembered may be wrong.
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
            self.careful_last = (self.careful_last * 2).clamp(CAREFUL_FIRST, CAREFUL_MAX);
            self.careful = self.careful_last;
            self.well = 0;
        }
    }

    /// A batch went the quick way. After as many as last went the careful way, the next quarrel costs half as much again.
    pub fn went_well(&mut self) {
        self.well = self.well.saturating_add(1);
        if self.well >= self.careful_last {
            self.careful_last /= 2;
            self.well = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use store::StoreError;

    use super::*;

    fn quarrel(lane: &mut Lane) -> u32 {
        let reason = GivenBack::Contended(StoreError::NotOneRow { what: "accounts at their versions", found: 0 });
        lane.give_back(1, Vec::new(), &reason);
        lane.careful
    }

    /// Whether another batch may start beside `under_way` changes when `waiting` wait, in two places.
    fn may_follow(under_way: usize, waiting: usize) -> bool {
        let mut lane = Lane::new();
        (lane.under_way, lane.changes) = (1, under_way);
        let world = kernel::World::system();
        let queued = |_| {
            let change = crate::Change { key: "k".into(), ..crate::Change::default() };
            let checked = Box::new(super::super::check::check(world.uuid(), change).expect("it has a key"));
            Queued { tenant: kernel::Id::from_uuid(world.uuid()), checked, answer: oneshot::channel().0 }
        };
        lane.waiting.extend((0..waiting).map(queued));
        lane.may_start(2)
    }

    #[test]
    fn a_second_batch_waits_until_it_is_as_large_as_the_first() {
        assert!(!may_follow(2_048, 2_047) && may_follow(2_048, 2_048));
        assert!(!may_follow(1, 63) && may_follow(1, 64), "a few wait for the first to come home");
    }

    #[test]
    fn quarrels_make_it_careful_for_longer_and_peace_makes_it_quick_again() {
        let mut lane = Lane::new();
        assert_eq!((quarrel(&mut lane), quarrel(&mut lane), quarrel(&mut lane)), (8, 16, 32));
        (0..31).for_each(|_| lane.went_well());
        assert_eq!(quarrel(&mut lane), 64, "31 good batches are no peace yet");
        (0..64 + 32).for_each(|_| lane.went_well());
        assert_eq!(quarrel(&mut lane), 32);
        (0..100_000).for_each(|_| lane.went_well());
        assert_eq!(quarrel(&mut lane), 8);
        (0..100).for_each(|_| _ = quarrel(&mut lane));
        assert_eq!(lane.careful, CAREFUL_MAX);
    }
}
