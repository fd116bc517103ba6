//! Operators: the platform host through the ops CLI, and each tenant's operators with their console. Roles are data,
//! pure functions decide about dual control, and every action is logged.

pub(crate) mod account;
pub(crate) mod alert;
mod approval_matrix;
mod bank;
pub(crate) mod break_glass;
pub(crate) mod brute_force_alert;
mod campaign;
mod connection;
mod customers;
mod demo;
mod enrol;
mod executor;
mod farm;
mod fee_raise;
mod kyc_review;
mod lost_factor;
mod model;
mod movements;
mod operator_action;
mod operator_log;
mod partners;
mod passkey;
mod policy;
mod proposal;
mod referrals;
mod resolution;
mod roles;
mod sent_messages;
mod session;
mod signing;
mod statements;
mod store;
mod support_desk;
mod support_unlocks;
mod tier;

use ::store::SystemTx;
use kernel::{ErrorKind, TenantId, World};
use serde_json::{Value, json};

pub use account::{Account, AccountState, Invited, NewOperator, invite_by_command_line};
pub use alert::{AlertMail, Alerts, StandingAlert, add_alert};
pub use approval_matrix::{Route, route};
pub use bank::BankAct;
pub use campaign::{CampaignSwitch, ContentAct, SWITCH_CAMPAIGN_JOB};
pub use connection::{
    ConnectionSwitch, SWITCH_CONNECTION_JOB, SWITCH_SERVER_CONNECTION_JOB, ServerConnectionSwitch, ServerSwitchJob,
};
pub use customers::{CustomerRow, Query as CustomerQuery, Whole as WholeCustomer};
pub use demo::{ReachedBy, seed_demo_operators};
pub use enrol::{Joined, Joining};
pub use executor::{Outcome, ProposalReply};
pub use farm::{SWITCH_SEASON_JOB, SeasonAct, SeasonSwitch};
pub use fee_raise::{FeeRaise, RAISE_FEE_JOB};
pub use kyc_review::{ReviewOutcome, VerificationReview, review_by_command_line};
pub use lost_factor::{LostFactor, reset_factors_by_command_line};
pub use model::{Action, Permission, Resource, Role};
pub use operator_action::{OperatorAction, ReviewVerdict};
pub use operator_log::{Filter as LogFilter, Logged, StateChange};
pub use partners::PartnerAct;
pub use passkey::{Signing, ToSign};
pub use policy::{
    Policies, PolicyChange, PolicyPublication, RuleDifference, change_policy_by_command_line,
    withdraw_policy_by_command_line,
};
pub use proposal::{ApprovalSignature, Proposal, ProposalAnswer, ProposalState};
pub use referrals::ReferralAct;
pub use resolution::{Assignee, ClosedAs, RESOLVE_JOB, Resolution, ResolutionAct};
pub use roles::{ConsolePage, home, is_offered, is_privileged, may, permissions, roles_at_work};
pub use session::{OperatorPrincipal, OperatorSignIn};
pub use statements::{BOOK_STATEMENTS_JOB, StatementToBook, StatementsToBook};
pub use store::acts::Recorded;
pub use store::signatures::SignedApproval;
pub use support_desk::SupportAct;
pub use support_unlocks::Waits as CustomerWaits;

use kernel::text::first_reordering;

use crate::IdentityError;

/// The length of a reason in characters: at least a few words, at most one line of a report.
const REASON_CHARS: std::ops::RangeInclusive<usize> = 8..=500;
/// The maximum number of entries that [`acts`] returns.
const ACTS_MAX: i64 = 200;

/// The error for a role without the permission.
fn denied() -> IdentityError {
    IdentityError::refusal(ErrorKind::Forbidden, "ACCESS_DENIED", "Your role may not do this.")
}

/// Truncates a page that was read with one extra row; whether that row existed.
fn cut<T>(mut found: Vec<T>, limit: u32) -> (Vec<T>, bool) {
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let more = found.len() > limit;
    found.truncate(limit);
    (found, more)
}

/// The platform host.
#[derive(Debug, Clone)]
pub struct Operator {
    /// The name in the log.
    pub name: String,
    /// The role.
    pub role: Role,
}

/// An action of the platform host.
#[derive(Debug, Clone)]
pub struct Act<'a> {
    /// The permission that it needs.
    pub permission: Permission,
    /// The tenant concerned; `None` for the platform itself.
    pub tenant: Option<TenantId>,
    /// The id of the subject.
    pub subject: &'a str,
    /// The operator's reason.
    pub reason: &'a str,
}

/// Why an action was not recorded; the caller must not execute it then.
#[derive(Debug, thiserror::Error)]
pub enum ActError {
    /// The role lacks the permission.
    #[error("{role} may not {permission}")]
    Forbidden {
        /// The role.
        role: &'static str,
        /// The missing permission.
        permission: Permission,
    },
    /// The reason is missing or invalid.
    #[error("a reason has {} to {} characters", REASON_CHARS.start(), REASON_CHARS.end())]
    Reason,
    /// Database errors.
    #[error(transparent)]
    Store(#[from] ::store::StoreError),
}

impl From<ActError> for IdentityError {
    fn from(error: ActError) -> Self {
        match error {
            ActError::Forbidden { .. } => denied(),
            ActError::Reason => Self::field("reason", "length", error.to_string()),
            ActError::Store(error) => error.into(),
        }
    }
}

impl ActError {
    /// The kind of error, which decides the HTTP status.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::Forbidden { .. } => ErrorKind::Forbidden,
            Self::Reason => ErrorKind::Invalid,
            Self::Store(error) => error.kind(),
        }
    }
}

/// The value of the network column for actions through the ops CLI.
const AT_THE_MACHINE: &str = "the machine itself";

/// Checks the operator's permission and records the action in `tx`, in which the caller then executes it, so that both
/// commit together. An action on a tenant's data is also in that tenant's log.
///
/// # Errors
/// See [`ActError`].
pub async fn act(tx: &mut SystemTx, world: &World, operator: &Operator, act: &Act<'_>) -> Result<(), ActError> {
    act_with(tx, world, operator, act, (json!({}), json!({}))).await
}

/// Like [`act`], with the states before and after for the tenant's log.
///
/// # Errors
/// See [`ActError`].
pub async fn act_with(
    tx: &mut SystemTx,
    world: &World,
    operator: &Operator,
    act: &Act<'_>,
    change: (Value, Value),
) -> Result<(), ActError> {
    written(tx, world, operator, act, (&act.permission.to_string(), change)).await
}

/// Like [`act`], with its own action name and the state after for the tenant's log.
pub(crate) async fn act_as(
    tx: &mut SystemTx,
    world: &World,
    operator: &Operator,
    act: &Act<'_>,
    (action, after): (&str, Value),
) -> Result<(), ActError> {
    written(tx, world, operator, act, (action, (json!({}), after))).await
}

async fn written(
    tx: &mut SystemTx,
    world: &World,
    operator: &Operator,
    act: &Act<'_>,
    (action, (before, after)): (&str, (Value, Value)),
) -> Result<(), ActError> {
    let reason = record(tx, world, operator, act).await?;
    let Some(tenant) = act.tenant else { return Ok(()) };
    let line = operator_log::Line {
        operator: None,
        name: &operator.name,
        role: operator.role.name(),
        action,
        subject: act.subject,
        reason: Some(reason),
        before,
        after,
        proposal: None,
        network: AT_THE_MACHINE,
    };
    Ok(operator_log::write(tx.conn(), world, tenant, &line).await?)
}

/// Records the action in the platform log only; the caller writes the tenant's log entry.
async fn record<'a>(tx: &mut SystemTx, world: &World, operator: &Operator, act: &Act<'a>) -> Result<&'a str, ActError> {
    if !may(operator.role, act.permission) {
        return Err(ActError::Forbidden { role: operator.role.name(), permission: act.permission });
    }
    let reason = act.reason.trim();
    let is_plain = !reason.contains('\0') && first_reordering(reason).is_none();
    if !REASON_CHARS.contains(&reason.chars().count()) || !is_plain {
        return Err(ActError::Reason);
    }
    store::acts::insert(tx.conn(), world, operator, act, reason).await?;
    Ok(reason)
}

/// The platform log, newest first.
///
/// # Errors
/// Database errors.
pub async fn acts(store: &::store::Store, limit: i64) -> Result<Vec<Recorded>, IdentityError> {
    let mut tx = store.system().await?;
    Ok(store::acts::newest(tx.conn(), limit.clamp(1, ACTS_MAX)).await?)
}
