use chrono::{DateTime, Utc};
use kernel::TenantId;
use sqlx::PgConnection;
use store::{Atoms, StoreError};
use uuid::Uuid;

use crate::journal::state::AccountState;

/// Writes the accounts that a batch touched: those it found, then those it opened. Fails unless the database has just the
/// versions that the batch was decided on.
pub(in crate::journal) async fn write_accounts(
    conn: &mut PgConnection,
    tenant: TenantId,
    now: DateTime<Utc>,
    accounts: &[(i64, AccountState)],
) -> Result<(), StoreError> {
    let all = accounts.iter().map(|(key, account)| (*key, account));
    let (moved, opened): (Vec<_>, Vec<_>) = all.partition(|(_, account)| account.stored_version > 0);
    update_accounts(conn, tenant, &moved).await?;
    open_accounts(conn, tenant, now, &opened).await
}

fn atoms(accounts: &[(i64, &AccountState)], figure: impl Fn(&AccountState) -> i128) -> Vec<Atoms> {
    accounts.iter().map(|(_, account)| Atoms(figure(account))).collect()
}

async fn update_accounts(
    conn: &mut PgConnection,
    tenant: TenantId,
    accounts: &[(i64, &AccountState)],
) -> Result<(), StoreError> {
    if accounts.is_empty() {
        return Ok(());
    }
    let keys: Vec<i64> = accounts.iter().map(|(key, _)| *key).collect();
    let versions: Vec<i64> = accounts.iter().map(|(_, account)| account.version).collect();
    let stored: Vec<i64> = accounts.iter().map(|(_, account)| account.stored_version).collect();
    let done = sqlx::query!(
        "UPDATE accounts a SET debits_posted = n.debits_posted, credits_posted = n.credits_posted,
                debits_pending = n.debits_pending, credits_pending = n.credits_pending, version = n.version
         FROM UNNEST($2::bigint[], $3::numeric[], $4::numeric[], $5::numeric[], $6::numeric[], $7::bigint[],
                     $8::bigint[]) AS n(id, debits_posted, credits_posted, debits_pending, credits_pending, version, stored)
         WHERE a.tenant_id = $1 AND a.id = n.id AND a.version = n.stored",
        tenant.uuid(),
        &keys,
        &atoms(accounts, |a| a.figures.debits_posted) as &[Atoms],
        &atoms(accounts, |a| a.figures.credits_posted) as &[Atoms],
        &atoms(accounts, |a| a.figures.debits_pending) as &[Atoms],
        &atoms(accounts, |a| a.figures.credits_pending) as &[Atoms],
        &versions,
        &stored,
    )
    .execute(conn)
    .await?;
    if done.rows_affected() == accounts.len() as u64 {
        return Ok(());
    }
    Err(StoreError::NotOneRow { what: "accounts at their versions", found: done.rows_affected() })
}

async fn open_accounts(
    conn: &mut PgConnection,
    tenant: TenantId,
    now: DateTime<Utc>,
    accounts: &[(i64, &AccountState)],
) -> Result<(), StoreError> {
    if accounts.is_empty() {
        return Ok(());
    }
    let keys: Vec<i64> = accounts.iter().map(|(key, _)| *key).collect();
    let books: Vec<String> = accounts.iter().map(|(_, a)| a.account.book.name().to_owned()).collect();
    let owners: Vec<Option<Uuid>> = accounts.iter().map(|(_, a)| a.account.owner).collect();
    let subs: Vec<Option<String>> = accounts.iter().map(|(_, a)| a.account.sub.as_deref().map(str::to_owned)).collect();
    let currencies: Vec<String> = accounts.iter().map(|(_, a)| a.account.currency.code().to_owned()).collect();
    let limits: Vec<String> = accounts.iter().map(|(_, a)| a.limit.name().to_owned()).collect();
    let versions: Vec<i64> = accounts.iter().map(|(_, a)| a.version).collect();
    sqlx::query!(
        "INSERT INTO accounts (tenant_id, opened_at, id, book, owner, sub, currency, limited,
                               debits_posted, credits_posted, debits_pending, credits_pending, version)
         SELECT $1, $2, n.* FROM UNNEST($3::bigint[], $4::text[], $5::uuid[], $6::text[], $7::text[], $8::text[],
                $9::numeric[], $10::numeric[], $11::numeric[], $12::numeric[], $13::bigint[]) AS n",
        tenant.uuid(),
        now,
        &keys,
        &books,
        &owners as &[Option<Uuid>],
        &subs as &[Option<String>],
        &currencies,
        &limits,
        &atoms(accounts, |a| a.figures.debits_posted) as &[Atoms],
        &atoms(accounts, |a| a.figures.credits_posted) as &[Atoms],
        &atoms(accounts, |a| a.figures.debits_pending) as &[Atoms],
        &atoms(accounts, |a| a.figures.credits_pending) as &[Atoms],
        &versions,
    )
    .execute(conn)
    .await?;
    Ok(())
}
