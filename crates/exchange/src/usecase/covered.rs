//! Whether a balance covers what is taken from it.

use kernel::{Amount, TenantId};

use super::Exchange;
use crate::ExchangeError;
use crate::quote::Quote;

impl Exchange {
    /// Whether the balance of the quote's profile can give what the quote takes from it now. The ledger judges again when
    /// the order is committed; asked here, a refusal comes before limits are counted and a second factor is shown.
    ///
    /// # Errors
    /// [`ExchangeError::InsufficientBalance`], and those of the database.
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
