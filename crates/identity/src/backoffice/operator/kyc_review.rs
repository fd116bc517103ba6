//! Verification decisions through the ops CLI. Dual control applies as in the console, if the tenant has a second
//! approver.

use ::store::Store;
use chrono::{DateTime, Utc};
use kernel::{ProposalId, TenantId, TenantUser, UserId, World};

use super::approval_matrix::{Route, route};
use super::model::{Action, Permission, Resource};
use super::operator_action::{OperatorAction, ReviewVerdict};
use super::proposal::propose_by_command_line;
use super::store::accounts;
use super::{Act, Operator, act, roles};
use crate::person::verification::{Kind, Verification};
use crate::{IdentityError, customers::kyc_documents, person::user};

/// The outcome of a decision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReviewOutcome {
    /// An operator of the tenant has to approve it in the console.
    Proposed {
        /// The proposal.
        id: ProposalId,
        /// When it expires.
        expires_at: DateTime<Utc>,
    },
    /// Decided, with the resulting verification.
    Decided(Verification),
}

/// A decision about a customer's verification.
#[derive(Debug, Clone, Copy)]
pub struct VerificationReview<'a> {
    /// The tenant.
    pub tenant: TenantId,
    /// The customer.
    pub customer: UserId,
    /// The verification.
    pub verification: Kind,
    /// The verdict.
    pub verdict: ReviewVerdict,
    /// The reason codes for the customer.
    pub reasons: &'a [String],
    /// The reason for the log.
    pub reason: &'a str,
}

/// Decides a customer's verification through the ops CLI, with the reason codes for the customer. A final rejection and
/// a revocation need dual control. If the tenant has an active approver, a proposal is created. Otherwise the platform
/// host decides alone. Both are in the platform log and in the tenant's log.
///
/// # Errors
/// Field errors of `kind`, `reasons` and `reason`; [`IdentityError::NotFound`] for an unknown customer; 403 without
/// permission; a conflict with the current status; [`IdentityError::Exists`] for a duplicate proposal.
pub async fn review_by_command_line(
    store: &Store,
    world: &World,
    host: &Operator,
    review: &VerificationReview<'_>,
) -> Result<ReviewOutcome, IdentityError> {
    let &VerificationReview { tenant, customer, verification, verdict, reasons: told, reason } = review;
    verdict.decision().checked(told)?;
    let mut tx = store.system().await?;
    let subject = customer.to_string();
    let permission = Permission(Resource::Verifications, Action::Decide);
    let done = Act { permission, tenant: Some(tenant), subject: &subject, reason };
    let action = OperatorAction::DecideVerification { customer, verification, verdict, reasons: told.to_vec() };
    if route(host.role, &action) == Route::WithSecond {
        let at_work = accounts::roles_at_work(tx.conn(), tenant).await?;
        if at_work.into_iter().any(|role| roles::may(role, action.approval())) {
            user::store::find(tx.conn(), tenant, customer).await?.ok_or(IdentityError::NotFound("The user"))?;
            let (id, expires_at) = propose_by_command_line(&mut tx, world, host, &done, &action).await?;
            tx.commit().await?;
            return Ok(ReviewOutcome::Proposed { id, expires_at });
        }
    }
    act(&mut tx, world, host, &done).await?;
    let who = TenantUser { tenant, user: customer };
    let now = kyc_documents::decide(tx.conn(), world, who, verification, verdict.decision(), told).await?;
    tx.commit().await?;
    Ok(ReviewOutcome::Decided(now))
}
