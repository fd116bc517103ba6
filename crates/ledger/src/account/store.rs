//! All SQL that reads balances.

use kernel::{Amount, Currency, Product, ProfileId};
use sqlx::PgConnection;
use store::{Atoms, StoreError};
use uuid::Uuid;

/// The balance of one owner in one currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Balance {
    /// The currency.
    pub currency: Currency,
    /// The posted balance.
    pub posted: Amount,
    /// The held part of it.
    pub pending: Amount,
    /// The available balance: posted less held.
    pub available: Amount,
    /// Pending incoming money, which is not available yet.
    pub incoming: Amount,
}

impl Balance {
    /// The balance of an account that does not exist yet.
    #[must_use]
    pub const fn zero(currency: Currency) -> Self {
        let zero = Amount::zero(currency);
        Self { currency, posted: zero, pending: zero, available: zero, incoming: zero }
    }
}

/// The available balance on the account of a profile in a product. `conn` belongs to a tenant transaction.
///
/// # Errors
/// Database errors.
pub async fn product_balance(
    conn: &mut PgConnection,
    profile: ProfileId,
    product: Product,
    currency: Currency,
) -> Result<Amount, StoreError> {
    let found = sqlx::query_scalar!(
        r#"SELECT credits_posted - debits_posted - debits_pending AS "available!: Atoms" FROM accounts
           WHERE owner = $1 AND book = 'product' AND sub = $2 AND currency = $3"#,
        profile.uuid(),
        product.code(),
        currency.code(),
    );
    Ok(Amount::new(found.fetch_optional(conn).await?.map_or(0, |available| available.0), currency))
}

/// Every balance that `owner` ever had, by currency code, including zero ones. `conn` belongs to a tenant transaction.
///
/// # Errors
/// Database errors.
pub async fn balances(conn: &mut PgConnection, owner: Uuid) -> Result<Vec<Balance>, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT currency, credits_posted - debits_posted AS "posted!: Atoms", debits_pending AS "pending: Atoms",
                  credits_pending AS "incoming: Atoms"
           FROM accounts WHERE owner = $1 AND book = 'customer' ORDER BY currency"#,
        owner
    )
    .fetch_all(conn)
    .await?;
    // Skips delisted currencies, which cannot be displayed; `verify` still checks them.
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
