//! All SQL that finds expired holds.

use chrono::{DateTime, Utc};
use kernel::{Amount, Currency, TenantId};
use sqlx::PgConnection;
use store::{Atoms, StoreError};
use uuid::Uuid;

use crate::{Account, PAGE_MAX};

/// An open hold that has expired.
pub(super) struct Expiring {
    pub tenant: TenantId,
    pub id: Uuid,
    pub debit: Account,
    pub credit: Account,
    pub amount: Amount,
}

/// The open holds of all tenants that expire by `now`, oldest first.
pub(super) async fn expiring(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    limit: i64,
) -> Result<Vec<Expiring>, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT h.tenant_id, h.id, h.amount AS "amount: Atoms", d.currency,
                  d.book AS debit_book, d.owner AS debit_owner, d.sub AS debit_sub,
                  c.book AS credit_book, c.owner AS credit_owner, c.sub AS credit_sub
           FROM holds h
           JOIN accounts d ON d.tenant_id = h.tenant_id AND d.id = h.debit_account
           JOIN accounts c ON c.tenant_id = h.tenant_id AND c.id = h.credit_account
           WHERE h.state = 'open' AND h.expires_at <= $1 ORDER BY h.expires_at LIMIT $2"#,
        now,
        limit.clamp(1, PAGE_MAX)
    )
    .fetch_all(conn)
    .await?;
    let known = rows.into_iter().filter_map(|row| {
        let currency: Currency = row.currency.parse().ok()?;
        let account = |book: &str, owner, sub: Option<String>| {
            Some(Account { book: book.parse().ok()?, owner, sub: sub.map(Into::into), currency })
        };
        Some(Expiring {
            tenant: TenantId::from_uuid(row.tenant_id),
            id: row.id,
            debit: account(&row.debit_book, row.debit_owner, row.debit_sub)?,
            credit: account(&row.credit_book, row.credit_owner, row.credit_sub)?,
            amount: Amount::new(row.amount.0, currency),
        })
    });
    Ok(known.collect())
}
