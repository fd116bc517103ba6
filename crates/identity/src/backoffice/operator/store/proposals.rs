//! Proposals for dual control.

use chrono::{DateTime, Utc};
use kernel::{OperatorId, ProposalId, TenantId};
use serde_json::Value;
use store::{PgConnection, StoreError};
use uuid::Uuid;

use crate::backoffice::operator::proposal::{ApprovalSignature, Proposal, ProposalState};

/// A proposal to be stored.
pub(in crate::backoffice::operator) struct NewProposal<'a> {
    pub id: ProposalId,
    pub action: &'a Value,
    pub reason: &'a str,
    /// An operator of the tenant, or the name of the platform host.
    pub maker: Result<OperatorId, &'a str>,
    pub now: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
}

/// Marks overdue proposals as expired, so that the same action can be proposed again.
pub(in crate::backoffice::operator) async fn expire(
    conn: &mut PgConnection,
    tenant: TenantId,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE operator_proposals SET state = 'expired', closed_at = $2
         WHERE tenant_id = $1 AND state = 'open' AND expires_at <= $2",
        tenant.uuid(),
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Adds a proposal; false if the same action, or another policy change, is already proposed.
pub(in crate::backoffice::operator) async fn add(
    conn: &mut PgConnection,
    tenant: TenantId,
    new: &NewProposal<'_>,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "INSERT INTO operator_proposals (tenant_id, id, operator_action, reason, maker, made_at, expires_at, host)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
         ON CONFLICT DO NOTHING",
        tenant.uuid(),
        new.id.uuid(),
        new.action,
        new.reason,
        new.maker.ok().map(OperatorId::uuid),
        new.now,
        new.expires_at,
        new.maker.err(),
    )
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// The number of open proposals.
pub(in crate::backoffice::operator) async fn open(
    conn: &mut PgConnection,
    tenant: TenantId,
    now: DateTime<Utc>,
) -> Result<i64, StoreError> {
    let count = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM operator_proposals
           WHERE tenant_id = $1 AND state = 'open' AND expires_at > $2"#,
        tenant.uuid(),
        now,
    );
    Ok(count.fetch_one(conn).await?)
}

struct Row {
    id: Uuid,
    operator_action: Value,
    reason: String,
    maker: Option<Uuid>,
    maker_name: String,
    made_at: DateTime<Utc>,
    expires_at: DateTime<Utc>,
    state: String,
    checker_email: Option<String>,
    closed_at: Option<DateTime<Utc>>,
    answer: Option<String>,
    passkey: Option<String>,
    signed_at: Option<DateTime<Utc>>,
}

impl Row {
    /// `None` if the stored values are not valid.
    fn read(self) -> Option<Proposal> {
        Some(Proposal {
            id: ProposalId::from_uuid(self.id),
            action: serde_json::from_value(self.operator_action.clone()).ok()?,
            written: self.operator_action,
            reason: self.reason,
            maker: self.maker.map(OperatorId::from_uuid),
            maker_name: self.maker_name,
            made_at: self.made_at,
            expires_at: self.expires_at,
            state: ProposalState::from_name(&self.state)?,
            checker_email: self.checker_email,
            closed_at: self.closed_at,
            answer: self.answer,
            signed: self.passkey.zip(self.signed_at).map(|(passkey, at)| ApprovalSignature { passkey, at }),
        })
    }
}

/// The newest proposals, older than `after`: open ones, or all.
pub(in crate::backoffice::operator) async fn page(
    conn: &mut PgConnection,
    tenant: TenantId,
    only_open: Option<DateTime<Utc>>,
    after: Option<ProposalId>,
    limit: i64,
) -> Result<Vec<Proposal>, StoreError> {
    let rows = sqlx::query_as!(
        Row,
        r#"SELECT p.id, p.operator_action, p.reason, p.maker, coalesce(m.email, p.host) AS "maker_name!", p.made_at, p.expires_at, p.state,
                  c.email AS "checker_email?", p.closed_at, p.answer, s.passkey_name AS "passkey?",
                  s.signed_at AS "signed_at?"
           FROM operator_proposals p
           LEFT JOIN operators m ON m.tenant_id = $1 AND m.id = p.maker
           LEFT JOIN operators c ON c.tenant_id = $1 AND c.id = p.checker
           LEFT JOIN approval_signatures s ON s.tenant_id = $1 AND s.proposal_id = p.id
           WHERE p.tenant_id = $1 AND ($2::timestamptz IS NULL OR (p.state = 'open' AND p.expires_at > $2))
             AND ($3::uuid IS NULL OR p.id < $3)
           ORDER BY p.id DESC LIMIT $4"#,
        tenant.uuid(),
        only_open,
        after.map(ProposalId::uuid),
        limit,
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().filter_map(Row::read).collect())
}

/// One proposal, locked until this transaction ends.
pub(in crate::backoffice::operator) async fn lock(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: ProposalId,
) -> Result<Option<Proposal>, StoreError> {
    let row = sqlx::query_as!(
        Row,
        r#"SELECT p.id, p.operator_action, p.reason, p.maker, coalesce(m.email, p.host) AS "maker_name!", p.made_at, p.expires_at, p.state,
                  NULL::text AS "checker_email?", p.closed_at, p.answer, NULL::text AS "passkey?",
                  NULL::timestamptz AS "signed_at?"
           FROM operator_proposals p LEFT JOIN operators m ON m.tenant_id = $1 AND m.id = p.maker
           WHERE p.tenant_id = $1 AND p.id = $2 FOR UPDATE OF p"#,
        tenant.uuid(),
        id.uuid(),
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.and_then(Row::read))
}

/// The open proposal of a policy change.
pub(in crate::backoffice::operator) async fn open_policy(
    conn: &mut PgConnection,
    tenant: TenantId,
    now: DateTime<Utc>,
) -> Result<Option<ProposalId>, StoreError> {
    let found = sqlx::query_scalar!(
        "SELECT id FROM operator_proposals
         WHERE tenant_id = $1 AND state = 'open' AND expires_at > $2 AND operator_action ->> 'kind' = 'publish_policy'",
        tenant.uuid(),
        now,
    );
    Ok(found.fetch_optional(conn).await?.map(ProposalId::from_uuid))
}

/// Closes an open proposal.
pub(in crate::backoffice::operator) async fn close(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: ProposalId,
    state: ProposalState,
    (checker, answer): (Option<OperatorId>, &str),
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let done = sqlx::query!(
        "UPDATE operator_proposals SET state = $3, checker = $4, answer = $5, closed_at = $6
         WHERE tenant_id = $1 AND id = $2 AND state = 'open'",
        tenant.uuid(),
        id.uuid(),
        state.name(),
        checker.map(OperatorId::uuid),
        answer,
        now,
    )
    .execute(conn)
    .await?;
    StoreError::ensure_one_row("proposal", done.rows_affected())
}
