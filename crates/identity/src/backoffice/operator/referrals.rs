//! The operators' actions in the referral programme.

use kernel::TenantId;

use super::model::{Action, Permission, Resource};
use super::operator_log::{self, Note};
use super::session::OperatorPrincipal;
use crate::{ClientContext, Identity, IdentityError};

const READ: Permission = Permission(Resource::Customers, Action::Read);

/// An act of an operator on a referrer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReferralAct {
    /// Blocks a referrer: unpaid rewards are held.
    Block,
    /// Unblocks a referrer.
    Unblock,
    /// Grants a reward that waited for an operator.
    Grant,
    /// Denies the referrer a reward that waited for an operator.
    Deny,
}

impl ReferralAct {
    /// The name in the log.
    const fn name(self) -> &'static str {
        match self {
            Self::Block => "referrals.block",
            Self::Unblock => "referrals.unblock",
            Self::Grant => "referrals.grant",
            Self::Deny => "referrals.deny",
        }
    }

    const fn needs(self) -> Permission {
        match self {
            Self::Block => Permission(Resource::Customers, Action::Block),
            Self::Unblock => Permission(Resource::Customers, Action::Unblock),
            // A decision about money.
            Self::Grant | Self::Deny => Permission(Resource::Orders, Action::Resolve),
        }
    }
}

impl Identity {
    /// Checks that the operator may see who invited whom.
    ///
    /// # Errors
    /// 403 without the permission.
    pub fn may_read_referrals(&self, who: &OperatorPrincipal) -> Result<(), IdentityError> {
        who.may(READ)
    }

    /// Checks that the operator may do this, and logs it. `subject` is a customer or an order. Returns the reason as it
    /// was logged.
    ///
    /// # Errors
    /// 403 without the permission, a field error of `reason`, and database errors.
    pub async fn referral_act(
        &self,
        tenant: TenantId,
        (who, context): (&OperatorPrincipal, &ClientContext),
        act: ReferralAct,
        (subject, reason): (&str, &str),
    ) -> Result<String, IdentityError> {
        who.may(act.needs())?;
        let reason = super::executor::checked_reason(reason)?;
        let mut tx = self.store().tenant(tenant).await?;
        let note = Note { action: act.name(), subject, reason: Some(reason.as_str()) };
        operator_log::note(tx.conn(), self.world(), tenant, (who, context), note).await?;
        tx.commit().await?;
        Ok(reason)
    }
}
