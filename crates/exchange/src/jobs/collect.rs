//! Jobs that charge a payer: a card at the acquirer, or an account in another service. An unclear answer is looked up.

use async_trait::async_trait;
use store::{Job, JobError, JobHandler, Outcome};

use super::{about, charge_of, field};
use crate::Exchange;
use crate::attempt::{Charge, ChargeStep, charge_answered, charge_refused, charge_report, charge_step};
use crate::rails::{AuthorizeRequest, CodeCharge, Initiator, charge_key};
use crate::transaction::{Instructions, Transaction};

/// Charges a card: `collect.card`.
pub(super) struct Card(pub Exchange);

/// Charges through another service: `collect.code`.
pub(super) struct Code(pub Exchange);

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
        let Some(collect) = tx.collect() else { return Ok(Outcome::Done) };
        let (number, amount, acquirer) = (charge_of(job), collect.expected, &self.0.inner.rails.acquirer);
        let key = charge_key(id, number);
        let first = job.attempt == 1;
        let known = if first { Ok(None) } else { acquirer.lookup(tenant, &key, amount).await };
        let known = known.map(|found| found.map(Charge::from));
        let charge = match charge_step(&tx, number, first, known, self.0.inner.world.now_for(tenant)) {
            ChargeStep::Done => return Ok(Outcome::Done),
            ChargeStep::Report(charge) => charge,
            ChargeStep::Ask => match &collect.instructions {
                Instructions::Card { card: Some(token), return_url, .. } => {
                    let (token, return_url) = (token.clone(), return_url.clone());
                    let device = field(job, "device")?;
                    let initiator = initiator(&tx, number);
                    let agreement = match initiator {
                        Initiator::Customer => self.0.card_agreement(tenant, tx.profile, &token).await?,
                        Initiator::Merchant => None,
                    };
                    let request = AuthorizeRequest {
                        key,
                        tenant,
                        transaction: id,
                        token,
                        amount,
                        return_url,
                        device,
                        initiator,
                        agreement,
                    };
                    let answer = acquirer.authorize(&request).await.map(Charge::from);
                    let refused = charge_refused(&answer);
                    let known = if refused { acquirer.lookup(tenant, &request.key, amount).await } else { Ok(None) };
                    charge_answered(first, answer, known.map(|found| found.map(Charge::from)))
                }
                _ => return Ok(Outcome::Dead("the order holds no card".to_owned())),
            },
        };
        let news = charge_report(&tx, number, "card", charge, self.0.inner.world.now_for(tenant));
        self.0.tell(tenant, id, news).await
    }
}

/// Who starts charge number `charge`: the first charge of a plan's order is the platform's, a later one the customer's.
fn initiator(transaction: &Transaction, charge: u16) -> Initiator {
    let is_planned = transaction.plan.is_some() && charge == 1;
    if is_planned { Initiator::Merchant } else { Initiator::Customer }
}

#[async_trait]
impl JobHandler for Code {
    fn kind(&self) -> &'static str {
        "collect.code"
    }

    async fn run(&self, job: &Job) -> Result<Outcome, JobError> {
        let (tenant, id) = match about(job) {
            Ok(about) => about,
            Err(outcome) => return Ok(outcome),
        };
        let tx = self.0.find(tenant, id).await?;
        let Some(collect) = tx.collect() else { return Ok(Outcome::Done) };
        let (payway, number, service) = (collect.payway, charge_of(job), &self.0.inner.rails.codes);
        let key = charge_key(id, number);
        let first = job.attempt == 1;
        let known = if first { Ok(None) } else { service.lookup(tenant, payway, &key).await };
        let known = known.map(|found| found.map(Charge::from));
        let charge = match charge_step(&tx, number, first, known, self.0.inner.world.now_for(tenant)) {
            ChargeStep::Done => return Ok(Outcome::Done),
            ChargeStep::Report(charge) => charge,
            ChargeStep::Ask => {
                let Instructions::Code { return_url, .. } = &collect.instructions else {
                    return Ok(Outcome::Dead("the order is not paid by a code".to_owned()));
                };
                let request = CodeCharge {
                    key,
                    tenant,
                    transaction: id,
                    payway,
                    code: field(job, "secret")?,
                    amount: collect.expected,
                    return_url: return_url.clone(),
                };
                let answer = service.charge(&request).await.map(Charge::from);
                let refused = charge_refused(&answer);
                let known = if refused { service.lookup(tenant, payway, &request.key).await } else { Ok(None) };
                charge_answered(first, answer, known.map(|found| found.map(Charge::from)))
            }
        };
        let news = charge_report(&tx, number, payway.code(), charge, self.0.inner.world.now_for(tenant));
        self.0.tell(tenant, id, news).await
    }
}
