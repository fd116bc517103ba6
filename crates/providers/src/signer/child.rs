//! A signer as a supervised child process, restarted when it ends. Its only connection is a socket pair with the
//! parent, passed as standard input, so it ends with the parent in all cases.

use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream as Pair;
use std::process::{ExitStatus, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use custody::chain::SignedTx;
use custody::signer::{KeyAccount, SignRequest, Signer, SignerError};
use tokio::net::UnixStream;
use tokio::process::{Child, Command};
use tokio::sync::{Notify, watch};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, timeout};

use super::client::{Dial, RemoteSigner};

/// The pause before a restart: short at first, because payouts wait.
const PAUSE_MIN: Duration = Duration::from_millis(100);
const PAUSE_MAX: Duration = Duration::from_secs(30);
/// After this lifetime, the pause starts again from its minimum.
const SOUND: Duration = Duration::from_secs(60);
/// The child's time to end after the connection was closed.
const END_TIME: Duration = Duration::from_secs(5);

/// Creates the command of the child; standard input is set here.
type Make = Box<dyn Fn() -> Command + Send + Sync>;

/// A supervised signer.
pub struct ChildSigner {
    remote: RemoteSigner,
    stop: watch::Sender<bool>,
    keeper: Mutex<Option<JoinHandle<()>>>,
}

struct Shared {
    make: Make,
    /// The parent's end of the current child's socket pair, until the client takes it.
    door: Mutex<Option<(u64, UnixStream)>>,
    /// Signals a new socket pair.
    opened: Notify,
    /// The number of the child whose connection failed.
    failed: watch::Sender<u64>,
    /// The number of the current child, and the exit status of the last one.
    alive: watch::Sender<(u64, Option<ExitStatus>)>,
}

/// The source of the client's connections. It remembers the child of the last one.
struct Door {
    shared: Arc<Shared>,
    led_to: AtomicU64,
}

#[async_trait]
impl Dial for Door {
    async fn dial(&self) -> io::Result<UnixStream> {
        loop {
            let opened = self.shared.opened.notified();
            if let Some((number, stream)) = self.shared.take() {
                self.led_to.store(number, Ordering::Relaxed);
                return Ok(stream);
            }
            opened.await;
        }
    }

    fn broken(&self) {
        self.shared.failed.send_replace(self.led_to.load(Ordering::Relaxed));
    }
}

impl Shared {
    fn take(&self) -> Option<(u64, UnixStream)> {
        self.door.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn put(&self, stream: Option<(u64, UnixStream)>) {
        *self.door.lock().unwrap_or_else(PoisonError::into_inner) = stream;
        self.opened.notify_waiters();
    }

    /// Starts a child.
    fn start(&self) -> io::Result<Child> {
        let (ours, theirs) = Pair::pair()?;
        ours.set_nonblocking(true)?;
        let mut command = (self.make)();
        // A process group of its own: Ctrl-C reaches only the parent, and the child ends when the connection closes.
        command.stdin(Stdio::from(OwnedFd::from(theirs))).stdout(Stdio::null()).process_group(0).kill_on_drop(true);
        let child = command.spawn()?;
        let number = self.alive.borrow().0 + 1;
        self.alive.send_replace((number, None));
        self.put(Some((number, UnixStream::from_std(ours)?)));
        Ok(child)
    }

    /// Keeps a child running until `stopped`, then lets it end.
    async fn keep(&self, mut child: Child, mut stopped: watch::Receiver<bool>) {
        let mut pause = PAUSE_MIN;
        loop {
            let began = Instant::now();
            if self.live(&mut child, &mut stopped).await {
                self.put(None);
                if timeout(END_TIME, child.wait()).await.is_err() {
                    tracing::warn!(event = "signer.killed", "The signer did not end in time. The worker killed it.");
                    let _ = child.kill().await;
                }
                return;
            }
            if began.elapsed() >= SOUND {
                pause = PAUSE_MIN;
            }
            loop {
                tokio::select! { () = sleep(pause) => {}, _ = stopped.wait_for(|stop| *stop) => return }
                pause = (pause * 2).min(PAUSE_MAX);
                match self.start() {
                    Ok(next) => {
                        child = next;
                        break;
                    }
                    Err(error) => tracing::error!(
                        event = "alert.signer_start_failed", %error,
                        "ALERT: the signer cannot be started. Payouts wait."
                    ),
                }
            }
        }
    }

    /// Waits until the child has ended (false), or is asked to stop (true).
    async fn live(&self, child: &mut Child, stopped: &mut watch::Receiver<bool>) -> bool {
        let number = self.alive.borrow().0;
        let mut failed = self.failed.subscribe();
        let useless = tokio::select! {
            _ = child.wait() => false,
            _ = stopped.wait_for(|stop| *stop) => return true,
            // The child hangs, or has closed the connection, so it is killed.
            _ = failed.wait_for(|failed| *failed == number) => true,
        };
        if useless {
            let _ = child.start_kill();
        }
        let status = child.wait().await.ok();
        self.alive.send_replace((number, Some(status.unwrap_or_default())));
        let status = status.map_or_else(|| "unknown".to_owned(), |status| status.to_string());
        tracing::error!(
            event = "alert.signer_ended",
            status,
            "ALERT: the signer ended. The worker starts it again. Payouts wait until then."
        );
        self.put(None);
        false
    }
}

impl ChildSigner {
    /// Starts the child that `make` names, and waits for its first answer.
    ///
    /// # Errors
    /// If it cannot be started, or ends without an answer; its standard error has the reason.
    pub async fn start(make: impl Fn() -> Command + Send + Sync + 'static) -> Result<Self, SignerError> {
        let failed = |error: io::Error| SignerError::Unavailable(error.to_string());
        let shared = Arc::new(Shared {
            make: Box::new(make),
            door: Mutex::new(None),
            opened: Notify::new(),
            failed: watch::Sender::new(0),
            alive: watch::Sender::new((0, None)),
        });
        let child = shared.start().map_err(failed)?;
        let (stop, stopped) = watch::channel(false);
        let kept = shared.clone();
        let keeper = tokio::spawn(async move { kept.keep(child, stopped).await });
        let mut alive = shared.alive.subscribe();
        let remote = RemoteSigner::over(Box::new(Door { shared, led_to: AtomicU64::new(0) }));
        let signer = Self { remote, stop, keeper: Mutex::new(Some(keeper)) };
        let greeted = tokio::select! {
            greeted = signer.remote.hello() => greeted.is_ok(),
            _ = alive.wait_for(|(_, ended)| ended.is_some()) => false,
        };
        if greeted {
            return Ok(signer);
        }
        signer.stop().await;
        Err(SignerError::Unavailable("it ended at its start, and has said why above".into()))
    }

    /// Closes the connection, and waits until the child has ended.
    pub async fn stop(&self) {
        self.stop.send_replace(true);
        self.remote.hang_up().await;
        let keeper = self.keeper.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(keeper) = keeper
            && let Err(error) = keeper.await
        {
            tracing::error!(event = "signer_keeper.crashed", %error, "The task that keeps the signer running crashed.");
        }
    }
}

#[async_trait]
impl Signer for ChildSigner {
    async fn xpub(&self, account: &KeyAccount) -> Result<String, SignerError> {
        self.remote.xpub(account).await
    }

    async fn sign(&self, request: &SignRequest) -> Result<SignedTx, SignerError> {
        self.remote.sign(request).await
    }
}
