//! The audit log of a tenant's operators: actions with their reasons, and accesses to customer data.

use ::store::{PgConnection, StoreError};
use chrono::{DateTime, Utc};
use kernel::{AuditId, OperatorId, ProposalId, TenantId, World};
use serde_json::Value;

use super::break_glass;
use super::model::{Action, Permission, Resource};
use super::session::OperatorPrincipal;
use super::store::log as rows;
use crate::{ClientContext, Identity, IdentityError};

/// The permission to read the log.
pub(super) const READ: Permission = Permission(Resource::Acts, Action::Read);

/// A log entry to be written.
#[derive(Debug)]
pub(crate) struct Line<'a> {
    /// The operator; `None` for the platform host (ops CLI).
    pub operator: Option<OperatorId>,
    /// The operator's name.
    pub name: &'a str,
    /// The operator's role.
    pub role: &'static str,
    /// The action.
    pub action: &'a str,
    /// The subject of the action.
    pub subject: &'a str,
    /// The reason.
    pub reason: Option<&'a str>,
    /// The state before.
    pub before: Value,
    /// The state after.
    pub after: Value,
    /// The approved proposal, if any.
    pub proposal: Option<ProposalId>,
    /// The network of the request.
    pub network: &'a str,
}

/// A stored log entry.
#[derive(Debug, Clone, PartialEq)]
pub struct Logged {
    /// The entry's id.
    pub id: AuditId,
    /// When it happened.
    pub at: DateTime<Utc>,
    /// The operator; `None` for the platform host (ops CLI).
    pub operator_id: Option<OperatorId>,
    /// The operator's name.
    pub operator: String,
    /// The operator's role.
    pub role: String,
    /// The action.
    pub action: String,
    /// The subject of the action.
    pub subject: String,
    /// The reason, if the action needs one.
    pub reason: Option<String>,
    /// The state before.
    pub before: Value,
    /// The state after.
    pub after: Value,
    /// The approved proposal, if any.
    pub proposal: Option<ProposalId>,
    /// The network of the request.
    pub network: String,
}

/// A filter of log entries.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filter {
    /// By operator.
    pub operator: Option<OperatorId>,
    /// By action.
    pub action: Option<String>,
    /// By subject.
    pub subject: Option<String>,
}

/// An access or a sign-in to be logged. It changes no other data.
#[derive(Debug, Clone, Copy)]
pub(super) struct Note<'a> {
    /// The action.
    pub action: &'static str,
    /// The subject of the action.
    pub subject: &'a str,
    /// The reason, if the action needs one.
    pub reason: Option<&'a str>,
}

/// The states of a subject before and after an action, as the log shows them.
#[derive(Debug, Clone, PartialEq)]
pub struct StateChange {
    /// The state before; an empty object for a new subject.
    pub before: Value,
    /// The state after; an empty object for a deleted subject.
    pub after: Value,
}

impl StateChange {
    /// The change of an action that changes no state.
    #[must_use]
    pub fn none() -> Self {
        Self { before: Value::Object(serde_json::Map::new()), after: Value::Object(serde_json::Map::new()) }
    }
}

pub(super) async fn write(
    conn: &mut PgConnection,
    world: &World,
    tenant: TenantId,
    line: &Line<'_>,
) -> Result<(), StoreError> {
    let now = world.now();
    rows::write(conn, tenant, world.id(), now, line).await?;
    break_glass::report(conn, now, tenant, line).await
}

/// Logs an operator's access or sign-in, which changes no other data.
pub(super) async fn note(
    conn: &mut PgConnection,
    world: &World,
    tenant: TenantId,
    who: (&OperatorPrincipal, &ClientContext),
    note: Note<'_>,
) -> Result<(), StoreError> {
    note_with(conn, world, tenant, who, note, Value::Object(serde_json::Map::new())).await
}

/// Like [`note`], with the state after.
pub(super) async fn note_with(
    conn: &mut PgConnection,
    world: &World,
    tenant: TenantId,
    (who, context): (&OperatorPrincipal, &ClientContext),
    note: Note<'_>,
    after: Value,
) -> Result<(), StoreError> {
    let line = Line {
        operator: Some(who.id),
        name: &who.email,
        role: who.role.name(),
        action: note.action,
        subject: note.subject,
        reason: note.reason,
        before: Value::Object(serde_json::Map::new()),
        after,
        proposal: None,
        network: &context.network(),
    };
    write(conn, world, tenant, &line).await
}

impl Identity {
    /// The newest entries, older than `after`; whether there are more.
    ///
    /// # Errors
    /// 403 without read permission, and database errors.
    pub async fn operator_log(
        &self,
        tenant: TenantId,
        who: &OperatorPrincipal,
        filter: &Filter,
        after: Option<AuditId>,
        limit: u32,
    ) -> Result<(Vec<Logged>, bool), IdentityError> {
        who.may(READ)?;
        let mut tx = self.store().tenant_read(tenant).await?;
        let found = rows::page(tx.conn(), tenant, filter, after, i64::from(limit) + 1).await?;
        Ok(super::cut(found, limit))
    }
}
