//! The benchmark's SQL: the rows of the baselines, and questions to the database server.
//!
//! Statements that write are not checked at compile time, because `.sqlx` lists the writes of the program, each of which
//! the crash harness must meet.

use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use kernel::{TenantId, World};
use ledger::memory::{MemoryAccount, MemoryTransfer};
use ledger::{Account, Receipt, Record};
use sqlx::{PgConnection, Row};
use store::{Atoms, Store, StoreError};
use uuid::Uuid;

/// One column of `rows`.
fn column<'a, R, T>(rows: &'a [R], of: impl Fn(&'a R) -> T) -> Vec<T> {
    rows.iter().map(of).collect()
}

/// Inserts the receipts and transfers of changes in one statement.
pub(super) async fn insert_changes(
    conn: &mut PgConnection,
    tenant: TenantId,
    now: DateTime<Utc>,
    receipts: &[Receipt],
    transfers: &[MemoryTransfer],
) -> Result<(), StoreError> {
    let query = sqlx::query(
        "WITH changes_in AS (
             INSERT INTO changes (tenant_id, committed_at, key, id, record_id, record_version)
             SELECT $1, $2, UNNEST($3::text[]), UNNEST($4::uuid[]), UNNEST($5::uuid[]), UNNEST($6::bigint[]))
         INSERT INTO transfers (tenant_id, created_at, id, change_id, record_id, kind, code,
                                debit_account, debit_version, debit_balance,
                                credit_account, credit_version, credit_balance, posted, pending, hold_id)
         SELECT $1, $2, UNNEST($7::uuid[]), UNNEST($8::uuid[]), UNNEST($9::uuid[]), UNNEST($10::text[]), UNNEST($11::text[]),
                UNNEST($12::bigint[]), UNNEST($13::bigint[]), UNNEST($14::numeric[]),
                UNNEST($15::bigint[]), UNNEST($16::bigint[]), UNNEST($17::numeric[]),
                UNNEST($18::numeric[]), UNNEST($19::numeric[]), UNNEST($20::uuid[])",
    );
    let query = query.bind(tenant.uuid()).bind(now);
    let query = query.bind(column(receipts, |r| r.key.0.as_str())).bind(column(receipts, |r| r.change));
    let query = query.bind(column(receipts, |r| r.record)).bind(column(receipts, |r| r.version));
    let query = query.bind(column(transfers, |t| t.id)).bind(column(transfers, |t| t.change));
    let query = query.bind(column(transfers, |t| t.record)).bind(column(transfers, |t| t.kind));
    let query = query.bind(column(transfers, |t| t.code));
    let query = query.bind(column(transfers, |t| t.debit.0)).bind(column(transfers, |t| t.debit.1));
    let query = query.bind(column(transfers, |t| Atoms(t.debit.2)));
    let query = query.bind(column(transfers, |t| t.credit.0)).bind(column(transfers, |t| t.credit.1));
    let query = query.bind(column(transfers, |t| Atoms(t.credit.2)));
    let query = query.bind(column(transfers, |t| Atoms(t.posted))).bind(column(transfers, |t| Atoms(t.pending)));
    query.bind(column(transfers, |t| t.hold)).execute(conn).await?;
    Ok(())
}

/// Inserts new records and their histories in one statement. Random bytes stand for the hashes of the steps.
pub(super) async fn insert_steps(
    conn: &mut PgConnection,
    tenant: TenantId,
    now: DateTime<Utc>,
    steps: &[(Uuid, Record)],
    world: &World,
) -> Result<(), StoreError> {
    let query = sqlx::query(
        "WITH records_in AS (
             INSERT INTO records (tenant_id, created_at, updated_at, id, kind, owner, status, version, body)
             SELECT $1, $2, $2, UNNEST($3::uuid[]), UNNEST($4::text[]), UNNEST($5::uuid[]), UNNEST($6::text[]),
                    UNNEST($7::bigint[]), UNNEST($8::jsonb[]))
         INSERT INTO record_history (tenant_id, at, record_id, version, change_id, status, actor, reason, state, private)
         SELECT $1, $2, UNNEST($3::uuid[]), UNNEST($7::bigint[]), UNNEST($9::uuid[]), UNNEST($6::text[]), UNNEST($10::text[]),
                UNNEST($11::text[]), UNNEST($12::bytea[]), UNNEST($13::bytea[])",
    );
    let hashes = || column(steps, |_| world.random::<32>().to_vec());
    let query = query.bind(tenant.uuid()).bind(now);
    let query = query.bind(column(steps, |(_, r)| r.id)).bind(column(steps, |(_, r)| r.kind.as_ref()));
    let query = query.bind(column(steps, |(_, r)| r.owner)).bind(column(steps, |(_, r)| r.status.as_str()));
    let query = query.bind(column(steps, |(_, r)| r.version)).bind(column(steps, |(_, r)| &r.body));
    let query = query.bind(column(steps, |(change, _)| *change)).bind(column(steps, |(_, r)| r.actor.as_str()));
    let query = query.bind(column(steps, |(_, r)| r.reason.as_str()));
    query.bind(hashes()).bind(hashes()).execute(conn).await?;
    Ok(())
}

/// Locks and reads accounts, in the order of `keys`.
pub(super) async fn lock_accounts(
    conn: &mut PgConnection,
    tenant: TenantId,
    keys: &[i64],
) -> Result<Vec<MemoryAccount>, StoreError> {
    let query = sqlx::query(
        "SELECT a.book, a.owner, a.sub, a.currency, a.version, a.debits_posted, a.credits_posted, a.debits_pending,
                a.credits_pending
         FROM UNNEST($2::bigint[]) AS n(id)
         CROSS JOIN LATERAL (SELECT * FROM accounts WHERE tenant_id = $1 AND id = n.id LIMIT 1 FOR UPDATE) AS a",
    );
    let rows = query.bind(tenant.uuid()).bind(keys).fetch_all(conn).await?;
    let unreadable = |error: &dyn std::fmt::Display| sqlx::Error::Decode(error.to_string().into());
    let accounts = rows.iter().map(|row| {
        let text = |name| row.try_get::<&str, _>(name);
        let atoms = |name| row.try_get::<Atoms, _>(name).map(|atoms| atoms.0);
        Ok(MemoryAccount {
            account: Account {
                book: text("book")?.parse().map_err(|error| unreadable(&error))?,
                owner: row.try_get("owner")?,
                sub: row.try_get::<Option<String>, _>("sub")?.map(Into::into),
                currency: text("currency")?.parse().map_err(|error| unreadable(&error))?,
            },
            version: row.try_get("version")?,
            debits_posted: atoms("debits_posted")?,
            credits_posted: atoms("credits_posted")?,
            debits_pending: atoms("debits_pending")?,
            credits_pending: atoms("credits_pending")?,
        })
    });
    Ok(accounts.collect::<Result<_, sqlx::Error>>()?)
}

/// Writes accounts that are new, or that the transaction has locked.
pub(super) async fn write_accounts(
    conn: &mut PgConnection,
    tenant: TenantId,
    now: DateTime<Utc>,
    accounts: &[MemoryAccount],
) -> Result<(), StoreError> {
    let query = sqlx::query(
        "INSERT INTO accounts (tenant_id, opened_at, id, book, owner, sub, currency, limited, debits_posted,
                               credits_posted, debits_pending, credits_pending, version)
         SELECT $1, $2, UNNEST($3::bigint[]), UNNEST($4::text[]), UNNEST($5::uuid[]), UNNEST($6::text[]), UNNEST($7::text[]),
                UNNEST($8::text[]), UNNEST($9::numeric[]), UNNEST($10::numeric[]), UNNEST($11::numeric[]),
                UNNEST($12::numeric[]), UNNEST($13::bigint[])
         ON CONFLICT (tenant_id, id) DO UPDATE
         SET debits_posted = excluded.debits_posted, credits_posted = excluded.credits_posted,
             debits_pending = excluded.debits_pending, credits_pending = excluded.credits_pending, version = excluded.version",
    );
    let query = query.bind(tenant.uuid()).bind(now);
    let query = query.bind(column(accounts, |a| a.account.key())).bind(column(accounts, |a| a.account.book.name()));
    let query = query.bind(column(accounts, |a| a.account.owner)).bind(column(accounts, |a| a.account.sub.as_deref()));
    let query = query.bind(column(accounts, |a| a.account.currency.code()));
    let query = query.bind(column(accounts, |a| a.account.book.limit().name()));
    let query = query.bind(column(accounts, |a| Atoms(a.debits_posted)));
    let query = query.bind(column(accounts, |a| Atoms(a.credits_posted)));
    let query = query.bind(column(accounts, |a| Atoms(a.debits_pending)));
    let query = query.bind(column(accounts, |a| Atoms(a.credits_pending)));
    query.bind(column(accounts, |a| a.version)).execute(conn).await?;
    Ok(())
}

/// The server's version and settings: a database without synchronous disk writes is faster than one that may hold
/// money.
pub(super) async fn server(store: &Store) -> Result<String, StoreError> {
    let mut tx = store.system().await?;
    let server = sqlx::query!(
        r#"SELECT current_setting('server_version') AS "version!", current_setting('fsync') AS "fsync!",
                  current_setting('synchronous_commit') AS "commit!""#
    )
    .fetch_one(tx.conn())
    .await?;
    tx.rollback().await?;
    let processors = std::thread::available_parallelism().map_or(0, usize::from);
    let (version, fsync, commit) = (server.version, server.fsync, server.commit);
    Ok(format!(
        "PostgreSQL {version}, fsync {fsync}, synchronous_commit {commit}, {processors} processors shared with it"
    ))
}

/// The maximum wait for the database's cleanup, which checks for work every five seconds.
const HOUSEKEEPING_MAX: Duration = Duration::from_millis(6_500);

/// Waits until the database has cleaned up after earlier work.
pub(super) async fn housekept(store: &Store) -> Result<(), StoreError> {
    let late = Instant::now() + HOUSEKEEPING_MAX;
    while tidies(store).await? && Instant::now() < late {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    Ok(())
}

async fn tidies(store: &Store) -> Result<bool, StoreError> {
    let mut tx = store.system().await?;
    let tidies = sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM pg_stat_activity WHERE backend_type = 'autovacuum worker')
               OR EXISTS (SELECT FROM pg_stat_user_tables s JOIN pg_class c ON c.oid = s.relid
                          WHERE s.n_mod_since_analyze > 50 + greatest(c.reltuples, 0) / 10
                             OR s.n_ins_since_vacuum > 1000 + greatest(c.reltuples, 0) / 5
                             OR s.n_dead_tup > 50 + greatest(c.reltuples, 0) / 5) AS "tidies!""#
    );
    let tidies = tidies.fetch_one(tx.conn()).await?;
    tx.rollback().await?;
    Ok(tidies)
}

/// The process id of the backend of one connection.
pub(super) async fn backend(store: &Store) -> Result<u32, StoreError> {
    let mut tx = store.system().await?;
    let process = sqlx::query_scalar!(r#"SELECT pg_backend_pid() AS "process!""#).fetch_one(tx.conn()).await?;
    tx.rollback().await?;
    Ok(u32::try_from(process).unwrap_or(0))
}

/// The number of write-ahead log bytes written so far.
pub(super) async fn log_position(store: &Store) -> Result<u64, StoreError> {
    let mut tx = store.system().await?;
    let bytes =
        sqlx::query_scalar!(r#"SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint AS "bytes!""#)
            .fetch_one(tx.conn())
            .await?;
    tx.rollback().await?;
    Ok(u64::try_from(bytes).unwrap_or(0))
}

/// The number of unsealed commits of all tenants.
pub(super) async fn unsealed(store: &Store) -> Result<i64, StoreError> {
    let mut tx = store.system().await?;
    let unsealed = sqlx::query_scalar!(r#"SELECT count(*) AS "unsealed!" FROM commits_unsealed"#);
    let unsealed = unsealed.fetch_one(tx.conn()).await?;
    tx.rollback().await?;
    Ok(unsealed)
}
