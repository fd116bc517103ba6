//! Email and telephone changes: a code goes to the new contact, and a correct code replaces the old contact.

mod finish;
mod limits;
mod model;
mod start;
pub(crate) mod store;
mod waiver;

use kernel::{ChallengeId, TenantId};

pub use model::Way;
pub(crate) use model::{ContactChallenge, phone_changes_from};
pub(crate) use waiver::waive_phone_wait;

use crate::{Identity, IdentityError};

/// A challenge whose code can still be used.
pub(crate) async fn open_challenge(
    identity: &Identity,
    tenant: TenantId,
    id: ChallengeId,
) -> Result<Option<ContactChallenge>, IdentityError> {
    let mut tx = identity.store().tenant_read(tenant).await?;
    let kept = store::find(tx.conn(), tenant, id).await?;
    let now = identity.world().now();
    Ok(kept.filter(|kept| kept.open && now < kept.expires_at))
}
