//! Whether a balance covers an order.

use kernel::{Amount, TenantId};

use super::Exchange;
use crate::ExchangeError;
use crate::quote::Quote;

impl Exchange {
    /// Whether the balance of the quote's profile covers the order now. The ledger checks again at the commit. This
    /// early check refuses before limits are consumed and before the customer is asked for a second factor.
    ///
    /// # Errors
    /// [`ExchangeError::InsufficientBalance`], and database errors.
    pub(super) async fn covered(&self, tenant: TenantId, quote: &Quote) -> Result<(), ExchangeError> {
        let needed = quote.from_amount;
        let Some(profile) = quote.profile.filter(|_| quote.source.is_balance()) else { return Ok(()) };
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        let balances = ledger::balances(tx.conn(), profile.uuid()).await?;
        let found = balances.iter().find(|one| one.currency == needed.currency());
        let available = found.map_or_else(|| Amount::zero(needed.currency()), |one| one.available);
        if available.atoms() >= needed.atoms() {
            return Ok(());
        }
        Err(ExchangeError::InsufficientBalance { needed, available })
    }
}
