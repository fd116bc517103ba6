//! The SQL of payments and payment files.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use exchange::rails::{PaymentFile, WaitingPayments};
use kernel::{Amount, Currency, TenantId, TransactionId};
use store::{Atoms, PgConnection, StoreError};
use uuid::Uuid;

use crate::bank::meaning::{Exported, Meaning};

/// A payment to be made.
pub(in crate::bank) struct NewPayment<'a> {
    pub key: &'a str,
    pub transaction: TransactionId,
    pub end_to_end_id: &'a str,
    pub iban: &'a str,
    pub name: &'a str,
    pub amount: Amount,
    pub remittance: &'a str,
}

/// The state of a payment.
pub(in crate::bank) struct PaymentState {
    pub end_to_end_id: String,
    pub state: String,
    pub reason: Option<String>,
}

/// A payment that waits for a file.
pub(in crate::bank) struct Waiting {
    pub key: String,
    pub transaction_id: Uuid,
    pub end_to_end_id: String,
    pub iban: String,
    pub name: String,
    pub amount: Atoms,
    pub remittance: String,
}

/// Inserts a payment unless its key exists.
pub(in crate::bank) async fn add_payment(
    conn: &mut PgConnection,
    tenant: TenantId,
    (payment, rejected): (&NewPayment<'_>, Option<&str>),
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO bank_payments (tenant_id, key, transaction_id, end_to_end_id, iban, name, currency, amount, remittance, state,
                                    reason, created_at, updated_at)
         VALUES ($1, $2, $3, $4, left($5, 34), left($6, 140), $7, $8, left($9, 140),
                 CASE WHEN $11::text IS NULL THEN 'waiting' ELSE 'rejected' END, left($11, 300), $10, $10)
         ON CONFLICT (tenant_id, key) DO NOTHING",
        tenant.uuid(),
        payment.key,
        payment.transaction.uuid(),
        payment.end_to_end_id,
        payment.iban,
        payment.name,
        payment.amount.currency().code(),
        Atoms(payment.amount.atoms()) as _,
        payment.remittance,
        now,
        rejected,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The payment with this key.
pub(in crate::bank) async fn payment(
    conn: &mut PgConnection,
    tenant: TenantId,
    key: &str,
) -> Result<Option<PaymentState>, StoreError> {
    let found = sqlx::query_as!(
        PaymentState,
        "SELECT end_to_end_id, state, reason FROM bank_payments WHERE tenant_id = $1 AND key = $2",
        tenant.uuid(),
        key,
    );
    Ok(found.fetch_optional(conn).await?)
}

/// Locks the oldest waiting payments in a currency.
pub(in crate::bank) async fn lock_waiting(
    conn: &mut PgConnection,
    tenant: TenantId,
    currency: Currency,
    most: i64,
) -> Result<Vec<Waiting>, StoreError> {
    let rows = sqlx::query_as!(
        Waiting,
        r#"SELECT key, transaction_id, end_to_end_id, iban, name, amount AS "amount: Atoms", remittance FROM bank_payments
           WHERE tenant_id = $1 AND currency = $2 AND state = 'waiting' ORDER BY created_at, key LIMIT $3 FOR UPDATE"#,
        tenant.uuid(),
        currency.code(),
        most,
    );
    Ok(rows.fetch_all(conn).await?)
}

/// Stores a payment file, and marks its payments as exported.
pub(in crate::bank) async fn add_file(
    conn: &mut PgConnection,
    tenant: TenantId,
    (file, content): (&PaymentFile, &str),
    keys: &[String],
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO bank_files (tenant_id, id, message_id, currency, payments, total, content, made_by, created_at, by_folder)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        tenant.uuid(),
        file.id,
        file.message_id,
        file.total.currency().code(),
        i32::try_from(file.payments).unwrap_or(i32::MAX),
        Atoms(file.total.atoms()) as _,
        content,
        file.made_by,
        file.created_at,
        file.by_folder,
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "UPDATE bank_payments SET state = 'exported', file_id = $3, updated_at = $4 WHERE tenant_id = $1 AND key = ANY($2)",
        tenant.uuid(),
        keys,
        file.id,
        file.created_at,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Marks a payment file as refused, and its exported payments too. Returns these payments; `None` if the file is on its way
/// into the folder.
pub(in crate::bank) async fn refuse_file(
    conn: &mut PgConnection,
    tenant: TenantId,
    (id, reason): (Uuid, &str),
    now: DateTime<Utc>,
) -> Result<Option<Vec<(String, TransactionId)>>, StoreError> {
    let marked = sqlx::query!(
        "UPDATE bank_files SET refused_at = coalesce(refused_at, $3)
         WHERE tenant_id = $1 AND id = $2 AND (staged_at IS NULL OR written_at IS NOT NULL)",
        tenant.uuid(),
        id,
        now,
    );
    if marked.execute(&mut *conn).await?.rows_affected() == 0 {
        return Ok(None);
    }
    let rows = sqlx::query!(
        "UPDATE bank_payments SET state = 'refused', reason = left($3, 300), refused_at = $4, updated_at = $4
         WHERE tenant_id = $1 AND file_id = $2 AND state = 'exported' RETURNING key, transaction_id",
        tenant.uuid(),
        id,
        reason,
        now,
    );
    let failed = rows.fetch_all(conn).await?.into_iter();
    Ok(Some(failed.map(|row| (row.key, TransactionId::from_uuid(row.transaction_id))).collect()))
}

/// A payment file that the bank may still get.
pub(in crate::bank) struct OpenFile {
    pub content: String,
    pub by_folder: bool,
    pub is_written: bool,
}

/// The payment file, unless the bank refused it.
pub(in crate::bank) async fn open_file(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: Uuid,
) -> Result<Option<OpenFile>, StoreError> {
    let found = sqlx::query_as!(
        OpenFile,
        r#"SELECT content, by_folder, written_at IS NOT NULL AS "is_written!" FROM bank_files
           WHERE tenant_id = $1 AND id = $2 AND refused_at IS NULL"#,
        tenant.uuid(),
        id,
    );
    Ok(found.fetch_optional(conn).await?)
}

/// The content of a payment file.
pub(in crate::bank) async fn file(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: Uuid,
) -> Result<Option<String>, StoreError> {
    let found =
        sqlx::query_scalar!("SELECT content FROM bank_files WHERE tenant_id = $1 AND id = $2", tenant.uuid(), id);
    Ok(found.fetch_optional(conn).await?)
}

/// The exported payments with these end-to-end ids.
pub(in crate::bank) async fn exported(
    conn: &mut PgConnection,
    tenant: TenantId,
    ids: &[String],
) -> Result<BTreeMap<String, Exported>, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT end_to_end_id, key, transaction_id, currency, amount AS "amount: Atoms", refused_at, debited_at, returned_at
           FROM bank_payments
           WHERE tenant_id = $1 AND end_to_end_id = ANY($2) AND state NOT IN ('waiting', 'rejected')"#,
        tenant.uuid(),
        ids,
    );
    let known = rows.fetch_all(conn).await?.into_iter().filter_map(|row| {
        let amount = Amount::new(row.amount.0, row.currency.parse().ok()?);
        let transaction = TransactionId::from_uuid(row.transaction_id);
        let is_refused = row.refused_at.is_some();
        let (is_debited, is_returned) = (row.debited_at.is_some(), row.returned_at.is_some());
        Some((row.end_to_end_id, Exported { key: row.key, transaction, amount, is_refused, is_debited, is_returned }))
    });
    Ok(known.collect())
}

/// Ends an exported payment. A return is the end, also if the debit is read after it.
pub(in crate::bank) async fn end_payment(
    conn: &mut PgConnection,
    tenant: TenantId,
    (key, meaning): (&str, Meaning),
    reason: Option<&str>,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE bank_payments
         SET state = CASE WHEN returned_at IS NULL THEN $3 ELSE state END, reason = coalesce(left($4, 300), reason),
             debited_at = CASE WHEN $3 = 'settled' THEN $5 ELSE debited_at END,
             returned_at = CASE WHEN $3 = 'returned' THEN $5 ELSE returned_at END, updated_at = $5
         WHERE tenant_id = $1 AND key = $2 AND state NOT IN ('waiting', 'rejected')",
        tenant.uuid(),
        key,
        meaning.code(),
        reason,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// The payments that wait, by currency.
pub(in crate::bank) async fn waiting(
    conn: &mut PgConnection,
    tenant: TenantId,
) -> Result<Vec<WaitingPayments>, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT currency, count(*) AS "payments!", sum(amount) AS "total!: Atoms", min(created_at) AS "oldest_at!"
           FROM bank_payments WHERE tenant_id = $1 AND state = 'waiting' GROUP BY currency ORDER BY currency"#,
        tenant.uuid(),
    );
    let known = rows.fetch_all(conn).await?.into_iter().filter_map(|row| {
        let total = Amount::new(row.total.0, row.currency.parse().ok()?);
        Some(WaitingPayments { payments: u32::try_from(row.payments).ok()?, total, oldest_at: row.oldest_at })
    });
    Ok(known.collect())
}

/// The latest payment files.
pub(in crate::bank) async fn files(
    conn: &mut PgConnection,
    tenant: TenantId,
    most: i64,
) -> Result<Vec<PaymentFile>, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT f.id, f.message_id, f.currency, f.payments, f.total AS "total: Atoms", f.made_by, f.created_at, f.refused_at,
                  f.by_folder, f.written_at,
                  (SELECT count(*) FROM bank_payments p WHERE p.tenant_id = f.tenant_id AND p.file_id = f.id
                      AND p.state IN ('refused', 'settled', 'returned')) AS "ended!"
           FROM bank_files f WHERE f.tenant_id = $1 ORDER BY f.created_at DESC, f.id DESC LIMIT $2"#,
        tenant.uuid(),
        most,
    );
    let known = rows.fetch_all(conn).await?.into_iter().filter_map(|row| {
        Some(PaymentFile {
            id: row.id,
            message_id: row.message_id,
            payments: u32::try_from(row.payments).ok()?,
            ended: u32::try_from(row.ended).ok()?,
            refused_at: row.refused_at,
            total: Amount::new(row.total.0, row.currency.parse().ok()?),
            made_by: row.made_by,
            created_at: row.created_at,
            by_folder: row.by_folder,
            written_at: row.written_at,
        })
    });
    Ok(known.collect())
}
