//! The operators' audit log, which is append-only.

use chrono::{DateTime, Utc};
use kernel::{AuditId, OperatorId, ProposalId, TenantId};
use serde_json::Value;
use store::{PgConnection, StoreError};
use uuid::Uuid;

use crate::backoffice::operator::operator_log::{Filter, Line, Logged};
use crate::notify::mail::LogEntry;

/// Adds an entry in the transaction of the action.
pub(in crate::backoffice::operator) async fn write(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: AuditId,
    now: DateTime<Utc>,
    line: &Line<'_>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO operator_log (tenant_id, id, at, operator_id, operator, role, action, subject, reason, before, after,
                                   proposal_id, network)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
        tenant.uuid(),
        id.uuid(),
        now,
        line.operator.map(OperatorId::uuid),
        line.name,
        line.role,
        line.action,
        line.subject,
        line.reason,
        line.before,
        line.after,
        line.proposal.map(ProposalId::uuid),
        line.network,
    )
    .execute(conn)
    .await?;
    Ok(())
}

struct Row {
    id: Uuid,
    at: DateTime<Utc>,
    operator_id: Option<Uuid>,
    operator: String,
    role: String,
    action: String,
    subject: String,
    reason: Option<String>,
    before: Value,
    after: Value,
    proposal_id: Option<Uuid>,
    network: String,
}

/// The newest entries that match the filter, older than `after`.
pub(in crate::backoffice::operator) async fn page(
    conn: &mut PgConnection,
    tenant: TenantId,
    filter: &Filter,
    after: Option<AuditId>,
    limit: i64,
) -> Result<Vec<Logged>, StoreError> {
    let rows = sqlx::query_as!(
        Row,
        "SELECT id, at, operator_id, operator, role, action, subject, reason, before, after, proposal_id, network
         FROM operator_log
         WHERE tenant_id = $1 AND ($2::uuid IS NULL OR id < $2) AND ($3::uuid IS NULL OR operator_id = $3)
           AND ($4::text IS NULL OR action = $4) AND ($5::text IS NULL OR subject = $5)
         ORDER BY id DESC LIMIT $6",
        tenant.uuid(),
        after.map(AuditId::uuid),
        filter.operator.map(OperatorId::uuid),
        filter.action,
        filter.subject,
        limit,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(Row::read).collect())
}

/// The operator actions on a subject, newest first, without read accesses.
pub(in crate::backoffice::operator) async fn acts_about(
    conn: &mut PgConnection,
    tenant: TenantId,
    subject: &str,
    limit: i64,
) -> Result<Vec<Logged>, StoreError> {
    let rows = sqlx::query_as!(
        Row,
        "SELECT id, at, operator_id, operator, role, action, subject, reason, before, after, proposal_id, network
         FROM operator_log
         WHERE tenant_id = $1 AND subject = $2 AND action NOT IN ('movements.read', 'movements.reveal')
         ORDER BY id DESC LIMIT $3",
        tenant.uuid(),
        subject,
        limit,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(Row::read).collect())
}

/// Who published these policies: the entries of the approvals, and those of the host's commands without a proposal.
pub(in crate::backoffice::operator) async fn publications(
    conn: &mut PgConnection,
    tenant: TenantId,
    subjects: &[String],
) -> Result<Vec<Logged>, StoreError> {
    let rows = sqlx::query_as!(
        Row,
        "SELECT id, at, operator_id, operator, role, action, subject, reason, before, after, proposal_id, network
         FROM operator_log WHERE tenant_id = $1 AND subject = ANY($2)
           AND (action = 'proposals.approve' OR (action = 'policies.publish' AND proposal_id IS NULL))
         ORDER BY id DESC LIMIT $3",
        tenant.uuid(),
        subjects,
        i64::try_from(subjects.len()).unwrap_or(i64::MAX),
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(Row::read).collect())
}

/// An operator's first actions in a role within a time span.
pub(in crate::backoffice::operator) async fn done_as(
    conn: &mut PgConnection,
    tenant: TenantId,
    (operator, role): (OperatorId, &str),
    (from, until): (DateTime<Utc>, DateTime<Utc>),
    limit: i64,
) -> Result<Vec<LogEntry>, StoreError> {
    let told = sqlx::query_as!(
        LogEntry,
        "SELECT at, action, after ->> 'kind' AS kind, subject, reason FROM operator_log
         WHERE tenant_id = $1 AND operator_id = $2 AND role = $3 AND at >= $4 AND at < $5 ORDER BY id LIMIT $6",
        tenant.uuid(),
        operator.uuid(),
        role,
        from,
        until,
        limit,
    );
    Ok(told.fetch_all(conn).await?)
}

impl Row {
    fn read(self) -> Logged {
        Logged {
            id: AuditId::from_uuid(self.id),
            at: self.at,
            operator_id: self.operator_id.map(OperatorId::from_uuid),
            operator: self.operator,
            role: self.role,
            action: self.action,
            subject: self.subject,
            reason: self.reason,
            before: self.before,
            after: self.after,
            proposal: self.proposal_id.map(ProposalId::from_uuid),
            network: self.network,
        }
    }
}
