//! Frames between a worker and the signer: a length of four bytes, then JSON. Requests and replies alternate.

use std::io;
use std::time::Duration;

use custody::signer::{KeyAccount, SignRequest};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::UnixStream;
use tokio::time::timeout;

/// The protocol version, raised with every incompatible change.
pub(super) const VERSION: u32 = 1;
/// A payment with a hundred inputs uses about a third.
const FRAME_MAX: usize = 64 * 1024;
/// The time limit of a frame from its first byte to its last.
const FRAME_TIME: Duration = Duration::from_secs(10);

/// A frame.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Frame<T> {
    /// [`VERSION`] of the sender.
    pub(super) v: u32,
    /// The content.
    pub(super) body: T,
}

/// A request to the signer.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case")]
pub(super) enum Question {
    /// Checks that the signer answers.
    Hello,
    /// Requests a public key.
    Xpub {
        /// The account.
        account: KeyAccount,
    },
    /// Requests a signature.
    Sign {
        /// The payment.
        request: Box<SignRequest>,
    },
}

/// A reply of the signer.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "answer", rename_all = "snake_case")]
pub(super) enum Reply {
    /// The signer is ready.
    Hello {
        /// Whether its seed is encrypted.
        sealed: bool,
    },
    /// A public key.
    Xpub {
        /// The key.
        xpub: String,
    },
    /// The signed transaction.
    Signed {
        /// The transaction id.
        txid: String,
        /// Its bytes in hexadecimal.
        raw: String,
    },
    /// A rule refuses the request.
    Refused {
        /// The rule's name.
        rule: String,
        /// An explanation for the operator.
        reason: String,
    },
    /// A temporary failure.
    Failed {
        /// An explanation for the operator.
        reason: String,
    },
}

/// Reads the next frame; `None` if the other side closed the connection between frames. The first byte has no time
/// limit.
pub(super) async fn read<T: DeserializeOwned>(stream: &mut UnixStream) -> io::Result<Option<Frame<T>>> {
    let mut length = [0; 4];
    if stream.read(&mut length[..1]).await? == 0 {
        return Ok(None);
    }
    let rest = async {
        stream.read_exact(&mut length[1..]).await?;
        let length = usize::try_from(u32::from_be_bytes(length)).unwrap_or(usize::MAX);
        if length > FRAME_MAX {
            return Err(io::Error::other("the frame is too long"));
        }
        let mut bytes = vec![0; length];
        stream.read_exact(&mut bytes).await?;
        serde_json::from_slice(&bytes).map(Some).map_err(|error| io::Error::other(format!("no frame of ours: {error}")))
    };
    timeout(FRAME_TIME, rest).await?
}

/// Writes a frame.
pub(super) async fn write<T: Serialize>(stream: &mut UnixStream, body: T) -> io::Result<()> {
    let bytes = serde_json::to_vec(&Frame { v: VERSION, body })?;
    let length = u32::try_from(bytes.len()).ok().filter(|_| bytes.len() <= FRAME_MAX);
    let length = length.ok_or_else(|| io::Error::other("the frame is too long"))?;
    let whole = [&length.to_be_bytes()[..], &bytes].concat();
    timeout(FRAME_TIME, stream.write_all(&whole)).await?
}
