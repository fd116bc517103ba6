//! Storing and showing codes that were paid out.

use identity::envelope::Class;
use identity::{CodeShownTo, Secret, note_payout_code};
use kernel::{TenantId, TenantProfile, TransactionId};

use super::Exchange;
use super::wallets::internal;
use crate::ExchangeError;
use crate::payout_code::{ShownCode, is_code, store};
use crate::rails::{IssueOutcome, PayoutOutcome};
use crate::transaction::{PayOutState, Transaction};

impl Exchange {
    /// Stores the code of an issue, encrypted, and returns the outcome without it. An issue whose code cannot be stored
    /// is looked up again: it must not be reported as paid before its owner can see the code.
    pub(crate) async fn keep_issued(
        &self,
        tenant: TenantId,
        (tx, leg): (&Transaction, u16),
        outcome: IssueOutcome,
    ) -> PayoutOutcome {
        let (reference, code) = match outcome {
            IssueOutcome::Issued { reference, code } => (reference, code),
            IssueOutcome::Rejected { reason } => return PayoutOutcome::Rejected { reason },
            IssueOutcome::Unknown => return PayoutOutcome::Unknown,
        };
        match self.keep_code(tenant, (tx, leg), &code.0).await {
            Ok(()) => PayoutOutcome::Settled { reference },
            Err(error) => {
                tracing::error!(
                    event = "payout_code.not_stored", %tenant, transaction = %tx.id, %error,
                    "The worker cannot store a code that was paid out. It looks the code up again."
                );
                PayoutOutcome::Unknown
            }
        }
    }

    async fn keep_code(
        &self,
        tenant: TenantId,
        (movement, leg): (&Transaction, u16),
        code: &str,
    ) -> Result<(), ExchangeError> {
        let place = (movement.id, index(leg)?);
        let mut tx = self.inner.store.tenant(tenant).await?;
        if store::exists(tx.conn(), tenant, place).await? {
            return Ok(());
        }
        let (id, now) = (self.inner.world.uuid(), self.inner.world.now_for(tenant));
        let sealed =
            self.inner.envelope.seal(&mut tx, Class::PayoutCode, id, code.as_bytes()).await.map_err(internal)?;
        store::insert(tx.conn(), TenantProfile { tenant, profile: movement.profile }, place, (id, &sealed), now)
            .await?;
        tx.commit().await?;
        Ok(())
    }

    /// The code that an order of this profile was paid out by. The person's audit log records who saw it.
    ///
    /// # Errors
    /// [`ExchangeError::NotFound`] for a transaction that the profile does not see; [`ExchangeError::Refused`] for one
    /// that pays out no code, or whose code does not exist yet.
    pub async fn show_payout_code(
        &self,
        TenantProfile { tenant, profile }: TenantProfile,
        transaction: TransactionId,
        by: CodeShownTo<'_>,
    ) -> Result<ShownCode, ExchangeError> {
        let order = self.get(tenant, profile, transaction).await?;
        let codes: Vec<_> = order.payouts().filter(|(_, leg)| is_code(leg)).collect();
        if codes.is_empty() {
            return Err(ExchangeError::refused("it pays out no code"));
        }
        let ready = codes.iter().find(|(_, leg)| matches!(leg.state, PayOutState::Sent | PayOutState::Settled));
        let (leg, _) = ready.ok_or_else(|| ExchangeError::refused("the service has not issued the code yet"))?;
        let mut tx = self.inner.store.tenant(tenant).await?;
        let now = self.inner.world.now_for(tenant);
        let found = store::show(tx.conn(), TenantProfile { tenant, profile }, (transaction, index(*leg)?), now).await?;
        let found =
            found.ok_or_else(|| ExchangeError::refused("the code is not stored here; ask the support for it"))?;
        let plain = self.inner.envelope.open(&mut tx, Class::PayoutCode, found.id, &found.sealed).await;
        let plain = plain.map_err(internal)?;
        let code = Secret::new(std::str::from_utf8(&plain).map_err(internal)?);
        note_payout_code(&mut tx, &self.inner.world, by, transaction).await?;
        tx.commit().await?;
        Ok(ShownCode { code, first_shown_at: found.first_shown_at })
    }
}

/// The index of a leg as the database stores it.
fn index(leg: u16) -> Result<i16, ExchangeError> {
    i16::try_from(leg).map_err(internal)
}
