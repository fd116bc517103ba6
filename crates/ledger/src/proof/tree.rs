//! The Merkle tree of RFC 6962 (and RFC 9162), section 2.1: roots, inclusion and consistency proofs. Pure.
//!
//! A tree of `n` leaves splits at the largest power of two below `n`, so that complete subtrees never change. A
//! complete subtree has an address: level (the logarithm of its size) and index (from the left). All functions here use
//! only complete subtrees, so that a proof in a log of a billion leaves needs a few dozen stored hashes.

use super::hash::Hash;

/// The address of a complete subtree: `2^level` leaves from leaf `index * 2^level` on. Level 0 is a leaf.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SubtreeAddress {
    /// The logarithm of its number of leaves.
    pub level: u8,
    /// Its index on its level.
    pub index: u64,
}

/// A range of leaves, end exclusive, as RFC 6962 writes `D[start:end]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Range {
    /// The first leaf.
    pub start: u64,
    /// The end of the range, exclusive.
    pub end: u64,
}

/// The root of an empty tree: SHA-256 of the empty string.
pub const EMPTY_ROOT: Hash = Hash([
    0xe3, 0xb0, 0xc4, 0x42, 0x98, 0xfc, 0x1c, 0x14, 0x9a, 0xfb, 0xf4, 0xc8, 0x99, 0x6f, 0xb9, 0x24, 0x27, 0xae, 0x41,
    0xe4, 0x64, 0x9b, 0x93, 0x4c, 0xa4, 0x95, 0x99, 0x1b, 0x78, 0x52, 0xb8, 0x55,
]);

/// The largest power of two below `n`, which is at least 2.
const fn split(n: u64) -> u64 {
    1 << (u64::BITS - 1 - (n - 1).leading_zeros())
}

/// The root over leaf hashes.
#[must_use]
pub fn root(leaves: &[Hash]) -> Hash {
    let mut growing = Frontier::default();
    for leaf in leaves {
        growing.push(*leaf, |_, _| ());
    }
    growing.root()
}

/// The subtrees whose hashes prove that leaf `index` is in a tree of `size`, from the leaf upwards (RFC 6962, 2.1.1).
#[must_use]
pub fn inclusion(index: u64, size: u64) -> Vec<Range> {
    let (mut start, mut end, mut path) = (0, size, Vec::new());
    while end - start > 1 {
        let middle = start + split(end - start);
        if index < middle {
            path.push(Range { start: middle, end });
            end = middle;
        } else {
            path.push(Range { start, end: middle });
            start = middle;
        }
    }
    path.reverse();
    path
}

/// The subtrees whose hashes prove that a tree of `old` leaves is a prefix of one of `new` (RFC 6962, 2.1.2).
#[must_use]
pub fn consistency(old: u64, new: u64) -> Vec<Range> {
    let (mut start, mut end, mut proof) = (0, new, Vec::new());
    if old == 0 || old >= new {
        return proof;
    }
    while end != old {
        let middle = start + split(end - start);
        if old <= middle {
            proof.push(Range { start: middle, end });
            end = middle;
        } else {
            proof.push(Range { start, end: middle });
            start = middle;
        }
    }
    // The verifier knows the old tree's root, so the proof contains only hashes of its parts.
    if start > 0 {
        proof.push(Range { start, end });
    }
    proof.reverse();
    proof
}

impl Range {
    /// The complete subtrees of this range, largest first. The ranges of proofs always start at a boundary of such a
    /// subtree.
    #[must_use]
    pub fn subtrees(self) -> Vec<SubtreeAddress> {
        let (mut start, mut found) = (self.start, Vec::new());
        while start < self.end {
            let level = 63 - (self.end - start).leading_zeros() as u8;
            found.push(SubtreeAddress { level, index: start >> level });
            start += 1 << level;
        }
        found
    }
}

/// The hash over complete subtrees, largest first, as [`Range::subtrees`] lists them.
#[must_use]
pub fn fold(hashes: &[Hash]) -> Hash {
    let folded = hashes.iter().rev().copied().reduce(|right, left| Hash::node(&left, &right));
    folded.unwrap_or(EMPTY_ROOT)
}

/// The right edge of a growing tree: the hashes needed to add a leaf.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Frontier {
    size: u64,
    /// The complete subtrees, largest first: one for each bit of `size`.
    edge: Vec<Hash>,
}

impl Frontier {
    /// The edge of a tree of `size` with these complete subtrees, which are those of `Range { 0, size }`.
    #[must_use]
    pub fn with(size: u64, edge: Vec<Hash>) -> Option<Self> {
        (edge.len() == size.count_ones() as usize).then_some(Self { size, edge })
    }

    /// The number of leaves.
    #[must_use]
    pub const fn size(&self) -> u64 {
        self.size
    }

    /// The tree's root.
    #[must_use]
    pub fn root(&self) -> Hash {
        fold(&self.edge)
    }

    /// Adds a leaf, and calls `completed` for every subtree of more than one leaf that it completes, smallest first.
    pub fn push(&mut self, leaf: Hash, mut completed: impl FnMut(SubtreeAddress, Hash)) {
        let (mut hash, mut level) = (leaf, 0);
        while self.size >> level & 1 == 1 {
            let left = self.edge.pop().expect("a subtree for each bit of the size");
            hash = Hash::node(&left, &hash);
            level += 1;
            completed(SubtreeAddress { level, index: self.size >> level }, hash);
        }
        self.edge.push(hash);
        self.size += 1;
    }
}

/// The root of the tree of `size` in which `leaf` has number `index`, according to `path`; `None` if the path has a
/// wrong length (RFC 9162, 2.1.3.2).
#[must_use]
pub fn root_by_inclusion(leaf: Hash, index: u64, size: u64, path: &[Hash]) -> Option<Hash> {
    if index >= size {
        return None;
    }
    let ranges = inclusion(index, size);
    if ranges.len() != path.len() {
        return None;
    }
    let up = |hash: Hash, (range, other): (&Range, &Hash)| {
        if range.start > index { Hash::node(&hash, other) } else { Hash::node(other, &hash) }
    };
    Some(ranges.iter().zip(path).fold(leaf, up))
}

/// Whether `proof` shows that the tree of `old` leaves with `old_root` is a prefix of that of `new` with `new_root`.
#[must_use]
pub fn is_consistent(old: u64, old_root: &Hash, new: u64, new_root: &Hash, proof: &[Hash]) -> bool {
    if old == 0 || old >= new {
        return proof.is_empty() && old <= new && (old == 0 || old_root == new_root);
    }
    let ranges = consistency(old, new);
    if ranges.len() != proof.len() {
        return false;
    }
    // If the proof has no part of the old tree, the old tree is a complete subtree of the new one, and its root is used
    // directly.
    let told = ranges[0].end == old;
    let first = if told { proof[0] } else { *old_root };
    let (mut before, mut after) = (first, first);
    for (range, hash) in ranges.iter().zip(proof).skip(usize::from(told)) {
        if range.start >= old {
            after = Hash::node(&after, hash);
        } else {
            before = Hash::node(hash, &before);
            after = Hash::node(hash, &after);
        }
    }
    before == *old_root && after == *new_root
}

#[cfg(test)]
#[path = "tree_tests.rs"]
mod tests;
