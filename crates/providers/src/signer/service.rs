//! The server side of the signer's socket.

use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::Arc;

use custody::signer::SignerError;
use tokio::net::{UnixListener, UnixStream};
use tokio::sync::Semaphore;

use super::Vault;
use super::wire::{self, Frame, Question, Reply, VERSION};

/// The maximum number of connected workers, with reserve for one that restarts.
const CONNECTIONS_MAX: usize = 8;

/// Answers requests from a vault.
#[derive(Debug, Clone)]
pub struct Service {
    vault: Arc<Vault>,
    sealed: bool,
}

impl Service {
    /// A service for `vault`; `sealed` says whether its seed is encrypted.
    #[must_use]
    pub fn new(vault: Vault, sealed: bool) -> Self {
        Self { vault: Arc::new(vault), sealed }
    }

    /// Serves one connection until the client closes it or sends a malformed request.
    pub async fn answer(&self, mut stream: UnixStream) {
        loop {
            match wire::read::<Question>(&mut stream).await {
                Ok(Some(question)) => {
                    if let Err(error) = wire::write(&mut stream, self.reply(question)).await {
                        tracing::warn!(
                            event = "signer.answer_failed", %error,
                            "The signer cannot send its answer. It closes the connection."
                        );
                        return;
                    }
                }
                Ok(None) => return,
                Err(error) => {
                    tracing::warn!(
                        event = "signer.request_malformed", %error,
                        "The signer got a malformed request. It closes the connection."
                    );
                    return;
                }
            }
        }
    }

    /// Serves all clients of `listener` that run under one of `accounts`, until `stopped`.
    pub async fn listen(&self, listener: UnixListener, accounts: Vec<u32>, stopped: impl Future<Output = ()>) {
        let free = Arc::new(Semaphore::new(CONNECTIONS_MAX));
        let accept = async {
            loop {
                match listener.accept().await {
                    Ok((stream, _)) => self.admit(stream, &accounts, &free),
                    Err(error) => {
                        tracing::warn!(
                            event = "signer.accept_failed", %error,
                            "The signer cannot accept a connection. It tries again."
                        );
                        tokio::time::sleep(std::time::Duration::from_secs(1)).await;
                    }
                }
            }
        };
        tokio::select! { () = accept => {}, () = stopped => {} }
    }

    fn admit(&self, stream: UnixStream, accounts: &[u32], free: &Arc<Semaphore>) {
        // The operating system identifies the client (SO_PEERCRED); file permissions alone would also trust copies of
        // the folder.
        let account = match stream.peer_cred() {
            Ok(peer) => peer.uid(),
            Err(error) => {
                return tracing::warn!(
                    event = "signer.peer_unidentified", %error,
                    "The signer cannot identify its client. It closes the connection."
                );
            }
        };
        if !accounts.contains(&account) {
            return tracing::warn!(
                event = "signer.peer_refused",
                account,
                "The account of the client may not use the signer. The signer closes the connection."
            );
        }
        let Ok(place) = free.clone().try_acquire_owned() else {
            return tracing::warn!(
                event = "signer.connections_exhausted",
                "The signer has its maximum of connections. It closes the new one."
            );
        };
        let service = self.clone();
        tokio::spawn(async move {
            service.answer(stream).await;
            drop(place);
        });
    }

    fn reply(&self, question: Frame<Question>) -> Reply {
        if question.v != VERSION {
            let reason = format!("it speaks version {VERSION} and was asked in version {}", question.v);
            return Reply::Failed { reason };
        }
        let answered = match question.body {
            Question::Hello => Ok(Reply::Hello { sealed: self.sealed }),
            Question::Xpub { account } => self.vault.account_xpub(&account).map(|xpub| Reply::Xpub { xpub }),
            Question::Sign { request } => self.vault.sign_now(&request).map(|signed| {
                tracing::info!(
                    event = "payout.signed", txid = signed.txid, network = %request.account.network,
                    "The signer signed a payout."
                );
                Reply::Signed { txid: signed.txid, raw: hex::encode(signed.raw) }
            }),
        };
        answered.unwrap_or_else(|error| {
            tracing::warn!(event = "signer.request_refused", %error, "The signer did not do what a request asked for.");
            match error {
                SignerError::Refused { rule, reason } => Reply::Refused { rule, reason },
                SignerError::Unavailable(reason) => Reply::Failed { reason },
            }
        })
    }
}

/// Listens at `path`. The caller holds the journal's lock, so an existing socket belongs to a dead signer.
///
/// # Errors
/// If the socket cannot be created.
pub fn bind(path: &Path, mode: u32) -> io::Result<UnixListener> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let listener = UnixListener::bind(path)?;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode))?;
    Ok(listener)
}
