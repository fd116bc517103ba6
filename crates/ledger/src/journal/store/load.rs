//! Locks and reads the accounts, records, counters, holds and receipts that a batch refers to.

use std::collections::HashMap;

use kernel::TenantId;
use sqlx::PgConnection;
use store::{Atoms, StoreError};
use uuid::Uuid;

use super::counters::{lock_counters, read_counters};
use crate::journal::check::CheckedChange;
use crate::journal::state::{AccountState, HoldState, HoldStatus, RecordState, State, Totals};
use crate::{Account, ChangeKey, Limit, Receipt};

/// The rows that a batch refers to and that are not cached.
#[derive(Debug, Default)]
pub(in crate::journal) struct Missing {
    pub accounts: Vec<i64>,
    pub records: Vec<Uuid>,
    pub holds: Vec<Uuid>,
    pub counters: Vec<Uuid>,
}

impl Missing {
    pub fn is_empty(&self) -> bool {
        let Self { accounts, records, holds, counters } = self;
        accounts.is_empty() && [records, holds, counters].iter().all(|ids| ids.is_empty())
    }

    /// Sorts and deduplicates the rows in the lock order of all Journals.
    pub fn sort(&mut self) {
        let Self { accounts, records, holds, counters } = self;
        accounts.sort_unstable();
        accounts.dedup();
        for ids in [records, holds, counters] {
            ids.sort_unstable();
            ids.dedup();
        }
    }

    /// Everything that `batch` refers to.
    fn all(batch: &[&CheckedChange]) -> Self {
        let keys = batch.iter().flat_map(|c| c.keys.iter().flat_map(|(debit, credit)| [*debit, *credit]));
        let records = batch.iter().flat_map(|c| {
            let own = c.change.record.iter().map(|record| record.id);
            c.change.expects.iter().map(|expected| expected.record).chain(own)
        });
        let holds = batch.iter().flat_map(|c| c.change.transfers.iter().filter_map(|t| t.kind.ends()));
        let counters = batch.iter().filter_map(|c| c.change.counter).map(|step| step.counter);
        let mut missing = Self {
            accounts: keys.collect(),
            records: records.collect(),
            holds: holds.collect(),
            counters: counters.collect(),
        };
        missing.sort();
        missing
    }
}

/// Locks and reads everything that `batch` refers to. All Journals take locks in the same order (accounts by key, then
/// records by id, then counters by id), so that no deadlock is possible. Rows protected by these locks are read afterwards, by statements
/// that see all commits from before the locks were granted.
pub(in crate::journal) async fn load(
    conn: &mut PgConnection,
    tenant: TenantId,
    batch: &[&CheckedChange],
) -> Result<State, StoreError> {
    let mut state = State::default();
    let all = Missing::all(batch);
    if !all.accounts.is_empty() {
        keep_accounts(&mut state, lock_accounts(conn, tenant, &all.accounts).await?)?;
    }
    if !all.records.is_empty() {
        keep_records(&mut state, lock_records(conn, tenant, &all.records).await?);
    }
    if !all.holds.is_empty() {
        read_holds(conn, tenant, &all.holds, &mut state).await?;
    }
    if !all.counters.is_empty() {
        state.counters.extend(lock_counters(conn, tenant, &all.counters).await?);
    }
    let keys: Vec<String> = batch.iter().map(|c| c.change.key.0.clone()).collect();
    state.receipts = read_receipts(conn, tenant, &keys).await?;
    Ok(state)
}

/// Reads `missing` into `state` as committed, without locks.
pub(in crate::journal) async fn read(
    conn: &mut PgConnection,
    tenant: TenantId,
    missing: &Missing,
    state: &mut State,
) -> Result<(), StoreError> {
    if !missing.accounts.is_empty() {
        keep_accounts(state, read_accounts(conn, tenant, &missing.accounts).await?)?;
    }
    if !missing.records.is_empty() {
        keep_records(state, read_records(conn, tenant, &missing.records).await?);
    }
    if !missing.holds.is_empty() {
        read_holds(conn, tenant, &missing.holds, state).await?;
    }
    if !missing.counters.is_empty() {
        state.counters.extend(read_counters(conn, tenant, &missing.counters).await?);
    }
    Ok(())
}

struct AccountRow {
    id: i64,
    book: String,
    owner: Option<Uuid>,
    sub: Option<String>,
    currency: String,
    limited: String,
    version: i64,
    debits_posted: Atoms,
    credits_posted: Atoms,
    debits_pending: Atoms,
    credits_pending: Atoms,
}

async fn lock_accounts(conn: &mut PgConnection, tenant: TenantId, keys: &[i64]) -> Result<Vec<AccountRow>, StoreError> {
    let rows = sqlx::query_as!(
        AccountRow,
        r#"SELECT a.id, a.book, a.owner, a.sub, a.currency, a.limited, a.version,
                  a.debits_posted AS "debits_posted: Atoms", a.credits_posted AS "credits_posted: Atoms",
                  a.debits_pending AS "debits_pending: Atoms", a.credits_pending AS "credits_pending: Atoms"
           FROM UNNEST($2::bigint[]) AS n(id)
           CROSS JOIN LATERAL (SELECT * FROM accounts WHERE tenant_id = $1 AND id = n.id LIMIT 1 FOR UPDATE) AS a"#,
        tenant.uuid(),
        keys
    );
    Ok(rows.fetch_all(conn).await?)
}

async fn read_accounts(conn: &mut PgConnection, tenant: TenantId, keys: &[i64]) -> Result<Vec<AccountRow>, StoreError> {
    let rows = sqlx::query_as!(
        AccountRow,
        r#"SELECT a.id, a.book, a.owner, a.sub, a.currency, a.limited, a.version,
                  a.debits_posted AS "debits_posted: Atoms", a.credits_posted AS "credits_posted: Atoms",
                  a.debits_pending AS "debits_pending: Atoms", a.credits_pending AS "credits_pending: Atoms"
           FROM UNNEST($2::bigint[]) AS n(id)
           CROSS JOIN LATERAL (SELECT * FROM accounts WHERE tenant_id = $1 AND id = n.id LIMIT 1) AS a"#,
        tenant.uuid(),
        keys
    );
    Ok(rows.fetch_all(conn).await?)
}

fn keep_accounts(state: &mut State, rows: Vec<AccountRow>) -> Result<(), StoreError> {
    for row in rows {
        let account = Account {
            book: row.book.parse().map_err(unreadable)?,
            owner: row.owner,
            sub: row.sub.map(Into::into),
            currency: row.currency.parse().map_err(unreadable)?,
        };
        let limit: Limit = row.limited.parse().map_err(unreadable)?;
        let figures = Totals {
            debits_posted: row.debits_posted.0,
            credits_posted: row.credits_posted.0,
            debits_pending: row.debits_pending.0,
            credits_pending: row.credits_pending.0,
        };
        let loaded = AccountState { account, limit, figures, version: row.version, stored_version: row.version };
        state.accounts.insert(row.id, loaded);
    }
    Ok(())
}

struct RecordRow {
    id: Uuid,
    kind: String,
    owner: Uuid,
    version: i64,
}

async fn lock_records(conn: &mut PgConnection, tenant: TenantId, ids: &[Uuid]) -> Result<Vec<RecordRow>, StoreError> {
    let rows = sqlx::query_as!(
        RecordRow,
        "SELECT r.id, r.kind, r.owner, r.version FROM UNNEST($2::uuid[]) AS n(id)
         CROSS JOIN LATERAL (SELECT * FROM records WHERE tenant_id = $1 AND id = n.id LIMIT 1 FOR UPDATE) AS r",
        tenant.uuid(),
        ids
    );
    Ok(rows.fetch_all(conn).await?)
}

async fn read_records(conn: &mut PgConnection, tenant: TenantId, ids: &[Uuid]) -> Result<Vec<RecordRow>, StoreError> {
    let rows = sqlx::query_as!(
        RecordRow,
        "SELECT r.id, r.kind, r.owner, r.version FROM UNNEST($2::uuid[]) AS n(id)
         CROSS JOIN LATERAL (SELECT * FROM records WHERE tenant_id = $1 AND id = n.id LIMIT 1) AS r",
        tenant.uuid(),
        ids
    );
    Ok(rows.fetch_all(conn).await?)
}

fn keep_records(state: &mut State, rows: Vec<RecordRow>) {
    let records = rows.into_iter().map(|r| (r.id, RecordState { kind: r.kind, owner: r.owner, version: r.version }));
    state.records.extend(records);
}

/// Holds need no lock of their own: whichever transaction ends a hold has locked its accounts.
async fn read_holds(
    conn: &mut PgConnection,
    tenant: TenantId,
    ids: &[Uuid],
    state: &mut State,
) -> Result<(), StoreError> {
    let rows = sqlx::query!(
        r#"SELECT h.id, h.debit_account, h.credit_account, h.amount AS "amount: Atoms", h.state, h.expires_at
           FROM UNNEST($2::uuid[]) AS n(id)
           CROSS JOIN LATERAL (SELECT * FROM holds WHERE tenant_id = $1 AND id = n.id LIMIT 1) AS h"#,
        tenant.uuid(),
        ids
    )
    .fetch_all(conn)
    .await?;
    for row in rows {
        let status = match row.state.as_str() {
            "open" => HoldStatus::Open,
            "posted" => HoldStatus::Posted,
            "voided" => HoldStatus::Voided,
            _ => HoldStatus::Expired,
        };
        let hold = HoldState {
            debit: row.debit_account,
            credit: row.credit_account,
            amount: row.amount.0,
            expires_at: row.expires_at,
            status,
            stored: true,
            ended_now: false,
        };
        state.holds.insert(row.id, hold);
    }
    Ok(())
}

async fn read_receipts(
    conn: &mut PgConnection,
    tenant: TenantId,
    keys: &[String],
) -> Result<HashMap<ChangeKey, Receipt>, StoreError> {
    let rows = sqlx::query!(
        "SELECT c.key, c.id, c.record_id, c.record_version, c.committed_at FROM UNNEST($2::text[]) AS n(key)
         CROSS JOIN LATERAL (SELECT * FROM changes WHERE tenant_id = $1 AND key = n.key LIMIT 1) AS c",
        tenant.uuid(),
        keys
    )
    .fetch_all(conn)
    .await?;
    let receipts = rows.into_iter().map(|row| {
        let receipt = Receipt {
            change: row.id,
            key: ChangeKey(row.key.clone()),
            record: row.record_id,
            version: row.record_version,
            committed_at: row.committed_at,
            replayed: true,
        };
        (ChangeKey(row.key), receipt)
    });
    Ok(receipts.collect())
}

/// A row that another version of the program wrote.
fn unreadable(error: impl std::error::Error + Send + Sync + 'static) -> StoreError {
    StoreError::Fault(sqlx::Error::Decode(Box::new(error)))
}
