//! Reset of a customer's lost second factors through the ops CLI. Dual control applies as in the console, if the tenant
//! has an approver.

use ::store::Store;
use chrono::{DateTime, Utc};
use kernel::{ProposalId, TenantId, TenantUser, World};
use serde_json::json;

use super::executor::checked_reason;
use super::model::{Action, Permission, Resource};
use super::operator_action::OperatorAction;
use super::proposal::propose_by_command_line;
use super::store::accounts;
use super::{Act, Operator, act_as, roles};
use crate::{EmailAddress, IdentityError, auth::mfa, person::user};

/// The outcome of a reset request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LostFactor {
    /// An operator of the tenant has to approve it in the console.
    Proposed {
        /// The proposal.
        id: ProposalId,
        /// When it expires.
        expires_at: DateTime<Utc>,
    },
    /// Approved by the platform host alone, because the tenant has no approver.
    Approved {
        /// When the factors are removed.
        due_at: DateTime<Utc>,
    },
}

/// Requests the reset of a customer's lost second factors, after the customer was identified. If the tenant has an
/// active approver, a proposal is created. Otherwise the platform host approves it alone: the host could create an
/// approver anyway. Both are in the platform log and in the tenant's log.
///
/// # Errors
/// Field errors of `email` and `reason`; [`IdentityError::NotFound`] if the customer has not requested a reset; 403
/// without permission; [`IdentityError::Exists`] for a duplicate proposal.
pub async fn reset_factors_by_command_line(
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
    mfa::reset_waits(tx.conn(), tenant, user).await?;
    let permission = Permission(Resource::Customers, Action::Reset);
    let act = Act { permission, tenant: Some(tenant), subject: &user.to_string(), reason };
    let action = OperatorAction::ResetFactors { customer: user };
    let at_work = accounts::roles_at_work(tx.conn(), tenant).await?;
    if at_work.into_iter().any(|role| roles::may(role, action.approval())) {
        let (id, expires_at) = propose_by_command_line(&mut tx, world, host, &act, &action).await?;
        tx.commit().await?;
        return Ok(LostFactor::Proposed { id, expires_at });
    }
    let (due_at, jobs) = mfa::approve_reset(tx.conn(), world, TenantUser { tenant, user }, reason).await?;
    act_as(&mut tx, world, host, &act, (action.action(), json!({ "due_at": due_at, "alone": true }))).await?;
    tx.enqueue(world.now(), &jobs).await?;
    tx.commit().await?;
    Ok(LostFactor::Approved { due_at })
}
