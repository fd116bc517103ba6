//! The data of the simulated approval page, for 3-D Secure and for other services: the challenge and its answer.

use exchange::rails::DeclineCode;
use kernel::{Amount, TenantId, TransactionId};
use store::StoreError;

use super::code::launch;
use super::movement::{Flow, Movement, Rail, State};
use super::rails::SandboxRails;
use super::store as memory;

/// The challenge for a cardholder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Challenge {
    /// The transaction.
    pub transaction: TransactionId,
    /// The amount.
    pub amount: Amount,
    /// The card, as in `visa •••• 3220`, or the service's name.
    pub card: String,
    /// Whether it is already answered.
    pub answered: bool,
    /// The address to which the browser returns.
    pub return_url: String,
}

/// Whether the payer of this movement approves on the page.
fn has_page(movement: &Movement) -> bool {
    let by_page = match movement.rail {
        Rail::Card => true,
        Rail::Iban => false,
        Rail::Code(payway) => launch(payway, &movement.reference).is_some(),
    };
    by_page && movement.flow == Flow::Charge
}

impl SandboxRails {
    /// The challenge with this reference, if it exists.
    ///
    /// # Errors
    /// Database errors.
    pub async fn challenge(&self, tenant: TenantId, reference: &str) -> Result<Option<Challenge>, StoreError> {
        let mut tx = self.store.tenant_read(tenant).await?;
        let found = memory::by_reference(tx.conn(), tenant, reference).await?;
        let asked = found.filter(has_page);
        Ok(asked.and_then(|charge| {
            Some(Challenge {
                transaction: charge.target.order()?,
                amount: charge.amount,
                card: charge.payer.unwrap_or_default(),
                answered: charge.state != State::Pending,
                return_url: charge.return_url.unwrap_or_else(|| "/".to_owned()),
            })
        }))
    }

    /// Answers the challenge with this reference; a second answer changes nothing. Returns whether it exists.
    ///
    /// # Errors
    /// Database errors.
    pub async fn answer(&self, tenant: TenantId, reference: &str, approve: bool) -> Result<bool, StoreError> {
        let mut tx = self.store.tenant(tenant).await?;
        let found = memory::by_reference(tx.conn(), tenant, reference).await?;
        let Some(charge) = found.filter(has_page) else {
            return Ok(false);
        };
        let refused = (!approve).then(|| DeclineCode::AuthenticationFailed.code().to_owned());
        self.decide(&mut tx, &charge, refused).await?;
        tx.commit().await?;
        Ok(true)
    }
}
