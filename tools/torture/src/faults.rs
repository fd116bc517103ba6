//! The pending faults between one replica and the database, and their counts.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::Instant;

use crate::points::{Crash, Points, Site};
use crate::replica::Replica;

/// How long a replica that is due to crash waits for a site without a crash so far. It equals the interval of these
/// faults per replica, so that some replica nearly always waits for rare writes.
const CHOOSY_MS: u64 = 6_000;

/// The pending faults of one replica; the plan sets them, and connections consume them.
pub struct Faults {
    /// The port of the proxy.
    port: u16,
    /// The number of COMMITs whose answers will be lost.
    pub cut_after_commit: AtomicU64,
    /// The number of messages to the database, and from it, that will be truncated.
    pub truncate_up: AtomicU64,
    pub truncate_down: AtomicU64,
    /// Incremented to reset all connections.
    pub resets: watch::Sender<u64>,
    /// Incremented to silence all open connections permanently.
    pub silences: watch::Sender<u64>,
    /// The end of the black hole, and the end and size of the delay, in milliseconds from `began`.
    hole_until_ms: AtomicU64,
    late_until_ms: AtomicU64,
    late_ms: AtomicU64,
    /// The time since which the replica is due to crash; 0 if it is not.
    armed_ms: AtomicU64,
    began: Instant,
    points: Arc<Points>,
    replica: OnceLock<Arc<Replica>>,
    /// The counts.
    pub done: Done,
}

/// How often each fault took effect.
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
    /// No faults yet.
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

    /// The port of the proxy.
    #[cfg(test)]
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// The database's address through this proxy.
    pub fn url(&self) -> String {
        format!("postgres://agio@127.0.0.1:{}/agio", self.port)
    }

    /// Sets the replica that these connections belong to.
    pub fn belong_to(&self, replica: Arc<Replica>) {
        let _ = self.replica.set(replica);
    }

    /// Loses the answer to the next COMMIT.
    pub fn cut_after_commit(&self) {
        // Not accumulated: a replica that was away must be able to come back.
        self.cut_after_commit.store(1, Ordering::SeqCst);
    }

    /// Truncates the next message in one direction.
    pub fn truncate(&self, up: bool) {
        let counter = if up { &self.truncate_up } else { &self.truncate_down };
        counter.store(1, Ordering::SeqCst);
    }

    /// Resets all connections.
    pub fn reset(&self) {
        self.resets.send_modify(|count| *count += 1);
    }

    /// Silences all open connections permanently; healing does not restore them.
    pub fn silence(&self) {
        self.silences.send_modify(|count| *count += 1);
    }

    /// Drops all traffic for this duration.
    pub fn hole(&self, length: Duration) {
        self.hole_until_ms.store(self.ms() + millis(length), Ordering::SeqCst);
        self.done.holes.fetch_add(1, Ordering::SeqCst);
    }

    /// Delays all traffic by `by` for this duration.
    pub fn delay(&self, by: Duration, length: Duration) {
        self.late_ms.store(millis(by), Ordering::SeqCst);
        self.late_until_ms.store(self.ms() + millis(length), Ordering::SeqCst);
        self.done.delays.fetch_add(1, Ordering::SeqCst);
    }

    /// Makes the replica crash at one of its next writes; an earlier pending crash stays.
    pub fn crash(&self) {
        let _ = self.armed_ms.compare_exchange(0, self.ms().max(1), Ordering::SeqCst, Ordering::SeqCst);
    }

    /// Ends all faults.
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

    /// Waits while a black hole or a delay is active.
    pub async fn weather(&self) {
        while self.ms() < self.hole_until_ms.load(Ordering::SeqCst) {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        if self.ms() < self.late_until_ms.load(Ordering::SeqCst) {
            tokio::time::sleep(Duration::from_millis(self.late_ms.load(Ordering::SeqCst))).await;
        }
    }

    /// Whether the replica crashes at `site`; the calling connection then triggers the crash.
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

/// Decrements `counter` if it is positive.
pub fn take(counter: &AtomicU64) -> bool {
    counter.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1)).is_ok()
}
