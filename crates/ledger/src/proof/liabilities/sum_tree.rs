//! A Merkle sum tree: every node carries the sum of its leaves, and its hash covers both children's hashes and sums
//! separately. (A hash over their total alone would permit other parts, one of them negative.) Pure.
//!
//! It is a complete binary tree. Leaves are sorted by their salted hashes, so that their positions reveal nothing.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::proof::encode::Encoder;
use crate::proof::entry::decimal;
use crate::proof::{Domain, Hash};

/// The number of random parts of a balance. A neighbour in the tree sees one part of another customer's balance, never
/// the balance.
pub const PARTS: u8 = 2;
/// The minimum number of leaves, so that a tree does not reveal a small number of customers.
pub const LEAVES_MIN: u64 = 16;
/// The logarithm of the maximum number of leaves.
pub const DEPTH_MAX: u32 = 24;
/// The number of levels that a page covers.
pub const PAGE_LEVELS: u32 = 8;
/// The maximum number of nodes of a page.
pub const PAGE_NODES: usize = 1 << PAGE_LEVELS;
/// The size of a node in a page, in bytes: hash and sum.
const NODE_BYTES: usize = 48;

/// A subtree: the sum of its leaves, in the currency's smallest unit, and its hash.
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
    /// The salt, which hides the owner and the amount.
    pub salt: Hash,
    /// The amount, in the currency's smallest unit.
    pub amount: u128,
}

/// Adjacent nodes of one level.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// The level, counted from the leaves.
    pub level: u32,
    /// The index of the page on its level.
    pub index: u64,
    /// The nodes: a power of two, at least two.
    pub nodes: Vec<Node>,
}

/// The sum exceeds 128 bits.
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

    /// The parent of two nodes; `None` on overflow of the sum.
    #[must_use]
    pub fn over(left: &Self, right: &Self) -> Option<Self> {
        let parts: [&[u8]; 4] = [&left.hash.0, &left.sum.to_be_bytes(), &right.hash.0, &right.sum.to_be_bytes()];
        Some(Self { hash: Hash::of(Domain::SumNode, &parts), sum: left.sum.checked_add(right.sum)? })
    }
}

/// Splits the balance of `owner` in `currency` into [`PARTS`]. Deterministic by the secret, so that parts need not be
/// stored.
#[must_use]
pub fn split(secret: &[u8; 32], owner: Uuid, currency: &str, balance: u128) -> [Part; PARTS as usize] {
    let salt = |part| salt(secret, owner, currency, u64::from(part));
    let dice = Hash::of(Domain::Derived, &[b"liability split", &salt(PARTS).0]);
    let mut number = [0; 16];
    number.copy_from_slice(&dice.0[..16]);
    // A balance has fewer than 127 bits.
    let first = u128::from_be_bytes(number) % (balance + 1);
    [Part { salt: salt(0), amount: first }, Part { salt: salt(1), amount: balance - first }]
}

/// The padding leaf with this number.
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

/// The number of leaves of a tree of `parts`; `None` if it exceeds [`DEPTH_MAX`].
#[must_use]
pub fn leaves_for(parts: u64) -> Option<u64> {
    parts.max(LEAVES_MIN).checked_next_power_of_two().filter(|leaves| *leaves <= 1 << DEPTH_MAX)
}

/// Whether a tree may have this number of leaves.
#[must_use]
pub fn is_size(leaves: u64) -> bool {
    leaves.is_power_of_two() && (LEAVES_MIN..=1 << DEPTH_MAX).contains(&leaves)
}

/// The root over `leaves`, which are sorted and whose number is a power of two.
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

/// Divides adjacent `nodes` of `level` into pages; the first one has the index `first`.
#[must_use]
pub fn pages(nodes: &[Node], level: u32, first: u64) -> Vec<Page> {
    let page = |(index, nodes): (u64, &[Node])| Page { level, index, nodes: nodes.to_vec() };
    (first..).zip(nodes.chunks(PAGE_NODES)).map(page).collect()
}

/// The parents of these pages: the next stored level.
///
/// # Errors
/// [`Overflow`].
pub fn tops(pages: &[Page]) -> Result<Vec<Node>, Overflow> {
    pages.iter().map(|page| fold(page.nodes.clone(), |_| ()).ok_or(Overflow)).collect()
}

/// The root over `nodes`, whose number is a power of two; `each` receives the levels below it.
fn fold(mut nodes: Vec<Node>, mut each: impl FnMut(&[Node])) -> Option<Node> {
    while nodes.len() > 1 {
        each(&nodes);
        nodes = nodes.chunks(2).map(|pair| Node::over(pair.first()?, pair.get(1)?)).collect::<Option<_>>()?;
    }
    nodes.first().copied()
}

impl Page {
    /// The sibling nodes on the path from node `place` of this page to its top, from below.
    #[must_use]
    pub fn siblings(&self, place: usize) -> Vec<Node> {
        let (mut place, mut found) = (place, Vec::new());
        fold(self.nodes.clone(), |level| {
            found.extend(level.get(place ^ 1));
            place /= 2;
        });
        found
    }

    /// The stored form.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.nodes.iter().flat_map(|node| [&node.hash.0[..], &node.sum.to_be_bytes()].concat()).collect()
    }

    /// The nodes of a stored page; `None` for invalid bytes.
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

/// The root of the tree of `leaves` in which `leaf` has number `index`, according to `path` from the leaf upwards;
/// `None` if the path has a wrong length or a sum overflows.
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
