//! The client side of the signer's socket.

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
/// A hundred signatures and the disk write take a fraction of a second.
const ANSWER_TIME: Duration = Duration::from_secs(20);

/// The source of connections.
#[async_trait]
pub(super) trait Dial: Send + Sync {
    /// A new connection.
    async fn dial(&self) -> io::Result<UnixStream>;
    /// Reports that the last connection failed.
    fn broken(&self) {}
}

/// A signer in another process. It handles one request at a time; concurrent callers wait.
pub struct RemoteSigner {
    dial: Box<dyn Dial>,
    open: Mutex<Option<UnixStream>>,
}

/// A signer that listens at a path and runs under one of these accounts. A foreign signer could redirect customers'
/// money to its own keys.
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
    /// The signer at `path`, which must run under one of `accounts`. Connects on the first request.
    #[must_use]
    pub fn at(path: PathBuf, accounts: Vec<u32>) -> Self {
        Self::over(Box::new(AtPath { path, accounts }))
    }

    pub(super) fn over(dial: Box<dyn Dial>) -> Self {
        Self { dial, open: Mutex::new(None) }
    }

    /// Returns whether the signer's seed is encrypted, if the signer answers.
    ///
    /// # Errors
    /// [`SignerError::Unavailable`].
    pub async fn hello(&self) -> Result<bool, SignerError> {
        match self.ask(&Question::Hello).await? {
            Reply::Hello { sealed } => Ok(sealed),
            other => Err(not_answered(other)),
        }
    }

    /// Closes the connection; the next request opens a new one.
    pub async fn hang_up(&self) {
        *self.open.lock().await = None;
    }

    async fn ask(&self, question: &Question) -> Result<Reply, SignerError> {
        let mut open = self.open.lock().await;
        // A connection from before a restart of the signer fails on use: repeat once, on a new one. The repetition is
        // safe, because the same request has the same answer.
        let kept = open.is_some();
        match self.try_ask(&mut open, question).await {
            Err(_) if kept => self.try_ask(&mut open, question).await,
            answered => answered,
        }
        .map_err(|error| SignerError::Unavailable(error.to_string()))
    }

    async fn try_ask(&self, open: &mut Option<UnixStream>, question: &Question) -> io::Result<Reply> {
        // Taken out during the request: an interrupted or failed request must not leave a connection on which its late
        // answer would be read as the next one's.
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
