//! Ctrl-C and SIGTERM: the first signal starts an orderly shutdown, the second ends the process immediately.

use std::time::Duration;

use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::watch;
use tokio::time::Instant;

/// `timeout`, terminals and process managers signal the process and its group. Signals within this time count as one.
const SAME_WISH: Duration = Duration::from_millis(500);

/// Becomes true on the first signal.
pub fn on_signal() -> anyhow::Result<watch::Receiver<bool>> {
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    let (stop, stopped) = watch::channel(false);
    tokio::spawn(async move {
        tokio::select! { _ = interrupt.recv() => {}, _ = terminate.recv() => {} }
        let first = Instant::now();
        eprintln!("Stopping. Press Ctrl-C again to stop at once.");
        let _ = stop.send(true);
        while first.elapsed() < SAME_WISH {
            tokio::select! { _ = interrupt.recv() => {}, _ = terminate.recv() => {} }
        }
        eprintln!("Stopped at once. Unfinished work continues at the next start.");
        std::process::exit(130);
    });
    Ok(stopped)
}

/// Waits for the shutdown signal.
pub async fn asked(mut stopped: watch::Receiver<bool>) {
    // An error means that the sender was dropped, which happens only at process exit.
    let _ = stopped.wait_for(|stop| *stop).await;
}
