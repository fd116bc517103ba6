//! Operators' resolutions of waiting movements: checked when proposed, and checked again and executed by a job.

use identity::operator::{Assignee, ClosedAs, Resolution, ResolutionAct};
use kernel::{Amount, ErrorKind, OperatorId, PaywayKind, TenantId, TransactionId};
use ledger::ChangeKey;

use super::Exchange;
use super::apply::TRIES;
use super::create::CommitFailure;
use super::wallets::internal;
use crate::ExchangeError;
use crate::attempt::{Charge, charge_report};
use crate::deposit_account;
use crate::rails::charge_key;
use crate::transaction::{
    Answer, Asker, Command, Committed, RefundTo, Review, ReviewReason, Transaction, once_key, prepare, rail_name,
};

fn command(resolution: &Resolution) -> Result<Command, ExchangeError> {
    Ok(match resolution.act {
        ResolutionAct::Retry => Command::RetryPayout,
        ResolutionAct::Refund => Command::Refund { to: None },
        ResolutionAct::Credit => Command::Deposit,
        ResolutionAct::Assign => {
            let to = resolution.to.clone().ok_or_else(|| ExchangeError::invalid("to", "field is required"))?;
            Command::Assign { profile: to.profile, name: to.name, claimed_for: None }
        }
        ResolutionAct::Accept => Command::AcceptCharge,
        ResolutionAct::WriteOff => Command::WriteOff,
        // A job asks; it changes nothing by itself.
        ResolutionAct::LookUp => return Err(ExchangeError::refused("a look-up is no change")),
        ResolutionAct::Close => Command::Close { closed_as: resolution.closed_as.unwrap_or(ClosedAs::Resolved) },
    })
}

/// The amount that a resolution is about: the one that is held, the one that an acquirer may have, or the one that is
/// held for disputes.
fn stands(transaction: &Transaction, act: ResolutionAct) -> Option<Amount> {
    match act {
        ResolutionAct::Accept => transaction.review.as_ref()?.claim.as_ref().map(|claim| claim.amount),
        ResolutionAct::WriteOff => transaction.disputed_amount(),
        _ => transaction.available().filter(|left| left.is_positive()),
    }
}

/// Whether an unclear charge can be looked up.
fn can_look_up(transaction: &Transaction) -> Result<(), ExchangeError> {
    let is_unclear = |review: &Review| review.reason == ReviewReason::ChargeUnknown;
    let reviewed = transaction.ending.is_none() && transaction.review.as_ref().is_some_and(is_unclear);
    let refused = || ExchangeError::refused("no charge of it is unclear");
    (reviewed && transaction.collect().is_some()).then_some(()).ok_or_else(refused)
}

impl Exchange {
    /// A resolution of a movement in its present state.
    pub async fn resolution(
        &self,
        tenant: TenantId,
        transaction: &Transaction,
        act: ResolutionAct,
        closed_as: Option<ClosedAs>,
        to: Option<Assignee>,
    ) -> Resolution {
        let amount = stands(transaction, act);
        let worth = match amount {
            Some(amount) => self.euro(tenant, amount).await.ok(),
            None => None,
        };
        Resolution { movement: transaction.id, act, closed_as, to, amount, worth }
    }

    /// Whether the resolution is possible in the movement's present state.
    ///
    /// # Errors
    /// [`ExchangeError::NotFound`]; [`ExchangeError::Refused`] with the reason, also if the held amount has changed
    /// since the proposal; a field error if a refund needs a destination.
    pub async fn check_resolution(&self, tenant: TenantId, resolution: &Resolution) -> Result<(), ExchangeError> {
        let transaction = self.find(tenant, resolution.movement).await?;
        if resolution.act == ResolutionAct::LookUp {
            return can_look_up(&transaction);
        }
        self.fits(tenant, &transaction, resolution).await.map(drop)
    }

    /// The change that the resolution would make.
    async fn fits(
        &self,
        tenant: TenantId,
        transaction: &Transaction,
        resolution: &Resolution,
    ) -> Result<Answer, ExchangeError> {
        if stands(transaction, resolution.act) != resolution.amount {
            return Err(ExchangeError::refused("another amount is held now than was decided about"));
        }
        if let Some(to) = &resolution.to {
            let mut tx = self.inner.store.tenant_read(tenant).await?;
            if !deposit_account::store::takes_money(tx.conn(), tenant, to.profile).await? {
                return Err(ExchangeError::refused("the customer's account is closed"));
            }
        }
        let command = match command(resolution)? {
            Command::Refund { to: None } => Command::Refund { to: self.named_refund(tenant, transaction).await? },
            other => other,
        };
        let facts = self.facts(tenant, transaction, &command, Asker::System).await?;
        prepare(transaction, &command, &facts, &self.inner.world, self.inner.world.now_for(tenant))
    }

    /// The destination of an operator's refund: the address that the customer named with the order, checked as if its
    /// owner asked for the refund. `None` if none was named; the payment then returns the way it came, or its owner
    /// names a place.
    async fn named_refund(
        &self,
        tenant: TenantId,
        transaction: &Transaction,
    ) -> Result<Option<Box<RefundTo>>, ExchangeError> {
        let Some(named) = transaction.refund_address() else { return Ok(None) };
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        let user = deposit_account::store::person_of(tx.conn(), tenant, transaction.profile).await?;
        drop(tx);
        let Some(user) = user else { return Ok(None) };
        let owner = identity::customer_status_of(&self.inner.store, tenant, user).await.map_err(internal)?;
        let Some(owner) = owner else { return Ok(None) };
        match self.check_refund(tenant, &owner, transaction, &named).await {
            Ok(to) => Ok(Some(Box::new(to))),
            Err(error) if matches!(error.kind(), ErrorKind::Unavailable | ErrorKind::Internal) => Err(error),
            // What its owner would be refused is a reason for operators too.
            Err(error) => Err(ExchangeError::refused(error.to_string())),
        }
    }

    /// Executes a resolution once under the idempotency key `name`.
    ///
    /// # Errors
    /// The errors of [`Exchange::check_resolution`], or a failed commit.
    pub(crate) async fn resolve(
        &self,
        tenant: TenantId,
        resolution: &Resolution,
        operator: OperatorId,
        name: &str,
    ) -> Result<(), ExchangeError> {
        let (id, key) = (resolution.movement, once_key(resolution.movement, name));
        for _ in 0..TRIES {
            if self.is_done(tenant, &key).await? {
                return Ok(());
            }
            if self.resolve_now(tenant, id, resolution, (operator, &key)).await? {
                return Ok(());
            }
        }
        Err(ExchangeError::Busy)
    }

    /// One attempt; `false` if the movement has changed meanwhile.
    async fn resolve_now(
        &self,
        tenant: TenantId,
        id: TransactionId,
        resolution: &Resolution,
        (operator, key): (OperatorId, &str),
    ) -> Result<bool, ExchangeError> {
        let transaction = self.find(tenant, id).await?;
        let Answer::Change(prepared) = self.fits(tenant, &transaction, resolution).await? else { return Ok(true) };
        let prepared = (*prepared).under(Some(key.to_owned()));
        let actor = format!("operator:{operator}");
        let answer = match self.commit(tenant, &prepared.decision, prepared.key.clone(), &actor).await {
            Err(CommitFailure::Change(fault)) => return Err(fault),
            Err(CommitFailure::Commit(refusal)) => Err(refusal),
            Ok(receipt) => Ok(receipt),
        };
        match prepared.committed(answer) {
            Committed::Again => Ok(false),
            Committed::Failed(refusal) => Err(refusal.into()),
            Committed::Now | Committed::Before => Ok(true),
        }
    }

    /// Asks the rail about an unclear charge. A clear answer takes effect as if the rail had reported it; any other is
    /// noted for operators.
    ///
    /// # Errors
    /// [`ExchangeError::NotFound`], a refusal if no charge is unclear, or a failed commit.
    pub(crate) async fn look_up_charge(
        &self,
        tenant: TenantId,
        id: TransactionId,
        operator: OperatorId,
    ) -> Result<(), ExchangeError> {
        let transaction = self.find(tenant, id).await?;
        can_look_up(&transaction)?;
        let Some(collect) = transaction.collect() else { return Ok(()) };
        let (number, payway, rails) = (collect.charge(), collect.payway, &self.inner.rails);
        let key = charge_key(id, number);
        let known = match payway.kind() {
            PaywayKind::Card => {
                rails.acquirer.lookup(tenant, &key, collect.expected).await.map(|got| got.map(Charge::from))
            }
            _ => rails.codes.lookup(tenant, payway, &key).await.map(|got| got.map(Charge::from)),
        };
        let detail = match known {
            Ok(Some(clear @ (Charge::Paid(_) | Charge::Declined(_)))) => {
                let now = self.inner.world.now_for(tenant);
                let report = charge_report(&transaction, number, rail_name(payway), Ok(clear), now);
                return self.apply_report(tenant, id, report.items).await;
            }
            Ok(Some(Charge::Approval(_))) => "looked up again: the payer has not approved",
            Ok(Some(Charge::Unknown)) => "looked up again: there is no clear outcome",
            Ok(None) => "looked up again: the acquirer knows no such charge",
            Err(_) => "looked up again: the acquirer does not answer",
        };
        let asked = Command::ChargeAsked { detail: detail.to_owned() };
        self.apply(tenant, id, asked, &format!("operator:{operator}")).await.map(drop)
    }

    async fn is_done(&self, tenant: TenantId, key: &str) -> Result<bool, ExchangeError> {
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        Ok(ledger::is_committed(tx.conn(), tenant, &ChangeKey(key.to_owned())).await?)
    }
}
