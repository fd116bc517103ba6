//! Claims to coins that came without a memo: credited if the claim is proved, and given to operators otherwise.

use identity::CustomerStatus;
use kernel::{ErrorKind, TenantId, TenantProfile, TransactionId};
use ledger::CommitError;

use super::Exchange;
use super::apply::TRIES;
use super::create::CommitFailure;
use crate::ExchangeError;
use crate::admission::Evidence;
use crate::payment_claim::{
    CREDITED_MAX, ClaimFacts, ClaimOutcome, Claimable, credited, is_at, is_proved, references, store,
};
use crate::rails::Connected;
use crate::transaction::{Answer, Asker, Command, Committed, OWNER, Transaction, once_key, prepare};

/// A customer's claim to a payment without a memo.
#[derive(Debug, Clone)]
pub struct PaymentClaim {
    /// The customer's order that it was sent for.
    pub order: TransactionId,
    /// The hash of the transaction on the chain.
    pub hash: String,
    /// The customer's name as others see it.
    pub name: String,
}

impl Exchange {
    /// Credits a payment without a memo to the customer who claims it for an order, if the claim is proved; otherwise
    /// gives it to operators. Returns the outcome and the payment's transaction. A repeated claim changes nothing.
    ///
    /// # Errors
    /// [`ExchangeError::Invalid`] for a hash without such a payment, for a payment of another customer, and for one that was
    /// seen before the order was made; [`ExchangeError::Refused`] for a payment that is not confirmed, or an order without
    /// a memo; unavailable prices and database errors, after which the claim can be repeated.
    pub async fn claim_payment(
        &self,
        TenantProfile { tenant, profile }: TenantProfile,
        claim: &PaymentClaim,
        customer_status: &CustomerStatus,
    ) -> Result<(ClaimOutcome, Transaction), ExchangeError> {
        let order = self.get(tenant, profile, claim.order).await?;
        let id = self.claimed(tenant, &order, claim).await?;
        for _ in 0..TRIES {
            let payment = self.find(tenant, id).await?;
            if !is_at(&Claimable::of(&order)?, &payment) {
                return Err(unknown());
            }
            match payment.receiver().map(|party| party.profile) {
                Some(None) => {}
                Some(Some(receiver)) if receiver == profile => return Ok((ClaimOutcome::Credited, payment)),
                _ => return Err(unknown()),
            }
            let Some((_, came)) = credited(&payment) else {
                return Err(ExchangeError::refused("the network has not confirmed this payment; try again later"));
            };
            // The hash is public as soon as the payment is on the network.
            if came.seen_at < order.created_at {
                return Err(unknown());
            }
            if self.judge_claim(tenant, (&order, &payment), claim, customer_status).await? {
                let payment = self.find(tenant, id).await?;
                let is_theirs = payment.receiver().is_some_and(|party| party.profile == Some(profile));
                let outcome = if is_theirs { ClaimOutcome::Credited } else { ClaimOutcome::UnderReview };
                return Ok((outcome, payment));
            }
        }
        Err(ExchangeError::Busy)
    }

    /// The transaction of the payment that the claim names.
    async fn claimed(
        &self,
        tenant: TenantId,
        order: &Transaction,
        claim: &PaymentClaim,
    ) -> Result<TransactionId, ExchangeError> {
        let (claimable, references) = (Claimable::of(order)?, references(&claim.hash)?);
        let network = claimable.payway.network().ok_or_else(unknown)?;
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        store::holder(tx.conn(), tenant, network, &references).await?.ok_or_else(unknown)
    }

    /// Commits the outcome of a claim; `false` if the payment has changed meanwhile.
    async fn judge_claim(
        &self,
        tenant: TenantId,
        (order, payment): (&Transaction, &Transaction),
        claim: &PaymentClaim,
        customer_status: &CustomerStatus,
    ) -> Result<bool, ExchangeError> {
        let evidence = self.claim_evidence(tenant, (order, payment), customer_status).await?;
        let profile = order.profile;
        let command = match &evidence {
            Some(_) => Command::Assign { profile, name: claim.name.clone(), claimed_for: Some(order.id) },
            None => Command::ClaimPayment { order: order.id, profile },
        };
        let facts = self.facts(tenant, payment, &command, Asker::System).await?;
        let answer = prepare(payment, &command, &facts, &self.inner.world, self.inner.world.now_for(tenant))?;
        let Answer::Change(prepared) = answer else { return Ok(true) };
        // An order proves one payment, also when two are claimed at the same time. The version of a payment makes sure that
        // it has one owner.
        let key = evidence.as_ref().map(|_| once_key(order.id, "claim"));
        let mut prepared = (*prepared).under(key);
        if let Some(Evidence { sender, counted, .. }) = evidence {
            prepared.decision.transaction.sender = sender;
            prepared.decision.counted = counted;
        }
        let answer = match self.commit(tenant, &prepared.decision, prepared.key.clone(), OWNER).await {
            Err(CommitFailure::Change(fault)) => return Err(fault),
            Err(CommitFailure::Commit(refusal)) => Err::<_, CommitError>(refusal),
            Ok(receipt) => Ok(receipt),
        };
        match prepared.committed(answer) {
            // Another payment was credited for the order meanwhile, or this one by a repeated request.
            Committed::Again | Committed::Before => Ok(false),
            Committed::Failed(refusal) => Err(refusal.into()),
            Committed::Now => Ok(true),
        }
    }

    /// What the credit of a proved claim counts against the limits of its customer. `None` for a claim that an operator
    /// must judge: it is not proved, or the customer's limits or the travel rule do not allow the credit.
    async fn claim_evidence(
        &self,
        tenant: TenantId,
        (order, payment): (&Transaction, &Transaction),
        customer_status: &CustomerStatus,
    ) -> Result<Option<Evidence>, ExchangeError> {
        let Some((_, came)) = credited(payment) else { return Ok(None) };
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        let claimable = Claimable::of(order)?;
        let has_rival = store::has_rival(tx.conn(), tenant, order.profile, &claimable, came.seen_at).await?;
        let has_proved = store::has_proved(tx.conn(), tenant, order.id, claimable.opened_at).await?;
        drop(tx);
        let policy = self.policy(tenant).await?;
        let is_simulated = !matches!(policy.connected, Connected::Payways(_));
        let is_small = self.euro(tenant, came.amount).await?.atoms() <= CREDITED_MAX;
        if !is_small || !is_proved(ClaimFacts { order, payment, has_rival, has_proved, is_simulated })? {
            return Ok(None);
        }
        let credited = Transaction { profile: order.profile, ..payment.clone() };
        match self.evidence(tenant, &policy, customer_status, &credited).await {
            Ok(evidence) => Ok(Some(evidence)),
            Err(refusal) if matches!(refusal.error.kind(), ErrorKind::Unavailable | ErrorKind::Internal) => {
                Err(refusal.error)
            }
            Err(_) => Ok(None),
        }
    }
}

/// The refusal of a hash. It is the same for a payment of another customer, so that it tells nothing about that payment.
fn unknown() -> ExchangeError {
    ExchangeError::invalid("transaction_hash", "names no payment without a memo that waits for its owner")
}
