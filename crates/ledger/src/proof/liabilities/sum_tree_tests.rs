//! Tests of the Merkle sum tree behind the proof of liabilities.

use proptest::prelude::*;

use super::*;

const SECRET: [u8; 32] = [7; 32];

/// A tree with its pages.
struct Tree {
    leaves: Vec<Node>,
    pages: Vec<Page>,
    root: Node,
}

fn owner(n: usize) -> Uuid {
    Uuid::from_u128(0x0190_0000_0000_7000_9000_0000_0000_0000 + n as u128)
}

/// The tree over the positive balances, as in a publication.
fn tree(balances: &[u128]) -> Tree {
    let parts = balances
        .iter()
        .enumerate()
        .filter(|(_, balance)| **balance > 0)
        .flat_map(|(n, balance)| split(&SECRET, owner(n), "EUR", *balance).map(|part| Node::leaf(owner(n), &part)));
    let mut leaves: Vec<Node> = parts.collect();
    let size = leaves_for(leaves.len() as u64).expect("a test is small");
    leaves.extend((leaves.len() as u64..size).map(|n| padding(&SECRET, "EUR", n)));
    leaves.sort_unstable();
    let (mut all, mut nodes, mut level) = (Vec::new(), leaves.clone(), 0);
    while nodes.len() > 1 {
        let pages = pages(&nodes, level, 0);
        nodes = tops(&pages).expect("a test is small");
        all.extend(pages);
        level += PAGE_LEVELS;
    }
    Tree { pages: all, root: root(&leaves).expect("a test is small"), leaves }
}

impl Tree {
    /// The path from a leaf, read from stored pages.
    fn path(&self, index: u64) -> Vec<Node> {
        let on = |level: u32| {
            let place = index >> level;
            let page = self.pages.iter().find(|page| page.level == level && page.index == place >> PAGE_LEVELS)?;
            Some(page.siblings(place as usize % PAGE_NODES))
        };
        (0..).step_by(PAGE_LEVELS as usize).map_while(on).flatten().collect()
    }

    fn size(&self) -> u64 {
        self.leaves.len() as u64
    }
}

/// The root by its definition, without pages.
fn by_definition(nodes: &[Node]) -> Node {
    match nodes {
        [leaf] => *leaf,
        _ => {
            let (left, right) = nodes.split_at(nodes.len() / 2);
            Node::over(&by_definition(left), &by_definition(right)).expect("a test is small")
        }
    }
}

fn balances() -> impl Strategy<Value = Vec<u128>> {
    prop::collection::vec(prop_oneof![1..100_u128, 1..u128::from(u64::MAX)], 0..400)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn the_root_is_the_sum_of_all_and_every_part_of_every_balance_is_proved(balances in balances()) {
        let tree = tree(&balances);
        prop_assert_eq!(tree.root.sum, balances.iter().sum::<u128>());
        prop_assert_eq!(tree.root, by_definition(&tree.leaves));
        prop_assert!(is_size(tree.size()));
        for (n, balance) in balances.iter().enumerate() {
            let parts = split(&SECRET, owner(n), "EUR", *balance);
            prop_assert_eq!(parts.iter().map(|part| part.amount).sum::<u128>(), *balance);
            for part in &parts {
                let leaf = Node::leaf(owner(n), part);
                let index = tree.leaves.binary_search(&leaf).expect("it is in the tree") as u64;
                prop_assert_eq!(root_by_path(leaf, index, tree.size(), &tree.path(index)), Some(tree.root));
            }
        }
        for page in &tree.pages {
            prop_assert_eq!(Page::nodes_of(&page.to_bytes()), Some(page.nodes.clone()));
        }
    }

    #[test]
    fn no_part_of_an_inclusion_proof_can_be_changed(balances in balances(), pick: prop::sample::Index, step: prop::sample::Index,
                                         less in 1..1_000_u128) {
        prop_assume!(!balances.is_empty());
        let tree = tree(&balances);
        let n = pick.index(balances.len());
        let part = split(&SECRET, owner(n), "EUR", balances[n])[0];
        let leaf = Node::leaf(owner(n), &part);
        let index = tree.leaves.binary_search(&leaf).expect("it is in the tree") as u64;
        let path = tree.path(index);
        let proved = |leaf, index, path: &[Node]| root_by_path(leaf, index, tree.size(), path) == Some(tree.root);
        prop_assert!(proved(leaf, index, &path));

        let amount = part.amount.wrapping_add(less);
        let at = step.index(path.len());
        let mut moved = path.clone();
        moved[at].sum = moved[at].sum.wrapping_sub(less);
        let mut swapped = path.clone();
        swapped.swap(0, path.len() - 1);
        let others = [
            ("another amount", Node::leaf(owner(n), &Part { amount, ..part }), index, path.clone()),
            ("another person", Node::leaf(owner(n + 1), &part), index, path.clone()),
            ("another salt", Node::leaf(owner(n), &Part { salt: Hash::leaf(b"x"), ..part }), index, path.clone()),
            ("a sum that is not the hashed one", Node { sum: amount, ..leaf }, index, path.clone()),
            ("the place beside it", leaf, index ^ 1, path.clone()),
            ("a place far away", leaf, index ^ (tree.size() / 2), path.clone()),
            ("less beside the way", leaf, index, moved.clone()),
            ("less there, and so much more here", Node { sum: amount, ..leaf }, index, moved),
            ("a level left out", leaf, index, path[1..].to_vec()),
            ("a level more", leaf, index, [path.clone(), vec![leaf]].concat()),
            ("two levels exchanged", leaf, index, swapped),
        ];
        for (what, leaf, index, path) in others {
            prop_assert!(!proved(leaf, index, &path), "{}", what);
        }
    }

    #[test]
    fn a_customer_who_is_left_out_has_no_proof(balances in balances(), pick: prop::sample::Index) {
        prop_assume!(!balances.is_empty());
        let balances = &balances[..balances.len().min(20)];
        let n = pick.index(balances.len());
        let mut others = balances.to_vec();
        let left_out = std::mem::replace(&mut others[n], 0);
        let without = tree(&others);
        prop_assert_eq!(without.root.sum, balances.iter().sum::<u128>() - left_out);
        for part in split(&SECRET, owner(n), "EUR", left_out) {
            let leaf = Node::leaf(owner(n), &part);
            for index in 0..without.size() {
                let path = without.path(index);
                prop_assert_ne!(root_by_path(leaf, index, without.size(), &path), Some(without.root));
            }
        }
    }
}

#[test]
fn an_overflowing_sum_is_refused() {
    let whole = Node { hash: Hash::leaf(b"a"), sum: u128::MAX };
    let one = Node { hash: Hash::leaf(b"b"), sum: 1 };
    // A negative balance in disguise: the sum would wrap around and lower the total.
    assert_eq!(Node::over(&whole, &one), None);
    let leaves = [vec![whole, one], vec![padding(&SECRET, "EUR", 0); 14]].concat();
    assert_eq!(root(&leaves), Err(Overflow));
    assert_eq!(root_by_path(one, 1, 16, &[whole, one, one, one]), None);
}

#[test]
fn a_tree_has_sixteen_leaves_or_a_larger_power_of_two_up_to_its_limit() {
    assert_eq!([0, 16, 17, 1_000].map(leaves_for), [Some(16), Some(16), Some(32), Some(1_024)]);
    assert_eq!((leaves_for(1 << DEPTH_MAX), leaves_for((1 << DEPTH_MAX) + 1)), (Some(1 << DEPTH_MAX), None));
    assert_eq!([0, 8, 16, 24, 1 << 25].map(is_size), [false, false, true, false, false]);
}

#[test]
fn the_same_balance_looks_different_in_every_publication_and_currency() {
    let leaf = |secret, currency| Node::leaf(owner(1), &split(secret, owner(1), currency, 500)[0]).hash;
    let all = [leaf(&SECRET, "EUR"), leaf(&[8; 32], "EUR"), leaf(&SECRET, "PLN")];
    assert!(all[0] != all[1] && all[0] != all[2] && all[1] != all[2]);
}

#[test]
fn malformed_page_bytes_are_refused() {
    for bytes in [0, 47, 49, 48 * 3] {
        assert_eq!(Page::nodes_of(&vec![0; bytes]), None, "{bytes}");
    }
}
