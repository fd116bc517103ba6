//! The sealer loop: adds commits to their tenants' logs, within a second of the commit.

use std::time::Duration;

use ledger::proof::{LogKeys, SEALING_PACE, seal_all};
use store::{Store, unless_stuck};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::{MissedTickBehavior, interval};

/// Timeout of a round for one answer of the database.
const STUCK_AFTER: Duration = Duration::from_secs(15);

/// Handle to the running sealer.
pub struct Sealing {
    stop: watch::Sender<bool>,
    task: JoinHandle<()>,
}

/// Starts the sealer. Any number of processes can run one.
pub fn spawn(store: Store, keys: LogKeys) -> Sealing {
    let (stop, stopping) = watch::channel(false);
    Sealing { stop, task: tokio::spawn(rounds(store, keys, stopping)) }
}

async fn rounds(store: Store, keys: LogKeys, mut stopping: watch::Receiver<bool>) {
    let mut ticks = interval(SEALING_PACE);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        // Runs one last round after the stop signal, so that earlier commits are sealed.
        let last = tokio::select! { _ = ticks.tick() => false, _ = stopping.wait_for(|stop| *stop) => true };
        match unless_stuck(STUCK_AFTER, seal_all(&store, &keys)).await {
            Some(Ok(_)) => {}
            Some(Err(error)) => tracing::warn!(
                event = "sealing_round.failed", %error,
                "The sealer cannot seal commits. The next round tries again."
            ),
            None => tracing::warn!(
                event = "sealing_round.timed_out",
                "The database did not answer the sealer in time. The next round tries again."
            ),
        }
        if last {
            return;
        }
    }
}

impl Sealing {
    /// Waits for the last round.
    pub async fn stop(self) {
        let _ = self.stop.send(true);
        if let Err(error) = self.task.await {
            tracing::error!(event = "sealer.crashed", %error, "The sealer crashed.");
        }
    }
}
