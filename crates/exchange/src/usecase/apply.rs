//! Applies a command or a rail event to a transaction: load, decide, commit, and decide again if the transaction moved.

use identity::CustomerStatus;
use kernel::{Amount, TenantId, TransactionId};
use ledger::{Change, ChangeKey, CommitError, Receipt};

use super::Exchange;
use super::arrivals::is_credit;
use super::create::CommitFailure;
use crate::ExchangeError;
use crate::admission::Evidence;
use crate::rails::{RailEvent, RailEventKind};
use crate::rates::RatesUnavailable;
use crate::transaction::{
    Admission, Answer, Asker, ChangeContext, Command, Committed, Decision, Ending, Facts, OWNER, Transaction, change,
    of_unmatched, once_key, prepare,
};

/// An idempotent command of an owner.
struct IdempotentCommand<'a> {
    /// The idempotency key.
    key: String,
    owner: &'a CustomerStatus,
}

/// The maximum number of attempts to commit against concurrent changes.
pub(super) const TRIES: usize = 5;

impl Exchange {
    /// Applies a command: loads, decides, commits, and retries if the transaction has changed meanwhile. Returns the
    /// resulting transaction. The caller checks whether `actor` may send the command.
    ///
    /// # Errors
    /// An unknown transaction, a refusal of the command, or a failed commit.
    pub async fn apply(
        &self,
        tenant: TenantId,
        id: TransactionId,
        command: Command,
        actor: &str,
    ) -> Result<Transaction, ExchangeError> {
        self.apply_under(tenant, id, command, actor, None).await
    }

    /// Like [`Exchange::apply`], for the owner, with an idempotency key in `name`: a retry returns the result of the
    /// first call, and is never refused.
    ///
    /// # Errors
    /// The errors of [`Exchange::apply`]; [`ExchangeError::Limit`] and a closed direction if the received amount exceeds
    /// what the customer may exchange; [`ExchangeError::SenderUnknown`] for coins without an originator statement.
    pub async fn apply_once(
        &self,
        tenant: TenantId,
        id: TransactionId,
        command: Command,
        owner: &CustomerStatus,
        name: &str,
    ) -> Result<Transaction, ExchangeError> {
        self.apply_under(tenant, id, command, OWNER, Some(IdempotentCommand { key: once_key(id, name), owner })).await
    }

    async fn apply_under(
        &self,
        tenant: TenantId,
        id: TransactionId,
        command: Command,
        actor: &str,
        idempotent: Option<IdempotentCommand<'_>>,
    ) -> Result<Transaction, ExchangeError> {
        for _ in 0..TRIES {
            let transaction = self.find(tenant, id).await?;
            let facts = self.facts(tenant, &transaction, &command, Asker::of(actor)).await?;
            let now = self.inner.world.now_for(tenant);
            let mut prepared = match prepare(&transaction, &command, &facts, &self.inner.world, now) {
                // A committed command cannot be decided again. The look-up is only here, because retries are rare.
                Err(_) if self.is_committed_command(tenant, idempotent.as_ref()).await? => {
                    return self.find(tenant, id).await;
                }
                Err(refusal) => return Err(refusal),
                Ok(Answer::Nothing) => return Ok(transaction),
                Ok(Answer::RecordedNoOp(key)) => {
                    self.commit_change(tenant, Change { key: ChangeKey(key), ..Change::default() }).await?;
                    return Ok(transaction);
                }
                Ok(Answer::Change(prepared)) => {
                    (*prepared).under(idempotent.as_ref().map(|idempotent| idempotent.key.clone()))
                }
            };
            if let Some(idempotent) = &idempotent {
                let Evidence { travel, sender, counted } = self
                    .owner_evidence(tenant, idempotent.owner, &command, &transaction, &prepared.decision.transaction)
                    .await?;
                let decided = &mut prepared.decision;
                decided.transaction.travel = travel.or(decided.transaction.travel);
                decided.transaction.sender = sender.or(decided.transaction.sender);
                decided.counted = counted;
            }
            let actor = if prepared.is_unmatched { "rail" } else { actor };
            let answer = match self.commit(tenant, &prepared.decision, prepared.key.clone(), actor).await {
                Err(CommitFailure::Change(fault)) => return Err(fault),
                Err(CommitFailure::Commit(refusal)) => Err(refusal),
                Ok(receipt) => Ok(receipt),
            };
            match prepared.committed(answer) {
                Committed::Again => {}
                Committed::Failed(refusal) => return Err(refusal.into()),
                Committed::Before if prepared.is_unmatched => return Ok(transaction),
                Committed::Before => return self.find(tenant, id).await,
                Committed::Now => {
                    alert(tenant, &prepared.decision);
                    return Ok(if prepared.is_unmatched { transaction } else { prepared.decision.transaction });
                }
            }
        }
        Err(ExchangeError::Busy)
    }

    /// The travel-rule evidence of an owner's command, and what it counts against their limits.
    async fn owner_evidence(
        &self,
        tenant: TenantId,
        owner: &CustomerStatus,
        command: &Command,
        before: &Transaction,
        after: &Transaction,
    ) -> Result<Evidence, ExchangeError> {
        match command {
            Command::UpdateAmount | Command::AcceptAmount { .. } => self.recheck_limits(tenant, owner, after).await,
            // Checks the limits and the travel rule again, because they are why the deposit was held.
            Command::Deposit if before.is_arrival() => self.recheck_limits(tenant, owner, after).await,
            Command::Deposit => self.keep_evidence(tenant, owner, before).await,
            Command::Refund { to: Some(to) } => {
                let Some(payway) = before.collect().map(|collect| collect.payway) else {
                    return Ok(Evidence::default());
                };
                let evidence = self.refund_evidence(tenant, owner, before, (payway, &to.requisite)).await?;
                // The refund leg carries the declaration of its wallet.
                Ok(Evidence { travel: None, ..evidence })
            }
            Command::PayByCard { card, .. } => self.card_evidence(tenant, owner, before, card).await,
            // Nothing of the owner is asked or counted: the money never was the owner's.
            Command::RefundPayer { to, wallet } => {
                self.check_payer_wallet(tenant, before, to.requisite.display(), wallet.as_deref()).await?;
                Ok(Evidence::default())
            }
            _ => Ok(Evidence::default()),
        }
    }

    async fn is_committed_command(
        &self,
        tenant: TenantId,
        idempotent: Option<&IdempotentCommand<'_>>,
    ) -> Result<bool, ExchangeError> {
        let Some(IdempotentCommand { key, .. }) = idempotent else { return Ok(false) };
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        Ok(ledger::is_committed(tx.conn(), tenant, &ChangeKey(key.clone())).await?)
    }

    /// Applies the event of an unmatched payment to the transaction that holds it, which may see a reversal or a new
    /// credit.
    pub(super) async fn notify_unmatched(&self, tenant: TenantId, event: &RailEvent) -> Result<(), ExchangeError> {
        let Some(own) = event.target.order().and_then(|parent| of_unmatched(event, parent)) else { return Ok(()) };
        let Some(id) = own.target.order() else { return Ok(()) };
        match self.apply(tenant, id, Command::Rail(own), "rail").await {
            Ok(_) | Err(ExchangeError::NotFound { .. }) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Applies a rail event. The same event takes effect once, however often it is delivered.
    ///
    /// # Errors
    /// The errors of [`Exchange::apply`] that justify a redelivery. An unknown transaction is logged and is not an error.
    pub async fn on_rail_event(&self, tenant: TenantId, event: RailEvent) -> Result<(), ExchangeError> {
        let Some(id) = event.target.order() else { return self.on_arrival(tenant, event).await };
        let rail = event.rail.clone();
        match self.apply(tenant, id, Command::Rail(event.clone()), &format!("rail:{rail}")).await {
            Ok(_) => self.notify_unmatched(tenant, &event).await,
            Err(ExchangeError::NotFound { .. }) => {
                tracing::error!(
                    event = "rail_event.ignored", %tenant, transaction = %id, rail,
                    "An event of a rail names a transaction that does not exist. Agio ignores it."
                );
                Ok(())
            }
            Err(error) => Err(error),
        }
    }

    pub(super) async fn facts(
        &self,
        tenant: TenantId,
        transaction: &Transaction,
        command: &Command,
        asker: Asker,
    ) -> Result<Facts, ExchangeError> {
        let price = &transaction.price;
        let credited = matches!(command, Command::Rail(RailEvent { kind: RailEventKind::Credited { .. }, .. }));
        let awaited = matches!(command, Command::Due) && transaction.awaiting_rate.is_some();
        let plain = self.plain_facts(tenant, asker).await?;
        let mut prices = plain.prices.clone();
        let network_fee = if matches!(command, Command::UpdateAmount | Command::AcceptAmount { .. }) {
            self.network_fee(tenant, price.to_currency, price.sink).await?
        } else if awaited || (credited && !price.rate_locked) {
            // Received money is booked even if it cannot be priced now.
            self.network_fee(tenant, price.to_currency, price.sink).await.unwrap_or_else(|error| {
                tracing::warn!(
                    event = "network_fee.read_failed", %tenant, transaction = %transaction.id, %error,
                    "The network fee is not known. The transaction waits for a price."
                );
                prices = Err(RatesUnavailable { reason: "the network's fee is not known".to_owned() });
                None
            })
        } else {
            None
        };
        let refund_fee = match (command, transaction.collect()) {
            (Command::Refund { .. } | Command::RefundPayer { .. }, Some(collect)) => {
                self.network_fee(tenant, collect.expected.currency(), collect.payway.into()).await?
            }
            _ => None,
        };
        let admission = match command {
            Command::Rail(event) if is_credit(event) && awaits_admission(transaction) => {
                self.admission(tenant, transaction).await?
            }
            _ => Admission::default(),
        };
        Ok(Facts { prices, network_fee, refund_fee, admission, ..plain })
    }

    /// The facts of commands that need neither network fees nor an admission check.
    pub(super) async fn plain_facts(&self, tenant: TenantId, asker: Asker) -> Result<Facts, ExchangeError> {
        let policy = self.policy(tenant).await?;
        Ok(Facts {
            prices: self.prices_under(&policy),
            policy,
            network_fee: None,
            refund_fee: None,
            admission: Admission::default(),
            asker,
            fresh: self.inner.world.uuid(),
        })
    }

    /// Commits a decision. After an unclear answer, commits again under the same key, which returns the outcome.
    pub(crate) async fn commit(
        &self,
        tenant: TenantId,
        decision: &Decision,
        key: String,
        actor: &str,
    ) -> Result<Receipt, CommitFailure> {
        let policy = self.policy(tenant).await.map_err(CommitFailure::Change)?;
        let around = ChangeContext { world: &self.inner.world, tenant, actor, lifetimes: &policy.lifetimes };
        let change = change(decision, key, &around).map_err(CommitFailure::Change)?;
        self.commit_change(tenant, change).await.map_err(CommitFailure::Commit)
    }

    async fn commit_change(&self, tenant: TenantId, change: Change) -> Result<Receipt, CommitError> {
        match self.inner.journal.commit(tenant, change.clone()).await {
            Err(CommitError::Unavailable) => match self.inner.journal.commit(tenant, change).await {
                // The first commit may have happened, although the queue has no place to ask about it.
                Err(CommitError::Overloaded) => Err(CommitError::Unavailable),
                other => other,
            },
            other => other,
        }
    }
}

/// Whether the event credits a deposit without an order for the first time. A repeated event must not consume limits
/// again.
fn awaits_admission(transaction: &Transaction) -> bool {
    let has_come = transaction.received().is_some_and(Amount::is_positive);
    let is_open = matches!(transaction.ending, None | Some(Ending::Expired));
    transaction.is_arrival() && !transaction.is_unidentified() && is_open && !has_come
}

/// Logs an alert if an ended transaction needs an operator, because its status does not show it.
fn alert(tenant: TenantId, decision: &Decision) {
    let transaction = &decision.transaction;
    if let (Some(reason), Some(_)) = (decision.reviewed, transaction.ending) {
        tracing::error!(
            event = "alert.review_opened", %tenant, transaction = %transaction.id, ?reason,
            "ALERT: an ended transaction needs an operator."
        );
    }
}
