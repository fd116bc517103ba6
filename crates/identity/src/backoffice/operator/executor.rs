//! The executor of operator actions: at once, or after dual control. The action and its log entry commit together.

use ::store::TenantTx;
use chrono::{DateTime, NaiveDate, Utc};
use kernel::{ProposalId, TenantId, TenantUser, UserId};
use serde_json::{Value, json};

use super::account::{self, AccountState, Invited, Invitee};
use super::approval_matrix::{Route, route};
use super::operator_action::OperatorAction;
use super::operator_log::{self, Line};
use super::passkey::{ApprovalToVerify, Signing};
use super::policy::{Policies, PolicyChange};
use super::proposal::{OPEN_MAX, Proposal, ProposalAnswer, ProposalState, WAITS, answerable};
use super::session::OperatorPrincipal;
use super::store::proposals::{self, NewProposal};
use super::store::{accounts, customers, sessions};
use crate::audit::{self, Entry};
use crate::{
    ClientContext, EmailAddress, Identity, IdentityError, auth::mfa, auth::session, customers::kyc_documents,
    notify::mail, rules,
};

/// The outcome of an operator action.
#[derive(Debug, Clone)]
pub enum Outcome {
    /// Executed, with the invitation if one was created.
    Done(Option<Invited>),
    /// Proposed: a second operator has to approve it.
    Proposed(ProposalId),
}

/// An executed action: the state before and after, and the invitation if one was created.
pub(super) struct Performed {
    before: Value,
    after: Value,
    invited: Option<Invited>,
}

impl Performed {
    pub(super) const fn new(before: Value, after: Value) -> Self {
        Self { before, after, invited: None }
    }
}

/// An operator's answer to a proposal.
#[derive(Debug, Clone, Copy)]
pub struct ProposalReply<'a> {
    /// The proposal.
    pub proposal: ProposalId,
    /// The answer.
    pub answer: ProposalAnswer,
    /// The operator's reason, of 8 to 500 characters.
    pub reason: &'a str,
    /// The signature of an approval.
    pub signing: Signing<'a>,
}

/// An action that was executed, and why.
#[derive(Clone, Copy)]
struct ExecutedAction<'a> {
    /// The action.
    action: &'a OperatorAction,
    /// The reason of the operator who executed or approved it.
    reason: &'a str,
    /// The approved proposal; `None` if the action needed none.
    proposal: Option<ProposalId>,
}

pub(super) fn checked_reason(reason: &str) -> Result<String, IdentityError> {
    let (min, max) = (*super::REASON_CHARS.start(), *super::REASON_CHARS.end());
    let reason = rules::note(reason, max).map_err(|broken| match broken.code {
        "max_length" => too_short_or_long(),
        _ => ("reason", broken).into(),
    })?;
    reason.filter(|reason| reason.chars().count() >= min).ok_or_else(too_short_or_long)
}

fn too_short_or_long() -> IdentityError {
    IdentityError::field("reason", "length", "Give a reason of 8 to 500 characters.")
}

impl Identity {
    /// Executes `action`, or proposes it if it needs dual control.
    ///
    /// # Errors
    /// 403 without permission; [`IdentityError::FactorRequired`] for a sensitive action without recent confirmation; a
    /// field error of `reason`; a conflict with the current state.
    pub async fn act_as_operator(
        &self,
        tenant: TenantId,
        who: &OperatorPrincipal,
        action: OperatorAction,
        reason: &str,
        context: &ClientContext,
    ) -> Result<Outcome, IdentityError> {
        let (now, way) = (self.world().now(), route(who.role, &action));
        if way == Route::Refused {
            return Err(super::denied());
        }
        let reason = &*checked_reason(reason)?;
        let action = checked(who, action, now)?;
        if action.is_dangerous() {
            who.has_confirmed(now)?;
        }
        let mut tx = self.store().tenant(tenant).await?;
        if let OperatorAction::ResetFactors { customer } = &action {
            mfa::reset_waits(tx.conn(), tenant, *customer).await?;
        }
        if way == Route::WithSecond {
            let id = self.propose(&mut tx, (who, context), &action, reason).await?;
            tx.commit().await?;
            return Ok(Outcome::Proposed(id));
        }
        let done = self.carry_out(&mut tx, who, (&action, reason), context).await?;
        let executed = ExecutedAction { action: &action, reason, proposal: None };
        self.write_down(&mut tx, (who, context), executed, &done).await?;
        tx.commit().await?;
        Ok(Outcome::Done(done.invited))
    }

    async fn propose(
        &self,
        tx: &mut TenantTx,
        (who, context): (&OperatorPrincipal, &ClientContext),
        action: &OperatorAction,
        reason: &str,
    ) -> Result<ProposalId, IdentityError> {
        let (tenant, now) = (tx.tenant(), self.world().now());
        // Refuses a proposal about an unknown customer, or one of another tenant.
        if let Some(customer) = action.customer() {
            known(customers::lock(tx.conn(), tenant, customer).await?)?;
        }
        if let OperatorAction::ChangeRole { operator, .. } | OperatorAction::RemoveOperator { operator } = action {
            self.operator_to_change(tx, *operator).await?;
        }
        proposals::expire(tx.conn(), tenant, now).await?;
        if proposals::open(tx.conn(), tenant, now).await? >= OPEN_MAX {
            return Err(IdentityError::conflict("Too many proposals wait. Answer some first."));
        }
        let written = serde_json::to_value(action).map_err(|error| IdentityError::internal(&error))?;
        let id: ProposalId = self.world().id();
        let new = NewProposal { id, action: &written, reason, maker: Ok(who.id), now, expires_at: now + WAITS };
        if !proposals::add(tx.conn(), tenant, &new).await? {
            return Err(IdentityError::Exists("The same proposal"));
        }
        let line = Line {
            operator: Some(who.id),
            name: &who.email,
            role: who.role.name(),
            action: "proposals.make",
            subject: &action.subject(),
            reason: Some(reason),
            before: json!({}),
            after: action.shown(),
            proposal: Some(id),
            network: &context.network(),
        };
        operator_log::write(tx.conn(), self.world(), tenant, &line).await?;
        Ok(id)
    }

    /// Answers a proposal. An approval executes it in the same transaction, exactly as proposed; a policy change is
    /// executed by `policies`. Approvals are signed (see [`Signing`]); refusals and withdrawals are not.
    ///
    /// # Errors
    /// [`IdentityError::NotFound`]; 403 without permission, and for one's own proposal; a conflict if it was answered
    /// before, has expired, does not fit the current state, or differs from the signed text;
    /// [`IdentityError::PasskeyRefused`] for an invalid signature; 403 `AUTH_2FA_REQUIRED` without a signature, or
    /// without recent confirmation for an operator who has no passkey.
    pub async fn answer_proposal(
        &self,
        tenant: TenantId,
        who: &OperatorPrincipal,
        reply: ProposalReply<'_>,
        policies: &dyn Policies,
        context: &ClientContext,
    ) -> Result<Option<Invited>, IdentityError> {
        let ProposalReply { proposal: id, answer, reason, signing } = reply;
        let now = self.world().now();
        let reason = &*checked_reason(reason)?;
        let taken = self.take_to_sign(tenant, who, id, signing).await?;
        let mut tx = self.store().tenant(tenant).await?;
        let kept = proposals::lock(tx.conn(), tenant, id).await?.ok_or(IdentityError::NotFound("The proposal"))?;
        answerable(&kept, who, answer, now)?;
        let (state, checker, action) = match answer {
            ProposalAnswer::Approve => (ProposalState::Approved, Some(who.id), "proposals.approve"),
            ProposalAnswer::Refuse => (ProposalState::Refused, Some(who.id), "proposals.refuse"),
            ProposalAnswer::Withdraw => (ProposalState::Withdrawn, None, "proposals.withdraw"),
        };
        let (mut done, mut after) = (Performed::new(json!({}), json!({})), json!({}));
        if answer == ProposalAnswer::Approve {
            accounts::lock_all(tx.conn(), tenant, &kept.operators(who.id)).await?;
            let signed;
            let approval = ApprovalToVerify { proposal: &kept, reason, signing, taken };
            (tx, signed) = self.agreed(tx, (who, context), approval).await?;
            after = signed.map_or(after, |signed| signed.shown());
            self.maker_still_may(&mut tx, &kept).await?;
            done = match &kept.action {
                OperatorAction::PublishPolicy(change) => self.publish_policy(&mut tx, change, policies).await?,
                action => self.carry_out(&mut tx, who, (action, &kept.reason), context).await?,
            };
            let executed = ExecutedAction { action: &kept.action, reason, proposal: Some(id) };
            self.write_down(&mut tx, (who, context), executed, &done).await?;
        }
        proposals::close(tx.conn(), tenant, id, state, (checker, reason), now).await?;
        let line = Line {
            operator: Some(who.id),
            name: &who.email,
            role: who.role.name(),
            action,
            subject: &kept.action.subject(),
            reason: Some(reason),
            before: json!({ "maker": kept.maker_name, "reason": kept.reason }),
            after,
            proposal: Some(id),
            network: &context.network(),
        };
        operator_log::write(tx.conn(), self.world(), tenant, &line).await?;
        tx.commit().await?;
        Ok(done.invited)
    }

    /// Refuses a proposal whose maker no longer has the permission.
    async fn maker_still_may(&self, tx: &mut TenantTx, kept: &Proposal) -> Result<(), IdentityError> {
        // The platform host does not lose access.
        let Some(maker) = kept.maker else { return Ok(()) };
        let tenant = tx.tenant();
        let maker = accounts::lock(tx.conn(), tenant, maker).await?;
        let may = maker.is_some_and(|maker| {
            maker.state == AccountState::Active && route(maker.role, &kept.action) != Route::Refused
        });
        if may { Ok(()) } else { Err(IdentityError::conflict("Who proposed this may no longer.")) }
    }

    async fn write_down(
        &self,
        tx: &mut TenantTx,
        (who, context): (&OperatorPrincipal, &ClientContext),
        executed: ExecutedAction<'_>,
        done: &Performed,
    ) -> Result<(), IdentityError> {
        let ExecutedAction { action, reason, proposal } = executed;
        let tenant = tx.tenant();
        // A new operator has an id from now on.
        let subject = done.invited.as_ref().map_or_else(|| action.subject(), |invited| invited.operator.to_string());
        let line = Line {
            operator: Some(who.id),
            name: &who.email,
            role: who.role.name(),
            action: action.action(),
            subject: &subject,
            reason: Some(reason),
            before: done.before.clone(),
            after: done.after.clone(),
            proposal,
            network: &context.network(),
        };
        Ok(operator_log::write(tx.conn(), self.world(), tenant, &line).await?)
    }

    /// Executes the action in the caller's transaction, or enqueues its job there.
    async fn carry_out(
        &self,
        tx: &mut TenantTx,
        who: &OperatorPrincipal,
        (action, reason): (&OperatorAction, &str),
        context: &ClientContext,
    ) -> Result<Performed, IdentityError> {
        let (tenant, now) = (tx.tenant(), self.world().now());
        let job = match action {
            OperatorAction::ResolveMovement(resolution) => resolution.job(tenant, who.id),
            OperatorAction::BookStatements(file) => file.job(tenant, who.id),
            OperatorAction::SwitchConnection(switch) => switch.job(tenant, who.id),
            OperatorAction::SwitchServerConnection(switch) => switch.job(tenant, &who.email, reason),
            OperatorAction::SwitchCampaign(switch) => switch.job(tenant, who.id),
            OperatorAction::SwitchSeason(switch) => switch.job(tenant, who.id),
            OperatorAction::RaiseFee(raise) => raise.job(tenant, who.id),
            _ => return self.perform(tx, (action, reason), context).await,
        };
        tx.enqueue(now, &[job]).await?;
        Ok(Performed::new(json!({}), action.shown()))
    }

    /// Executes the action in the caller's transaction.
    async fn perform(
        &self,
        tx: &mut TenantTx,
        (action, reason): (&OperatorAction, &str),
        context: &ClientContext,
    ) -> Result<Performed, IdentityError> {
        let (tenant, now) = (tx.tenant(), self.world().now());
        match action {
            OperatorAction::BlockCustomer { customer } => self.set_blocked(tx, *customer, true).await,
            OperatorAction::UnblockCustomer { customer } => self.set_blocked(tx, *customer, false).await,
            OperatorAction::RaiseTier { customer, tier } => self.set_tier(tx, *customer, Some(*tier)).await,
            OperatorAction::AgreeLimits { customer, limits } => self.agree_limits(tx, *customer, limits).await,
            OperatorAction::LowerTier { customer } => self.set_tier(tx, *customer, None).await,
            OperatorAction::ResetFactors { customer } => {
                let (due_at, jobs) =
                    mfa::approve_reset(tx.conn(), self.world(), TenantUser { tenant, user: *customer }, reason).await?;
                tx.enqueue(now, &jobs).await?;
                Ok(Performed::new(json!({}), json!({ "due_at": due_at })))
            }
            OperatorAction::UnlockFactor { customer } => self.unlock_factor(tx, *customer).await,
            OperatorAction::AllowPhoneChange { customer } => self.allow_phone_change(tx, *customer).await,
            OperatorAction::EndSessions { customer } => {
                known(customers::lock(tx.conn(), tenant, *customer).await?)?;
                let ended = session::store::revoke_all(tx.conn(), tenant, *customer, now, "logout").await?;
                Ok(Performed::new(json!({}), json!({ "sessions_ended": ended })))
            }
            OperatorAction::DecideVerification { customer, verification, verdict, reasons } => {
                known(customers::lock(tx.conn(), tenant, *customer).await?)?;
                let before = crate::person::verification::store::of_user(tx.conn(), tenant, *customer).await?;
                let before = before.into_iter().find(|one| one.kind == *verification).map(|one| one.status);
                let (whose, decision) = (TenantUser { tenant, user: *customer }, verdict.decision());
                let after =
                    kyc_documents::decide(tx.conn(), self.world(), whose, *verification, decision, reasons).await?;
                let of = |status| json!({ "verification": verification, "status": status, "reasons": reasons });
                Ok(Performed::new(json!({ "verification": verification, "status": before }), of(after.status)))
            }
            OperatorAction::InviteOperator { email, role, ends_on } => {
                self.invite(tx, (&EmailAddress::parse(email)?, *role, *ends_on), context).await
            }
            OperatorAction::ChangeRole { operator, role, ends_on } => {
                let account = self.operator_to_change(tx, *operator).await?;
                if account.role == *role {
                    return Err(IdentityError::conflict("This operator has this role already."));
                }
                accounts::set(tx.conn(), tenant, *operator, (*role, *ends_on), account.state, now).await?;
                // The new permissions apply from the next request on. Ending the sessions makes the operator aware of
                // the change.
                sessions::end_all(tx.conn(), tenant, *operator, now).await?;
                let after = account::given(json!({ "role": role }), *ends_on);
                Ok(Performed::new(account::shown(&account), after))
            }
            OperatorAction::RemoveOperator { operator } => {
                let account = self.operator_to_change(tx, *operator).await?;
                let ended = account::shut_out(tx.conn(), tenant, &account, now).await?;
                Ok(Performed::new(account::shown(&account), json!({ "state": "removed", "sessions_ended": ended })))
            }
            // None is executed here: a policy change always needs approval, and jobs do the others.
            OperatorAction::PublishPolicy(_)
            | OperatorAction::ResolveMovement(_)
            | OperatorAction::BookStatements(_)
            | OperatorAction::SwitchConnection(_)
            | OperatorAction::SwitchServerConnection(_)
            | OperatorAction::SwitchCampaign(_)
            | OperatorAction::SwitchSeason(_)
            | OperatorAction::RaiseFee(_) => Err(super::denied()),
        }
    }

    async fn publish_policy(
        &self,
        tx: &mut TenantTx,
        change: &PolicyChange,
        policies: &dyn Policies,
    ) -> Result<Performed, IdentityError> {
        policies.publish(tx, change).await?;
        let (before, after) = change.lines(self.world().now());
        Ok(Performed::new(before, after))
    }

    /// Creates an invitation link and emails it to its owner only.
    async fn invite(
        &self,
        tx: &mut TenantTx,
        (email, role, ends_on): (&EmailAddress, super::Role, Option<NaiveDate>),
        context: &ClientContext,
    ) -> Result<Performed, IdentityError> {
        let (tenant, now, invitation) = (tx.tenant(), self.world().now(), self.world().uuid());
        let (_, hash) = account::invitation_token(self.pepper(), tenant, invitation);
        let (before, invited) =
            account::invite(tx.conn(), self.world(), tenant, Invitee { email, role, ends_on }, (invitation, &hash))
                .await?;
        tx.enqueue(now, &[mail::job::operator_invitation(tenant, invitation, context)]).await?;
        let before = before.map_or_else(|| json!({}), |account| account::shown(&account));
        let after = account::given(json!({ "email": email.address(), "role": role }), ends_on);
        Ok(Performed { before, after, invited: Some(invited) })
    }

    async fn operator_to_change(
        &self,
        tx: &mut TenantTx,
        id: kernel::OperatorId,
    ) -> Result<super::Account, IdentityError> {
        let tenant = tx.tenant();
        let found = accounts::lock(tx.conn(), tenant, id).await?;
        let found = found.filter(|account| account.state != AccountState::Removed);
        found.ok_or(IdentityError::NotFound("The operator"))
    }

    async fn set_blocked(&self, tx: &mut TenantTx, user: UserId, block: bool) -> Result<Performed, IdentityError> {
        let (tenant, now) = (tx.tenant(), self.world().now());
        let blocked = known(customers::lock(tx.conn(), tenant, user).await?)?;
        if blocked == block {
            let message = if block { "This customer is blocked already." } else { "This customer is not blocked." };
            return Err(IdentityError::conflict(message));
        }
        customers::set_blocked(tx.conn(), tenant, user, block, now).await?;
        let mut after = json!({ "blocked": block });
        if block {
            after["sessions_ended"] = session::store::revoke_all(tx.conn(), tenant, user, now, "blocked").await?.into();
        }
        let entry = Entry::new(if block { "user.blocked" } else { "user.unblocked" }).of(user, None);
        audit::store::write(tx.conn(), self.world(), tenant, &ClientContext::default(), &entry).await?;
        Ok(Performed::new(json!({ "blocked": blocked }), after))
    }
}

pub(super) fn known<T>(found: Option<T>) -> Result<T, IdentityError> {
    found.ok_or(IdentityError::NotFound("The customer"))
}

/// The validated action in the form in which it is stored.
fn checked(
    who: &OperatorPrincipal,
    action: OperatorAction,
    now: DateTime<Utc>,
) -> Result<OperatorAction, IdentityError> {
    match &action {
        OperatorAction::InviteOperator { email, role, ends_on } => {
            let email = EmailAddress::parse(email)?.normalized().to_owned();
            account::offered(*role)?;
            let ends_on = account::last_day(*role, *ends_on, now)?;
            return Ok(OperatorAction::InviteOperator { email, role: *role, ends_on });
        }
        OperatorAction::ChangeRole { operator, .. } | OperatorAction::RemoveOperator { operator }
            if *operator == who.id =>
        {
            return Err(IdentityError::conflict("Another operator has to do this for you."));
        }
        OperatorAction::ChangeRole { operator, role, ends_on } => {
            account::offered(*role)?;
            let ends_on = account::last_day(*role, *ends_on, now)?;
            return Ok(OperatorAction::ChangeRole { operator: *operator, role: *role, ends_on });
        }
        OperatorAction::RaiseTier { tier, .. } if !(3..=4).contains(tier) => {
            return Err(IdentityError::field("tier", "range", "Somebody is lifted to T3 or T4."));
        }
        OperatorAction::AgreeLimits { limits, .. } => limits.checked()?,
        OperatorAction::DecideVerification { verdict, reasons, .. } => {
            verdict.decision().checked(reasons)?;
        }
        _ => {}
    }
    Ok(action)
}
