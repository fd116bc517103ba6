//! The operators' actions on partners and merchants.

use ::store::TenantTx;
use kernel::UserId;

use super::model::{Action, Permission, Resource};
use super::operator_log::{self, Note};
use super::session::OperatorPrincipal;
use crate::notify::mail::{self, Notice};
use crate::{ClientContext, Identity, IdentityError};

const READ: Permission = Permission(Resource::Customers, Action::Read);

/// An action of an operator on a partner or a merchant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PartnerAct {
    /// Revokes an API key.
    RevokeKey,
    /// Pauses a webhook endpoint.
    PauseWebhook,
    /// Stops a merchant: it takes no payments.
    StopMerchant,
    /// Lets a stopped merchant take payments again.
    AllowMerchant,
}

impl PartnerAct {
    /// The name in the log.
    const fn name(self) -> &'static str {
        match self {
            Self::RevokeKey => "partners.revoke_key",
            Self::PauseWebhook => "partners.pause_webhook",
            Self::StopMerchant => "partners.stop_merchant",
            Self::AllowMerchant => "partners.allow_merchant",
        }
    }

    const fn needs(self) -> Permission {
        match self {
            Self::RevokeKey | Self::PauseWebhook | Self::StopMerchant => Permission(Resource::Customers, Action::Block),
            Self::AllowMerchant => Permission(Resource::Customers, Action::Unblock),
        }
    }
}

impl Identity {
    /// Checks that the operator may see partners.
    ///
    /// # Errors
    /// 403 without the permission.
    pub fn may_read_partners(&self, who: &OperatorPrincipal) -> Result<(), IdentityError> {
        who.may(READ)
    }

    /// Checks that the operator may do this, and logs it in `tx`, so that the action and its entry commit together.
    /// `subject` is a customer, a key or an endpoint. Returns the reason as it was logged.
    ///
    /// # Errors
    /// 403 without the permission, a field error of `reason`, and database errors.
    pub async fn partner_act(
        &self,
        tx: &mut TenantTx,
        (who, context): (&OperatorPrincipal, &ClientContext),
        act: PartnerAct,
        (subject, reason): (&str, &str),
    ) -> Result<String, IdentityError> {
        who.may(act.needs())?;
        let reason = super::executor::checked_reason(reason)?;
        let tenant = tx.tenant();
        let note = Note { action: act.name(), subject, reason: Some(reason.as_str()) };
        operator_log::note(tx.conn(), self.world(), tenant, (who, context), note).await?;
        Ok(reason)
    }

    /// Tells a person by email that a key was revoked.
    ///
    /// # Errors
    /// Database errors.
    pub async fn tell_key_revoked(&self, tx: &mut TenantTx, owner: UserId) -> Result<(), IdentityError> {
        let (tenant, now) = (tx.tenant(), self.world().now());
        let mail = mail::job::security(tenant, owner, Notice::PartnerKeyRevoked, self.world().uuid());
        Ok(tx.enqueue(now, &[mail]).await?)
    }
}
