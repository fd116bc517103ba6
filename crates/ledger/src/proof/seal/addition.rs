//! The additions of one sealing turn to one tenant's log. Pure.

use kernel::TenantId;
use uuid::Uuid;

use crate::proof::tree::{Frontier, SubtreeAddress};
use crate::proof::{Checkpoint, Hash, LogKeys, origin};

/// An unsealed commit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Waiting {
    pub commit: Uuid,
    pub leaf: Hash,
}

/// New leaves, the subtrees that they complete, and the signed root over all.
#[derive(Debug)]
pub(super) struct Addition {
    pub tenant: TenantId,
    pub leaves: Vec<Waiting>,
    pub nodes: Vec<(SubtreeAddress, Hash)>,
    pub checkpoint: Checkpoint,
    pub note: String,
}

impl Addition {
    /// Appends `waiting` in order to the tree with this right edge.
    pub(super) fn of(keys: &LogKeys, tenant: TenantId, mut tree: Frontier, waiting: Vec<Waiting>) -> Self {
        let previous = Some(tree.size());
        let mut nodes = Vec::new();
        for commit in &waiting {
            tree.push(commit.leaf, |address, hash| nodes.push((address, hash)));
        }
        let checkpoint = Checkpoint { origin: origin(tenant), size: tree.size(), root: tree.root(), previous };
        let note = keys.signer(tenant).sign(&checkpoint.text());
        Self { tenant, leaves: waiting, nodes, checkpoint, note }
    }

    /// The number of its first leaf.
    pub(super) fn first(&self) -> u64 {
        self.checkpoint.size - self.leaves.len() as u64
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::proof::tree;

    fn leaf(number: u64) -> Waiting {
        Waiting { commit: Uuid::from_u128(number.into()), leaf: Hash::leaf(&number.to_be_bytes()) }
    }

    proptest! {
        /// The log does not depend on the number of leaves per turn.
        #[test]
        fn a_log_does_not_depend_on_how_sealing_is_batched(turns in proptest::collection::vec(1_u64..40, 1..12)) {
            let (keys, tenant) = (LogKeys::new([5; 32]), TenantId::from_uuid(Uuid::from_u128(1)));
            let (mut tree, mut nodes, mut all) = (Frontier::default(), Vec::new(), Vec::new());
            for turn in turns {
                let before = all.len() as u64;
                let waiting: Vec<Waiting> = (before..before + turn).map(leaf).collect();
                all.extend(waiting.iter().map(|waiting| waiting.leaf));
                let added = Addition::of(&keys, tenant, tree.clone(), waiting);
                prop_assert_eq!((added.first(), added.checkpoint.previous), (before, Some(before)));
                prop_assert_eq!(added.checkpoint.root, tree::root(&all));
                added.leaves.iter().for_each(|waiting| tree.push(waiting.leaf, |_, _| ()));
                nodes.extend(added.nodes);
            }
            let (mut whole, mut expected) = (Frontier::default(), Vec::new());
            all.iter().for_each(|leaf| whole.push(*leaf, |address, hash| expected.push((address, hash))));
            prop_assert_eq!(nodes, expected);
        }
    }
}
