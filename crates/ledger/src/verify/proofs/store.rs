//! Reads the whole ledger in order, through cursors: one page at a time is in memory. The statements are plain text,
//! because the server knows the columns of a `FETCH` only once its cursor is open.

use std::collections::VecDeque;

use chrono::{DateTime, Utc};
use kernel::TenantId;
use sqlx::postgres::PgRow;
use sqlx::{AssertSqlSafe, Executor, FromRow, PgConnection};
use store::{Atoms, StoreError};
use uuid::Uuid;

use super::{Finding, Found};
use crate::account::model::key_of;
use crate::proof::Hash;
use crate::proof::entry::{Side, TransferFacts, state_hash};

/// The number of rows per fetch.
const PAGE: usize = 1_000;

/// The position of a row in the read order: tenant and time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ReadPosition(pub Uuid, pub DateTime<Utc>);

/// A table that is read completely.
pub(super) trait Read: for<'r> FromRow<'r, PgRow> + Send + Unpin {
    const NAME: &'static str;
    const QUERY: &'static str;
    fn tenant(&self) -> Uuid;
    /// When the row was written, if the table is read in the order of time.
    fn time(&self) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH
    }
}

/// An open cursor.
pub(super) struct Cursor<T> {
    page: VecDeque<T>,
    ended: bool,
}

impl<T: Read> Cursor<T> {
    pub async fn open(conn: &mut PgConnection) -> Result<Self, StoreError> {
        conn.execute(AssertSqlSafe(format!("DECLARE {} NO SCROLL CURSOR FOR {}", T::NAME, T::QUERY))).await?;
        Ok(Self { page: VecDeque::new(), ended: false })
    }

    pub async fn peek(&mut self, conn: &mut PgConnection) -> Result<Option<&T>, StoreError> {
        if self.page.is_empty() && !self.ended {
            let next = AssertSqlSafe(format!("FETCH FORWARD {PAGE} FROM {}", T::NAME));
            self.page = sqlx::query_as(next).persistent(false).fetch_all(conn).await?.into();
            self.ended = self.page.is_empty();
        }
        Ok(self.page.front())
    }

    pub async fn next(&mut self, conn: &mut PgConnection) -> Result<Option<T>, StoreError> {
        self.peek(conn).await?;
        Ok(self.page.pop_front())
    }

    /// The next row, if it belongs to this tenant.
    pub async fn next_of(&mut self, conn: &mut PgConnection, tenant: Uuid) -> Result<Option<T>, StoreError> {
        match self.peek(conn).await? {
            Some(row) if row.tenant() == tenant => Ok(self.page.pop_front()),
            _ => Ok(None),
        }
    }

    pub async fn place(&mut self, conn: &mut PgConnection) -> Result<Option<ReadPosition>, StoreError> {
        Ok(self.peek(conn).await?.map(|row| ReadPosition(row.tenant(), row.time())))
    }

    /// All rows at `place`, which is the position of the next row.
    pub async fn at(&mut self, conn: &mut PgConnection, place: ReadPosition) -> Result<Vec<T>, StoreError> {
        let mut rows = Vec::new();
        while self.place(conn).await? == Some(place) {
            rows.extend(self.page.pop_front());
        }
        Ok(rows)
    }
}

#[derive(FromRow)]
pub(super) struct CommitRow {
    pub tenant_id: Uuid,
    pub committed_at: DateTime<Utc>,
    pub id: Uuid,
    pub salt: Vec<u8>,
    pub root: Vec<u8>,
    pub changes: i32,
    pub manifest: Vec<u8>,
}
impl Read for CommitRow {
    const NAME: &'static str = "verify_commits";
    const QUERY: &'static str = "SELECT * FROM commits ORDER BY tenant_id, committed_at, id";
    fn tenant(&self) -> Uuid {
        self.tenant_id
    }
    fn time(&self) -> DateTime<Utc> {
        self.committed_at
    }
}

#[derive(FromRow)]
pub(super) struct ChangeRow {
    pub tenant_id: Uuid,
    pub committed_at: DateTime<Utc>,
    pub id: Uuid,
    pub key: String,
    pub record_id: Option<Uuid>,
    pub record_version: i64,
}
impl Read for ChangeRow {
    const NAME: &'static str = "verify_changes";
    const QUERY: &'static str = "SELECT * FROM changes ORDER BY tenant_id, committed_at";
    fn tenant(&self) -> Uuid {
        self.tenant_id
    }
    fn time(&self) -> DateTime<Utc> {
        self.committed_at
    }
}

#[derive(FromRow)]
pub(super) struct TransferRow {
    pub tenant_id: Uuid,
    pub created_at: DateTime<Utc>,
    pub id: Uuid,
    pub change_id: Uuid,
    pub record_id: Option<Uuid>,
    kind: String,
    code: String,
    currency: Option<String>,
    posted: Atoms,
    pending: Atoms,
    hold_id: Option<Uuid>,
    expires_at: Option<DateTime<Utc>>,
    debit_account: i64,
    debit_version: i64,
    debit_balance: Atoms,
    credit_account: i64,
    credit_version: i64,
    credit_balance: Atoms,
}
impl Read for TransferRow {
    const NAME: &'static str = "verify_transfers";
    const QUERY: &'static str = "SELECT t.*, a.currency, h.expires_at FROM transfers t
     LEFT JOIN accounts a ON a.tenant_id = t.tenant_id AND a.id = t.debit_account
     LEFT JOIN holds h ON h.tenant_id = t.tenant_id AND h.id = t.id
     ORDER BY t.tenant_id, t.created_at";
    fn tenant(&self) -> Uuid {
        self.tenant_id
    }
    fn time(&self) -> DateTime<Utc> {
        self.created_at
    }
}

impl TransferRow {
    pub fn facts(&self) -> TransferFacts<'_> {
        let side = |account, version, balance: Atoms| Side { account, version, balance: balance.0 };
        TransferFacts {
            id: self.id,
            kind: &self.kind,
            code: &self.code,
            currency: self.currency.as_deref().unwrap_or_default(),
            posted: self.posted.0,
            pending: self.pending.0,
            hold: self.hold_id,
            expires_at: self.expires_at,
            debit: side(self.debit_account, self.debit_version, self.debit_balance),
            credit: side(self.credit_account, self.credit_version, self.credit_balance),
        }
    }
}

/// A step, and the record's own row if this is its last step.
#[derive(FromRow)]
pub(super) struct StepRow {
    pub tenant_id: Uuid,
    pub at: DateTime<Utc>,
    pub record_id: Uuid,
    pub version: i64,
    pub change_id: Uuid,
    pub status: String,
    pub actor: String,
    pub reason: String,
    pub state: Option<Vec<u8>>,
    pub private: Option<Vec<u8>>,
    kind: Option<String>,
    owner: Option<Uuid>,
    current: Option<String>,
    due_at: Option<DateTime<Utc>>,
    body: Option<serde_json::Value>,
}
impl Read for StepRow {
    const NAME: &'static str = "verify_steps";
    const QUERY: &'static str =
        "SELECT h.*, r.kind, r.owner, r.status AS current, r.due_at, r.body FROM record_history h
     LEFT JOIN records r ON r.tenant_id = h.tenant_id AND r.id = h.record_id AND r.version = h.version
     ORDER BY h.tenant_id, h.at";
    fn tenant(&self) -> Uuid {
        self.tenant_id
    }
    fn time(&self) -> DateTime<Utc> {
        self.at
    }
}

impl StepRow {
    /// The hash of the record's present state, if this is its last step.
    pub fn current_state(&self) -> Option<Hash> {
        let Self { kind: Some(kind), owner: Some(owner), current: Some(status), body: Some(body), .. } = self else {
            return None;
        };
        Some(state_hash((kind, *owner), status, self.version, self.due_at, body))
    }
}

/// A leaf, and its commit if it exists.
#[derive(FromRow)]
pub(super) struct LeafRow {
    pub tenant_id: Uuid,
    pub index: i64,
    pub commit_id: Uuid,
    pub hash: Vec<u8>,
    pub root: Option<Vec<u8>>,
    pub changes: Option<i32>,
    pub committed_at: Option<DateTime<Utc>>,
}
impl Read for LeafRow {
    const NAME: &'static str = "verify_leaves";
    const QUERY: &'static str = "SELECT l.*, c.root, c.changes, c.committed_at FROM log_leaves l
     LEFT JOIN commits c ON c.tenant_id = l.tenant_id AND c.id = l.commit_id ORDER BY l.tenant_id, l.index";
    fn tenant(&self) -> Uuid {
        self.tenant_id
    }
}

#[derive(FromRow)]
pub(super) struct NodeRow {
    pub tenant_id: Uuid,
    pub level: i16,
    pub index: i64,
    pub hash: Vec<u8>,
}
// In the order in which a growing log completes them.
impl Read for NodeRow {
    const NAME: &'static str = "verify_nodes";
    const QUERY: &'static str =
        "SELECT * FROM log_nodes ORDER BY tenant_id, (index + 1)::numeric * 2::numeric ^ level, level";
    fn tenant(&self) -> Uuid {
        self.tenant_id
    }
}

#[derive(FromRow)]
pub(super) struct CheckpointRow {
    pub tenant_id: Uuid,
    pub size: i64,
    pub root: Vec<u8>,
    pub note: String,
}
impl Read for CheckpointRow {
    const NAME: &'static str = "verify_checkpoints";
    const QUERY: &'static str = "SELECT * FROM log_checkpoints ORDER BY tenant_id, size";
    fn tenant(&self) -> Uuid {
        self.tenant_id
    }
}

#[derive(FromRow)]
pub(super) struct PublicationRow {
    pub tenant_id: Uuid,
    pub number: i64,
    pub published_at: DateTime<Utc>,
    pub secret: Vec<u8>,
    pub reserves: serde_json::Value,
    pub note: String,
}
impl Read for PublicationRow {
    const NAME: &'static str = "verify_publications";
    const QUERY: &'static str = "SELECT tenant_id, number, published_at, secret, reserves, note
     FROM liability_publications ORDER BY tenant_id, number";
    fn tenant(&self) -> Uuid {
        self.tenant_id
    }
}

/// The note of the checkpoint of `size` leaves.
pub(super) async fn checkpoint_note(
    conn: &mut PgConnection,
    tenant: TenantId,
    size: u64,
) -> Result<Option<String>, StoreError> {
    let note = sqlx::query_scalar!(
        "SELECT note FROM log_checkpoints WHERE tenant_id = $1 AND size = $2",
        tenant.uuid(),
        size as i64
    );
    Ok(note.fetch_optional(conn).await?)
}

/// A stored balance without a publication.
pub(super) async fn orphaned_balances(conn: &mut PgConnection) -> Result<Found, StoreError> {
    let found = sqlx::query_as!(
        Outside,
        r#"SELECT b.tenant_id, 'publication ' || b.number || ' of liabilities' AS "subject!", 'there' AS "expected!",
                  'gone, with its balances left' AS "found!"
           FROM liability_balances b
           WHERE NOT EXISTS (SELECT FROM liability_publications p WHERE p.tenant_id = b.tenant_id AND p.number = b.number)
           ORDER BY b.tenant_id, b.number LIMIT 1"#
    )
    .fetch_optional(conn)
    .await?;
    Ok(found.map(|Outside { tenant_id, subject, expected, found }| {
        (TenantId::from_uuid(tenant_id), Finding { subject, expected, found })
    }))
}

#[derive(FromRow)]
pub(super) struct AccountRow {
    pub tenant_id: Uuid,
    id: i64,
    book: String,
    owner: Option<Uuid>,
    sub: Option<String>,
    currency: String,
}
impl Read for AccountRow {
    const NAME: &'static str = "verify_accounts";
    const QUERY: &'static str = "SELECT tenant_id, id, book, owner, sub, currency FROM accounts ORDER BY tenant_id, id";
    fn tenant(&self) -> Uuid {
        self.tenant_id
    }
}

impl AccountRow {
    pub fn check(&self) -> Option<Finding> {
        let Self { id, book, owner, sub, currency, .. } = self;
        let name = || {
            let owner = owner.map(|owner| format!("/{owner}")).unwrap_or_default();
            let sub = sub.as_ref().map(|sub| format!("/{sub}")).unwrap_or_default();
            format!("account {book}{owner}{sub}/{currency}")
        };
        let key = key_of(book, *owner, sub.as_deref(), currency);
        let differs = || Finding::new(name(), format!("the key {key} of this name"), format!("the key {id}"));
        (key != *id).then(differs)
    }
}

/// A commit of another timestamp that lists this change or transfer, if there is one. Scans all commits, so it runs
/// only after a difference was found.
pub(super) async fn lists(conn: &mut PgConnection, tenant: Uuid, id: Uuid) -> Result<Option<Uuid>, StoreError> {
    let found = sqlx::query_scalar(
        "SELECT id FROM commits WHERE tenant_id = $1 AND position(uuid_send($2) IN manifest) > 0 ORDER BY id LIMIT 1",
    );
    Ok(found.bind(tenant).bind(id).fetch_optional(conn).await?)
}

#[derive(FromRow)]
struct Outside {
    tenant_id: Uuid,
    subject: String,
    expected: String,
    found: String,
}

/// A commit that is in neither or both of the log and the sealing queue; or a queue entry without a commit.
pub(super) async fn outside(conn: &mut PgConnection) -> Result<Found, StoreError> {
    let found = sqlx::query_as!(
        Outside,
        r#"SELECT coalesce(c.tenant_id, u.tenant_id) AS "tenant_id!",
                  'commit ' || coalesce(c.id, u.commit_id) AS "subject!",
                  'in the log, or waiting for it' AS "expected!",
                  CASE WHEN c.id IS NULL THEN 'waiting without being there'
                       WHEN u.commit_id IS NULL THEN 'in neither' ELSE 'in both' END AS "found!"
           FROM commits c LEFT JOIN log_leaves l ON l.tenant_id = c.tenant_id AND l.commit_id = c.id
           FULL JOIN commits_unsealed u ON u.tenant_id = c.tenant_id AND u.commit_id = c.id
           WHERE c.id IS NULL OR (l.commit_id IS NULL) <> (u.commit_id IS NOT NULL)
           ORDER BY 1, 2 LIMIT 1"#
    )
    .fetch_optional(conn)
    .await?;
    Ok(found.map(|Outside { tenant_id, subject, expected, found }| {
        (TenantId::from_uuid(tenant_id), Finding { subject, expected, found })
    }))
}

pub(super) async fn waiting(conn: &mut PgConnection) -> Result<u64, StoreError> {
    let count = sqlx::query_scalar!(r#"SELECT count(*) AS "count!" FROM commits_unsealed"#).fetch_one(conn).await?;
    Ok(count as u64)
}
