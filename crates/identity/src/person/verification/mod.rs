//! Verifications of a person.

mod model;
pub(crate) mod store;

use ::store::{PgConnection, TenantTx};
use kernel::{TenantId, TenantUser, UserId, World};
use serde_json::json;

pub(crate) use model::OVERDUE_AFTER;
pub use model::{DisplayStatus, Event, Kind, Status, Verification, next, shown};

use crate::audit::{self, Entry};
use crate::{ClientContext, Identity, IdentityError};

impl Identity {
    /// The status of every kind of verification, including those that have not begun.
    ///
    /// # Errors
    /// Database errors.
    pub async fn verifications(&self, tenant: TenantId, user: UserId) -> Result<Vec<Verification>, IdentityError> {
        let mut tx = self.store().tenant_read(tenant).await?;
        let found = store::of_user(tx.conn(), tenant, user).await?;
        let of = |kind| found.iter().find(|one| one.kind == kind).cloned().unwrap_or_else(|| Verification::none(kind));
        Ok(Kind::ALL.map(of).into())
    }

    /// Applies `event` in the caller's transaction, with an entry in the audit log. Returns the new state.
    ///
    /// # Errors
    /// A conflict if the status does not allow the event.
    pub(crate) async fn move_verification(
        &self,
        tx: &mut TenantTx,
        user: UserId,
        kind: Kind,
        event: Event,
        reasons: &[&str],
        context: &ClientContext,
    ) -> Result<Verification, IdentityError> {
        let tenant = tx.tenant();
        let change = VerificationMove { kind, event, reasons };
        move_in(tx.conn(), self.world(), TenantUser { tenant, user }, change, context).await
    }
}

/// An event of a verification.
#[derive(Debug, Clone, Copy)]
pub(crate) struct VerificationMove<'a> {
    /// The verification.
    pub kind: Kind,
    /// The event.
    pub event: Event,
    /// The reason codes for the customer.
    pub reasons: &'a [&'a str],
}

/// Like [`Identity::move_verification`], in any transaction.
pub(crate) async fn move_in(
    conn: &mut PgConnection,
    world: &World,
    TenantUser { tenant, user }: TenantUser,
    change: VerificationMove<'_>,
    context: &ClientContext,
) -> Result<Verification, IdentityError> {
    let VerificationMove { kind, event, reasons } = change;
    let before = store::lock(conn, tenant, user, kind, world.now()).await?;
    let Some(after) = before.after(event, reasons, world.now()) else {
        return Err(IdentityError::conflict("This verification cannot be changed now."));
    };
    store::save(conn, tenant, user, &after).await?;
    let details = json!({ "kind": kind, "from": before.status, "to": after.status, "reasons": reasons });
    let entry = Entry::new("verification.moved").of(user, None).with(details);
    audit::store::write(conn, world, tenant, context, &entry).await?;
    Ok(after)
}
