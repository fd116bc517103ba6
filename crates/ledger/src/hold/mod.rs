//! Holds: the release of those that have expired.

mod store;

use self::store::expiring;
use ::store::{Store, StoreError};
use kernel::World;

use crate::{Change, ChangeKey, CommitError, Journal, Transfer, TransferKind};

/// Releases up to `limit` expired holds of any tenant, and returns their number. Safe to run on many replicas: the
/// idempotency key is derived from the hold, so each is released once.
///
/// # Errors
/// Database errors. A hold that has ended meanwhile is skipped.
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
            // The remaining holds wait for the next run.
            Err(error) => {
                tracing::warn!(
                    event = "hold.release_failed", %error, hold = %hold.id,
                    "The worker cannot release an expired hold. The next run tries again."
                );
                break;
            }
        }
    }
    Ok(released)
}
