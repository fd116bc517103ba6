//! What will go wrong between one replica and the database, and what has.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::Instant;

use crate::points::{Crash, Points, Site};
use crate::replica::Replica;

/// How long a replica that is to crash waits for a site where none has crashed yet. As long as from one such fault of a replica to
/// its next, so that some replica nearly always waits for what is written rarely.
const CHOOSY_MS: u64 = 6_000;

/// Faults to come; set by the plan, used up by the connections of one replica.
pub struct Faults {
    /// Where the proxy listens.
    port: u16,
    /// COMMITs whose answer will be lost.
    pub cut_after_commit: AtomicU64,
    /// Messages to the database that will end in their middle, and messages from it.
    pub truncate_up: AtomicU64,
    pub truncate_down: AtomicU64,
    /// Grows by one when every connection is to be reset.
    pub resets: watch::Sender<u64>,
    /// Grows by one when every connection that is open is to fall silent for ever.
    pub silences: watch::Sender<u64>,
    /// Until when nothing passes, and by how much everything is late, in milliseconds from `began`.
    hole_until_ms: AtomicU64,
    late_until_ms: AtomicU64,
    late_ms: AtomicU64,
    /// Since when the replica is to crash; 0 when it is not.
    armed_ms: AtomicU64,
    began: Instant,
    points: Arc<Points>,
    replica: OnceLock<Arc<Replica>>,
    /// What was done.
    pub done: Done,
}

/// How often each fault hit something.
#[derive(Debug, Default)]
pub struct Done {
    pub cuts: AtomicU64,
    pub resets: AtomicU64,
    pub truncations: AtomicU64,
    pub holes: AtomicU64,
    pub silences: AtomicU64,
    pub delays: AtomicU64,
    pub crashes: AtomicU64,
}

impl Faults {
    /// None yet.
    pub fn new(port: u16, points: Arc<Points>) -> Self {
        Self {
            port,
            cut_after_commit: AtomicU64::new(0),
            truncate_up: AtomicU64::new(0),
            truncate_down: AtomicU64::new(0),
            resets: watch::Sender::new(0),
            silences: watch::Sender::new(0),
            hole_until_ms: AtomicU64::new(0),
            late_until_ms: AtomicU64::new(0),
            late_ms: AtomicU64::new(0),
            armed_ms: AtomicU64::new(0),
            began: Instant::now(),
            points,
            replica: OnceLock::new(),
            done: Done::default(),
        }
    }

    /// Where the proxy listens.
    #[cfg(test)]
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// The database, by this way.
    pub fn url(&self) -> String {
        format!("postgres://agio@127.0.0.1:{}/agio", self.port)
    }

    /// Whose connections these are.
    pub fn belong_to(&self, replica: Arc<Replica>) {
        let _ = self.replica.set(replica);
    }

    /// The answer to the next COMMIT is lost.
    pub fn cut_after_commit(&self) {
        // Not a heap of them: a replica that is away for a while must be able to come back.
        self.cut_after_commit.store(1, Ordering::SeqCst);
    }

    /// The next message in one direction ends in its middle.
    pub fn truncate(&self, up: bool) {
        let counter = if up { &self.truncate_up } else { &self.truncate_down };
        counter.store(1, Ordering::SeqCst);
    }

    /// Every connection is reset.
    pub fn reset(&self) {
        self.resets.send_modify(|count| *count += 1);
    }

    /// Nothing passes any more over the connections that are open now. Nothing heals them.
    pub fn silence(&self) {
        self.silences.send_modify(|count| *count += 1);
    }

    /// Nothing passes for so long.
    pub fn hole(&self, length: Duration) {
        self.hole_until_ms.store(self.ms() + millis(length), Ordering::SeqCst);
        self.done.holes.fetch_add(1, Ordering::SeqCst);
    }

    /// Everything is late by `by` for so long.
    pub fn delay(&self, by: Duration, length: Duration) {
        self.late_ms.store(millis(by), Ordering::SeqCst);
        self.late_until_ms.store(self.ms() + millis(length), Ordering::SeqCst);
        self.done.delays.fetch_add(1, Ordering::SeqCst);
    }

    /// The replica crashes at one of its next writes, or goes on waiting for one.
    pub fn crash(&self) {
        let _ = self.armed_ms.compare_exchange(0, self.ms().max(1), Ordering::SeqCst, Ordering::SeqCst);
    }

    /// Nothing goes wrong any more.
    pub fn heal(&self) {
        for counter in [&self.cut_after_commit, &self.truncate_up, &self.truncate_down, &self.armed_ms] {
            counter.store(0, Ordering::SeqCst);
        }
        self.hole_until_ms.store(0, Ordering::SeqCst);
        self.late_until_ms.store(0, Ordering::SeqCst);
    }

    fn ms(&self) -> u64 {
        millis(self.began.elapsed())
    }

    /// Waits as long as the network does.
    pub async fn weather(&self) {
        while self.ms() < self.hole_until_ms.load(Ordering::SeqCst) {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        if self.ms() < self.late_until_ms.load(Ordering::SeqCst) {
            tokio::time::sleep(Duration::from_millis(self.late_ms.load(Ordering::SeqCst))).await;
        }
    }

    /// Whether the replica crashes at `site`; if so, this connection is the one that does it.
    pub fn meet(&self, site: Site) -> Option<Crash> {
        let since = self.armed_ms.load(Ordering::SeqCst);
        let impatient = self.ms() > since + CHOOSY_MS;
        let crash = self.points.meet(site, since > 0, impatient)?;
        self.armed_ms.store(0, Ordering::SeqCst);
        let counter = if crash == Crash::Cut { &self.done.resets } else { &self.done.crashes };
        counter.fetch_add(1, Ordering::SeqCst);
        Some(crash)
    }

    /// Kills the replica.
    pub async fn kill(&self) {
        if let Some(replica) = self.replica.get() {
            let _ = replica.signal("KILL").await;
        }
    }
}

fn millis(length: Duration) -> u64 {
    u64::try_from(length.as_millis()).unwrap_or(u64::MAX)
}

/// Takes one from `counter` if there is one.
pub fn take(counter: &AtomicU64) -> bool {
    counter.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1)).is_ok()
}
