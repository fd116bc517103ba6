//! Frames between a worker and the signer: a length of four bytes, then JSON. A question, an answer, a question.

use std::io;
use std::time::Duration;

use custody::signer::{KeyAccount, SignRequest};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::UnixStream;
use tokio::time::timeout;

/// Raised with every change that the other side would misread.
pub(super) const VERSION: u32 = 1;
/// A payment with a hundred inputs takes about a third.
const FRAME_MAX: usize = 64 * 1024;
/// How long a frame may take from its first byte to its last.
const FRAME_TIME: Duration = Duration::from_secs(10);

/// A frame.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Frame<T> {
    /// [`VERSION`] of whoever wrote it.
    pub(super) v: u32,
    /// What it says.
    pub(super) body: T,
}

/// What a signer can be asked.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case")]
pub(super) enum Question {
    /// Whether it is there.
    Hello,
    /// A public key.
    Xpub {
        /// Whose.
        account: KeyAccount,
    },
    /// A signature.
    Sign {
        /// Of what.
        request: Box<SignRequest>,
    },
}

/// What it answers.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "answer", rename_all = "snake_case")]
pub(super) enum Reply {
    /// It is there.
    Hello {
        /// Whether its seed lies encrypted.
        sealed: bool,
    },
    /// A public key.
    Xpub {
        /// The key.
        xpub: String,
    },
    /// The signed transaction.
    Signed {
        /// Its id.
        txid: String,
        /// Its bytes in hexadecimal.
        raw: String,
    },
    /// No, by a rule.
    Refused {
        /// The rule's name.
        rule: String,
        /// In plain words.
        reason: String,
    },
    /// Not now.
    Failed {
        /// In plain words.
        reason: String,
    },
}

/// The next frame; nothing when the other side hung up between two. Waits for the first byte as long as it takes.
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
