//! A customer's lost factor, at the machine. It takes two there as in the console, wherever there is a second one.

use ::store::Store;
use chrono::{DateTime, Utc};
use kernel::{ProposalId, TenantId, UserId, World};
use serde_json::json;

use super::acting::checked_reason;
use super::deed::Deed;
use super::model::{Action, Permission, Resource};
use super::proposal::{OPEN_MAX, WAITS};
use super::store::accounts;
use super::store::proposals::{self, NewProposal};
use super::{AT_THE_MACHINE, Act, Operator, act_as, log, record, roles};
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
    let reason = checked_reason(reason)?;
    let mut tx = store.system().await?;
    let user = user::store::by_email(tx.conn(), tenant, &email).await?.ok_or(IdentityError::NotFound("The user"))?;
    factor::reset_waits(tx.conn(), tenant, user).await?;
    let permission = Permission(Resource::Customers, Action::Unblock);
    let act = Act { permission, tenant: Some(tenant), subject: &user.to_string(), reason };
    let deed = Deed::ResetFactors { customer: user };
    let at_work = accounts::roles_at_work(tx.conn(), tenant).await?;
    if at_work.into_iter().any(|role| roles::may(role, deed.approval())) {
        let proposed = propose(&mut tx, world, host, &act, (tenant, user)).await?;
        tx.commit().await?;
        return Ok(proposed);
    }
    let (due_at, jobs) = factor::approve_reset(tx.conn(), world, (tenant, user), reason).await?;
    act_as(&mut tx, world, host, &act, (deed.action(), json!({ "due_at": due_at, "alone": true }))).await?;
    tx.enqueue(world.now(), &jobs).await?;
    tx.commit().await?;
    Ok(LostFactor::Approved { due_at })
}

async fn propose(
    tx: &mut ::store::SystemTx,
    world: &World,
    host: &Operator,
    act: &Act<'_>,
    (tenant, customer): (TenantId, UserId),
) -> Result<LostFactor, IdentityError> {
    let (now, id): (_, ProposalId) = (world.now(), world.id());
    let expires_at = now + WAITS;
    proposals::expire(tx.conn(), tenant, now).await?;
    if proposals::open(tx.conn(), tenant, now).await? >= OPEN_MAX {
        return Err(IdentityError::conflict("Too many proposals wait. Answer some first."));
    }
    let deed =
        serde_json::to_value(Deed::ResetFactors { customer }).map_err(|error| IdentityError::internal(&error))?;
    let new = NewProposal { id, deed: &deed, reason: act.reason, maker: Err(&host.name), now, expires_at };
    if !proposals::add(tx.conn(), tenant, &new).await? {
        return Err(IdentityError::Exists("The same proposal"));
    }
    let reason = record(tx, world, host, act).await?;
    let line = log::Line {
        operator: None,
        name: &host.name,
        role: host.role.name(),
        action: "proposals.make",
        subject: act.subject,
        reason: Some(reason),
        before: json!({}),
        after: deed.clone(),
        proposal: Some(id),
        network: AT_THE_MACHINE,
    };
    log::write(tx.conn(), world, tenant, &line).await?;
    Ok(LostFactor::Proposed { id, expires_at })
}
