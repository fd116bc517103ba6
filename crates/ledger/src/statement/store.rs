//! All SQL of statements and past balances.

use chrono::{DateTime, Utc};
use kernel::Amount;
use sqlx::PgConnection;
use store::{Atoms, StoreError};
use uuid::Uuid;

use crate::{Account, PAGE_MAX};

/// One line of an account's statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatementEntry {
    /// The transfer.
    pub transfer: Uuid,
    /// The account's version after it: 1, 2, 3 and so on; also the cursor for the next older page.
    pub version: i64,
    /// "post", "hold", "post_hold", "void_hold", "expire_hold".
    pub kind: String,
    /// The transfer code.
    pub code: String,
    /// The change of the posted balance: positive for credits, negative for debits, zero for holds and their release.
    pub change: Amount,
    /// The change of the pending total of its side.
    pub pending: Amount,
    /// The posted balance after it.
    pub balance: Amount,
    /// The record it belongs to.
    pub record: Option<Uuid>,
    /// The time.
    pub at: DateTime<Utc>,
}

/// A page of the account's statement, newest first, before version `cursor` if given; at most `limit` and never more
/// than [`PAGE_MAX`]. Merges two index ranges: the account's debits and credits. `conn` belongs to a tenant
/// transaction.
///
/// # Errors
/// Database errors.
pub async fn statement(
    conn: &mut PgConnection,
    account: &Account,
    cursor: Option<i64>,
    limit: i64,
) -> Result<Vec<StatementEntry>, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT id AS "id!", version AS "version!", kind AS "kind!", code AS "code!", change AS "change!: Atoms",
                  pending AS "pending!: Atoms", balance AS "balance!: Atoms", record_id, created_at AS "created_at!"
           FROM (
               (SELECT id, debit_version AS version, kind, code, -posted AS change, pending, debit_balance AS balance,
                       record_id, created_at
                FROM transfers WHERE debit_account = $1 AND debit_version < $2 ORDER BY debit_version DESC LIMIT $3)
               UNION ALL
               (SELECT id, credit_version, kind, code, posted, pending, credit_balance, record_id, created_at
                FROM transfers WHERE credit_account = $1 AND credit_version < $2 ORDER BY credit_version DESC LIMIT $3)
           ) sides ORDER BY version DESC LIMIT $3"#,
        account.key(),
        cursor.unwrap_or(i64::MAX),
        limit.clamp(1, PAGE_MAX)
    )
    .fetch_all(conn)
    .await?;
    let amount = |atoms: Atoms| Amount::new(atoms.0, account.currency);
    let entries = rows.into_iter().map(|row| StatementEntry {
        transfer: row.id,
        version: row.version,
        kind: row.kind,
        code: row.code,
        change: amount(row.change),
        pending: amount(row.pending),
        balance: amount(row.balance),
        record: row.record_id,
        at: row.created_at,
    });
    Ok(entries.collect())
}

/// The balance of an account at an instant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    /// The account's version at that instant; 0 before its first transfer.
    pub version: i64,
    /// The posted balance at that instant.
    pub balance: Amount,
}

/// The account's posted balance at `instant`, including transfers made exactly then. `conn` belongs to a tenant
/// transaction.
///
/// # Errors
/// Database errors.
pub async fn balance_at(
    conn: &mut PgConnection,
    account: &Account,
    instant: DateTime<Utc>,
) -> Result<Amount, StoreError> {
    Ok(position_at(conn, account, instant).await?.balance)
}

/// The same with the version, as needed for the start or end of a period.
///
/// # Errors
/// Database errors.
pub async fn position_at(
    conn: &mut PgConnection,
    account: &Account,
    instant: DateTime<Utc>,
) -> Result<Position, StoreError> {
    let nothing = Position { version: 0, balance: Amount::zero(account.currency) };
    Ok(positions_at(conn, account, &[instant]).await?.pop().unwrap_or(nothing))
}

/// The position of the account at each of `instants`, in order. `conn` belongs to a tenant transaction.
///
/// A binary search over versions takes about 24 index reads per instant for an account with ten million transfers. It
/// requires that times ascend with versions, which holds as far as the clocks of the replicas agree; otherwise the
/// result is off by at most their difference.
///
/// # Errors
/// Database errors.
pub async fn positions_at(
    conn: &mut PgConnection,
    account: &Account,
    instants: &[DateTime<Utc>],
) -> Result<Vec<Position>, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT coalesce(found.low, 0) AS "version!", coalesce(found.balance, 0) AS "balance!: Atoms"
           FROM unnest($2::timestamptz[]) WITH ORDINALITY AS asked(instant, place)
           LEFT JOIN LATERAL (
               WITH RECURSIVE halves(low, high, balance) AS (
                   SELECT 0::bigint, version, 0::numeric FROM accounts WHERE id = $1
                   UNION ALL
                   SELECT CASE WHEN t.at <= asked.instant THEN m.middle ELSE h.low END,
                          CASE WHEN t.at <= asked.instant THEN h.high ELSE m.middle - 1 END,
                          CASE WHEN t.at <= asked.instant THEN t.balance ELSE h.balance END
                   FROM halves h
                   CROSS JOIN LATERAL (SELECT (h.low + h.high + 1) / 2 AS middle) m
                   CROSS JOIN LATERAL (
                       SELECT created_at AS at, debit_balance AS balance FROM transfers
                       WHERE debit_account = $1 AND debit_version = m.middle
                       UNION ALL
                       SELECT created_at, credit_balance FROM transfers
                       WHERE credit_account = $1 AND credit_version = m.middle
                       LIMIT 1) t
                   WHERE h.low < h.high)
               SELECT low, balance FROM halves WHERE low = high) found ON true
           ORDER BY asked.place"#,
        account.key(),
        instants,
    )
    .fetch_all(conn)
    .await?;
    let position = |version, atoms: Atoms| Position { version, balance: Amount::new(atoms.0, account.currency) };
    Ok(rows.into_iter().map(|row| position(row.version, row.balance)).collect())
}
