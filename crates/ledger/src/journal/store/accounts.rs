use chrono::{DateTime, Utc};
use kernel::TenantId;
use sqlx::PgConnection;
use store::{Atoms, StoreError};
use uuid::Uuid;

use super::column;
use crate::journal::state::AccountState;

/// Writes the accounts that a batch touched, whether it found or opened them. Fails unless the database has just the versions
/// that the batch was decided on.
///
/// Each is found by its key, whatever the planner believes: joined to an array, it would read all accounts of a tenant that it
/// takes to be small, once for each element. Accounts go in by ascending key, the order in which all Journals lock them.
pub(in crate::journal) async fn write_accounts(
    conn: &mut PgConnection,
    tenant: TenantId,
    now: DateTime<Utc>,
    accounts: &[(i64, AccountState)],
) -> Result<(), StoreError> {
    if accounts.is_empty() {
        return Ok(());
    }
    let done = sqlx::query!(
        "INSERT INTO accounts AS a (tenant_id, opened_at, id, book, owner, sub, currency, limited, debits_posted,
                                    credits_posted, debits_pending, credits_pending, version, expected_version)
         SELECT $1, $2, n.* FROM UNNEST($3::bigint[], $4::text[], $5::uuid[], $6::text[], $7::text[], $8::text[],
                $9::numeric[], $10::numeric[], $11::numeric[], $12::numeric[], $13::bigint[], $14::bigint[]) AS n
         ON CONFLICT (tenant_id, id) DO UPDATE
         SET debits_posted = excluded.debits_posted, credits_posted = excluded.credits_posted,
             debits_pending = excluded.debits_pending, credits_pending = excluded.credits_pending, version = excluded.version
         WHERE a.version = excluded.expected_version",
        tenant.uuid(),
        now,
        &column(accounts, |(key, _)| *key),
        &column(accounts, |(_, a)| a.account.book.name()) as &[&str],
        &column(accounts, |(_, a)| a.account.owner) as &[Option<Uuid>],
        &column(accounts, |(_, a)| a.account.sub.as_deref()) as &[Option<&str>],
        &column(accounts, |(_, a)| a.account.currency.code()) as &[&str],
        &column(accounts, |(_, a)| a.limit.name()) as &[&str],
        &column(accounts, |(_, a)| Atoms(a.figures.debits_posted)) as &[Atoms],
        &column(accounts, |(_, a)| Atoms(a.figures.credits_posted)) as &[Atoms],
        &column(accounts, |(_, a)| Atoms(a.figures.debits_pending)) as &[Atoms],
        &column(accounts, |(_, a)| Atoms(a.figures.credits_pending)) as &[Atoms],
        &column(accounts, |(_, a)| a.version),
        &column(accounts, |(_, a)| a.stored_version),
    )
    .execute(conn)
    .await?;
    if done.rows_affected() == accounts.len() as u64 {
        return Ok(());
    }
    Err(StoreError::NotOneRow { what: "accounts at their versions", found: done.rows_affected() })
}
