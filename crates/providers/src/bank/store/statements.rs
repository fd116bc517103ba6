//! The SQL of statements and their files.

use chrono::{DateTime, Utc};
use exchange::rails::ReadStatement;
use iso20022::camt::{Balance, Statement};
use kernel::{Amount, Currency, TenantId};
use store::{Atoms, PgConnection, StoreError};
use uuid::Uuid;

use crate::bank::balances::Period;

/// Stores a file of statements, once.
pub(in crate::bank) async fn add_file(
    conn: &mut PgConnection,
    tenant: TenantId,
    (sha256, content): (&str, &[u8]),
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO bank_statement_files (tenant_id, sha256, content, created_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (tenant_id, sha256) DO NOTHING",
        tenant.uuid(),
        sha256,
        content,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// A file of statements by its hash.
pub(in crate::bank) async fn uploaded(
    conn: &mut PgConnection,
    tenant: TenantId,
    sha256: &str,
) -> Result<Option<Vec<u8>>, StoreError> {
    let found = sqlx::query_scalar!(
        "SELECT content FROM bank_statement_files WHERE tenant_id = $1 AND sha256 = $2",
        tenant.uuid(),
        sha256,
    );
    Ok(found.fetch_optional(conn).await?)
}

/// The file of a statement.
pub(in crate::bank) async fn file(
    conn: &mut PgConnection,
    tenant: TenantId,
    statement: Uuid,
) -> Result<Option<Vec<u8>>, StoreError> {
    let found = sqlx::query_scalar!(
        "SELECT f.content FROM bank_statements s
         JOIN bank_statement_files f ON f.tenant_id = s.tenant_id AND f.sha256 = s.file_sha256
         WHERE s.tenant_id = $1 AND s.id = $2",
        tenant.uuid(),
        statement,
    );
    Ok(found.fetch_optional(conn).await?)
}

/// The balances of the latest statements in a currency, in the order in which they were first read. A statement that was
/// read again is one.
pub(in crate::bank) async fn balances(
    conn: &mut PgConnection,
    tenant: TenantId,
    currency: Currency,
    most: i64,
) -> Result<Vec<Period>, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT number, sequence, opening AS "opening: Atoms", opening_on, closing AS "closing: Atoms", closing_on
           FROM (SELECT DISTINCT ON (number, sequence, opening, opening_on, closing, closing_on) *
                 FROM bank_statements
                 WHERE tenant_id = $1 AND currency = $2 AND (opening IS NOT NULL OR closing IS NOT NULL)
                 ORDER BY number, sequence, opening, opening_on, closing, closing_on, created_at, id) AS each
           ORDER BY created_at DESC, id DESC LIMIT $3"#,
        tenant.uuid(),
        currency.code(),
        most,
    );
    let balance = |amount: Option<Atoms>, date| Some(Balance { amount: Amount::new(amount?.0, currency), date: date? });
    let periods = rows.fetch_all(conn).await?.into_iter().rev().map(|row| Period {
        number: row.number,
        sequence: row.sequence.and_then(|number| u64::try_from(number).ok()),
        opening: balance(row.opening, row.opening_on),
        closing: balance(row.closing, row.closing_on),
    });
    Ok(periods.collect())
}

/// Serialises the statements of a tenant until the end of the transaction.
pub(in crate::bank) async fn lock_statements(conn: &mut PgConnection, tenant: TenantId) -> Result<(), StoreError> {
    sqlx::query!(
        "SELECT pg_advisory_xact_lock(hashtextextended('bank.statements:' || $1::text, 0))",
        tenant.uuid().to_string()
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Stores a statement.
pub(in crate::bank) async fn add_statement(
    conn: &mut PgConnection,
    tenant: TenantId,
    (read, statement): (&ReadStatement, &Statement),
) -> Result<(), StoreError> {
    let (opening, closing) = (statement.opening, statement.closing);
    sqlx::query!(
        "INSERT INTO bank_statements (tenant_id, id, account, number, entries, read_by, created_at, file_sha256, sequence,
                                      currency, opening, opening_on, closing, closing_on)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)",
        tenant.uuid(),
        read.id,
        read.account,
        read.number,
        i32::try_from(read.entries).unwrap_or(i32::MAX),
        read.read_by,
        read.created_at,
        read.file_sha256,
        statement.sequence.and_then(|number| i64::try_from(number).ok()),
        statement.currency.code(),
        opening.map(|balance| Atoms(balance.amount.atoms())) as _,
        opening.map(|balance| balance.date),
        closing.map(|balance| Atoms(balance.amount.atoms())) as _,
        closing.map(|balance| balance.date),
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The latest statements, with what their new entries are.
pub(in crate::bank) async fn statements(
    conn: &mut PgConnection,
    tenant: TenantId,
    most: i64,
) -> Result<Vec<ReadStatement>, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT s.id, s.account, s.number, s.entries, s.file_sha256, s.read_by, s.created_at, n.payments AS "payments!",
                  n.settled AS "settled!", n.returned AS "returned!", n.others AS "others!"
           FROM bank_statements s CROSS JOIN LATERAL (
               SELECT count(*) FILTER (WHERE meaning = 'payment') AS payments,
                      count(*) FILTER (WHERE meaning = 'settled') AS settled,
                      count(*) FILTER (WHERE meaning = 'returned') AS returned,
                      count(*) FILTER (WHERE meaning = 'other') AS others
               FROM bank_entries e WHERE e.tenant_id = s.tenant_id AND e.statement_id = s.id) n
           WHERE s.tenant_id = $1 ORDER BY s.created_at DESC, s.id DESC LIMIT $2"#,
        tenant.uuid(),
        most,
    );
    let known = rows.fetch_all(conn).await?.into_iter().map(|row| {
        let count = |number: i64| u32::try_from(number).unwrap_or(0);
        let (payments, settled, returned, others) =
            (count(row.payments), count(row.settled), count(row.returned), count(row.others));
        ReadStatement {
            id: row.id,
            account: row.account,
            number: row.number,
            entries: count(row.entries.into()),
            new_entries: payments + settled + returned + others,
            payments,
            settled,
            returned,
            others,
            file_sha256: row.file_sha256,
            read_by: row.read_by,
            created_at: row.created_at,
        }
    });
    Ok(known.collect())
}
