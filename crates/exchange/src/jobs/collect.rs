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
/// After the order's expiry, how long an unclear charge is still looked up: a late one is asked about. Then an operator is.
const GIVE_UP_HOURS: i64 = 24;
/// After the order's expiry, how long a charge that the acquirer does not know may still be on its way there.
const CERTAIN_MINUTES: i64 = 30;

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
        let first = job.attempt == 1;
        let known = if first { Ok(None) } else { acquirer.lookup(tenant, &key).await };
        let asked = matches!(known, Ok(None));
        let outcome = match known {
            Ok(Some(outcome)) => Ok(outcome),
            Ok(None) if !is_charging(&tx) => return Ok(Outcome::Done),
            Ok(None) if self.0.is_too_late(&tx) => return self.0.never_asked(tenant, &tx, "card").await,
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
        let charge = doubted(first, asked, outcome.map(Charge::from));
        self.0.after_charge(tenant, &tx, "card", charge).await
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
        let first = job.attempt == 1;
        let known = if first { Ok(None) } else { blik.lookup(tenant, &key).await };
        let asked = matches!(known, Ok(None));
        if asked && is_charging(&tx) && self.0.is_too_late(&tx) {
            return self.0.never_asked(tenant, &tx, "blik").await;
        }
        let outcome = match (known, tx.collect().map(|collect| collect.expected)) {
            (Ok(Some(outcome)), _) => Ok(outcome),
            (Ok(None), Some(amount)) if is_charging(&tx) => {
                let code: String = field(job, "code")?;
                blik.charge(tenant, id, &key, &code, amount).await
            }
            (Ok(None), _) => return Ok(Outcome::Done),
            (Err(error), _) => Err(error),
        };
        let charge = doubted(first, asked, outcome.map(Charge::from));
        self.0.after_charge(tenant, &tx, "blik", charge).await
    }
}

/// After an unclear first call a refusal is none, unless a lookup tells it: "duplicate" may well mean that it was charged.
fn doubted(first: bool, asked: bool, charge: Result<Charge, RailError>) -> Result<Charge, RailError> {
    match charge {
        Ok(Charge::Declined(_)) if !first && asked => Ok(Charge::Unknown),
        Err(RailError::Invalid { .. }) if !first => Ok(Charge::Unknown),
        other => other,
    }
}

impl Exchange {
    /// Nobody is charged for an order whose time has passed.
    fn is_too_late(&self, tx: &Transaction) -> bool {
        self.inner.world.now() >= tx.expires_at
    }

    /// The acquirer does not know the charge, and will not be asked for it any more. It may still come to know what was asked
    /// a moment ago; after a while it is certain that nothing was.
    async fn never_asked(&self, tenant: TenantId, tx: &Transaction, rail: &str) -> Result<Outcome, JobError> {
        let certain = self.inner.world.now() >= tx.expires_at + TimeDelta::minutes(CERTAIN_MINUTES);
        let reason = "The payment could not be made in time".to_owned();
        let charge = if certain { Charge::Declined(reason) } else { Charge::Unknown };
        self.after_charge(tenant, tx, rail, Ok(charge)).await
    }

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
                    let detail = "the acquirer gave no clear answer".to_owned();
                    self.apply(tenant, tx.id, Command::ChargeUnclear { detail }, "job").await?;
                    return Ok(Outcome::Dead("nobody knows what became of the charge".to_owned()));
                }
                let again = now + TimeDelta::seconds(LOOK_AGAIN_SECONDS);
                return Ok(Outcome::RetryAt(again, "the outcome of the charge is not known yet".to_owned()));
            }
        };
        let (transaction, rail) = (tx.id, rail.to_owned());
        let event = RailEvent { transaction, rail, event_id: charge_key(tx), leg: None, sighting: None, kind };
        self.on_rail_event(tenant, event).await?;
        Ok(Outcome::Done)
    }
}
