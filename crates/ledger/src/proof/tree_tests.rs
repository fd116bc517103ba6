//! Tests of the log's Merkle tree, against RFC 6962 and the vectors of Certificate Transparency.

use proptest::prelude::*;

use super::*;

/// The test vectors of the Certificate Transparency reference implementation.
const ENTRIES: [&str; 8] =
    ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"];
const ROOTS: [&str; 8] = [
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
];

fn reference() -> Vec<Hash> {
    ENTRIES.iter().map(|entry| Hash::leaf(&hex::decode(entry).expect("hexadecimal"))).collect()
}

fn leaves(n: u64) -> Vec<Hash> {
    (0..n).map(|i| Hash::leaf(&i.to_be_bytes())).collect()
}

/// The hash of a range, literally as defined in RFC 6962, section 2.1.
fn by_definition(leaves: &[Hash]) -> Hash {
    match leaves {
        [] => EMPTY_ROOT,
        [leaf] => *leaf,
        _ => {
            let (left, right) = leaves.split_at(split(leaves.len() as u64) as usize);
            Hash::node(&by_definition(left), &by_definition(right))
        }
    }
}

fn hashes(leaves: &[Hash], ranges: &[Range]) -> Vec<Hash> {
    ranges.iter().map(|r| by_definition(&leaves[r.start as usize..r.end as usize])).collect()
}

#[test]
fn roots_are_those_of_the_reference_vectors() {
    let leaves = reference();
    for (n, expected) in (1..).zip(ROOTS) {
        assert_eq!(root(&leaves[..n]).to_string(), expected);
    }
    assert_eq!(root(&[]), EMPTY_ROOT);
}

#[test]
fn proofs_are_those_of_the_reference_vectors() {
    let leaves = reference();
    let text = |ranges: &[Range]| -> Vec<String> { hashes(&leaves, ranges).iter().map(Hash::to_string).collect() };
    assert_eq!(
        text(&inclusion(0, 8)),
        [
            "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
            "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
            "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
        ]
    );
    assert_eq!(
        text(&consistency(6, 8)),
        [
            "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
            "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
            "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
        ]
    );
}

#[test]
fn every_leaf_of_every_small_tree_is_proved_and_no_other_is() {
    for size in 1..70 {
        let leaves = leaves(size);
        let root = by_definition(&leaves);
        for index in 0..size {
            let path = hashes(&leaves, &inclusion(index, size));
            assert_eq!(root_by_inclusion(leaves[index as usize], index, size, &path), Some(root));
            let other = leaves[((index + 1) % size) as usize];
            assert!(size == 1 || root_by_inclusion(other, index, size, &path) != Some(root));
            let mut longer = path.clone();
            longer.push(root);
            assert_eq!(root_by_inclusion(leaves[index as usize], index, size, &longer), None);
        }
        assert_eq!(root_by_inclusion(leaves[0], size, size, &[]), None);
    }
}

#[test]
fn every_small_tree_is_a_prefix_of_larger_ones_and_of_no_other() {
    for new in 0..70 {
        let leaves = leaves(new);
        let new_root = by_definition(&leaves);
        for old in 0..=new {
            let old_root = by_definition(&leaves[..old as usize]);
            let proof = hashes(&leaves, &consistency(old, new));
            assert!(is_consistent(old, &old_root, new, &new_root, &proof), "{old} of {new}");
            let wrong = Hash([7; 32]);
            assert!(old == 0 || !is_consistent(old, &wrong, new, &new_root, &proof), "{old} of {new}");
            assert!(old == 0 || old == new || !is_consistent(old, &old_root, new, &wrong, &proof), "{old} of {new}");
        }
        assert!(!is_consistent(new + 1, &new_root, new, &new_root, &[]));
    }
}

proptest! {
    #[test]
    fn a_growing_tree_reports_every_complete_subtree_once(size in 0..600_u64, resume in 0..600_u64) {
        let leaves = leaves(size);
        let mut known = std::collections::BTreeMap::new();
        let mut tree = Frontier::default();
        for (index, leaf) in (0..).zip(&leaves) {
            known.insert(SubtreeAddress { level: 0, index }, *leaf);
            if index == resume {
                // As after a restart: from stored hashes.
                let edge = Range { start: 0, end: index }.subtrees().iter().map(|a| known[a]).collect();
                prop_assert_eq!(Frontier::with(index, edge), Some(tree.clone()));
            }
            let mut twice = false;
            tree.push(*leaf, |address, hash| twice |= known.insert(address, hash).is_some());
            prop_assert!(!twice);
        }
        prop_assert_eq!((tree.size(), tree.root()), (size, by_definition(&leaves)));
        for (address, hash) in &known {
            let start = (address.index << address.level) as usize;
            prop_assert_eq!(*hash, by_definition(&leaves[start..start + (1 << address.level)]));
        }
        // Every range of a proof consists of known subtrees.
        for range in inclusion(resume % size.max(1), size).into_iter().chain(consistency(resume % size.max(1), size)) {
            let parts: Vec<Hash> = range.subtrees().iter().map(|address| known[address]).collect();
            prop_assert_eq!(fold(&parts), by_definition(&leaves[range.start as usize..range.end as usize]));
        }
    }
}
