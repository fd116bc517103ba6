use async_trait::async_trait;
use chrono::TimeDelta;
use kernel::TenantId;
use store::{Job, JobError, JobHandler, Outcome};

use super::{about, field};
use crate::rails::{BankPayment, PayoutOutcome, RailError, RailEvent, RailEventKind};
use crate::requisite::Requisite;
use crate::transaction::{Command, Destination, PayOut, Transaction};
use crate::{Exchange, short_reference};

/// Between two looks at a payout that nobody knows the outcome of.
const LOOK_AGAIN_SECONDS: i64 = 15;
/// After this an operator is asked.
const UNCLEAR_MINUTES: i64 = 15;

/// Which call pays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    Bank,
    Card,
    RefundCard,
    RefundBank,
    RefundBlik,
}

/// The kinds of jobs that pay; `payout.chain` is custody's.
pub(super) const WAYS: [(&str, Way); 5] = [
    ("payout.bank", Way::Bank),
    ("payout.card", Way::Card),
    ("refund.card", Way::RefundCard),
    ("refund.iban", Way::RefundBank),
    ("refund.blik", Way::RefundBlik),
];

/// Pays legs out, or gives them back.
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
        // One leg, one key, for ever: whatever happens to this job, the rail pays it once.
        let key = crate::rails::payout_key(id, at);
        let first = job.attempt == 1;
        let known = if first { Ok(None) } else { self.lookup(tenant, &key).await };
        let outcome = match known {
            Ok(Some(outcome)) => Ok(outcome),
            Ok(None) if !self.exchange.may_pay_out(tenant, id, at).await? => {
                if first {
                    let kind = RailEventKind::PayoutFailed { reason: "stopped before it was sent".to_owned() };
                    self.tell(tenant, &tx, at, "stopped", kind).await?;
                    return Ok(Outcome::Done);
                }
                Ok(PayoutOutcome::Unknown)
            }
            Ok(None) if !self.reaches(&leg) => Err(misdirected()),
            Ok(None) if first => self.pay(tenant, &tx, &leg, &key).await,
            Ok(None) => doubted(self.pay(tenant, &tx, &leg, &key).await),
            Err(error) => doubted(Err(error)),
        };
        self.after(tenant, &tx, at, &leg, outcome).await
    }
}

/// A refusal that says nothing of an earlier call whose outcome nobody knows: "duplicate" may well mean that it was paid.
fn doubted(answer: Result<PayoutOutcome, RailError>) -> Result<PayoutOutcome, RailError> {
    match answer {
        Ok(PayoutOutcome::Rejected { .. }) | Err(RailError::Invalid { .. }) => Ok(PayoutOutcome::Unknown),
        other => other,
    }
}

impl Payer {
    /// Whether this way leads to where the leg goes; where it does not, nobody was or will be asked.
    fn reaches(&self, leg: &PayOut) -> bool {
        use Destination as D;
        match (self.way, &leg.to) {
            (Way::Bank, D::Requisite(to) | D::Refund(to)) => matches!(to, Requisite::Iban { .. }),
            (Way::Card, D::Requisite(to) | D::Refund(to)) => matches!(to, Requisite::Card { .. }),
            (Way::RefundCard | Way::RefundBank | Way::RefundBlik, to) => matches!(to, D::Payer { .. }),
            _ => false,
        }
    }

    async fn lookup(&self, tenant: TenantId, key: &str) -> Result<Option<PayoutOutcome>, RailError> {
        let rails = &self.exchange.inner.rails;
        match self.way {
            Way::Bank | Way::RefundBank => rails.bank.lookup(tenant, key).await,
            Way::Card | Way::RefundCard => rails.acquirer.lookup_payout(tenant, key).await,
            Way::RefundBlik => rails.blik.lookup_refund(tenant, key).await,
        }
    }

    async fn pay(
        &self,
        tenant: TenantId,
        tx: &Transaction,
        leg: &PayOut,
        key: &str,
    ) -> Result<PayoutOutcome, RailError> {
        let rails = &self.exchange.inner.rails;
        let (id, amount) = (tx.id, leg.amount);
        match (self.way, &leg.to) {
            (Way::Bank, Destination::Requisite(to) | Destination::Refund(to)) => {
                let Requisite::Iban { value, full_name } = to else { return Err(misdirected()) };
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
            (Way::RefundBlik, Destination::Payer { payment }) => {
                rails.blik.refund(tenant, id, key, payment, amount).await
            }
            _ => Err(misdirected()),
        }
    }

    async fn after(
        &self,
        tenant: TenantId,
        tx: &Transaction,
        at: u16,
        leg: &PayOut,
        outcome: Result<PayoutOutcome, RailError>,
    ) -> Result<Outcome, JobError> {
        match outcome {
            Ok(PayoutOutcome::Accepted { reference }) => {
                self.tell(tenant, tx, at, "sent", RailEventKind::PayoutSent { reference }).await?;
            }
            Ok(PayoutOutcome::Settled { reference }) => {
                self.tell(tenant, tx, at, "sent", RailEventKind::PayoutSent { reference }).await?;
                self.tell(tenant, tx, at, "settled", RailEventKind::PayoutSettled { network_cost: None }).await?;
            }
            Ok(PayoutOutcome::Rejected { reason }) | Err(RailError::Invalid { rule: reason, .. }) => {
                self.tell(tenant, tx, at, "failed", RailEventKind::PayoutFailed { reason }).await?;
            }
            Ok(PayoutOutcome::Unknown) | Err(RailError::Unavailable { .. }) => {
                return self.unclear(tenant, tx, at, leg).await;
            }
        }
        Ok(Outcome::Done)
    }

    /// Nobody knows: it is looked up again and again; after a while an operator is asked as well.
    async fn unclear(&self, tenant: TenantId, tx: &Transaction, at: u16, leg: &PayOut) -> Result<Outcome, JobError> {
        let now = self.exchange.inner.world.now();
        let since = leg.started_at.unwrap_or(now);
        if now - since > TimeDelta::minutes(UNCLEAR_MINUTES) {
            let detail = "the rail gives no clear answer".to_owned();
            self.exchange.apply(tenant, tx.id, Command::PayoutUnclear { leg: at, detail }, "job").await?;
        }
        let again = now + TimeDelta::seconds(LOOK_AGAIN_SECONDS);
        Ok(Outcome::RetryAt(again, "the outcome of the payout is not known yet".to_owned()))
    }

    async fn tell(
        &self,
        tenant: TenantId,
        tx: &Transaction,
        at: u16,
        what: &str,
        kind: RailEventKind,
    ) -> Result<(), JobError> {
        let event_id = format!("{what}:{}", crate::rails::payout_key(tx.id, at));
        let rail = self.kind.to_owned();
        let event = RailEvent { transaction: tx.id, rail, event_id, leg: Some(at), sighting: None, kind };
        Ok(self.exchange.on_rail_event(tenant, event).await?)
    }
}

fn misdirected() -> RailError {
    RailError::Invalid { field: "requisite", rule: "cannot be paid this way".to_owned() }
}
