use async_trait::async_trait;
use chrono::TimeDelta;
use kernel::TenantId;
use store::{Job, JobError, JobHandler, Outcome};

use super::{about, field};
use crate::Exchange;
use crate::rails::{AuthorizeRequest, BlikOutcome, CardOutcome, RailError, RailEvent, RailEventKind};
use crate::transaction::{CollectState, Command, Instructions, Transaction};

/// Between two looks at a charge that nobody knows the outcome of.
const LOOK_AGAIN_SECONDS: i64 = 5;
/// After the order's expiry, how long an unclear charge is still looked up: a late one is asked about.
const GIVE_UP_HOURS: i64 = 24;

/// Charges a card: `collect.card`.
pub(super) struct Card(pub Exchange);

/// Charges a BLIK code: `collect.blik`.
pub(super) struct Blik(pub Exchange);

/// How a charge stands, whatever the rail.
enum Charge {
    Paid(String),
    Approval(Option<String>),
    Declined(String),
    Unknown,
}

impl From<CardOutcome> for Charge {
    fn from(outcome: CardOutcome) -> Self {
        match outcome {
            CardOutcome::Captured { reference } => Self::Paid(reference),
            CardOutcome::Challenge { url, .. } => Self::Approval(Some(url)),
            CardOutcome::Declined { reason } => Self::Declined(reason),
            CardOutcome::Unknown => Self::Unknown,
        }
    }
}

impl From<BlikOutcome> for Charge {
    fn from(outcome: BlikOutcome) -> Self {
        match outcome {
            BlikOutcome::Paid { reference } => Self::Paid(reference),
            BlikOutcome::Pending { .. } => Self::Approval(None),
            BlikOutcome::Declined { reason } => Self::Declined(reason),
            BlikOutcome::Expired => Self::Declined("The BLIK code has expired".to_owned()),
            BlikOutcome::Unknown => Self::Unknown,
        }
    }
}

/// The provider's idempotency key of an order's charge; an order is charged once.
fn charge_key(transaction: &Transaction) -> String {
    format!("{}:charge", transaction.id)
}

fn is_charging(transaction: &Transaction) -> bool {
    transaction.collect().is_some_and(|collect| collect.state == CollectState::Charging)
}

#[async_trait]
impl JobHandler for Card {
    fn kind(&self) -> &'static str {
        "collect.card"
    }

    async fn run(&self, job: &Job) -> Result<Outcome, JobError> {
        let (tenant, id) = match about(job) {
            Ok(about) => about,
            Err(outcome) => return Ok(outcome),
        };
        let tx = self.0.find(tenant, id).await?;
        let (key, acquirer) = (charge_key(&tx), &self.0.inner.rails.acquirer);
        let known = if job.attempt > 1 { acquirer.lookup(tenant, &key).await } else { Ok(None) };
        let outcome = match known {
            Ok(Some(outcome)) => Ok(outcome),
            Ok(None) if !is_charging(&tx) => return Ok(Outcome::Done),
            Ok(None) => match tx.collect().map(|collect| (&collect.instructions, collect.expected)) {
                Some((Instructions::Card { card: Some(token), return_url, .. }, amount)) => {
                    let (token, return_url) = (token.clone(), return_url.clone());
                    let request = AuthorizeRequest { key, tenant, transaction: id, token, amount, return_url };
                    acquirer.authorize(&request).await
                }
                _ => return Ok(Outcome::Dead("the order holds no card".to_owned())),
            },
            Err(error) => Err(error),
        };
        self.0.after_charge(tenant, &tx, "card", outcome.map(Charge::from)).await
    }
}

#[async_trait]
impl JobHandler for Blik {
    fn kind(&self) -> &'static str {
        "collect.blik"
    }

    async fn run(&self, job: &Job) -> Result<Outcome, JobError> {
        let (tenant, id) = match about(job) {
            Ok(about) => about,
            Err(outcome) => return Ok(outcome),
        };
        let tx = self.0.find(tenant, id).await?;
        let (key, blik) = (charge_key(&tx), &self.0.inner.rails.blik);
        let known = if job.attempt > 1 { blik.lookup(tenant, &key).await } else { Ok(None) };
        let outcome = match (known, tx.collect().map(|collect| collect.expected)) {
            (Ok(Some(outcome)), _) => Ok(outcome),
            (Ok(None), Some(amount)) if is_charging(&tx) => {
                let code: String = field(job, "code")?;
                blik.charge(tenant, id, &key, &code, amount).await
            }
            (Ok(None), _) => return Ok(Outcome::Done),
            (Err(error), _) => Err(error),
        };
        self.0.after_charge(tenant, &tx, "blik", outcome.map(Charge::from)).await
    }
}

impl Exchange {
    async fn after_charge(
        &self,
        tenant: TenantId,
        tx: &Transaction,
        rail: &str,
        charge: Result<Charge, RailError>,
    ) -> Result<Outcome, JobError> {
        let Some(amount) = tx.collect().map(|collect| collect.expected) else { return Ok(Outcome::Done) };
        let kind = match charge {
            Ok(Charge::Paid(reference)) => RailEventKind::Credited { amount, reference, payer: None },
            Ok(Charge::Declined(reason)) => RailEventKind::Declined { reason },
            Err(RailError::Invalid { rule, .. }) => RailEventKind::Declined { reason: rule },
            Ok(Charge::Approval(url)) => {
                self.apply(tenant, tx.id, Command::ApprovalNeeded { url }, &format!("rail:{rail}")).await?;
                return Ok(Outcome::Done);
            }
            Ok(Charge::Unknown) | Err(RailError::Unavailable { .. }) => {
                let now = self.inner.world.now();
                if now > tx.expires_at + TimeDelta::hours(GIVE_UP_HOURS) {
                    return Ok(Outcome::Dead("nobody knows what became of the charge".to_owned()));
                }
                let again = now + TimeDelta::seconds(LOOK_AGAIN_SECONDS);
                return Ok(Outcome::RetryAt(again, "the outcome of the charge is not known yet".to_owned()));
            }
        };
        let (transaction, rail) = (tx.id, rail.to_owned());
        let event = RailEvent { transaction, rail, event_id: charge_key(tx), leg: None, kind };
        self.on_rail_event(tenant, event).await?;
        Ok(Outcome::Done)
    }
}
