//! The sealer's rounds: commits go into their tenants' logs, at most a second after they were made.

use std::time::Duration;

use ledger::proof::{LogKeys, SEALING_PACE, seal_all};
use store::{Store, unless_stuck};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::{MissedTickBehavior, interval};

/// How long a round may wait for one answer of the database.
const STUCK_AFTER: Duration = Duration::from_secs(15);

/// The running sealer.
pub struct Sealing {
    stop: watch::Sender<bool>,
    task: JoinHandle<()>,
}

/// Starts it. Any number of processes may run one.
pub fn spawn(store: Store, keys: LogKeys) -> Sealing {
    let (stop, stopping) = watch::channel(false);
    Sealing { stop, task: tokio::spawn(rounds(store, keys, stopping)) }
}

async fn rounds(store: Store, keys: LogKeys, mut stopping: watch::Receiver<bool>) {
    let mut ticks = interval(SEALING_PACE);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        // A last round after the word to stop leaves nothing unsealed that was committed before it.
        let last = tokio::select! { _ = ticks.tick() => false, _ = stopping.wait_for(|stop| *stop) => true };
        match unless_stuck(STUCK_AFTER, seal_all(&store, &keys)).await {
            Some(Ok(_)) => {}
            Some(Err(error)) => tracing::warn!(%error, "commits could not be sealed; the next round tries again"),
            None => tracing::warn!("the database was silent while commits were sealed; the next round tries again"),
        }
        if last {
            return;
        }
    }
}

impl Sealing {
    /// Lets the last round end.
    pub async fn stop(self) {
        let _ = self.stop.send(true);
        if let Err(error) = self.task.await {
            tracing::error!(%error, "the sealer did not end well");
        }
    }
}
