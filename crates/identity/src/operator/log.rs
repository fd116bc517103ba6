//! The log of a tenant's operators: who did what to whom and why, and who looked at whom.

use ::store::{PgConnection, StoreError};
use chrono::{DateTime, Utc};
use kernel::{AuditId, OperatorId, ProposalId, TenantId, World};
use serde_json::Value;

use super::glass;
use super::model::{Action, Permission, Resource};
use super::session::OperatorPrincipal;
use super::store::log as rows;
use crate::{ClientContext, Identity, IdentityError};

/// What reading the log takes.
pub(super) const READ: Permission = Permission(Resource::Acts, Action::Read);

/// A line to be written.
#[derive(Debug)]
pub(crate) struct Line<'a> {
    /// Who; `None` for the host at the machine itself.
    pub operator: Option<OperatorId>,
    /// How they are called.
    pub name: &'a str,
    /// As what.
    pub role: &'static str,
    /// What.
    pub action: &'a str,
    /// To whom.
    pub subject: &'a str,
    /// Why.
    pub reason: Option<&'a str>,
    /// How it was.
    pub before: Value,
    /// How it is.
    pub after: Value,
    /// What it was agreed to by.
    pub proposal: Option<ProposalId>,
    /// From where.
    pub network: &'a str,
}

/// A line as it was written.
#[derive(Debug, Clone, PartialEq)]
pub struct Logged {
    /// The line.
    pub id: AuditId,
    /// When.
    pub at: DateTime<Utc>,
    /// Who; `None` for the host at the machine itself.
    pub operator_id: Option<OperatorId>,
    /// How they are called.
    pub operator: String,
    /// As what.
    pub role: String,
    /// What.
    pub action: String,
    /// To whom.
    pub subject: String,
    /// Why, where it takes a reason.
    pub reason: Option<String>,
    /// How it was.
    pub before: Value,
    /// How it is.
    pub after: Value,
    /// What it was agreed to by.
    pub proposal: Option<ProposalId>,
    /// From where.
    pub network: String,
}

/// Which lines.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filter {
    /// Of this operator.
    pub operator: Option<OperatorId>,
    /// Of this kind.
    pub action: Option<String>,
    /// To this subject.
    pub subject: Option<String>,
}

pub(super) async fn write(
    conn: &mut PgConnection,
    world: &World,
    tenant: TenantId,
    line: &Line<'_>,
) -> Result<(), StoreError> {
    let now = world.now();
    rows::write(conn, tenant, world.id(), now, line).await?;
    glass::report(conn, now, tenant, line).await
}

/// What an operator did that changes nothing, or themselves: a look, a sign-in.
pub(super) async fn note(
    conn: &mut PgConnection,
    world: &World,
    tenant: TenantId,
    (who, context): (&OperatorPrincipal, &ClientContext),
    what: (&'static str, &str, Option<&str>),
) -> Result<(), StoreError> {
    note_with(conn, world, tenant, (who, context), what, Value::Object(serde_json::Map::new())).await
}

/// The same, with what came of it.
pub(super) async fn note_with(
    conn: &mut PgConnection,
    world: &World,
    tenant: TenantId,
    (who, context): (&OperatorPrincipal, &ClientContext),
    (action, subject, reason): (&'static str, &str, Option<&str>),
    after: Value,
) -> Result<(), StoreError> {
    let line = Line {
        operator: Some(who.id),
        name: &who.email,
        role: who.role.name(),
        action,
        subject,
        reason,
        before: Value::Object(serde_json::Map::new()),
        after,
        proposal: None,
        network: &context.network(),
    };
    write(conn, world, tenant, &line).await
}

impl Identity {
    /// The newest lines, older than `after`; whether there are more.
    ///
    /// # Errors
    /// 403 for who may not look, and those of the database.
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
