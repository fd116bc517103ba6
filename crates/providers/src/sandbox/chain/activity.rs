//! How long the scanner of a simulated chain rests: nine idle chains would otherwise read the database all the time.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::sync::Notify;

/// The rest on an idle chain: the maximum delay until a payment that another process simulates is seen.
const IDLE: Duration = Duration::from_secs(3);

/// What this process last saw of a chain, and a signal for its scanner.
#[derive(Default)]
pub(super) struct Activity {
    is_busy: AtomicBool,
    woken: Notify,
}

impl Activity {
    /// Notes whether a payment waits for a block or for confirmations.
    pub fn note(&self, is_busy: bool) {
        self.is_busy.store(is_busy, Ordering::Relaxed);
    }

    /// Ends the present rest, or the next one if there is none.
    pub fn wake(&self) {
        self.woken.notify_one();
    }

    /// Waits for a signal, but on a busy chain not longer than `poll`, and on an idle one not longer than [`IDLE`] or
    /// `poll`, whichever is more.
    pub async fn rest(&self, poll: Duration) {
        let pause = if self.is_busy.load(Ordering::Relaxed) { poll } else { poll.max(IDLE) };
        let _ = tokio::time::timeout(pause, self.woken.notified()).await;
    }
}
