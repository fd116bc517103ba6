//! The accesses of operators to the tenant's bank.

use kernel::TenantId;

use super::model::{Action, Permission, Resource};
use super::operator_log::{self, Note};
use super::session::OperatorPrincipal;
use crate::{ClientContext, Identity, IdentityError};

const READ: Permission = Permission(Resource::Treasury, Action::Read);
const WRITE: Permission = Permission(Resource::Treasury, Action::Write);
const APPROVE: Permission = Permission(Resource::Treasury, Action::Approve);
/// One of these shows names, accounts and texts of payers: those who work with the bank's files have one.
const SEES_ENTRIES: [Permission; 2] = [WRITE, APPROVE];

/// An operator's action at the bank.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BankAct {
    /// Reads a statement.
    ReadStatement,
    /// Makes a payment file.
    MakeFile,
    /// Downloads a payment file, which names payees.
    OpenFile,
    /// Marks a payment file as refused by the bank.
    RefuseFile,
    /// Downloads the original file of a statement, which names payers.
    OpenStatement,
    /// Marks an unclear entry as one that moves no money.
    FinishEntry,
    /// Marks an unclear entry as an unidentified payment.
    TakeEntry,
    /// Makes a connection, which a second operator switches on.
    MakeConnection,
    /// Tests a connection.
    TestConnection,
    /// Pauses quotes.
    PauseQuotes,
    /// Resumes quotes.
    ResumeQuotes,
    /// Switches a payway off, at once or for a window.
    PausePayway,
    /// Switches a payway on, or takes a window back.
    ResumePayway,
}

impl BankAct {
    /// The name in the log.
    const fn name(self) -> &'static str {
        match self {
            Self::ReadStatement => "bank.statement",
            Self::MakeFile => "bank.file",
            Self::OpenFile => "bank.file_opened",
            Self::RefuseFile => "bank.file_refused",
            Self::OpenStatement => "bank.statement_opened",
            Self::FinishEntry => "bank.entry_done",
            Self::TakeEntry => "bank.entry_payment",
            Self::MakeConnection => "connections.make",
            Self::TestConnection => "connections.test",
            Self::PauseQuotes => "quotes.pause",
            Self::ResumeQuotes => "quotes.resume",
            Self::PausePayway => "payways.pause",
            Self::ResumePayway => "payways.resume",
        }
    }
}

impl BankAct {
    /// The permissions of which one is needed. Statements bring money in, and payment files take it out. No role may do
    /// both, so that no operator can invent a payment and pay it out.
    const fn needs(self) -> &'static [Permission] {
        match self {
            Self::OpenStatement => &SEES_ENTRIES,
            Self::ReadStatement
            | Self::FinishEntry
            | Self::TakeEntry
            | Self::MakeConnection
            | Self::TestConnection
            | Self::PauseQuotes
            | Self::ResumeQuotes
            | Self::PausePayway
            | Self::ResumePayway => &[WRITE],
            Self::MakeFile | Self::OpenFile | Self::RefuseFile => &[APPROVE],
        }
    }
}

/// Checks that the operator has one of these permissions.
fn may_one_of(who: &OperatorPrincipal, needed: &[Permission]) -> Result<(), IdentityError> {
    let has_one = needed.iter().any(|permission| who.may(*permission).is_ok());
    if has_one { Ok(()) } else { Err(super::denied()) }
}

impl Identity {
    /// Checks that the operator may see the bank.
    ///
    /// # Errors
    /// 403 without the permission.
    pub fn may_read_bank(&self, who: &OperatorPrincipal) -> Result<(), IdentityError> {
        who.may(READ)
    }

    /// Checks that the operator may do this.
    ///
    /// # Errors
    /// 403 without the permission.
    pub fn may_at_bank(&self, who: &OperatorPrincipal, act: BankAct) -> Result<(), IdentityError> {
        may_one_of(who, act.needs())
    }

    /// Whether the operator sees names and texts of entries, in the list and in the files of statements.
    #[must_use]
    pub fn may_read_entries(&self, who: &OperatorPrincipal) -> bool {
        may_one_of(who, &SEES_ENTRIES).is_ok()
    }

    /// Checks that the operator may do this, and logs it. `subject` is a currency, or the id of a file, a statement or an
    /// entry.
    ///
    /// # Errors
    /// 403 without the permission, a field error of `reason`, and database errors.
    pub async fn bank_act(
        &self,
        tenant: TenantId,
        (who, context): (&OperatorPrincipal, &ClientContext),
        act: BankAct,
        (subject, reason): (&str, Option<&str>),
    ) -> Result<(), IdentityError> {
        may_one_of(who, act.needs())?;
        let reason = reason.map(super::executor::checked_reason).transpose()?;
        let mut tx = self.store().tenant(tenant).await?;
        let note = Note { action: act.name(), subject, reason: reason.as_deref() };
        operator_log::note(tx.conn(), self.world(), tenant, (who, context), note).await?;
        Ok(tx.commit().await?)
    }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use kernel::OperatorId;
    use uuid::Uuid;

    use super::super::model::Role;
    use super::*;

    #[test]
    fn payer_names_are_visible_to_roles_that_process_bank_files_only() {
        let may = |role: Role, needed: &[Permission]| {
            let (at, session) = (DateTime::UNIX_EPOCH, Uuid::nil());
            let (id, email) = (OperatorId::from_uuid(session), String::new());
            let who = OperatorPrincipal { id, email, role, session, expires_at: at, confirmed_until: at };
            may_one_of(&who, needed).is_ok()
        };
        let (mut readers, mut hidden) = (Vec::new(), 0);
        for role in Role::ALL {
            let opens = may(role, BankAct::OpenStatement.needs());
            assert_eq!(opens, may(role, &SEES_ENTRIES), "{role:?}");
            readers.extend(opens.then_some(role.name()));
            hidden += usize::from(may(role, &[READ]) && !opens);
        }
        assert_eq!(readers, ["treasury_operator", "treasury_approver"]);
        assert!(hidden > 0, "some see the page only");
    }
}
