use kernel::{Amount, Currency};
use sqlx::PgConnection;
use store::{Atoms, StoreError};
use uuid::Uuid;

/// What one owner has in one currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Balance {
    /// The currency.
    pub currency: Currency,
    /// What has arrived and not left.
    pub posted: Amount,
    /// Part of it that holds have promised away.
    pub pending: Amount,
    /// What may be spent: posted less pending.
    pub available: Amount,
    /// What is on its way in and may not be spent yet.
    pub incoming: Amount,
}

/// Every balance that `owner` ever had, by currency code; those at zero too. `conn` is a tenant transaction's.
///
/// # Errors
/// Those of any statement.
pub async fn balances(conn: &mut PgConnection, owner: Uuid) -> Result<Vec<Balance>, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT currency, credits_posted - debits_posted AS "posted!: Atoms", debits_pending AS "pending: Atoms",
                  credits_pending AS "incoming: Atoms"
           FROM accounts WHERE owner = $1 AND book = 'customer' ORDER BY currency"#,
        owner
    )
    .fetch_all(conn)
    .await?;
    // A currency that this program no longer knows cannot be shown; `verify` still counts it.
    let known = rows.into_iter().filter_map(|row| {
        let currency: Currency = row.currency.parse().ok()?;
        let amount = |atoms: i128| Amount::new(atoms, currency);
        Some(Balance {
            currency,
            posted: amount(row.posted.0),
            pending: amount(row.pending.0),
            available: amount(row.posted.0 - row.pending.0),
            incoming: amount(row.incoming.0),
        })
    });
    Ok(known.collect())
}
