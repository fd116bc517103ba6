//! Continuity of blocks. Pure.

use crate::chain::{BlockRef, ScannedBlock};

/// Height of the first block that does not follow the one before it, if any. This happens if the node reorganises
/// between two answers; the caller asks again.
pub(crate) fn broken_link(from: &BlockRef, blocks: &[ScannedBlock]) -> Option<u64> {
    let mut last = from;
    for scanned in blocks {
        if scanned.parent != last.hash || scanned.block.height != last.height + 1 {
            return Some(scanned.block.height);
        }
        last = &scanned.block;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(height: u64, hash: &str, parent: &str) -> ScannedBlock {
        let block = BlockRef { height, hash: hash.into() };
        ScannedBlock { block, parent: parent.into(), transfers: vec![], spent: vec![], txids: vec![] }
    }

    #[test]
    fn blocks_must_follow_by_hash_and_by_height() {
        let from = BlockRef { height: 7, hash: "g".into() };
        assert_eq!(broken_link(&from, &[block(8, "h", "g"), block(9, "i", "h")]), None);
        assert_eq!(broken_link(&from, &[block(8, "h", "g"), block(9, "i", "x")]), Some(9));
        assert_eq!(broken_link(&from, &[block(8, "h", "x")]), Some(8));
        assert_eq!(broken_link(&from, &[block(9, "h", "g")]), Some(9));
    }
}
