//! The background work of custody: the handlers of its jobs, and a scanning loop for each chain.

use std::sync::Arc;
use std::time::Duration;

use kernel::Network;
use store::{JobHandler, Schedule, unless_stuck};
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::listener::{EventHandler, RailListener};
use crate::wallets::WalletsHandler;
use crate::{Custody, CustodyError, payouts};

/// Maximum delay of the loop after an error.
const PAUSE_MAX: Duration = Duration::from_secs(30);

/// Timeout for one wait on a node or the database in a pass. Longer than the 30-second timeout of node requests.
const STUCK_AFTER: Duration = Duration::from_secs(40);

/// Maximum time that a shutdown waits for running passes.
const STOP_MAX: Duration = Duration::from_secs(5);

impl Custody {
    /// Handlers of custody's jobs: `payout.chain`, `payout.raise_fee`, delivery of events to `listener`, and creation of wallets.
    #[must_use]
    pub fn handlers(&self, listener: Arc<dyn RailListener>) -> Vec<Arc<dyn JobHandler>> {
        let sender = payouts::PayoutHandler { custody: self.clone(), listener: listener.clone() };
        let wallets = WalletsHandler { custody: self.clone() };
        let raises = payouts::RaiseHandler { custody: self.clone() };
        vec![Arc::new(sender), Arc::new(raises), Arc::new(EventHandler { listener }), Arc::new(wallets)]
    }

    /// Recurring jobs: new tenants get their wallets within a minute.
    #[must_use]
    pub fn schedules() -> Vec<Schedule> {
        vec![WalletsHandler::schedule()]
    }

    /// Starts one scanning loop per chain.
    #[must_use]
    pub fn spawn(&self) -> CustodyHandle {
        let (stop, stopped) = watch::channel(false);
        let loops = self.inner.chains.keys().map(|&network| {
            let (custody, stopped) = (self.clone(), stopped.clone());
            tokio::spawn(async move { custody.watch(network, stopped).await })
        });
        CustodyHandle { tasks: loops.collect(), stop }
    }

    async fn watch(&self, network: Network, mut stopped: watch::Receiver<bool>) {
        let Ok(chain) = self.chain(network) else { return };
        let mut failures: u32 = 0;
        while !*stopped.borrow() {
            let pass = unless_stuck(STUCK_AFTER, self.pass(network)).await.unwrap_or(Err(CustodyError::Stuck));
            failures = if pass.is_ok() { 0 } else { failures.saturating_add(1) };
            let pause = async {
                match pass {
                    Ok(pass) if pass.caught_up || pass.blocks == 0 => chain.adapter.rest(chain.poll).await,
                    Ok(_) => {}
                    Err(error) => {
                        // Logs at the 1st, 2nd, 4th, 8th ... failure, so that a long outage does not flood the log.
                        if failures.is_power_of_two() {
                            tracing::error!(
                                event = "scanner.pass_failed", %network, %error, failures,
                                "The scanner makes no progress. It tries again."
                            );
                        }
                        tokio::time::sleep((chain.poll * failures.min(30)).min(PAUSE_MAX)).await;
                    }
                }
            };
            tokio::select! {
                () = pause => {}
                _ = stopped.changed() => {}
            }
        }
    }
}

/// Handle to the running scanning loops.
#[derive(Debug)]
pub struct CustodyHandle {
    tasks: Vec<JoinHandle<()>>,
    stop: watch::Sender<bool>,
}

impl CustodyHandle {
    /// Waits a few seconds for every loop to finish its pass, then aborts the rest. An abort loses nothing: a block is
    /// applied in one transaction, and a signed transaction is stored before its broadcast.
    pub async fn stop(self) {
        let _ = self.stop.send(true);
        let end = tokio::time::Instant::now() + STOP_MAX;
        for mut task in self.tasks {
            match tokio::time::timeout_at(end, &mut task).await {
                Ok(Ok(())) => {}
                Ok(Err(error)) => tracing::error!(event = "scanner.crashed", %error, "A scanner crashed."),
                Err(_) => task.abort(),
            }
        }
    }
}
