//! The audit entry of a code that was paid out and is shown to its owner.

use ::store::{StoreError, TenantTx};
use kernel::{SessionId, TransactionId, UserId, World};
use serde_json::json;

use crate::ClientContext;
use crate::audit::{self, Entry};

/// The customer who sees a code, and where.
#[derive(Debug, Clone, Copy)]
pub struct CodeShownTo<'a> {
    /// The person.
    pub user: UserId,
    /// The session.
    pub session: SessionId,
    /// The origin of the request.
    pub context: &'a ClientContext,
}

/// Records in the person's audit log that they saw the code of a transaction, in the caller's transaction. Without the
/// code.
///
/// # Errors
/// Database errors.
pub async fn note_payout_code(
    tx: &mut TenantTx,
    world: &World,
    by: CodeShownTo<'_>,
    transaction: TransactionId,
) -> Result<(), StoreError> {
    let details = json!({ "transaction": transaction.to_string() });
    let entry = Entry::new("payout_code.shown").of(by.user, Some(by.session)).with(details);
    let tenant = tx.tenant();
    audit::store::write(tx.conn(), world, tenant, by.context, &entry).await
}
