//! The SQL of the entries of statements.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use exchange::rails::{EntryAct, ReadStatement, UnclearEntry};
use kernel::{Amount, Currency, TenantId};
use store::{Atoms, PgConnection, StoreError};
use uuid::Uuid;

use crate::bank::meaning::{KnownEntry, Line, Meaning};

/// An entry that means nothing known.
pub(in crate::bank) struct StoredEntry {
    pub reference: String,
    pub is_credit: bool,
    pub amount: Amount,
    pub iban: Option<String>,
    pub name: Option<String>,
    pub remittance: String,
    /// The operator's decision about it.
    pub acted_as: Option<EntryAct>,
}

/// The account and the name of the sender of a received payment; `None` if no statement names the account.
pub(in crate::bank) async fn sender(
    conn: &mut PgConnection,
    tenant: TenantId,
    reference: &str,
) -> Result<Option<(String, Option<String>)>, StoreError> {
    let row = sqlx::query!(
        r#"SELECT iban AS "iban!", name FROM bank_entries
           WHERE tenant_id = $1 AND reference = $2 AND (meaning = 'payment' OR acted_as = 'payment')
                 AND iban IS NOT NULL"#,
        tenant.uuid(),
        reference,
    );
    Ok(row.fetch_optional(conn).await?.map(|row| (row.iban, row.name)))
}

/// The references among these that an earlier statement already contained.
pub(in crate::bank) async fn known(
    conn: &mut PgConnection,
    tenant: TenantId,
    references: &[String],
) -> Result<BTreeMap<String, KnownEntry>, StoreError> {
    let rows = sqlx::query!(
        "SELECT reference, booked_on, end_to_end_id, iban, name FROM bank_entries
         WHERE tenant_id = $1 AND reference = ANY($2)",
        tenant.uuid(),
        references,
    );
    let known = rows.fetch_all(conn).await?.into_iter().map(|row| {
        let (booked_on, end_to_end_id) = (row.booked_on, row.end_to_end_id);
        (row.reference, KnownEntry { booked_on, end_to_end_id, iban: row.iban, name: row.name })
    });
    Ok(known.collect())
}

/// Whether an earlier message of the last 30 days has a payment that may be this one under another key. The amount is the
/// same, and what both name is alike: the account; the name, where one of them names no account; the text. A notification
/// often says less than the statement, so a text that contains the other one is alike. Two entries of the same kind of
/// message with the bank's references are different payments.
pub(in crate::bank) async fn has_lookalike(
    conn: &mut PgConnection,
    tenant: TenantId,
    (read, line): (&ReadStatement, &Line),
) -> Result<bool, StoreError> {
    let found = sqlx::query_scalar!(
        r#"SELECT EXISTS (
               SELECT FROM bank_entries
               WHERE tenant_id = $1 AND currency = $2 AND amount = $3 AND statement_id <> $4
                 AND (meaning = 'payment' OR acted_as = 'payment')
                 AND created_at > $5::timestamptz - interval '30 days'
                 AND coalesce(iban = left($7, 34), true)
                 AND (coalesce(iban = left($7, 34), false)
                      OR coalesce(replace(lower(name), ' ', '') = replace(lower(left($8, 140)), ' ', ''), true))
                 AND (strpos(replace(lower(remittance), ' ', ''), replace(lower(left($6, 140)), ' ', '')) > 0
                      OR strpos(replace(lower(left($6, 140)), ' ', ''), replace(lower(remittance), ' ', '')) > 0)
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

/// Stores an entry that no earlier statement had.
pub(in crate::bank) async fn add_entry(
    conn: &mut PgConnection,
    tenant: TenantId,
    statement: Uuid,
    (id, line, meaning): (Uuid, &Line, Meaning),
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO bank_entries (tenant_id, reference, statement_id, meaning, is_credit, currency, amount, iban, name,
                                   remittance, created_at, is_notified, is_lasting, booked_on, end_to_end_id, id)
         VALUES ($1, $2, $3, $4, $5, $6, $7, left($8, 34), left($9, 140), left($10, 140), $11, $12, $13, $14, $15, $16)",
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
        line.booked_on,
        line.end_to_end_id,
        id,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// A page of the entries that wait for an operator, newest first.
pub(in crate::bank) async fn unclear(
    conn: &mut PgConnection,
    tenant: TenantId,
    after: Option<Uuid>,
    most: i64,
) -> Result<Vec<UnclearEntry>, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT id, is_credit, currency, amount AS "amount: Atoms", name, remittance, booked_on, created_at,
                  is_credit AND EXISTS (
                      SELECT FROM bank_entries o
                      WHERE o.tenant_id = $1 AND o.currency = e.currency AND o.amount = e.amount AND o.id <> e.id
                        AND (o.meaning = 'payment' OR o.acted_as = 'payment') AND coalesce(o.iban = e.iban, true)
                        AND abs(extract(epoch FROM o.created_at - e.created_at)) < 30 * 86400) AS "is_like_payment!"
           FROM bank_entries e
           WHERE tenant_id = $1 AND meaning = 'other' AND acted_as IS NULL AND ($2::uuid IS NULL OR id < $2)
           ORDER BY id DESC LIMIT $3"#,
        tenant.uuid(),
        after,
        most,
    );
    let known = rows.fetch_all(conn).await?.into_iter().filter_map(|row| {
        Some(UnclearEntry {
            id: row.id,
            booked_on: row.booked_on,
            is_credit: row.is_credit,
            amount: Amount::new(row.amount.0, row.currency.parse().ok()?),
            name: row.name,
            remittance: row.remittance,
            created_at: row.created_at,
            is_like_payment: row.is_like_payment,
        })
    });
    Ok(known.collect())
}

/// An entry that means nothing known.
pub(in crate::bank) async fn unclear_entry(
    conn: &mut PgConnection,
    tenant: TenantId,
    id: Uuid,
) -> Result<Option<StoredEntry>, StoreError> {
    let row = sqlx::query!(
        r#"SELECT reference, is_credit, currency, amount AS "amount: Atoms", iban, name, remittance, acted_as FROM bank_entries
           WHERE tenant_id = $1 AND id = $2 AND meaning = 'other'"#,
        tenant.uuid(),
        id,
    );
    let found = row.fetch_optional(conn).await?.and_then(|row| {
        Some(StoredEntry {
            reference: row.reference,
            is_credit: row.is_credit,
            amount: Amount::new(row.amount.0, row.currency.parse().ok()?),
            iban: row.iban,
            name: row.name,
            remittance: row.remittance,
            acted_as: row.acted_as.map(|code| if code == "payment" { EntryAct::Payment } else { EntryAct::Done }),
        })
    });
    Ok(found)
}

/// Notes what an operator does with an entry that waits; false if it does not wait, or is no credit.
pub(in crate::bank) async fn act(
    conn: &mut PgConnection,
    tenant: TenantId,
    (id, act, by): (Uuid, EntryAct, &str),
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "UPDATE bank_entries SET acted_as = $3, acted_by = $4, acted_at = $5
         WHERE tenant_id = $1 AND id = $2 AND meaning = 'other' AND acted_as IS NULL AND (is_credit OR $3 <> 'payment')",
        tenant.uuid(),
        id,
        act.code(),
        by,
        now,
    );
    Ok(done.execute(conn).await?.rows_affected() > 0)
}

/// The sums of the credits and of the debits that a statement was the first to have.
pub(in crate::bank) async fn sums(
    conn: &mut PgConnection,
    tenant: TenantId,
    (statement, currency): (Uuid, Currency),
) -> Result<(Amount, Amount), StoreError> {
    let row = sqlx::query!(
        r#"SELECT coalesce(sum(amount) FILTER (WHERE is_credit), 0) AS "credits!: Atoms",
                  coalesce(sum(amount) FILTER (WHERE NOT is_credit), 0) AS "debits!: Atoms"
           FROM bank_entries WHERE tenant_id = $1 AND statement_id = $2"#,
        tenant.uuid(),
        statement,
    )
    .fetch_one(conn)
    .await?;
    Ok((Amount::new(row.credits.0, currency), Amount::new(row.debits.0, currency)))
}
