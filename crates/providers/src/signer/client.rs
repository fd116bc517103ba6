//! The workers' end of the socket.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use async_trait::async_trait;
use custody::chain::SignedTx;
use custody::signer::{KeyAccount, SignRequest, Signer, SignerError};
use tokio::net::UnixStream;
use tokio::sync::Mutex;
use tokio::time::timeout;

use super::wire::{self, Question, Reply, VERSION};

const CONNECT_TIME: Duration = Duration::from_secs(5);
/// A hundred signatures and the disk take a fraction of a second.
const ANSWER_TIME: Duration = Duration::from_secs(20);

/// Where connections come from.
#[async_trait]
pub(super) trait Dial: Send + Sync {
    /// A fresh connection.
    async fn dial(&self) -> io::Result<UnixStream>;
    /// The last one did not serve.
    fn broken(&self) {}
}

/// A signer in another process. One question at a time; whoever else asks waits.
pub struct RemoteSigner {
    dial: Box<dyn Dial>,
    open: Mutex<Option<UnixStream>>,
}

/// A signer that listens at a path, run by one of these accounts: another one's keys would receive our customers' money.
struct AtPath {
    path: PathBuf,
    accounts: Vec<u32>,
}

#[async_trait]
impl Dial for AtPath {
    async fn dial(&self) -> io::Result<UnixStream> {
        let stream = UnixStream::connect(&self.path).await?;
        match self.accounts.contains(&stream.peer_cred()?.uid()) {
            true => Ok(stream),
            false => Err(io::Error::other("another account than the signer's listens there")),
        }
    }
}

impl RemoteSigner {
    /// The signer at `path`, which must run as one of `accounts`. Connects when it is first asked.
    #[must_use]
    pub fn at(path: PathBuf, accounts: Vec<u32>) -> Self {
        Self::over(Box::new(AtPath { path, accounts }))
    }

    pub(super) fn over(dial: Box<dyn Dial>) -> Self {
        Self { dial, open: Mutex::new(None) }
    }

    /// Whether it is there, and whether its seed lies encrypted.
    ///
    /// # Errors
    /// [`SignerError::Unavailable`].
    pub async fn hello(&self) -> Result<bool, SignerError> {
        match self.ask(&Question::Hello).await? {
            Reply::Hello { sealed } => Ok(sealed),
            other => Err(not_answered(other)),
        }
    }

    /// Hangs up; the next question connects again.
    pub async fn hang_up(&self) {
        *self.open.lock().await = None;
    }

    async fn ask(&self, question: &Question) -> Result<Reply, SignerError> {
        let mut open = self.open.lock().await;
        // A connection from before the signer restarted is found dead by using it: once more, on a fresh one. Asking twice
        // is safe, because the same question has the same answer.
        let kept = open.is_some();
        match self.try_ask(&mut open, question).await {
            Err(_) if kept => self.try_ask(&mut open, question).await,
            answered => answered,
        }
        .map_err(|error| SignerError::Unavailable(error.to_string()))
    }

    async fn try_ask(&self, open: &mut Option<UnixStream>, question: &Question) -> io::Result<Reply> {
        // Taken out while it is used: a question that is cut off half-way, or fails, leaves no connection behind on
        // which its answer would be read as the next one's.
        let mut stream = match open.take() {
            Some(stream) => stream,
            None => timeout(CONNECT_TIME, self.dial.dial()).await??,
        };
        let talk = async {
            wire::write(&mut stream, question).await?;
            wire::read::<Reply>(&mut stream).await
        };
        match timeout(ANSWER_TIME, talk).await {
            Ok(Ok(Some(frame))) if frame.v == VERSION => {
                *open = Some(stream);
                Ok(frame.body)
            }
            other => {
                self.dial.broken();
                Err(match other {
                    Ok(Ok(Some(frame))) => io::Error::other(format!("it answers in version {}", frame.v)),
                    Ok(Ok(None)) => io::ErrorKind::UnexpectedEof.into(),
                    Ok(Err(error)) => error,
                    Err(_) => io::ErrorKind::TimedOut.into(),
                })
            }
        }
    }
}

fn not_answered(reply: Reply) -> SignerError {
    match reply {
        Reply::Refused { rule, reason } => SignerError::Refused { rule, reason },
        Reply::Failed { reason } => SignerError::Unavailable(reason),
        _ => SignerError::Unavailable("it answered another question".into()),
    }
}

#[async_trait]
impl Signer for RemoteSigner {
    async fn xpub(&self, account: &KeyAccount) -> Result<String, SignerError> {
        match self.ask(&Question::Xpub { account: *account }).await? {
            Reply::Xpub { xpub } => Ok(xpub),
            other => Err(not_answered(other)),
        }
    }

    async fn sign(&self, request: &SignRequest) -> Result<SignedTx, SignerError> {
        match self.ask(&Question::Sign { request: Box::new(request.clone()) }).await? {
            Reply::Signed { txid, raw } => {
                let raw = hex::decode(raw).map_err(|_| SignerError::Unavailable("its bytes do not read".into()))?;
                Ok(SignedTx { txid, raw })
            }
            other => Err(not_answered(other)),
        }
    }
}
