use kernel::{TenantId, TransactionId};
use ledger::{CommitError, Receipt};
use sha2::{Digest, Sha256};

use super::Exchange;
use super::create::CommitFailure;
use crate::ExchangeError;
use crate::rails::{RailEvent, RailEventKind};
use crate::rates::RatesUnavailable;
use crate::transaction::{Command, Decision, Facts, Outcome, Stray, Transaction, change, decide, stray};

/// How often a decision is made anew because the transaction moved meanwhile.
const TRIES: usize = 5;

impl Exchange {
    /// Does a command: loads, decides, commits, and decides anew if the transaction has moved meanwhile. Gives the
    /// transaction as it stands afterwards. Whether `actor` may ask is checked by the caller.
    ///
    /// # Errors
    /// No such transaction, a refusal of the command, or nobody could commit it.
    pub async fn apply(
        &self,
        tenant: TenantId,
        id: TransactionId,
        command: Command,
        actor: &str,
    ) -> Result<Transaction, ExchangeError> {
        for _ in 0..TRIES {
            let transaction = self.find(tenant, id).await?;
            let facts = self.facts(tenant, &transaction, &command).await?;
            let now = self.inner.world.now();
            let (decision, key) = match decide(&transaction, &command, &facts, now)? {
                Outcome::Nothing => return Ok(transaction),
                Outcome::Changed(decision) => (*decision, self.key(&command)),
                Outcome::Stray(found) => {
                    self.keep_stray(tenant, &transaction, &found, &facts, &command).await?;
                    return Ok(transaction);
                }
            };
            match self.commit(tenant, &decision, key, actor).await {
                Ok(receipt) if receipt.replayed => return self.find(tenant, id).await,
                Ok(_) => {
                    alert(tenant, &decision);
                    return Ok(decision.transaction);
                }
                Err(CommitFailure::Commit(CommitError::Moved { .. })) => {}
                Err(failure) => return Err(failure.into()),
            }
        }
        Err(ExchangeError::Busy)
    }

    /// A payment that was kept apart can be taken back, and come again: its own transaction hears of it.
    async fn tell_stray(&self, tenant: TenantId, event: &RailEvent) -> Result<(), ExchangeError> {
        let Some(own) = of_stray(event, event.transaction) else { return Ok(()) };
        match self.apply(tenant, own.transaction, Command::Rail(own), "rail").await {
            Ok(_) | Err(ExchangeError::NotFound { .. }) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Takes what a rail tells. The same event takes effect once, however often it is told.
    ///
    /// # Errors
    /// Those of [`Exchange::apply`] that are worth telling it again for. A transaction that does not exist is none.
    pub async fn on_rail_event(&self, tenant: TenantId, event: RailEvent) -> Result<(), ExchangeError> {
        let (id, rail) = (event.transaction, event.rail.clone());
        match self.apply(tenant, id, Command::Rail(event.clone()), &format!("rail:{rail}")).await {
            Ok(_) => self.tell_stray(tenant, &event).await,
            Err(ExchangeError::NotFound { .. }) => {
                tracing::error!(%tenant, transaction = %id, rail, "a rail tells of a transaction that does not exist");
                Ok(())
            }
            Err(error) => Err(error),
        }
    }

    /// The key that makes a command happen once: an event's own name, or a new one.
    pub(super) fn key(&self, command: &Command) -> String {
        match command {
            Command::Rail(event) => {
                let told = short_hash(&format!("{}\n{}", event.rail, event.event_id));
                format!("rail:{}:{told}", event.transaction)
            }
            _ => format!("command:{}", self.inner.world.uuid()),
        }
    }

    pub(super) async fn facts(
        &self,
        tenant: TenantId,
        transaction: &Transaction,
        command: &Command,
    ) -> Result<Facts, ExchangeError> {
        let quote = &transaction.quote;
        let credited = matches!(command, Command::Rail(RailEvent { kind: RailEventKind::Credited { .. }, .. }));
        let awaited = matches!(command, Command::Due) && transaction.unpriced.is_some();
        let mut prices = self.inner.rates.current();
        let network_fee = if matches!(command, Command::UpdateAmount) {
            self.network_fee(quote.to_currency, quote.to_payway).await?
        } else if awaited || (credited && !quote.rate_locked) {
            // Money that has arrived is booked whether or not it can be priced now.
            self.network_fee(quote.to_currency, quote.to_payway).await.unwrap_or_else(|error| {
                tracing::warn!(%tenant, transaction = %transaction.id, %error, "no network fee: it waits for a price");
                prices = Err(RatesUnavailable { reason: "the network's fee is not known".to_owned() });
                None
            })
        } else {
            None
        };
        let refund_fee = match (command, transaction.collect()) {
            (Command::Refund { .. }, Some(collect)) => {
                self.network_fee(collect.expected.currency(), collect.payway).await?
            }
            _ => None,
        };
        let fresh = self.inner.world.uuid();
        Ok(Facts { policy: self.policy(tenant).await?, prices, network_fee, refund_fee, fresh })
    }

    /// Keeps a payment that its order no longer takes, once. Where it is kept already, its transaction hears of the event
    /// afterwards: the event that made it is known there by the same key, so it is not news.
    async fn keep_stray(
        &self,
        tenant: TenantId,
        parent: &Transaction,
        found: &Stray,
        facts: &Facts,
        command: &Command,
    ) -> Result<(), ExchangeError> {
        let now = self.inner.world.now();
        let decision = stray(parent, stray_id(parent.id, &found.reference), found, facts, now)?;
        let own = match command {
            Command::Rail(event) => of_stray(event, parent.id).map(Command::Rail),
            _ => None,
        };
        let key = match own {
            Some(own) => self.key(&own),
            None => format!("stray:{}:{}", parent.id, short_hash(&found.reference)),
        };
        match self.commit(tenant, &decision, key, "rail").await {
            Ok(receipt) if !receipt.replayed => alert(tenant, &decision),
            Ok(_) | Err(CommitFailure::Commit(CommitError::Moved { .. })) => {}
            Err(failure) => return Err(failure.into()),
        }
        Ok(())
    }

    /// Commits a decision. An unclear answer is asked again under the same key, which tells what became of it.
    pub(crate) async fn commit(
        &self,
        tenant: TenantId,
        decision: &Decision,
        key: String,
        actor: &str,
    ) -> Result<Receipt, CommitFailure> {
        let policy = self.policy(tenant).await.map_err(CommitFailure::Change)?;
        let around = change::Around { world: &self.inner.world, tenant, actor, lifetimes: &policy.lifetimes };
        let change = change::change(decision, key, &around).map_err(CommitFailure::Change)?;
        match self.inner.journal.commit(tenant, change.clone()).await {
            Err(CommitError::Unavailable) => self.inner.journal.commit(tenant, change).await,
            other => other,
        }
        .map_err(CommitFailure::Commit)
    }
}

/// Says aloud what no status shows: an operator must look at something that has ended.
fn alert(tenant: TenantId, decision: &Decision) {
    let transaction = &decision.transaction;
    if let (Some(reason), Some(_)) = (decision.reviewed, transaction.ending) {
        tracing::error!(%tenant, transaction = %transaction.id, ?reason, "ALERT: an ended transaction needs an operator");
    }
}

/// The event as the transaction hears it that keeps a stray payment; nothing for events that are not of a payment.
fn of_stray(event: &RailEvent, parent: TransactionId) -> Option<RailEvent> {
    let (RailEventKind::Credited { reference, .. } | RailEventKind::Reversed { reference }) = &event.kind else {
        return None;
    };
    Some(RailEvent { transaction: stray_id(parent, reference), ..event.clone() })
}

/// Names from outside are of any length and alphabet; keys are not.
fn short_hash(name: &str) -> String {
    hex::encode(&Sha256::digest(name.as_bytes())[..16])
}

/// The id of the transaction that keeps a stray payment: always the same one, so that it can be found again when the
/// payment is taken back. It has its parent's moment, and so stands beside it in lists.
fn stray_id(parent: TransactionId, reference: &str) -> TransactionId {
    let digest = Sha256::digest(format!("{parent}\n{reference}").as_bytes());
    let moment = parent.uuid().as_u128() >> 80;
    let mut bytes = [0_u8; 16];
    bytes.copy_from_slice(&digest[..16]);
    let random = u128::from_be_bytes(bytes) & ((1 << 80) - 1);
    let mut id = uuid::Builder::from_u128(moment << 80 | random);
    id.set_version(uuid::Version::SortRand).set_variant(uuid::Variant::RFC4122);
    TransactionId::from_uuid(id.into_uuid())
}
