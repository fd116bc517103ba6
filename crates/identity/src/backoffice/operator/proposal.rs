//! Proposals for dual control: one operator makes them, another answers.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::{ErrorKind, OperatorId, ProposalId, TenantId, World};
use serde_json::{Value, json};

use super::approval_matrix::{Route, route};
use super::model::Role;
use super::operator_action::OperatorAction;
use super::roles::may;
use super::session::OperatorPrincipal;
use super::store::proposals::{self as rows, NewProposal};
use super::{AT_THE_MACHINE, Act, Operator, operator_log, record};
use crate::{Identity, IdentityError};

/// The lifetime of a proposal.
pub(super) const WAITS: TimeDelta = TimeDelta::hours(24);
/// The maximum number of open proposals of a tenant.
pub(super) const OPEN_MAX: i64 = 500;

/// The state of a proposal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProposalState {
    /// Open.
    Open,
    /// Approved and executed.
    Approved,
    /// Refused.
    Refused,
    /// Withdrawn by its maker.
    Withdrawn,
    /// Not answered in time.
    Expired,
}

impl ProposalState {
    const ALL: [Self; 5] = [Self::Open, Self::Approved, Self::Refused, Self::Withdrawn, Self::Expired];

    /// The code in the database and on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Approved => "approved",
            Self::Refused => "refused",
            Self::Withdrawn => "withdrawn",
            Self::Expired => "expired",
        }
    }

    pub(super) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.name() == name)
    }
}

/// A stored proposal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposal {
    /// The proposal.
    pub id: ProposalId,
    /// The proposed action.
    pub action: OperatorAction,
    /// The stored JSON of the action, which is signed.
    pub written: Value,
    /// The maker's reason.
    pub reason: String,
    /// The maker; `None` for the platform host (ops CLI).
    pub maker: Option<OperatorId>,
    /// The maker's name.
    pub maker_name: String,
    /// When it was made.
    pub made_at: DateTime<Utc>,
    /// When it expires.
    pub expires_at: DateTime<Utc>,
    /// The state of the proposal.
    pub state: ProposalState,
    /// The checker.
    pub checker_email: Option<String>,
    /// When it was answered.
    pub closed_at: Option<DateTime<Utc>>,
    /// The checker's comment.
    pub answer: Option<String>,
    /// The signature of the approval.
    pub signed: Option<ApprovalSignature>,
}

/// The signature of an approval.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApprovalSignature {
    /// The passkey's name at that time.
    pub passkey: String,
    /// When it was signed.
    pub at: DateTime<Utc>,
}

/// An answer to a proposal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProposalAnswer {
    /// Approve and execute.
    Approve,
    /// Refuse.
    Refuse,
    /// Withdraw; for the maker only.
    Withdraw,
}

impl Proposal {
    /// The effective state at `now`: an unanswered proposal expires even without a stored state change.
    #[must_use]
    pub fn state_at(&self, now: DateTime<Utc>) -> ProposalState {
        if self.state == ProposalState::Open && self.expires_at <= now { ProposalState::Expired } else { self.state }
    }

    /// The operators whose accounts are locked for the approval: maker, checker, and the operator concerned.
    pub(super) fn operators(&self, approver: OperatorId) -> Vec<OperatorId> {
        let subject = match &self.action {
            OperatorAction::ChangeRole { operator, .. } | OperatorAction::RemoveOperator { operator } => {
                Some(*operator)
            }
            _ => None,
        };
        [Some(approver), self.maker, subject].into_iter().flatten().collect()
    }

    /// Whether an operator, known by id and address, may give this answer. No operator approves their own proposal, or
    /// one that gives themselves access or a role: dual control needs two people. Refusing is allowed.
    #[must_use]
    pub fn can_answer(&self, who: (OperatorId, &str), role: Role, answer: ProposalAnswer, now: DateTime<Utc>) -> bool {
        let (own, may) = (self.maker == Some(who.0), may(role, self.action.approval()));
        self.state_at(now) == ProposalState::Open
            && match answer {
                ProposalAnswer::Approve => !own && may && !self.action.is_about(who),
                ProposalAnswer::Refuse => !own && may,
                ProposalAnswer::Withdraw => own,
            }
    }
}

impl Identity {
    /// The newest proposals, older than `after`: open ones, or all. Only those whose action the operator may begin or
    /// approve.
    ///
    /// # Errors
    /// Database errors.
    pub async fn operator_proposals(
        &self,
        tenant: TenantId,
        who: &OperatorPrincipal,
        only_open: bool,
        after: Option<ProposalId>,
        limit: u32,
    ) -> Result<(Vec<Proposal>, Option<ProposalId>), IdentityError> {
        let now = self.world().now();
        let mut tx = self.store().tenant_read(tenant).await?;
        let found = rows::page(tx.conn(), tenant, only_open.then_some(now), after, i64::from(limit) + 1).await?;
        let (page, more) = super::cut(found, limit);
        let next = page.last().filter(|_| more).map(|last| last.id);
        Ok((page.into_iter().filter(|one| concerns(who, one)).collect(), next))
    }

    /// The proposed action, if this operator may give this answer now. Checked before the answer's payload is read; the
    /// answer itself checks again.
    ///
    /// # Errors
    /// An unknown or closed proposal, 403 without permission, database errors.
    pub async fn may_answer(
        &self,
        tenant: TenantId,
        who: &OperatorPrincipal,
        id: ProposalId,
        answer: ProposalAnswer,
    ) -> Result<OperatorAction, IdentityError> {
        let mut tx = self.store().tenant(tenant).await?;
        let kept = rows::lock(tx.conn(), tenant, id).await?.ok_or(IdentityError::NotFound("The proposal"))?;
        answerable(&kept, who, answer, self.world().now())?;
        Ok(kept.action)
    }
}

/// Checks that this operator may give this answer now.
pub(super) fn answerable(
    kept: &Proposal,
    who: &OperatorPrincipal,
    answer: ProposalAnswer,
    now: DateTime<Utc>,
) -> Result<(), IdentityError> {
    if kept.state_at(now) != ProposalState::Open {
        return Err(IdentityError::conflict("This proposal was answered, or its time is over."));
    }
    if kept.can_answer((who.id, &who.email), who.role, answer, now) {
        return Ok(());
    }
    let message = "Another operator, who may agree to such things, has to answer this.";
    Err(IdentityError::refusal(ErrorKind::Forbidden, "ACCESS_DENIED", message))
}

/// Creates a proposal for the console in the ops CLI's transaction. Returns its id and expiry.
pub(super) async fn propose_by_command_line(
    tx: &mut ::store::SystemTx,
    world: &World,
    host: &Operator,
    act: &Act<'_>,
    action: &OperatorAction,
) -> Result<(ProposalId, DateTime<Utc>), IdentityError> {
    let tenant = act.tenant.ok_or(IdentityError::NotFound("The tenant"))?;
    let (now, id): (_, ProposalId) = (world.now(), world.id());
    let expires_at = now + WAITS;
    rows::expire(tx.conn(), tenant, now).await?;
    if rows::open(tx.conn(), tenant, now).await? >= OPEN_MAX {
        return Err(IdentityError::conflict("Too many proposals wait. Answer some first."));
    }
    let written = serde_json::to_value(action).map_err(|error| IdentityError::internal(&error))?;
    let reason = record(tx, world, host, act).await?;
    let new = NewProposal { id, action: &written, reason, maker: Err(&host.name), now, expires_at };
    if !rows::add(tx.conn(), tenant, &new).await? {
        return Err(match action {
            OperatorAction::PublishPolicy(_) => {
                IdentityError::conflict("Another change of the policy waits for an operator.")
            }
            _ => IdentityError::Exists("The same proposal"),
        });
    }
    let line = operator_log::Line {
        operator: None,
        name: &host.name,
        role: host.role.name(),
        action: "proposals.make",
        subject: act.subject,
        reason: Some(reason),
        before: json!({}),
        after: action.shown(),
        proposal: Some(id),
        network: AT_THE_MACHINE,
    };
    operator_log::write(tx.conn(), world, tenant, &line).await?;
    Ok((id, expires_at))
}

fn concerns(who: &OperatorPrincipal, one: &Proposal) -> bool {
    one.maker == Some(who.id) || may(who.role, one.action.approval()) || route(who.role, &one.action) != Route::Refused
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use uuid::Uuid;

    use super::super::operator_action::tests::every_action;
    use super::*;

    proptest! {
        #[test]
        fn an_operator_approves_no_own_proposal_none_about_themselves_and_none_that_ended(
            action in prop::sample::select(every_action()), role in prop::sample::select(Role::ALL.to_vec()),
            state in prop::sample::select(ProposalState::ALL.to_vec()), by_host: bool, own: bool, subject: bool,
            late in 0_i64..48,
        ) {
            let made_at = DateTime::UNIX_EPOCH;
            let (maker, other) = (OperatorId::from_uuid(Uuid::from_u128(1)), OperatorId::from_uuid(Uuid::from_u128(2)));
            let kept = Proposal {
                id: ProposalId::from_uuid(Uuid::nil()), action: action.clone(), written: Value::Null, reason: String::new(),
                maker: (!by_host).then_some(maker), maker_name: String::new(), made_at, expires_at: made_at + WAITS, state, checker_email: None,
                closed_at: None, answer: None, signed: None,
            };
            let now = made_at + TimeDelta::hours(late);
            // Actions on operators concern `other` and this address.
            let own = own && !by_host;
            let id = if own { maker } else if subject { other } else { OperatorId::from_uuid(Uuid::from_u128(3)) };
            let who = (id, if subject { "A@Example.com" } else { "b@example.com" });
            let about = !own && subject && matches!(
                action, OperatorAction::InviteOperator { .. } | OperatorAction::ChangeRole { .. } | OperatorAction::RemoveOperator { .. }
            );
            let open = state == ProposalState::Open && late < 24;
            let may = !own && may(role, action.approval());
            prop_assert_eq!(kept.can_answer(who, role, ProposalAnswer::Approve, now), open && may && !about);
            prop_assert_eq!(kept.can_answer(who, role, ProposalAnswer::Refuse, now), open && may);
            prop_assert_eq!(kept.can_answer(who, role, ProposalAnswer::Withdraw, now), open && own);
        }
    }
}
