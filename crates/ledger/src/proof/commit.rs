//! A commit: the changes of one database transaction, the Merkle tree over them, and the manifest of written rows.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::encode::Encoder;
use super::entry::{ChangeFacts, Salt};
use super::hash::Hash;
use super::tree;

/// A row of `commits`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Commit {
    /// A UUIDv7 with the time of the commit.
    pub id: Uuid,
    /// The salt that hides what receipts do not disclose.
    pub salt: Salt,
    /// The root over its changes' leaves.
    pub root: Hash,
    /// The number of changes.
    pub changes: i32,
    /// When it was committed.
    pub committed_at: DateTime<Utc>,
    /// The manifest: its changes and their transfers, in order; see [`Item`].
    pub manifest: Vec<u8>,
}

/// A change in a commit's manifest. Its bytes: id, leaf, the number of transfers in two bytes, and their ids.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// The change.
    pub change: Uuid,
    /// Its leaf.
    pub leaf: Hash,
    /// Its transfers.
    pub transfers: Vec<Uuid>,
}

/// Builds a commit.
#[derive(Debug)]
pub struct CommitBuilder {
    salt: Salt,
    leaves: Vec<Hash>,
    manifest: Vec<u8>,
}

impl CommitBuilder {
    /// Starts with sixteen random bytes as salt.
    #[must_use]
    pub const fn new(salt: Salt) -> Self {
        Self { salt, leaves: Vec::new(), manifest: Vec::new() }
    }

    /// Adds the next change, and returns the hash of its private part.
    pub fn add(&mut self, change: &ChangeFacts<'_>) -> Hash {
        let private = change.private(&self.salt);
        let leaf = change.leaf(&self.salt, &private);
        self.leaves.push(leaf);
        self.manifest.extend_from_slice(change.id.as_bytes());
        self.manifest.extend_from_slice(&leaf.0);
        let transfers = u16::try_from(change.transfers.len()).unwrap_or(u16::MAX);
        self.manifest.extend_from_slice(&transfers.to_be_bytes());
        for transfer in change.transfers {
            self.manifest.extend_from_slice(transfer.id.as_bytes());
        }
        private
    }

    /// Finishes the commit.
    #[must_use]
    pub fn finish(self, id: Uuid, committed_at: DateTime<Utc>) -> Commit {
        let changes = i32::try_from(self.leaves.len()).unwrap_or(i32::MAX);
        let Self { salt, leaves, manifest } = self;
        Commit { id, salt, root: tree::root(&leaves), changes, committed_at, manifest }
    }
}

/// The log's leaf of a commit: the hash of these fields.
#[must_use]
pub fn log_leaf(id: Uuid, changes: i32, committed_at: DateTime<Utc>, root: &Hash) -> Hash {
    let mut out = Encoder::of("agio commit 1");
    out.uuid(id);
    out.count(usize::try_from(changes).unwrap_or_default());
    out.time(committed_at);
    out.hash(root);
    Hash::leaf(out.bytes())
}

impl Commit {
    /// The commit's leaf in the log.
    #[must_use]
    pub fn log_leaf(&self) -> Hash {
        log_leaf(self.id, self.changes, self.committed_at, &self.root)
    }
}

/// Parses a manifest; `None` if it is invalid.
#[must_use]
pub fn items(manifest: &[u8]) -> Option<Vec<Item>> {
    let mut rest = manifest;
    let mut items = Vec::new();
    while !rest.is_empty() {
        let change = Uuid::from_slice(take(&mut rest, 16)?).ok()?;
        let leaf = Hash::from_slice(take(&mut rest, 32)?)?;
        let count = u16::from_be_bytes(take(&mut rest, 2)?.try_into().ok()?);
        let ids = take(&mut rest, usize::from(count) * 16)?;
        let transfers = ids.chunks_exact(16).map(Uuid::from_slice).collect::<Result<_, _>>().ok()?;
        items.push(Item { change, leaf, transfers });
    }
    Some(items)
}

fn take<'a>(rest: &mut &'a [u8], count: usize) -> Option<&'a [u8]> {
    let (taken, left) = rest.split_at_checked(count)?;
    *rest = left;
    Some(taken)
}
