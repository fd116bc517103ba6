//! Jobs that pay a leg out or refund it at its rail, once per leg, after a look-up.

use async_trait::async_trait;
use chrono::TimeDelta;
use kernel::TenantId;
use store::{Job, JobError, JobHandler, Outcome, jobs};

use super::{about, field};
use crate::attempt::{
    JobReport, PayStep, misdirected, payout_answered, payout_refused, payout_report, payout_step, payout_stopped,
};
use crate::rails::{BankPayment, CodeIssue, PayoutOutcome, RailError};
use crate::requisite::Requisite;
use crate::transaction::{Command, Destination, PayOut, Transaction};
use crate::{Exchange, short_reference};

/// The provider call that pays a leg.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    Bank,
    Card,
    RefundCard,
    RefundBank,
    RefundCode,
    IssueCode,
}

/// The job kinds of payouts; custody handles `payout.chain`.
pub(super) const WAYS: [(&str, Way); 6] = [
    ("payout.bank", Way::Bank),
    ("payout.card", Way::Card),
    ("payout.code", Way::IssueCode),
    ("refund.card", Way::RefundCard),
    ("refund.iban", Way::RefundBank),
    ("refund.code", Way::RefundCode),
];

/// The number of attempts of a payout that follow each other quickly while its payway is off.
const FREQUENT_LOOKS: i32 = 100;

/// Pays legs out, or refunds them.
pub(super) struct Payer {
    pub exchange: Exchange,
    pub kind: &'static str,
    pub way: Way,
}

#[async_trait]
impl JobHandler for Payer {
    fn kind(&self) -> &'static str {
        self.kind
    }

    async fn run(&self, job: &Job) -> Result<Outcome, JobError> {
        let (tenant, id) = match about(job) {
            Ok(about) => about,
            Err(outcome) => return Ok(outcome),
        };
        let at: u16 = field(job, "leg")?;
        let tx = self.exchange.find(tenant, id).await?;
        let Some(leg) = tx.payouts().find(|(place, _)| *place == at).map(|(_, leg)| leg.clone()) else {
            return Ok(Outcome::Dead("the order has no such leg".to_owned()));
        };
        if !leg.state.in_flight() {
            return Ok(Outcome::Done);
        }
        // One idempotency key per leg, independent of the job, so that the rail pays the leg once.
        let key = crate::rails::payout_key(id, at);
        let first = job.attempt == 1;
        let known = if first { Ok(None) } else { self.lookup(tenant, &tx, (at, &leg), &key).await };
        // Checked immediately before the rail is called, and only then.
        let may_pay = matches!(known, Ok(None)) && self.exchange.may_pay_out(tenant, id, at).await?;
        // A payway that is off sends nothing. The first attempt has asked for nothing, and a look-up that found nothing
        // says the same of later ones.
        if may_pay && let Some(pause) = self.exchange.payout_pause(tenant, leg.payway).await? {
            if leg.delay.is_none() {
                self.exchange.apply(tenant, id, Command::PayoutPaused { leg: at }, "job").await?;
            }
            let again = pause.again.max(self.exchange.inner.world.now() + pause_between(job.attempt));
            return Ok(Outcome::RetryAt(again, pause.reason));
        }
        let report = match payout_step(first, known, may_pay, self.reaches(&leg)) {
            PayStep::Stop => {
                let world = &self.exchange.inner.world;
                if !jobs::is_held(&self.exchange.inner.store, job, world.now()).await? {
                    return Ok(Outcome::Done);
                }
                payout_stopped(at, world.now_for(tenant))
            }
            PayStep::Report(outcome) => self.report((tenant, &tx), (at, &leg), outcome),
            PayStep::Pay => {
                let answer = self.pay(tenant, &tx, (at, &leg), &key).await;
                let known = match payout_refused(&answer) {
                    true => self.lookup(tenant, &tx, (at, &leg), &key).await,
                    false => Ok(None),
                };
                let outcome = payout_answered(first, answer, known);
                self.report((tenant, &tx), (at, &leg), outcome)
            }
        };
        self.exchange.tell(tenant, id, report).await
    }
}

/// The least time between two looks at a payout that waits: longer after half an hour, because a job has a limit of
/// attempts and a payway may be off for weeks.
fn pause_between(attempt: i32) -> TimeDelta {
    if attempt < FREQUENT_LOOKS { TimeDelta::zero() } else { TimeDelta::minutes(5) }
}

impl Payer {
    /// Whether this call can pay the leg's destination. If not, no rail was or will be called.
    fn reaches(&self, leg: &PayOut) -> bool {
        use Destination as D;
        match (self.way, &leg.to) {
            (Way::Bank, D::Requisite(to) | D::Refund(to)) => matches!(to, Requisite::Iban { .. }),
            (Way::Card, D::Requisite(to) | D::Refund(to)) => matches!(to, Requisite::Card { .. }),
            (Way::IssueCode, to) => matches!(to, D::Requisite(Requisite::Code)),
            (Way::RefundCard | Way::RefundBank | Way::RefundCode, to) => matches!(to, D::Payer { .. }),
            _ => false,
        }
    }

    async fn lookup(
        &self,
        tenant: TenantId,
        tx: &Transaction,
        (at, leg): (u16, &PayOut),
        key: &str,
    ) -> Result<Option<PayoutOutcome>, RailError> {
        let rails = &self.exchange.inner.rails;
        match self.way {
            Way::Bank | Way::RefundBank => rails.bank.lookup(tenant, key).await,
            Way::Card | Way::RefundCard => rails.acquirer.lookup_payout(tenant, key, leg.amount).await,
            Way::RefundCode => rails.codes.lookup_refund(tenant, leg.payway, key).await,
            Way::IssueCode => Ok(match rails.codes.lookup_issue(tenant, leg.payway, key).await? {
                Some(outcome) => Some(self.exchange.keep_issued(tenant, (tx, at), outcome).await),
                None => None,
            }),
        }
    }

    async fn pay(
        &self,
        tenant: TenantId,
        tx: &Transaction,
        (at, leg): (u16, &PayOut),
        key: &str,
    ) -> Result<PayoutOutcome, RailError> {
        let rails = &self.exchange.inner.rails;
        let (id, amount) = (tx.id, leg.amount);
        match (self.way, &leg.to) {
            (Way::Bank, Destination::Requisite(to) | Destination::Refund(to)) => {
                let Requisite::Iban { value, full_name, .. } = to else { return Err(misdirected()) };
                let (iban, name, reference) = (value.clone(), full_name.clone(), short_reference(id));
                let key = key.to_owned();
                rails.bank.pay(&BankPayment { key, tenant, transaction: id, iban, name, amount, reference }).await
            }
            (
                Way::Card,
                Destination::Requisite(Requisite::Card { card }) | Destination::Refund(Requisite::Card { card }),
            ) => rails.acquirer.payout(tenant, id, key, card, amount).await,
            (Way::RefundCard, Destination::Payer { payment }) => {
                rails.acquirer.refund(tenant, id, key, payment, amount).await
            }
            (Way::RefundBank, Destination::Payer { payment }) => {
                rails.bank.refund(tenant, id, key, payment, amount).await
            }
            (Way::RefundCode, Destination::Payer { payment }) => {
                rails.codes.refund(tenant, leg.payway, id, key, payment, amount).await
            }
            (Way::IssueCode, Destination::Requisite(Requisite::Code)) => {
                let (key, payway) = (key.to_owned(), leg.payway);
                let outcome = rails.codes.issue(&CodeIssue { key, tenant, transaction: id, payway, amount }).await?;
                Ok(self.exchange.keep_issued(tenant, (tx, at), outcome).await)
            }
            _ => Err(misdirected()),
        }
    }

    fn report(
        &self,
        (tenant, tx): (TenantId, &Transaction),
        leg: (u16, &PayOut),
        outcome: Result<PayoutOutcome, RailError>,
    ) -> JobReport {
        payout_report(tx, leg, self.kind, outcome, self.exchange.inner.world.now_for(tenant))
    }
}
