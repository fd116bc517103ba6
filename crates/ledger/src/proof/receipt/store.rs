//! All SQL of receipts. All look-ups use existing keys; no index exists for receipts alone.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;
use store::{Atoms, StoreError};
use uuid::Uuid;

use crate::PAGE_MAX;
use crate::proof::Hash;
use crate::proof::commit::{Commit, Item, items};
use crate::proof::entry::{ChangeEntry, Salt, Side, StepEntry, TransferFacts};

/// A step of the record, from its history.
pub(super) struct Step {
    pub change: Uuid,
    record: Uuid,
    version: i64,
    status: String,
    at: DateTime<Utc>,
    private: Hash,
}

/// A commit with its parsed manifest.
pub(super) struct Listed {
    pub commit: Commit,
    pub items: Vec<Item>,
}

/// A row of `transfers`.
pub(super) struct ReceiptTransfer {
    id: Uuid,
    kind: String,
    code: String,
    currency: String,
    posted: i128,
    pending: i128,
    hold: Option<Uuid>,
    expires_at: Option<DateTime<Utc>>,
    debit: Side,
    credit: Side,
}

impl Step {
    /// The change as a receipt shows it.
    pub fn entry(&self, salt: &Salt, transfers: &[TransferFacts<'_>]) -> ChangeEntry {
        ChangeEntry {
            id: self.change,
            committed_at: self.at,
            step: Some(StepEntry { record: self.record, version: self.version, status: self.status.clone() }),
            private: self.private,
            transfers: transfers.iter().map(|transfer| transfer.entry(salt)).collect(),
        }
    }
}

impl ReceiptTransfer {
    pub fn facts(&self) -> TransferFacts<'_> {
        let Self { id, kind, code, currency, posted, pending, hold, expires_at, debit, credit } = self;
        TransferFacts {
            id: *id,
            kind,
            code,
            currency,
            posted: *posted,
            pending: *pending,
            hold: *hold,
            expires_at: *expires_at,
            debit: *debit,
            credit: *credit,
        }
    }
}

/// The record's hashed steps, oldest first; at most [`PAGE_MAX`].
pub(super) async fn steps(conn: &mut PgConnection, record: Uuid) -> Result<Vec<Step>, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT version, change_id, status, at, private AS "private!" FROM record_history
           WHERE record_id = $1 AND private IS NOT NULL ORDER BY version LIMIT $2"#,
        record,
        PAGE_MAX
    )
    .fetch_all(conn)
    .await?;
    let steps = rows.into_iter().map(|row| Step {
        change: row.change_id,
        record,
        version: row.version,
        status: row.status,
        at: row.at,
        private: Hash::from_slice(&row.private).unwrap_or_default(),
    });
    Ok(steps.collect())
}

/// All commits of the milliseconds of these steps, which include theirs.
pub(super) async fn commits(conn: &mut PgConnection, steps: &[Step]) -> Result<Vec<Listed>, StoreError> {
    let mut moments: Vec<i64> = steps.iter().map(|step| step.at.timestamp_millis()).collect();
    moments.sort_unstable();
    moments.dedup();
    // A UUIDv7 starts with its timestamp in milliseconds (48 bits).
    let bound = |millis: i64| Uuid::from_u128(u128::from(millis.unsigned_abs()) << 80);
    let from: Vec<Uuid> = moments.iter().map(|at| bound(*at)).collect();
    let to: Vec<Uuid> = moments.iter().map(|at| bound(at + 1)).collect();
    let rows = sqlx::query!(
        "SELECT c.id, c.salt, c.root, c.changes, c.committed_at, c.manifest
         FROM UNNEST($1::uuid[], $2::uuid[]) AS m(start, stop) JOIN commits c ON c.id >= m.start AND c.id < m.stop",
        &from,
        &to,
    )
    .fetch_all(conn)
    .await?;
    let listed = rows.into_iter().map(|row| {
        let items = items(&row.manifest).unwrap_or_default();
        let salt = row.salt.try_into().unwrap_or_default();
        let root = Hash::from_slice(&row.root).unwrap_or_default();
        let (id, changes, committed_at) = (row.id, row.changes, row.committed_at);
        Listed { commit: Commit { id, salt, root, changes, committed_at, manifest: row.manifest }, items }
    });
    Ok(listed.collect())
}

/// The keys of the owner's accounts.
pub(super) async fn accounts_of(conn: &mut PgConnection, owner: Uuid) -> Result<Vec<i64>, StoreError> {
    let ids = sqlx::query_scalar!("SELECT id FROM accounts WHERE owner = $1 AND book = 'customer'", owner);
    Ok(ids.fetch_all(conn).await?)
}

/// These transfers, in this order.
pub(super) async fn transfers(conn: &mut PgConnection, ids: &[Uuid]) -> Result<Vec<ReceiptTransfer>, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT t.id, t.kind, t.code, a.currency, t.posted AS "posted: Atoms", t.pending AS "pending: Atoms", t.hold_id,
                  h.expires_at AS "expires_at?", t.debit_account, t.debit_version, t.debit_balance AS "debit_balance: Atoms",
                  t.credit_account, t.credit_version, t.credit_balance AS "credit_balance: Atoms"
           FROM transfers t JOIN accounts a ON a.tenant_id = t.tenant_id AND a.id = t.debit_account
           LEFT JOIN holds h ON h.tenant_id = t.tenant_id AND h.id = t.id
           WHERE t.id = ANY($1) ORDER BY array_position($1, t.id)"#,
        ids
    )
    .fetch_all(conn)
    .await?;
    let transfers = rows.into_iter().map(|row| ReceiptTransfer {
        id: row.id,
        kind: row.kind,
        code: row.code,
        currency: row.currency,
        posted: row.posted.0,
        pending: row.pending.0,
        hold: row.hold_id,
        expires_at: row.expires_at,
        debit: Side { account: row.debit_account, version: row.debit_version, balance: row.debit_balance.0 },
        credit: Side { account: row.credit_account, version: row.credit_version, balance: row.credit_balance.0 },
    });
    Ok(transfers.collect())
}

/// The commit's leaf in the log, if it is sealed.
pub(super) async fn index_of(conn: &mut PgConnection, commit: Uuid) -> Result<Option<u64>, StoreError> {
    let index = sqlx::query_scalar!("SELECT index FROM log_leaves WHERE commit_id = $1", commit);
    Ok(index.fetch_optional(conn).await?.map(|index| index as u64))
}
