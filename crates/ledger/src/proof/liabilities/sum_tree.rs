//! A Merkle sum tree: every node stands for the sum of its leaves, and its hash is over both children's hashes and sums, each
//! by itself (a hash over their total alone could be met by other parts, one of them negative). Pure.
//!
//! It is a complete binary tree. Leaves stand in the order of their hashes, which are salted: their places tell nothing.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::proof::encode::Encoder;
use crate::proof::entry::decimal;
use crate::proof::{Domain, Hash};

/// Parts that a balance is split into, at random: who stands beside one of them sees that part of a stranger's balance, and
/// not the balance.
pub const PARTS: u8 = 2;
/// Leaves of a tree, at least: fewer would tell how few customers there are.
pub const LEAVES_MIN: u64 = 16;
/// The logarithm of the number of leaves that a tree may have.
pub const DEPTH_MAX: u32 = 24;
/// Levels that a page folds.
pub const PAGE_LEVELS: u32 = 8;
/// Nodes of a page, at most.
pub const PAGE_NODES: usize = 1 << PAGE_LEVELS;
/// Bytes of a node in a page: its hash and its sum.
const NODE_BYTES: usize = 48;

/// A subtree: what its leaves add up to, in the currency's smallest unit, and the hash that says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Node {
    /// The hash.
    pub hash: Hash,
    /// The sum; never negative.
    #[serde(with = "decimal")]
    pub sum: u128,
}

/// A part of a customer's balance, before it is hashed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// Hides the rest of it.
    pub salt: Hash,
    /// How much, in the currency's smallest unit.
    pub amount: u128,
}

/// Nodes of one level that lie side by side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// Levels above the leaves.
    pub level: u32,
    /// Which page of its level.
    pub index: u64,
    /// Two or more, a power of two of them.
    pub nodes: Vec<Node>,
}

/// The sum is beyond what a number of 128 bits can say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the balances add up to more than 2^128")]
pub struct Overflow;

impl Node {
    /// The leaf of a part of `owner`'s balance.
    #[must_use]
    pub fn leaf(owner: Uuid, part: &Part) -> Self {
        let Part { salt, amount } = part;
        let hash = Hash::of(Domain::SumLeaf, &[&salt.0, owner.as_bytes(), &amount.to_be_bytes()]);
        Self { hash, sum: *amount }
    }

    /// The node over two subtrees; nothing when their sum is too large.
    #[must_use]
    pub fn over(left: &Self, right: &Self) -> Option<Self> {
        let parts: [&[u8]; 4] = [&left.hash.0, &left.sum.to_be_bytes(), &right.hash.0, &right.sum.to_be_bytes()];
        Some(Self { hash: Hash::of(Domain::SumNode, &parts), sum: left.sum.checked_add(right.sum)? })
    }
}

/// Splits what `owner` has in `currency` into [`PARTS`]. The same secret gives the same parts, so none has to be stored.
#[must_use]
pub fn split(secret: &[u8; 32], owner: Uuid, currency: &str, balance: u128) -> [Part; PARTS as usize] {
    let salt = |part| salt(secret, owner, currency, u64::from(part));
    let dice = Hash::of(Domain::Derived, &[b"liability split", &salt(PARTS).0]);
    let mut number = [0; 16];
    number.copy_from_slice(&dice.0[..16]);
    // A balance has less than 127 bits.
    let first = u128::from_be_bytes(number) % (balance + 1);
    [Part { salt: salt(0), amount: first }, Part { salt: salt(1), amount: balance - first }]
}

/// The leaf that fills place `number` where there is no customer.
#[must_use]
pub fn padding(secret: &[u8; 32], currency: &str, number: u64) -> Node {
    let salt = salt(secret, Uuid::nil(), currency, number);
    Node::leaf(Uuid::nil(), &Part { salt, amount: 0 })
}

fn salt(secret: &[u8; 32], owner: Uuid, currency: &str, number: u64) -> Hash {
    let mut out = Encoder::of("agio liability 1");
    out.uuid(owner);
    out.text(currency);
    Hash::of(Domain::Derived, &[secret, out.bytes(), &number.to_be_bytes()])
}

/// How many leaves a tree of `parts` has; nothing when that is more than [`DEPTH_MAX`] allows.
#[must_use]
pub fn leaves_for(parts: u64) -> Option<u64> {
    parts.max(LEAVES_MIN).checked_next_power_of_two().filter(|leaves| *leaves <= 1 << DEPTH_MAX)
}

/// Whether there may be a tree of so many leaves.
#[must_use]
pub fn is_size(leaves: u64) -> bool {
    leaves.is_power_of_two() && (LEAVES_MIN..=1 << DEPTH_MAX).contains(&leaves)
}

/// The root over `leaves`, which are sorted and a power of two of them.
///
/// # Errors
/// [`Overflow`].
pub fn root(leaves: &[Node]) -> Result<Node, Overflow> {
    let mut nodes = tops(&pages(leaves, 0, 0))?;
    while nodes.len() > 1 {
        nodes = tops(&pages(&nodes, 0, 0))?;
    }
    nodes.first().copied().ok_or(Overflow)
}

/// The pages of `nodes`, which lie side by side `level` levels above the leaves; the first of them is page `first`.
#[must_use]
pub fn pages(nodes: &[Node], level: u32, first: u64) -> Vec<Page> {
    let page = |(index, nodes): (u64, &[Node])| Page { level, index, nodes: nodes.to_vec() };
    (first..).zip(nodes.chunks(PAGE_NODES)).map(page).collect()
}

/// The nodes over these pages: the next level that is kept.
///
/// # Errors
/// [`Overflow`].
pub fn tops(pages: &[Page]) -> Result<Vec<Node>, Overflow> {
    pages.iter().map(|page| fold(page.nodes.clone(), |_| ()).ok_or(Overflow)).collect()
}

/// The node over all of `nodes`, a power of two of them; `each` sees the levels below it.
fn fold(mut nodes: Vec<Node>, mut each: impl FnMut(&[Node])) -> Option<Node> {
    while nodes.len() > 1 {
        each(&nodes);
        nodes = nodes.chunks(2).map(|pair| Node::over(pair.first()?, pair.get(1)?)).collect::<Option<_>>()?;
    }
    nodes.first().copied()
}

impl Page {
    /// The nodes beside the way from node `place` of this page to its top, from below.
    #[must_use]
    pub fn siblings(&self, place: usize) -> Vec<Node> {
        let (mut place, mut found) = (place, Vec::new());
        fold(self.nodes.clone(), |level| {
            found.extend(level.get(place ^ 1));
            place /= 2;
        });
        found
    }

    /// As it is stored.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.nodes.iter().flat_map(|node| [&node.hash.0[..], &node.sum.to_be_bytes()].concat()).collect()
    }

    /// The nodes of a stored page; nothing when these bytes are none.
    #[must_use]
    pub fn nodes_of(bytes: &[u8]) -> Option<Vec<Node>> {
        let whole = bytes.len().is_multiple_of(NODE_BYTES) && (bytes.len() / NODE_BYTES).is_power_of_two();
        let node = |bytes: &[u8]| {
            let (hash, sum) = bytes.split_at_checked(32)?;
            Some(Node { hash: Hash::from_slice(hash)?, sum: u128::from_be_bytes(sum.try_into().ok()?) })
        };
        if whole { bytes.chunks(NODE_BYTES).map(node).collect() } else { None }
    }
}

/// The root of the tree of `leaves` in which `leaf` is number `index`, by the nodes of `path` from the leaf upwards; nothing
/// when the path has a wrong length or its sums are too large.
#[must_use]
pub fn root_by_path(leaf: Node, index: u64, leaves: u64, path: &[Node]) -> Option<Node> {
    if !is_size(leaves) || index >= leaves || path.len() != leaves.trailing_zeros() as usize {
        return None;
    }
    path.iter().enumerate().try_fold(leaf, |node, (level, other)| {
        if index >> level & 1 == 0 { Node::over(&node, other) } else { Node::over(other, &node) }
    })
}

#[cfg(test)]
#[path = "sum_tree_tests.rs"]
mod tests;
