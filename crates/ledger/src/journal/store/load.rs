use std::collections::HashMap;

use kernel::TenantId;
use sqlx::PgConnection;
use store::{Atoms, StoreError};
use uuid::Uuid;

use crate::journal::check::Checked;
use crate::journal::state::{AccountState, Figures, HoldState, HoldStatus, RecordState, State};
use crate::{Account, ChangeKey, Limit, Receipt};

/// Locks and reads everything that `batch` looks at. Locks are taken in one order over all Journals (accounts by key, then
/// records by id), so that two of them never wait for each other in a circle. What protects the rest is read after them, by
/// statements that see whatever was committed before the locks were granted.
pub(in crate::journal) async fn load(
    conn: &mut PgConnection,
    tenant: TenantId,
    batch: &[&Checked],
) -> Result<State, StoreError> {
    let mut state = State::default();
    let keys = sorted(batch.iter().flat_map(|c| c.keys.iter().flat_map(|(debit, credit)| [*debit, *credit])));
    if !keys.is_empty() {
        lock_accounts(conn, tenant, &keys, &mut state).await?;
    }
    let records = sorted(batch.iter().flat_map(|c| {
        let own = c.change.record.iter().map(|record| record.id);
        c.change.expects.iter().map(|expected| expected.record).chain(own)
    }));
    if !records.is_empty() {
        lock_records(conn, tenant, &records, &mut state).await?;
    }
    let holds = sorted(batch.iter().flat_map(|c| c.change.transfers.iter().filter_map(|t| t.kind.ends())));
    if !holds.is_empty() {
        read_holds(conn, tenant, &holds, &mut state).await?;
    }
    let keys: Vec<String> = batch.iter().map(|c| c.change.key.0.clone()).collect();
    state.receipts = read_receipts(conn, tenant, &keys).await?;
    Ok(state)
}

fn sorted<T: Ord>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut items: Vec<T> = items.collect();
    items.sort_unstable();
    items.dedup();
    items
}

async fn lock_accounts(
    conn: &mut PgConnection,
    tenant: TenantId,
    keys: &[i64],
    state: &mut State,
) -> Result<(), StoreError> {
    let rows = sqlx::query!(
        r#"SELECT id, book, owner, sub, currency, limited, version,
                  debits_posted AS "debits_posted: Atoms", credits_posted AS "credits_posted: Atoms",
                  debits_pending AS "debits_pending: Atoms", credits_pending AS "credits_pending: Atoms"
           FROM accounts WHERE tenant_id = $1 AND id = ANY($2) ORDER BY id FOR UPDATE"#,
        tenant.uuid(),
        keys
    )
    .fetch_all(conn)
    .await?;
    for row in rows {
        let account = Account {
            book: row.book.parse().map_err(unreadable)?,
            owner: row.owner,
            sub: row.sub.map(Into::into),
            currency: row.currency.parse().map_err(unreadable)?,
        };
        let limit: Limit = row.limited.parse().map_err(unreadable)?;
        let figures = Figures {
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

async fn lock_records(
    conn: &mut PgConnection,
    tenant: TenantId,
    ids: &[Uuid],
    state: &mut State,
) -> Result<(), StoreError> {
    let rows = sqlx::query!(
        "SELECT id, kind, owner, version FROM records WHERE tenant_id = $1 AND id = ANY($2) ORDER BY id FOR UPDATE",
        tenant.uuid(),
        ids
    )
    .fetch_all(conn)
    .await?;
    let records = rows.into_iter().map(|r| (r.id, RecordState { kind: r.kind, owner: r.owner, version: r.version }));
    state.records.extend(records);
    Ok(())
}

/// Holds need no lock of their own: whoever ends one has locked its accounts first.
async fn read_holds(
    conn: &mut PgConnection,
    tenant: TenantId,
    ids: &[Uuid],
    state: &mut State,
) -> Result<(), StoreError> {
    let rows = sqlx::query!(
        r#"SELECT id, debit_account, credit_account, amount AS "amount: Atoms", state, expires_at
           FROM holds WHERE tenant_id = $1 AND id = ANY($2)"#,
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
        "SELECT key, id, record_id, record_version, committed_at FROM changes
         WHERE tenant_id = $1 AND key = ANY($2)",
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
