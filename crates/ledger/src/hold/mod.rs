mod store;

use self::store::expiring;
use ::store::{Store, StoreError};
use kernel::World;

use crate::{Change, ChangeKey, CommitError, Journal, Transfer, TransferKind};

/// Releases up to `limit` holds of any tenant whose time has passed, and returns how many it released. Safe to run in many
/// replicas at once: the key is the hold's, so each is released once.
///
/// # Errors
/// Those of reading; a hold that meanwhile ended otherwise is passed over.
pub async fn expire_holds(store: &Store, journal: &Journal, world: &World, limit: i64) -> Result<usize, StoreError> {
    let mut tx = store.system().await?;
    let due = expiring(tx.conn(), world.now(), limit).await?;
    tx.rollback().await?;
    let mut released = 0;
    for hold in due {
        let transfer = Transfer {
            id: world.uuid(),
            debit: hold.debit,
            credit: hold.credit,
            amount: hold.amount,
            kind: TransferKind::ExpireHold { hold: hold.id },
            code: "expire",
        };
        let change = Change {
            key: ChangeKey(format!("hold.expire:{}", hold.id)),
            transfers: vec![transfer],
            ..Change::default()
        };
        match journal.commit(hold.tenant, change).await {
            Ok(receipt) => released += usize::from(!receipt.replayed),
            Err(CommitError::Invalid(_)) => {}
            // The rest waits for the next run, as everything else does then.
            Err(error) => {
                tracing::warn!(%error, hold = %hold.id, "an expired hold is not released yet");
                break;
            }
        }
    }
    Ok(released)
}
