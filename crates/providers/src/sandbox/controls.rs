//! The sandbox controls for a payment by card, bank or another service.

use exchange::rails::{DeclineCode, Target};
use kernel::{Amount, TenantId, TransactionId};
use store::{StoreError, TenantTx};
use uuid::Uuid;

use super::movement::{Flow, Movement, Rail, State};
use super::rails::SandboxRails;
use super::store as memory;

/// A simulated action on a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Nudge {
    /// Pays the ordered amount.
    Pay,
    /// Pays half the amount.
    Underpay,
    /// Pays one and a half times the amount.
    Overpay,
    /// Pays the amount twice.
    Double,
    /// Confirms the pending payment.
    Confirm,
    /// Declines the pending payment.
    Decline,
}

impl Nudge {
    /// The payments that arrive without a request. Each has at least one atom, also for half of the smallest amount.
    fn credits(self, expected: Amount) -> Vec<Amount> {
        let part = |atoms: i128| Amount::new(atoms.max(1), expected.currency());
        match self {
            Self::Pay => vec![expected],
            Self::Underpay => vec![part(expected.atoms() / 2)],
            Self::Overpay => vec![part(expected.atoms().saturating_add(expected.atoms() / 2))],
            Self::Double => vec![expected, expected],
            Self::Confirm | Self::Decline => vec![],
        }
    }
}

impl SandboxRails {
    /// Applies the action to the payment of `transaction`, whose ordered amount is `expected`. Returns whether there
    /// was an effect: only a pending payment can be confirmed or declined.
    ///
    /// # Errors
    /// Database errors.
    pub async fn nudge(
        &self,
        tenant: TenantId,
        transaction: TransactionId,
        rail_code: &str,
        expected: Amount,
        nudge: Nudge,
    ) -> Result<bool, StoreError> {
        let Some(rail) = Rail::from_code(rail_code) else { return Ok(false) };
        let mut tx = self.store.tenant(tenant).await?;
        let waiting = memory::of_transaction(tx.conn(), tenant, transaction).await?;
        let waiting = waiting.into_iter().rfind(|m| m.flow == Flow::Charge && m.state == State::Pending);
        let happened = match (nudge, waiting) {
            (Nudge::Pay | Nudge::Confirm, Some(charge)) => self.decide(&mut tx, &charge, None).await?,
            (Nudge::Decline, Some(charge)) => {
                self.decide(&mut tx, &charge, Some(DeclineCode::AuthenticationFailed.code().to_owned())).await?
            }
            (Nudge::Confirm | Nudge::Decline, None) => false,
            (_, _) => {
                for amount in nudge.credits(expected) {
                    self.credit(&mut tx, rail, transaction.into(), amount).await?;
                }
                true
            }
        };
        tx.commit().await?;
        Ok(happened)
    }

    /// Simulates an incoming bank transfer: to a deposit account, or with a free reference.
    ///
    /// # Errors
    /// Database errors.
    pub async fn receive(&self, tenant: TenantId, target: Target, amount: Amount) -> Result<(), StoreError> {
        let mut tx = self.store.tenant(tenant).await?;
        self.credit(&mut tx, Rail::Iban, target, amount).await?;
        tx.commit().await
    }

    async fn credit(&self, tx: &mut TenantTx, rail: Rail, target: Target, amount: Amount) -> Result<(), StoreError> {
        let key = format!("simulated:{}", Uuid::from_bytes(self.world.random()).as_simple());
        let credit = Movement {
            state: State::Done,
            payer: Some("Sandbox payer".to_owned()),
            ..self.movement(rail, Flow::Credit, &key, target, amount)
        };
        let tenant = tx.tenant();
        memory::insert(tx.conn(), tenant, &credit, None, self.world.now()).await?;
        self.tell(tx, &credit).await
    }
}
