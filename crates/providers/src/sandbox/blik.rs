//! The simulated BLIK: three test codes have a fixed outcome, and all others wait for the sandbox controls.

use async_trait::async_trait;
use exchange::rails::{Blik, BlikOutcome, DeclineCode, PayoutOutcome, RailError};
use kernel::{Amount, TenantId, TransactionId};

use super::movement::{Flow, Movement, Rail, State};
use super::rails::{Fate, SandboxRails, sent};

/// Approved in the banking app after a moment.
const APPROVED: &str = "777123";
/// Refused by the bank.
const DECLINED: &str = "777999";
/// The code has expired.
const EXPIRED: &str = "777000";

fn outcome(movement: Movement) -> BlikOutcome {
    match movement.state {
        State::Pending => BlikOutcome::Pending { reference: movement.reference },
        State::Done => BlikOutcome::Paid { reference: movement.reference },
        State::Refused if movement.reason.is_none() => BlikOutcome::Expired,
        State::Refused => BlikOutcome::Declined { reason: movement.decline() },
    }
}

#[async_trait]
impl Blik for SandboxRails {
    async fn charge(
        &self,
        tenant: TenantId,
        transaction: TransactionId,
        key: &str,
        code: &str,
        amount: Amount,
    ) -> Result<BlikOutcome, RailError> {
        if code.len() != 6 || !code.bytes().all(|b| b.is_ascii_digit()) {
            return Err(RailError::Invalid { field: "code", rule: "must be 6 digits".into() });
        }
        let mut charge = self.movement(Rail::Blik, Flow::Charge, key, transaction, amount);
        charge.payer = Some("BLIK".to_owned());
        charge.state = if matches!(code, DECLINED | EXPIRED) { State::Refused } else { State::Pending };
        charge.reason = (code == DECLINED).then(|| DeclineCode::DoNotHonour.code().to_owned());
        let fate = (code == APPROVED).then(Fate::done);
        self.book(tenant, charge, fate).await.map(outcome)
    }

    async fn lookup(&self, tenant: TenantId, key: &str) -> Result<Option<BlikOutcome>, RailError> {
        Ok(self.find(tenant, Rail::Blik, key).await?.map(outcome))
    }

    async fn refund(
        &self,
        tenant: TenantId,
        transaction: TransactionId,
        key: &str,
        _reference: &str,
        amount: Amount,
    ) -> Result<PayoutOutcome, RailError> {
        self.send(tenant, self.movement(Rail::Blik, Flow::Refund, key, transaction, amount), Fate::done()).await
    }

    async fn lookup_refund(&self, tenant: TenantId, key: &str) -> Result<Option<PayoutOutcome>, RailError> {
        Ok(self.find(tenant, Rail::Blik, key).await?.map(sent))
    }
}
