//! Translates a decision into a change of the ledger: account roles become accounts, tasks become jobs, and the
//! profile's stream gets an event.

use std::sync::Arc;

use identity::mail::PlanEvent;
use kernel::{Amount, PaywayKind, TenantId, World};
use ledger::{Account, Change, ChangeKey, ChangeRows, Record, Transfer, TransferKind};
use serde_json::json;
use store::{EventSpec, JobSpec};

use super::decide::Decision;
use super::model::{Destination, Transaction};
use super::notice::{addressed, invitation, notice};
use super::on_test_clock::on_test_clock;
use super::posting::{AccountRole, Posting, PostingKind, Task, rail_name};
use crate::ExchangeError;
use crate::policy::Lifetimes;
use crate::rails::ChainPayout;
use crate::requisite::Requisite;
use crate::transaction_type::RECORD;

/// The event in a profile's stream after every change.
pub const CHANGED: &str = "transaction.changed";
/// The event in the tenant's operator stream when a transaction needs an operator.
pub const REVIEW_OPENED: &str = "transaction.review_opened";

/// The job that charges the saved card of a plan for an order.
pub(crate) const PLAN_CHARGE_JOB: &str = "plan.charge";

/// The reason of the change with which a customer objects to a hold.
pub(super) const APPEALED: &str = "appealed";

/// The reason of the change with which a customer claims an unidentified payment.
pub(super) const CLAIMED: &str = "payment_claimed";

/// The context of a change, besides the decision.
#[derive(Clone, Copy)]
pub struct ChangeContext<'a> {
    /// Generates the ids of the transfers.
    pub world: &'a World,
    /// The tenant.
    pub tenant: TenantId,
    /// The actor, for the history.
    pub actor: &'a str,
    /// The timeouts that set the due time.
    pub lifetimes: &'a Lifetimes,
}

/// Builds the change that commits `decision` under `key`.
///
/// # Errors
/// [`ExchangeError::Internal`] for a transaction that cannot be serialized or scheduled.
pub fn change(decision: &Decision, key: String, around: &ChangeContext<'_>) -> Result<Change, ExchangeError> {
    let (tx, real) = (&decision.transaction, around.world.now());
    let lead = around.world.tenant_clocks().now(around.tenant, real) - real;
    let body = serde_json::to_value(tx).map_err(|error| ExchangeError::Internal(error.to_string()))?;
    let record = Record {
        id: tx.id.uuid(),
        kind: RECORD.into(),
        owner: tx.profile.uuid(),
        status: tx.status().code().to_owned(),
        version: tx.version,
        body,
        due_at: tx.due_at(around.lifetimes),
        reason: decision.reason.to_owned(),
        actor: around.actor.chars().take(60).collect(),
    };
    let told = json!({ "status": tx.status(), "sub_state": tx.sub_state(), "version": tx.version });
    let event = EventSpec { stream: tx.profile.uuid(), kind: CHANGED.to_owned(), subject: tx.id.uuid(), body: told };
    let mut events = vec![event];
    let received = tx.as_received();
    if let Some(received) = &received {
        let body = json!({ "status": received.status(), "sub_state": received.sub_state(), "version": tx.version });
        let (stream, kind) = (received.profile.uuid(), CHANGED.to_owned());
        events.push(EventSpec { stream, kind, subject: tx.id.uuid(), body });
    }
    if let Some(reason) = decision.reviewed {
        let body = json!({ "reason": reason, "status": tx.status(), "version": tx.version });
        let (stream, kind) = (around.tenant.uuid(), REVIEW_OPENED.to_owned());
        events.push(EventSpec { stream, kind, subject: tx.id.uuid(), body });
    }
    if [APPEALED, CLAIMED].contains(&decision.reason) {
        let body = json!({ "reason": decision.reason, "status": tx.status(), "version": tx.version });
        let (stream, kind) = (around.tenant.uuid(), REVIEW_OPENED.to_owned());
        events.push(EventSpec { stream, kind, subject: tx.id.uuid(), body });
    }
    let transfers = decision.postings.iter().map(|posting| transfer(posting, tx, around.world)).collect();
    let jobs: Result<Vec<JobSpec>, ExchangeError> =
        decision.tasks.iter().map(|task| job(task, tx, around.tenant)).collect();
    let mut jobs = jobs?;
    // The notification of the plan covers its orders, except those that a card pays.
    if let Some(event) = decision.mail.as_ref().filter(|_| tx.plan.is_none() || tx.collect().is_some()) {
        let (notice, once) = (addressed(tx, event.clone()), format!("{} {}", tx.id, tx.version));
        jobs.push(identity::mail::order(around.tenant, &notice, &once));
    }
    if decision.plan.as_ref().is_some_and(|step| step.charge.is_some()) {
        let charge = JobSpec::new(PLAN_CHARGE_JOB, around.tenant, json!({ "transaction": tx.id }));
        jobs.push(charge.unique(tx.id.to_string()));
    } else if let Some(step) = &decision.plan {
        let event = PlanEvent::Exchanged { paid: tx.price.from_amount, received: tx.price.to_amount };
        jobs.push(step.mail(around.tenant, event));
    }
    if let Some(invitation) = invitation(tx).filter(|_| tx.version == 1) {
        jobs.push(identity::mail::order(around.tenant, &invitation, &format!("{} invitation", tx.id)));
    }
    // Only once: in the change that credits the receiver.
    let credited = received.as_ref().filter(|own| own.created_at == tx.updated_at);
    if let Some((received, event)) = credited.and_then(|own| Some((own, notice(None, own)?))) {
        let once = format!("{} {} received", tx.id, tx.version);
        jobs.push(identity::mail::order(around.tenant, &addressed(received, event), &once));
    }
    Ok(Change {
        key: ChangeKey(key),
        expects: Vec::new(),
        counter: decision.counted.as_ref().map(|counted| counted.step()),
        record: Some(record),
        transfers,
        events,
        jobs,
        rows: on_test_clock(rows(decision), lead),
    })
}

/// The rows that the change writes besides the movement.
fn rows(decision: &Decision) -> Vec<Arc<dyn ChangeRows>> {
    let counted = decision.counted.iter().map(|counted| Arc::clone(counted) as Arc<dyn ChangeRows>);
    let plan = decision.plan.iter().map(|step| Arc::clone(step) as Arc<dyn ChangeRows>);
    let redeemed = decision.redeemed.iter().map(|used| Arc::clone(used) as Arc<dyn ChangeRows>);
    let refund = decision.refund_address.iter().map(|named| Arc::clone(named) as Arc<dyn ChangeRows>);
    let made_good = decision.make_good.iter().map(|row| Arc::clone(row) as Arc<dyn ChangeRows>);
    counted.chain(plan).chain(redeemed).chain(refund).chain(made_good).collect()
}

fn transfer(posting: &Posting, tx: &Transaction, world: &World) -> Transfer {
    let account = |place| account(place, posting.amount, tx);
    let (id, kind) = match posting.kind {
        PostingKind::Post => (world.uuid(), TransferKind::Post),
        PostingKind::Hold(id) => (id, TransferKind::Hold { expires_at: None }),
        PostingKind::PostHold(hold) => (world.uuid(), TransferKind::PostHold { hold }),
        PostingKind::VoidHold(hold) => (world.uuid(), TransferKind::VoidHold { hold }),
    };
    let (debit, credit) = (account(posting.debit), account(posting.credit));
    Transfer { id, debit, credit, amount: posting.amount, kind, code: posting.code }
}

fn account(place: AccountRole, amount: Amount, tx: &Transaction) -> Account {
    let currency = amount.currency();
    match place {
        AccountRole::Rail(payway) => Account::rail(rail_name(payway), currency),
        AccountRole::Issuer => Account::rail("issuer", currency),
        AccountRole::Transit => Account::transit(currency),
        AccountRole::Desk => Account::desk(currency),
        AccountRole::Customer => Account::customer(tx.profile, currency),
        AccountRole::OtherCustomer(profile) => Account::customer(profile, currency),
        AccountRole::Product(product) => Account::product(tx.profile, product, currency),
        AccountRole::OurFee => Account::fee_income("our", currency),
        AccountRole::ProcessingFee => Account::fee_income("processing", currency),
        AccountRole::NetworkFee => Account::fee_income("network", currency),
        AccountRole::NetworkCost(network) => Account::network_cost(network, currency),
        AccountRole::Spread => Account::fee_income("spread", currency),
        AccountRole::Rounding => Account::rounding(currency),
        AccountRole::Quarantine => Account::quarantine(currency),
        AccountRole::Adjustment => Account::adjustment(currency),
        AccountRole::Chargeback => Account::chargeback(currency),
        AccountRole::Guarantee => Account::guarantee(currency),
    }
}

fn job(task: &Task, tx: &Transaction, tenant: TenantId) -> Result<JobSpec, ExchangeError> {
    Ok(match task {
        Task::ChargeCard { charge, device } => {
            JobSpec::new("collect.card", tenant, json!({ "transaction": tx.id, "charge": charge, "device": device }))
        }
        Task::ChargeCode { charge, code } => {
            JobSpec::new("collect.code", tenant, json!({ "transaction": tx.id, "charge": charge, "secret": code }))
        }
        Task::PayOut { leg } => payout_job(*leg, tx, tenant)?,
    })
}

/// The kind of the job that returns a payment the way it came.
const fn refund_job(kind: PaywayKind) -> &'static str {
    match kind {
        PaywayKind::Card => "refund.card",
        PaywayKind::Iban => "refund.iban",
        PaywayKind::Code => "refund.code",
        // Coins go to an address instead.
        PaywayKind::Crypto => "refund.chain",
    }
}

/// The job that pays or refunds a leg.
fn payout_job(at: u16, tx: &Transaction, tenant: TenantId) -> Result<JobSpec, ExchangeError> {
    let missing = || ExchangeError::Internal(format!("leg {at} cannot be ordered"));
    let (_, leg) = tx.payouts().find(|(place, _)| *place == at).ok_or_else(missing)?;
    let unique = format!("{}:{at}", tx.id);
    let plain = json!({ "transaction": tx.id, "leg": at });
    let spec = match &leg.to {
        Destination::Payer { .. } => JobSpec::new(refund_job(leg.payway.kind()), tenant, plain),
        Destination::Issuer { .. } => return Err(missing()),
        Destination::Requisite(requisite) | Destination::Refund(requisite) => match requisite {
            Requisite::Iban { .. } => JobSpec::new("payout.bank", tenant, plain),
            Requisite::Card { .. } => JobSpec::new("payout.card", tenant, plain),
            Requisite::Code => JobSpec::new("payout.code", tenant, plain),
            Requisite::Customer(_) => return Err(missing()),
            Requisite::Address { value, memo } => {
                let payout = ChainPayout {
                    transaction: tx.id,
                    leg: at,
                    currency: leg.amount.currency(),
                    network: leg.payway.network().ok_or_else(missing)?,
                    address: value.clone(),
                    memo: memo.clone(),
                    amount_atoms: leg.amount.atoms().to_string(),
                };
                JobSpec::new("payout.chain", tenant, json!(payout))
            }
        },
    };
    Ok(spec.unique(unique))
}
