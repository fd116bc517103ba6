//! What `agio verify` finds.

use uuid::Uuid;

/// A difference between rewards and the ledger.
pub(crate) struct Mismatch {
    pub tenant_id: Uuid,
    pub subject: String,
    pub expected: String,
    pub found: String,
}
