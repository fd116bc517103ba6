//! The SQL of statements and their entries.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use exchange::rails::{ReadStatement, UnclearEntry};
use kernel::{Amount, TenantId};
use store::{Atoms, PgConnection, StoreError};
use uuid::Uuid;

use crate::bank::meaning::{Line, Meaning};

/// The account and the name of the sender of a received payment; `None` if no statement names the account.
pub(in crate::bank) async fn sender(
    conn: &mut PgConnection,
    tenant: TenantId,
    reference: &str,
) -> Result<Option<(String, Option<String>)>, StoreError> {
    let row = sqlx::query!(
        r#"SELECT iban AS "iban!", name FROM bank_entries
           WHERE tenant_id = $1 AND reference = $2 AND meaning = 'payment' AND iban IS NOT NULL"#,
        tenant.uuid(),
        reference,
    );
    Ok(row.fetch_optional(conn).await?.map(|row| (row.iban, row.name)))
}

/// Those of these references that an earlier statement had.
pub(in crate::bank) async fn known(
    conn: &mut PgConnection,
    tenant: TenantId,
    references: &[String],
) -> Result<BTreeSet<String>, StoreError> {
    let found = sqlx::query_scalar!(
        "SELECT reference FROM bank_entries WHERE tenant_id = $1 AND reference = ANY($2)",
        tenant.uuid(),
        references,
    );
    Ok(found.fetch_all(conn).await?.into_iter().collect())
}

/// Whether an earlier message of the last 30 days has a payment that may be this one under another key: the same amount,
/// account, name and text. Two entries of the same kind of message with the bank's references are different payments.
pub(in crate::bank) async fn has_lookalike(
    conn: &mut PgConnection,
    tenant: TenantId,
    (read, line): (&ReadStatement, &Line),
) -> Result<bool, StoreError> {
    let found = sqlx::query_scalar!(
        r#"SELECT EXISTS (
               SELECT FROM bank_entries
               WHERE tenant_id = $1 AND currency = $2 AND amount = $3 AND meaning = 'payment' AND statement_id <> $4
                 AND created_at > $5::timestamptz - interval '30 days' AND remittance = left($6, 140)
                 AND iban IS NOT DISTINCT FROM left($7, 34) AND name IS NOT DISTINCT FROM left($8, 140)
                 AND (is_notified <> $9 OR NOT is_lasting OR NOT $10)) AS "found!""#,
        tenant.uuid(),
        line.amount.currency().code(),
        Atoms(line.amount.atoms()) as _,
        read.id,
        read.created_at,
        line.remittance,
        line.iban,
        line.name,
        line.is_notified,
        line.is_lasting,
    );
    Ok(found.fetch_one(conn).await?)
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
    read: &ReadStatement,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO bank_statements (tenant_id, id, account, number, entries, read_by, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        tenant.uuid(),
        read.id,
        read.account,
        read.number,
        i32::try_from(read.entries).unwrap_or(i32::MAX),
        read.read_by,
        read.created_at,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Stores an entry that no earlier statement had.
pub(in crate::bank) async fn add_entry(
    conn: &mut PgConnection,
    tenant: TenantId,
    statement: Uuid,
    (line, meaning): (&Line, Meaning),
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO bank_entries (tenant_id, reference, statement_id, meaning, is_credit, currency, amount, iban, name,
                                   remittance, created_at, is_notified, is_lasting)
         VALUES ($1, $2, $3, $4, $5, $6, $7, left($8, 34), left($9, 140), left($10, 140), $11, $12, $13)",
        tenant.uuid(),
        line.reference,
        statement,
        meaning.code(),
        line.is_credit,
        line.amount.currency().code(),
        Atoms(line.amount.atoms()) as _,
        line.iban,
        line.name,
        line.remittance,
        now,
        line.is_notified,
        line.is_lasting,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The latest entries that mean nothing known.
pub(in crate::bank) async fn unclear(
    conn: &mut PgConnection,
    tenant: TenantId,
    most: i64,
) -> Result<Vec<UnclearEntry>, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT reference, is_credit, currency, amount AS "amount: Atoms", name, remittance, created_at FROM bank_entries
           WHERE tenant_id = $1 AND meaning = 'other' ORDER BY created_at DESC, reference LIMIT $2"#,
        tenant.uuid(),
        most,
    );
    let known = rows.fetch_all(conn).await?.into_iter().filter_map(|row| {
        Some(UnclearEntry {
            reference: row.reference,
            is_credit: row.is_credit,
            amount: Amount::new(row.amount.0, row.currency.parse().ok()?),
            name: row.name,
            remittance: row.remittance,
            created_at: row.created_at,
        })
    });
    Ok(known.collect())
}

/// The latest statements, with what their new entries are.
pub(in crate::bank) async fn statements(
    conn: &mut PgConnection,
    tenant: TenantId,
    most: i64,
) -> Result<Vec<ReadStatement>, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT s.id, s.account, s.number, s.entries, s.read_by, s.created_at, n.payments AS "payments!",
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
            read_by: row.read_by,
            created_at: row.created_at,
        }
    });
    Ok(known.collect())
}
