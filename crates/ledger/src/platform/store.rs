//! All SQL that reads the platform's own accounts and their postings.

use chrono::{DateTime, Utc};
use kernel::{Amount, Currency};
use sqlx::PgConnection;
use store::{Atoms, StoreError};
use uuid::Uuid;

use crate::{AccountName, PAGE_MAX};

/// The maximum number of accounts in a list. A tenant has some 20 per currency.
const ACCOUNTS_MAX: i64 = 2_000;

/// An account of the platform with its totals.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlatformAccount {
    /// The key: see [`Account::key`](crate::Account::key).
    pub key: i64,
    /// The book: `rail`, `desk`, `fee_income`.
    pub book: String,
    /// The subdivision of the book: a rail, a kind of fee, a network.
    pub sub: Option<String>,
    /// The posted balance: credits less debits. An asset, such as money at a bank, is negative.
    pub balance: Amount,
    /// Open holds that will debit it.
    pub debits_pending: Amount,
    /// Open holds that will credit it.
    pub credits_pending: Amount,
    /// The number of its transfers.
    pub version: i64,
    /// The time of its first transfer.
    pub opened_at: DateTime<Utc>,
}

/// A transfer of a platform's account, from its side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlatformPosting {
    /// The transfer.
    pub transfer: Uuid,
    /// The account's version after it; also the cursor for the next older page.
    pub version: i64,
    /// `post`, `hold`, `post_hold`, `void_hold` or `expire_hold`.
    pub kind: String,
    /// The transfer code.
    pub code: String,
    /// The change of the posted balance: positive for credits, negative for debits, zero for holds and their release.
    pub change: Amount,
    /// The change of the pending total of its side.
    pub pending: Amount,
    /// The posted balance after it.
    pub balance: Amount,
    /// The account on the other side.
    pub counter: AccountName,
    /// The transaction that it belongs to.
    pub record: Option<Uuid>,
    /// The time.
    pub at: DateTime<Utc>,
}

struct Row {
    id: i64,
    book: String,
    sub: Option<String>,
    currency: String,
    balance: Atoms,
    debits_pending: Atoms,
    credits_pending: Atoms,
    version: i64,
    opened_at: DateTime<Utc>,
}

impl Row {
    /// The account; `None` for a delisted currency, which cannot be displayed. `verify` still checks it.
    fn read(self) -> Option<PlatformAccount> {
        let currency: Currency = self.currency.parse().ok()?;
        let amount = |atoms: Atoms| Amount::new(atoms.0, currency);
        Some(PlatformAccount {
            key: self.id,
            balance: amount(self.balance),
            debits_pending: amount(self.debits_pending),
            credits_pending: amount(self.credits_pending),
            book: self.book,
            sub: self.sub,
            version: self.version,
            opened_at: self.opened_at,
        })
    }
}

/// The tenant's accounts without an owner, by currency, book and subdivision; at most 2,000. `conn` belongs to a tenant
/// transaction.
///
/// # Errors
/// Database errors.
pub async fn platform_accounts(conn: &mut PgConnection) -> Result<Vec<PlatformAccount>, StoreError> {
    let rows = sqlx::query_as!(
        Row,
        r#"SELECT id, book, sub, currency, credits_posted - debits_posted AS "balance!: Atoms",
                  debits_pending AS "debits_pending: Atoms", credits_pending AS "credits_pending: Atoms", version,
                  opened_at
           FROM accounts WHERE owner IS NULL ORDER BY currency, book, sub LIMIT $1"#,
        ACCOUNTS_MAX
    )
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().filter_map(Row::read).collect())
}

/// The tenant's account with this key, if it has no owner. `conn` belongs to a tenant transaction.
///
/// # Errors
/// Database errors.
pub async fn platform_account(conn: &mut PgConnection, key: i64) -> Result<Option<PlatformAccount>, StoreError> {
    let row = sqlx::query_as!(
        Row,
        r#"SELECT id, book, sub, currency, credits_posted - debits_posted AS "balance!: Atoms",
                  debits_pending AS "debits_pending: Atoms", credits_pending AS "credits_pending: Atoms", version,
                  opened_at
           FROM accounts WHERE id = $1 AND owner IS NULL"#,
        key
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.and_then(Row::read))
}

/// A page of the account's postings, newest first, before version `cursor` if given; at most `limit` and never more
/// than one above [`PAGE_MAX`], which tells whether there is a next page. Merges two index ranges: the account's debits and credits. `conn` belongs to a tenant
/// transaction.
///
/// # Errors
/// Database errors.
pub async fn platform_postings(
    conn: &mut PgConnection,
    account: &PlatformAccount,
    cursor: Option<i64>,
    limit: i64,
) -> Result<Vec<PlatformPosting>, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT sides.id AS "id!", sides.version AS "version!", kind AS "kind!", code AS "code!",
                  change AS "change!: Atoms", pending AS "pending!: Atoms", balance AS "balance!: Atoms", record_id,
                  created_at AS "created_at!", other.id AS counter, other.book, other.owner, other.sub
           FROM (
               (SELECT tenant_id, id, debit_version AS version, kind, code, -posted AS change, pending,
                       debit_balance AS balance, credit_account AS counter, record_id, created_at
                FROM transfers WHERE debit_account = $1 AND debit_version < $2 ORDER BY debit_version DESC LIMIT $3)
               UNION ALL
               (SELECT tenant_id, id, credit_version, kind, code, posted, pending, credit_balance, debit_account,
                       record_id, created_at
                FROM transfers WHERE credit_account = $1 AND credit_version < $2 ORDER BY credit_version DESC LIMIT $3)
           ) sides JOIN accounts other ON other.tenant_id = sides.tenant_id AND other.id = sides.counter
           ORDER BY sides.version DESC LIMIT $3"#,
        account.key,
        cursor.unwrap_or(i64::MAX),
        limit.clamp(1, PAGE_MAX + 1)
    )
    .fetch_all(conn)
    .await?;
    let amount = |atoms: Atoms| Amount::new(atoms.0, account.balance.currency());
    let postings = rows.into_iter().map(|row| PlatformPosting {
        transfer: row.id,
        version: row.version,
        kind: row.kind,
        code: row.code,
        change: amount(row.change),
        pending: amount(row.pending),
        balance: amount(row.balance),
        counter: AccountName { key: row.counter, book: row.book, owner: row.owner, sub: row.sub },
        record: row.record_id,
        at: row.created_at,
    });
    Ok(postings.collect())
}
