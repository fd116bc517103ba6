//! How far each scanner has come, and the last blocks that it applied.

pub(crate) mod store;

use crate::chain::BlockRef;

/// The scanner's cursor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Position {
    /// The last block applied.
    pub(crate) block: BlockRef,
    /// Why the scanner is stopped, if it is.
    pub(crate) gap: Option<String>,
}
