//! A customer's lost factor, at the machine. It takes two there as in the console, wherever there is a second one.

use ::store::Store;
use chrono::{DateTime, Utc};
use kernel::{ProposalId, TenantId, World};
use serde_json::json;

use super::acting::checked_reason;
use super::deed::Deed;
use super::model::{Action, Permission, Resource};
use super::proposal::propose_at_the_machine;
use super::store::accounts;
use super::{Act, Operator, act_as, roles};
use crate::{EmailAddress, IdentityError, factor, user};

/// What became of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LostFactor {
    /// An operator of the tenant has to agree in the console.
    Proposed {
        /// What waits there.
        id: ProposalId,
        /// Until when.
        expires_at: DateTime<Utc>,
    },
    /// The tenant has nobody who could agree, so the host has decided it: the factors end then.
    Approved {
        /// When.
        due_at: DateTime<Utc>,
    },
}

/// Wants at the machine that a customer's lost factors end, once it is known that it is them. Where somebody works for the tenant who
/// may agree to that, it is proposed to them; where nobody does, it is approved: whoever hosts the instance could make such a one,
/// and a house that nobody gets into helps nobody. Either is in the host's acts and in the tenant's log.
///
/// # Errors
/// Field errors of `email` and `reason`; [`IdentityError::NotFound`] when this person has asked for nothing; 403 for who may not;
/// [`IdentityError::Exists`] when the same waits already.
pub async fn reset_factors_at_the_machine(
    store: &Store,
    world: &World,
    host: &Operator,
    (tenant, email): (TenantId, &str),
    reason: &str,
) -> Result<LostFactor, IdentityError> {
    let email = EmailAddress::parse(email)?;
    let reason = &*checked_reason(reason)?;
    let mut tx = store.system().await?;
    let user = user::store::by_email(tx.conn(), tenant, &email).await?.ok_or(IdentityError::NotFound("The user"))?;
    factor::reset_waits(tx.conn(), tenant, user).await?;
    let permission = Permission(Resource::Customers, Action::Reset);
    let act = Act { permission, tenant: Some(tenant), subject: &user.to_string(), reason };
    let deed = Deed::ResetFactors { customer: user };
    let at_work = accounts::roles_at_work(tx.conn(), tenant).await?;
    if at_work.into_iter().any(|role| roles::may(role, deed.approval())) {
        let (id, expires_at) = propose_at_the_machine(&mut tx, world, host, &act, &deed).await?;
        tx.commit().await?;
        return Ok(LostFactor::Proposed { id, expires_at });
    }
    let (due_at, jobs) = factor::approve_reset(tx.conn(), world, (tenant, user), reason).await?;
    act_as(&mut tx, world, host, &act, (deed.action(), json!({ "due_at": due_at, "alone": true }))).await?;
    tx.enqueue(world.now(), &jobs).await?;
    tx.commit().await?;
    Ok(LostFactor::Approved { due_at })
}
