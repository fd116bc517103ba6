//! The people who run it: the host of the instance at the machine itself, and each tenant's own operators with their console.
//! What each role may do is data, what takes two is decided by pure functions, and everything done stays.

pub(crate) mod account;
mod acting;
mod customers;
mod deed;
mod demo;
mod easing;
mod enrol;
pub(crate) mod glass;
pub(crate) mod guessing;
mod judging;
mod log;
mod lost_factor;
pub(crate) mod mask;
mod model;
mod movements;
mod passkey;
mod policy;
mod proposal;
mod resolution;
mod roles;
mod rule;
mod session;
mod signing;
mod store;
mod tier;

use ::store::SystemTx;
use kernel::{ErrorKind, TenantId, World};
use serde_json::{Value, json};

pub use account::{Account, Invited, State as AccountState, invite_at_the_machine};
pub use acting::Outcome;
pub use customers::{Query as CustomerQuery, Row as CustomerRow, Whole as WholeCustomer};
pub use deed::{Deed, Verdict};
pub use demo::{ReachedBy, seed_demo_operators};
pub use easing::Waits as CustomerWaits;
pub use enrol::{Joined, Joining};
pub use judging::{Judged, judge_at_the_machine};
pub use log::{Filter as LogFilter, Logged};
pub use lost_factor::{LostFactor, reset_factors_at_the_machine};
pub use model::{Action, Permission, Resource, Role};
pub use passkey::{Signing, ToSign};
pub use policy::{Policies, PolicyChange, change_policy_at_the_machine, withdraw_policy_at_the_machine};
pub use proposal::{Answer, Kept as Proposal, Signed as ProposalSigned, State as ProposalState};
pub use resolution::{Assignee, ClosedAs, RESOLVE_JOB, Resolution, ResolutionAct};
pub use roles::{ConsolePage, home, is_offered, is_privileged, may, permissions};
pub use rule::{Route, route};
pub use session::{OperatorPrincipal, OperatorSignIn};
pub use store::acts::Recorded;
pub use store::signatures::SignedApproval;

use kernel::text::first_reordering;

use crate::IdentityError;

/// A reason has a few words at least, and no more than fit a line of a report.
const REASON_CHARS: std::ops::RangeInclusive<usize> = 8..=500;
/// Acts that [`acts`] returns, at most.
const ACTS_MAX: i64 = 200;

/// A role that has not got it.
fn denied() -> IdentityError {
    IdentityError::refusal(ErrorKind::Forbidden, "ACCESS_DENIED", "Your role may not do this.")
}

/// A page of what was read with one more than that; whether there was one more.
fn cut<T>(mut found: Vec<T>, limit: u32) -> (Vec<T>, bool) {
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let more = found.len() > limit;
    found.truncate(limit);
    (found, more)
}

/// Somebody who hosts the instance.
#[derive(Debug, Clone)]
pub struct Operator {
    /// What the log calls them.
    pub name: String,
    /// What they are.
    pub role: Role,
}

/// Something that an operator does.
#[derive(Debug, Clone)]
pub struct Act<'a> {
    /// What that takes.
    pub permission: Permission,
    /// Whose, unless it is the house's own.
    pub tenant: Option<TenantId>,
    /// To what: an id.
    pub subject: &'a str,
    /// Why, in the operator's words.
    pub reason: &'a str,
}

/// Why an act was not recorded; the caller does nothing then.
#[derive(Debug, thiserror::Error)]
pub enum ActError {
    /// Their role does not have it.
    #[error("{role} may not {permission}")]
    Forbidden {
        /// What they are.
        role: &'static str,
        /// What it takes.
        permission: Permission,
    },
    /// No reason, or one that is none.
    #[error("a reason has {} to {} characters", REASON_CHARS.start(), REASON_CHARS.end())]
    Reason,
    /// Those of the database.
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
    /// How the error is to be answered.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::Forbidden { .. } => ErrorKind::Forbidden,
            Self::Reason => ErrorKind::Invalid,
            Self::Store(error) => error.kind(),
        }
    }
}

/// Where the network of a request would stand.
const AT_THE_MACHINE: &str = "the machine itself";

/// Refuses what `operator` may not do, and otherwise writes it down in `tx`, in which the caller then does it: neither is there
/// without the other. What is done to a tenant's people is in that tenant's own log too, where its operators read it.
///
/// # Errors
/// See [`ActError`].
pub async fn act(tx: &mut SystemTx, world: &World, operator: &Operator, act: &Act<'_>) -> Result<(), ActError> {
    act_with(tx, world, operator, act, (json!({}), json!({}))).await
}

/// The same, with how it was and how it is, for the tenant's log.
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

/// The same, under a name of its own in the tenant's log, with what came of it.
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
    let line = log::Line {
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
    Ok(log::write(tx.conn(), world, tenant, &line).await?)
}

/// The same, in the acts of the host alone: for who writes the tenant's line with more in it.
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

/// The newest acts, newest first.
///
/// # Errors
/// Those of the database.
pub async fn acts(store: &::store::Store, limit: i64) -> Result<Vec<Recorded>, IdentityError> {
    let mut tx = store.system().await?;
    Ok(store::acts::newest(tx.conn(), limit.clamp(1, ACTS_MAX)).await?)
}
