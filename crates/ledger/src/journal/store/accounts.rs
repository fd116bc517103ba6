//! Writes the accounts of a batch, conditional on the versions that the batch was decided on.

use chrono::{DateTime, Utc};
use kernel::TenantId;
use sqlx::PgConnection;
use sqlx::postgres::PgQueryResult;
use store::{Atoms, StoreError};
use uuid::Uuid;

use super::column;
use crate::journal::state::AccountState;

/// The columns of the accounts to write.
pub(super) struct AccountColumns<'a> {
    pub ids: Vec<i64>,
    pub books: Vec<&'a str>,
    pub owners: Vec<Option<Uuid>>,
    pub subs: Vec<Option<&'a str>>,
    pub currencies: Vec<&'a str>,
    pub limits: Vec<&'a str>,
    pub debits_posted: Vec<Atoms>,
    pub credits_posted: Vec<Atoms>,
    pub debits_pending: Vec<Atoms>,
    pub credits_pending: Vec<Atoms>,
    pub versions: Vec<i64>,
    /// The versions that are overwritten.
    pub stored_versions: Vec<i64>,
}

impl<'a> AccountColumns<'a> {
    pub fn of(accounts: &'a [(i64, AccountState)]) -> Self {
        Self {
            ids: column(accounts, |(id, _)| *id),
            books: column(accounts, |(_, a)| a.account.book.name()),
            owners: column(accounts, |(_, a)| a.account.owner),
            subs: column(accounts, |(_, a)| a.account.sub.as_deref()),
            currencies: column(accounts, |(_, a)| a.account.currency.code()),
            limits: column(accounts, |(_, a)| a.limit.name()),
            debits_posted: column(accounts, |(_, a)| Atoms(a.figures.debits_posted)),
            credits_posted: column(accounts, |(_, a)| Atoms(a.figures.credits_posted)),
            debits_pending: column(accounts, |(_, a)| Atoms(a.figures.debits_pending)),
            credits_pending: column(accounts, |(_, a)| Atoms(a.figures.credits_pending)),
            versions: column(accounts, |(_, a)| a.version),
            stored_versions: column(accounts, |(_, a)| a.stored_version),
        }
    }
}

/// Upserts the accounts of a batch. Fails unless the database has exactly the versions that the batch was decided on.
///
/// The conflict clause finds each row by key, independent of the planner: a join with an array could scan all accounts
/// of a tenant that the planner takes to be small, once per element. Rows are written in ascending key order, in which
/// all Journals lock them.
pub(in crate::journal) async fn write_accounts(
    conn: &mut PgConnection,
    tenant: TenantId,
    now: DateTime<Utc>,
    accounts: &[(i64, AccountState)],
) -> Result<(), StoreError> {
    if accounts.is_empty() {
        return Ok(());
    }
    let columns = AccountColumns::of(accounts);
    let done = sqlx::query!(
        "INSERT INTO accounts AS a (tenant_id, opened_at, id, book, owner, sub, currency, limited, debits_posted,
                                    credits_posted, debits_pending, credits_pending, version, expected_version)
         SELECT $1, $2, UNNEST($3::bigint[]), UNNEST($4::text[]), UNNEST($5::uuid[]), UNNEST($6::text[]), UNNEST($7::text[]),
                UNNEST($8::text[]), UNNEST($9::numeric[]), UNNEST($10::numeric[]), UNNEST($11::numeric[]), UNNEST($12::numeric[]),
                UNNEST($13::bigint[]), UNNEST($14::bigint[])
         ON CONFLICT (tenant_id, id) DO UPDATE
         SET debits_posted = excluded.debits_posted, credits_posted = excluded.credits_posted,
             debits_pending = excluded.debits_pending, credits_pending = excluded.credits_pending, version = excluded.version
         WHERE a.version = excluded.expected_version",
        tenant.uuid(),
        now,
        &columns.ids,
        &columns.books as &[&str],
        &columns.owners as &[Option<Uuid>],
        &columns.subs as &[Option<&str>],
        &columns.currencies as &[&str],
        &columns.limits as &[&str],
        &columns.debits_posted as &[Atoms],
        &columns.credits_posted as &[Atoms],
        &columns.debits_pending as &[Atoms],
        &columns.credits_pending as &[Atoms],
        &columns.versions,
        &columns.stored_versions,
    )
    .execute(conn)
    .await?;
    all_written(&done, accounts)
}

/// Checks that each of `accounts` was written over its expected version.
pub(super) fn all_written(done: &PgQueryResult, accounts: &[(i64, AccountState)]) -> Result<(), StoreError> {
    match done.rows_affected() {
        found if found == accounts.len() as u64 => Ok(()),
        found => Err(StoreError::NotOneRow { what: "accounts at their versions", found }),
    }
}
