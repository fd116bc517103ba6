//! Changes of a tenant's policy: proposed in the console or through the ops CLI, published after approval in the console.

use std::collections::BTreeMap;

use ::store::{Store, SystemTx, TenantTx};
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use kernel::{ProposalId, TenantId, World};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::model::{Action, Permission, Resource};
use super::operator_action::OperatorAction;
use super::operator_log::Logged;
use super::proposal::{ProposalState, propose_by_command_line};
use super::store::{accounts, log, proposals};
use super::{AT_THE_MACHINE, Act, Operator, operator_log, record, roles, written};
use crate::{Identity, IdentityError};

/// A policy version to be published.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PolicyChange {
    /// The version number: one more than that of its base version.
    pub version: u32,
    /// When it takes effect; `None` for the moment of approval.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<DateTime<Utc>>,
    /// The changes, one line per value, for the log and the command line.
    pub changes: String,
    /// The changes as values, for the approver.
    #[serde(default)]
    pub differences: Vec<RuleDifference>,
    /// The full policy, as the exchanger serialises it.
    pub policy: Value,
}

/// A value of the policy that a change concerns.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RuleDifference {
    /// The names of the groups that the value is in, and its own.
    pub path: Vec<String>,
    /// The value before; absent if it is new. Amounts have their currency.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// The value after; absent if it is removed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
}

impl PolicyChange {
    /// The subject in the log.
    pub(super) fn subject(&self) -> String {
        subject(self.version)
    }

    /// The states before and after for the log, if it is published at `now`.
    pub(super) fn lines(&self, now: DateTime<Utc>) -> (Value, Value) {
        let before = json!({ "version": self.version.saturating_sub(1) });
        (before, json!({ "version": self.version, "at": self.at.unwrap_or(now), "changes": self.changes }))
    }
}

fn subject(version: u32) -> String {
    format!("policy {version}")
}

/// Who published a version of a policy, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PolicyPublication {
    /// The operator who proposed it, or the platform host who published it alone.
    pub proposer: String,
    /// The proposer's reason.
    pub reason: Option<String>,
    /// The operator who approved it, and the reason; `None` if the host published it alone.
    pub approval: Option<(String, Option<String>)>,
}

impl PolicyPublication {
    /// Reads the entry of the log. The entry of an approval belongs to the approver, and has the proposal as the state
    /// before.
    fn of(entry: Logged) -> Self {
        let before = |name| entry.before.get(name).and_then(Value::as_str).map(ToOwned::to_owned);
        if entry.proposal.is_none() {
            return Self { proposer: entry.operator, reason: entry.reason, approval: None };
        }
        let (proposer, reason) = (before("maker").unwrap_or_default(), before("reason"));
        Self { proposer, reason, approval: Some((entry.operator, entry.reason)) }
    }
}

impl Identity {
    /// Who published these versions of a tenant's policy. A version that came with the tenant is left out.
    ///
    /// # Errors
    /// Database errors.
    pub async fn policy_publications(
        &self,
        tenant: TenantId,
        versions: &[u32],
    ) -> Result<BTreeMap<u32, PolicyPublication>, IdentityError> {
        let subjects: Vec<String> = versions.iter().map(|version| subject(*version)).collect();
        let mut tx = self.store().tenant_read(tenant).await?;
        let entries = log::publications(tx.conn(), tenant, &subjects).await?;
        let version = |entry: &Logged| versions.iter().copied().find(|version| subject(*version) == entry.subject);
        Ok(entries.into_iter().filter_map(|entry| Some((version(&entry)?, PolicyPublication::of(entry)))).collect())
    }
}

/// The port to the exchanger, which owns policies.
#[async_trait]
pub trait Policies: Send + Sync {
    /// Publishes an approved change in `tx`.
    ///
    /// # Errors
    /// A conflict if the base version is no longer the newest, or the effective time has passed.
    async fn publish(&self, tx: &mut TenantTx, change: &PolicyChange) -> Result<(), IdentityError>;
}

/// Proposes a change of a tenant's policy through the ops CLI. If the tenant has an active approver, a proposal is
/// created: returns its id and expiry. Otherwise returns `None`, and the caller publishes the change in the same
/// transaction: the platform host could create an approver anyway. Both are in the platform log and in the tenant's
/// log.
///
/// # Errors
/// A field error of `reason`, 403 without permission, a conflict while another change waits.
pub async fn change_policy_by_command_line(
    tx: &mut SystemTx,
    world: &World,
    host: &Operator,
    (tenant, change): (TenantId, PolicyChange),
    reason: &str,
) -> Result<Option<(ProposalId, DateTime<Utc>)>, IdentityError> {
    let (subject, lines) = (change.subject(), change.lines(world.now()));
    let action = OperatorAction::PublishPolicy(change);
    let permission = Permission(Resource::Policies, Action::Write);
    let act = Act { permission, tenant: Some(tenant), subject: &subject, reason };
    let at_work = accounts::roles_at_work(tx.conn(), tenant).await?;
    if at_work.into_iter().any(|role| roles::may(role, action.approval())) {
        return propose_by_command_line(tx, world, host, &act, &action).await.map(Some);
    }
    // Published without a proposal. Earlier open proposals become conflicts.
    written(tx, world, host, &act, (action.action(), lines)).await?;
    Ok(None)
}

/// Withdraws the open proposal of a policy change.
///
/// # Errors
/// [`IdentityError::NotFound`] if there is none, a field error of `reason`, 403 without permission.
pub async fn withdraw_policy_by_command_line(
    store: &Store,
    world: &World,
    host: &Operator,
    tenant: TenantId,
    reason: &str,
) -> Result<ProposalId, IdentityError> {
    const NONE: IdentityError = IdentityError::NotFound("A change of the policy that waits");
    let (mut tx, now) = (store.system().await?, world.now());
    let id = proposals::open_policy(tx.conn(), tenant, now).await?.ok_or(NONE)?;
    // The lock serialises with a concurrent answer.
    let kept = proposals::lock(tx.conn(), tenant, id).await?;
    let kept = kept.filter(|kept| kept.state_at(now) == ProposalState::Open).ok_or(NONE)?;
    let (permission, subject) = (Permission(Resource::Policies, Action::Write), kept.action.subject());
    let act = Act { permission, tenant: Some(tenant), subject: &subject, reason };
    let reason = record(&mut tx, world, host, &act).await?;
    proposals::close(tx.conn(), tenant, id, ProposalState::Withdrawn, (None, reason), now).await?;
    let line = operator_log::Line {
        operator: None,
        name: &host.name,
        role: host.role.name(),
        action: "proposals.withdraw",
        subject: &subject,
        reason: Some(reason),
        before: json!({ "maker": kept.maker_name, "reason": kept.reason }),
        after: json!({}),
        proposal: Some(id),
        network: AT_THE_MACHINE,
    };
    operator_log::write(tx.conn(), world, tenant, &line).await?;
    tx.commit().await?;
    Ok(id)
}
