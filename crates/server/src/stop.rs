//! Ctrl-C and SIGTERM: the first asks everything to stop in order, the second ends the process at once.

use std::time::Duration;

use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::watch;
use tokio::time::Instant;

/// `timeout`, terminals and process managers send a signal to the process and to its group: that is one wish, not two.
const SAME_WISH: Duration = Duration::from_millis(500);

/// Turns true when the process has been asked to stop.
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
        eprintln!("Stopped at once; what was under way goes on at the next start.");
        std::process::exit(130);
    });
    Ok(stopped)
}

/// Waits until the process has been asked to stop.
pub async fn asked(mut stopped: watch::Receiver<bool>) {
    // An error means that the sender has gone, which it only does with the process.
    let _ = stopped.wait_for(|stop| *stop).await;
}
