//! All SQL of verifications.

use ::store::{PgConnection, StoreError};
use chrono::{DateTime, Utc};
use kernel::{TenantId, UserId};

use super::{Kind, Status, Verification};

struct Row {
    kind: String,
    status: String,
    reasons: Vec<String>,
    reference: Option<String>,
    attempts: i32,
    submitted_at: Option<DateTime<Utc>>,
    updated_at: DateTime<Utc>,
    version: i32,
}

impl Row {
    /// `None` if the stored values are not valid.
    fn read(self) -> Option<Verification> {
        Some(Verification {
            kind: Kind::from_code(&self.kind)?,
            status: Status::from_code(&self.status)?,
            reasons: self.reasons,
            reference: self.reference,
            attempts: self.attempts,
            submitted_at: self.submitted_at,
            updated_at: Some(self.updated_at),
            version: self.version,
        })
    }
}

pub(crate) async fn of_user(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
) -> Result<Vec<Verification>, StoreError> {
    let rows = sqlx::query_as!(
        Row,
        "SELECT kind, status, reasons, reference, attempts, submitted_at, updated_at, version
         FROM verifications WHERE tenant_id = $1 AND user_id = $2",
        tenant.uuid(),
        user.uuid(),
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().filter_map(Row::read).collect())
}

/// The verification, created if necessary, and locked until this transaction ends.
pub(crate) async fn lock(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    kind: Kind,
    now: DateTime<Utc>,
) -> Result<Verification, StoreError> {
    let row = sqlx::query_as!(
        Row,
        "INSERT INTO verifications AS v (tenant_id, user_id, kind, status, updated_at) VALUES ($1, $2, $3, 'NONE', $4)
         ON CONFLICT (tenant_id, user_id, kind) DO UPDATE SET kind = v.kind
         RETURNING kind, status, reasons, reference, attempts, submitted_at, updated_at, version",
        tenant.uuid(),
        user.uuid(),
        kind.code(),
        now,
    )
    .fetch_one(conn)
    .await?;
    Ok(row.read().unwrap_or_else(|| Verification::none(kind)))
}

pub(crate) async fn save(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    verification: &Verification,
) -> Result<(), StoreError> {
    let done = sqlx::query!(
        "UPDATE verifications SET status = $4, reasons = $5, reference = $6, attempts = $7, submitted_at = $8,
                updated_at = COALESCE($9, updated_at), version = $10
         WHERE tenant_id = $1 AND user_id = $2 AND kind = $3",
        tenant.uuid(),
        user.uuid(),
        verification.kind.code(),
        verification.status.code(),
        &verification.reasons,
        verification.reference,
        verification.attempts,
        verification.submitted_at,
        verification.updated_at,
        verification.version,
    )
    .execute(conn)
    .await?;
    StoreError::ensure_one_row("verification", done.rows_affected())
}
