//! Applies the decision of a provider or an operator, and notifies the customer.

use ::store::{PgConnection, jobs};
use kernel::{TenantUser, World};

use super::store;
use crate::notify::mail::{self, Notice};
use crate::person::verification::{self, Event, Kind, Status, Verification, VerificationMove};
use crate::{ClientContext, IdentityError, person::source_of_funds};

/// Applies `event` in the caller's transaction.
///
/// # Errors
/// A conflict if the status does not allow the event.
pub(crate) async fn conclude(
    conn: &mut PgConnection,
    world: &World,
    TenantUser { tenant, user }: TenantUser,
    kind: Kind,
    event: Event,
    reasons: &[&str],
) -> Result<Verification, IdentityError> {
    let nobody = ClientContext::default();
    let change = VerificationMove { kind, event, reasons };
    let moved = verification::move_in(conn, world, TenantUser { tenant, user }, change, &nobody).await?;
    if matches!(moved.status, Status::Retry | Status::Reset | Status::Expired) {
        let begins_anew = moved.status != Status::Retry;
        store::supersede(conn, TenantUser { tenant, user }, kind, begins_anew, world.now()).await?;
        if kind == Kind::SourceOfFunds {
            source_of_funds::store::supersede(conn, tenant, user, world.now()).await?;
        }
    }
    if is_told(moved.status) {
        let notice = Notice::Verification { kind, status: moved.status };
        jobs::enqueue(conn, world.now(), &[mail::job::security(tenant, user, notice, world.uuid())]).await?;
    }
    Ok(moved)
}

/// Whether the customer gets an email: after a decision, or if they have to act.
const fn is_told(status: Status) -> bool {
    !matches!(status, Status::None | Status::Init | Status::Processing | Status::OnHold)
}
