//! What becomes of something that was handed in, said at the machine. What takes two in the console takes two there as well,
//! wherever there is a second one.

use ::store::Store;
use chrono::{DateTime, Utc};
use kernel::{ProposalId, TenantId, UserId, World};

use super::deed::{Deed, Verdict};
use super::model::{Action, Permission, Resource};
use super::proposal::propose_at_the_machine;
use super::rule::{Route, route};
use super::store::accounts;
use super::{Act, Operator, act, roles};
use crate::verification::{Kind, Verification};
use crate::{IdentityError, documents, user};

/// What became of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Judged {
    /// An operator of the tenant has to agree in the console.
    Proposed {
        /// What waits there.
        id: ProposalId,
        /// Until when.
        expires_at: DateTime<Utc>,
    },
    /// It is decided, and stands so.
    Decided(Verification),
}

/// Says at the machine what becomes of what a customer handed in, with what they are told. To refuse for good and to take a decision
/// back takes two (reference operator.md, D2): where somebody works for the tenant who may agree, it is proposed to them; where nobody
/// does, the host decides. Either is in the host's acts and in the tenant's log.
///
/// # Errors
/// Field errors of `kind`, `reasons` and `reason`; [`IdentityError::NotFound`] for nobody; 403 for who may not; a conflict where it
/// cannot be changed now, [`IdentityError::Exists`] when the same waits already.
pub async fn judge_at_the_machine(
    store: &Store,
    world: &World,
    host: &Operator,
    (tenant, customer): (TenantId, UserId),
    (verification, verdict, told): (Kind, Verdict, &[String]),
    reason: &str,
) -> Result<Judged, IdentityError> {
    verdict.decision().checked(told)?;
    let mut tx = store.system().await?;
    let subject = customer.to_string();
    let permission = Permission(Resource::Verifications, Action::Decide);
    let done = Act { permission, tenant: Some(tenant), subject: &subject, reason };
    let deed = Deed::DecideVerification { customer, verification, verdict, reasons: told.to_vec() };
    if route(host.role, &deed) == Route::WithSecond {
        let at_work = accounts::roles_at_work(tx.conn(), tenant).await?;
        if at_work.into_iter().any(|role| roles::may(role, deed.approval())) {
            user::store::find(tx.conn(), tenant, customer).await?.ok_or(IdentityError::NotFound("The user"))?;
            let (id, expires_at) = propose_at_the_machine(&mut tx, world, host, &done, &deed).await?;
            tx.commit().await?;
            return Ok(Judged::Proposed { id, expires_at });
        }
    }
    act(&mut tx, world, host, &done).await?;
    let who = (tenant, customer);
    let now = documents::decide(tx.conn(), world, who, verification, verdict.decision(), told).await?;
    tx.commit().await?;
    Ok(Judged::Decided(now))
}
