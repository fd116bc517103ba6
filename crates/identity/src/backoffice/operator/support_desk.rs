//! The actions of operators in conversations with customers.

use ::store::TenantTx;

use super::model::{Action, Permission, Resource};
use super::operator_log::{self, Line, StateChange};
use super::session::OperatorPrincipal;
use crate::{ClientContext, Identity, IdentityError};

/// An operator's action in a conversation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SupportAct {
    /// Reads it.
    Read,
    /// Looks at a picture of it.
    Picture,
    /// Replies to the customer.
    Reply,
    /// Writes a note for operators.
    Note,
    /// Takes it, gives it back, or sets its labels.
    Assign,
    /// Ends it.
    End,
    /// Gives the final answer to a complaint.
    Answer,
    /// Adds, changes or deletes a saved answer.
    SaveAnswer,
    /// Changes the clocks.
    SetClocks,
}

impl SupportAct {
    /// The name in the log.
    const fn name(self) -> &'static str {
        match self {
            Self::Read => "support.read",
            Self::Picture => "support.picture",
            Self::Reply => "support.reply",
            Self::Note => "support.note",
            Self::Assign => "support.assign",
            Self::End => "support.end",
            Self::Answer => "support.answer",
            Self::SaveAnswer => "support.saved_answer",
            Self::SetClocks => "support.clocks",
        }
    }

    /// The permission that it needs. The clocks belong to the tenant's policy.
    const fn needs(self) -> Permission {
        match self {
            Self::Read | Self::Picture => Permission(Resource::Support, Action::Read),
            Self::Reply | Self::Note | Self::Assign | Self::End | Self::SaveAnswer => {
                Permission(Resource::Support, Action::Write)
            }
            Self::Answer => Permission(Resource::Support, Action::Decide),
            Self::SetClocks => Permission(Resource::Policies, Action::Write),
        }
    }
}

impl Identity {
    /// Checks that the operator may do this.
    ///
    /// # Errors
    /// 403 without the permission.
    pub fn may_support(&self, who: &OperatorPrincipal, act: SupportAct) -> Result<(), IdentityError> {
        who.may(act.needs())
    }

    /// Checks that the operator may do this, and logs it in the caller's transaction with the states before and after.
    /// `subject` is the id of a conversation, a picture or a saved answer.
    ///
    /// # Errors
    /// 403 without the permission, and database errors.
    pub async fn support_act(
        &self,
        tx: &mut TenantTx,
        (who, context): (&OperatorPrincipal, &ClientContext),
        act: SupportAct,
        subject: &str,
        change: StateChange,
    ) -> Result<(), IdentityError> {
        who.may(act.needs())?;
        let line = Line {
            operator: Some(who.id),
            name: &who.email,
            role: who.role.name(),
            action: act.name(),
            subject,
            reason: None,
            before: change.before,
            after: change.after,
            proposal: None,
            network: &context.network(),
        };
        let tenant = tx.tenant();
        Ok(operator_log::write(tx.conn(), self.world(), tenant, &line).await?)
    }
}
