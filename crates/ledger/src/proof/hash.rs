//! SHA-256 with a first byte for domain separation, so that a hash of one kind can never pass for another kind.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use sha2::{Digest, Sha256};

/// A SHA-256 digest; 64 lower-case hexadecimal digits as text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Hash(pub [u8; 32]);

/// The domain of a hash. `Leaf` and `Node` follow RFC 6962, section 2.1; the others are defined in docs/ledger.md.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Domain {
    /// An entry of a Merkle tree.
    Leaf = 0,
    /// Two subtrees of a Merkle tree.
    Node = 1,
    /// One side of a transfer, salted.
    Side = 2,
    /// The private part of a change, salted.
    Private = 3,
    /// A salt derived from the commit's.
    Salt = 4,
    /// A record's whole state.
    State = 5,
    /// A customer's balance in a sum tree.
    SumLeaf = 6,
    /// Two subtrees of a sum tree.
    SumNode = 7,
    /// A key or name derived from a secret.
    Derived = 8,
}

impl Hash {
    /// The hash of the concatenated `parts` in `domain`.
    #[must_use]
    pub fn of(domain: Domain, parts: &[&[u8]]) -> Self {
        let mut hash = Sha256::new();
        hash.update([domain as u8]);
        for part in parts {
            hash.update(part);
        }
        Self(hash.finalize().into())
    }

    /// The hash of an entry of a Merkle tree (RFC 6962).
    #[must_use]
    pub fn leaf(entry: &[u8]) -> Self {
        Self::of(Domain::Leaf, &[entry])
    }

    /// The hash of two subtrees (RFC 6962).
    #[must_use]
    pub fn node(left: &Self, right: &Self) -> Self {
        Self::of(Domain::Node, &[&left.0, &right.0])
    }

    /// The hash in these bytes, if there are 32.
    #[must_use]
    pub fn from_slice(bytes: &[u8]) -> Option<Self> {
        bytes.try_into().ok().map(Self)
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

impl fmt::Debug for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not a hash.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("is not 64 hexadecimal digits")]
pub struct NotAHash;

impl FromStr for Hash {
    type Err = NotAHash;

    fn from_str(text: &str) -> Result<Self, NotAHash> {
        let mut bytes = [0; 32];
        hex::decode_to_slice(text, &mut bytes).map_err(|_| NotAHash)?;
        Ok(Self(bytes))
    }
}

impl Serialize for Hash {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Hash {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
        text.parse().map_err(de::Error::custom)
    }
}
