//! What a tenant asks and allows, changed: proposed at the machine, agreed to in the console, published only then.

use ::store::{Store, SystemTx, TenantTx};
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use kernel::{ProposalId, TenantId, World};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::deed::Deed;
use super::model::{Action, Permission, Resource};
use super::proposal::{State, propose_at_the_machine};
use super::store::{accounts, proposals};
use super::{AT_THE_MACHINE, Act, Operator, log, record, roles, written};
use crate::IdentityError;

/// A version of a tenant's policy that is to be published.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PolicyChange {
    /// Its number: one more than that of the version which it was made from.
    pub version: u32,
    /// From when on it holds; from the moment that somebody agrees where it says nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<DateTime<Utc>>,
    /// What it changes, one line for each value: what is read before anybody agrees.
    pub changes: String,
    /// All of it, as the exchanger writes it.
    pub policy: Value,
}

impl PolicyChange {
    /// What the logs call it.
    pub(super) fn subject(&self) -> String {
        format!("policy {}", self.version)
    }

    /// How it was and how it is, for the log, where it is published at `now`.
    pub(super) fn lines(&self, now: DateTime<Utc>) -> (Value, Value) {
        let before = json!({ "version": self.version.saturating_sub(1) });
        (before, json!({ "version": self.version, "at": self.at.unwrap_or(now), "changes": self.changes }))
    }
}

/// Who keeps policies: the exchanger, which identity does not know.
#[async_trait]
pub trait Policies: Send + Sync {
    /// Publishes what was agreed to, in `tx`.
    ///
    /// # Errors
    /// A conflict where the version that it was made from is no longer the newest, or its moment has passed.
    async fn publish(&self, tx: &mut TenantTx, change: &PolicyChange) -> Result<(), IdentityError>;
}

/// Wants at the machine that a tenant's policy changes. Where somebody works for the tenant who may agree to that, it is proposed to
/// them: which proposal it is, and until when it waits. Where nobody does, nothing is given back and the caller publishes it in the
/// same transaction, as whoever hosts the instance could make such a one. Either is in the host's acts and in the tenant's log.
///
/// # Errors
/// A field error of `reason`, 403 for who may not, a conflict while another change waits.
pub async fn change_policy_at_the_machine(
    tx: &mut SystemTx,
    world: &World,
    host: &Operator,
    (tenant, change): (TenantId, PolicyChange),
    reason: &str,
) -> Result<Option<(ProposalId, DateTime<Utc>)>, IdentityError> {
    let (subject, lines) = (change.subject(), change.lines(world.now()));
    let deed = Deed::PublishPolicy(change);
    let permission = Permission(Resource::Policies, Action::Write);
    let act = Act { permission, tenant: Some(tenant), subject: &subject, reason };
    let at_work = accounts::roles_at_work(tx.conn(), tenant).await?;
    if at_work.into_iter().any(|role| roles::may(role, deed.approval())) {
        return propose_at_the_machine(tx, world, host, &act, &deed).await.map(Some);
    }
    // What was proposed while somebody could agree is overtaken by what is published now.
    written(tx, world, host, &act, (deed.action(), lines)).await?;
    Ok(None)
}

/// Takes back the change of a tenant's policy that waits for an operator.
///
/// # Errors
/// [`IdentityError::NotFound`] where none waits, a field error of `reason`, 403 for who may not.
pub async fn withdraw_policy_at_the_machine(
    store: &Store,
    world: &World,
    host: &Operator,
    tenant: TenantId,
    reason: &str,
) -> Result<ProposalId, IdentityError> {
    const NONE: IdentityError = IdentityError::NotFound("A change of the policy that waits");
    let (mut tx, now) = (store.system().await?, world.now());
    let id = proposals::open_policy(tx.conn(), tenant, now).await?.ok_or(NONE)?;
    // Whoever answers it at the same moment comes before or after.
    let kept = proposals::lock(tx.conn(), tenant, id).await?;
    let kept = kept.filter(|kept| kept.state_at(now) == State::Open).ok_or(NONE)?;
    let (permission, subject) = (Permission(Resource::Policies, Action::Write), kept.deed.subject());
    let act = Act { permission, tenant: Some(tenant), subject: &subject, reason };
    let reason = record(&mut tx, world, host, &act).await?;
    proposals::close(tx.conn(), tenant, id, State::Withdrawn, (None, reason), now).await?;
    let line = log::Line {
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
    log::write(tx.conn(), world, tenant, &line).await?;
    tx.commit().await?;
    Ok(id)
}
