//! Disputes of card payments (api-reference.hyperswitch.io, "Disputes"). A webhook is only a hint: a job looks the
//! dispute and its payment up. Another job schedules such look-ups regularly, until the dispute is decided.

use chrono::{DateTime, TimeDelta, Utc};
use custody::RailListener;
use exchange::rails::{DisputeReport, DisputeState};
use exchange::rails::{RailError, RailEvent, RailEventKind};
use kernel::{Amount, Currency, TenantId, TransactionId};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};
use store::jobs::ATTEMPTS_LIMIT;
use store::{Job, JobError, JobSpec, Outcome, StoreError, TenantTx};

use super::wire::{self, Payment};
use super::{Object, Orchestrator};

/// The kind of the job.
pub(crate) const KIND: &str = "cards.dispute";
/// The pause between look-ups of an open dispute.
const PAUSE: TimeDelta = TimeDelta::hours(1);
/// The pause after a look-up without a usable answer.
const RETRY: TimeDelta = TimeDelta::minutes(5);
/// Card schemes decide within this time.
const GIVE_UP: TimeDelta = TimeDelta::days(540);
const ID_CHARS_MAX: usize = 64;
const REASON_CHARS_MAX: usize = 200;

/// A dispute as the orchestrator writes it.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Dispute {
    dispute_id: String,
    payment_id: String,
    /// In the smallest unit of the currency: a number, or digits in a text.
    amount: Value,
    currency: String,
    dispute_stage: String,
    dispute_status: String,
    connector_reason: Option<String>,
    connector_reason_code: Option<String>,
    /// The deadline for evidence (ISO 8601).
    challenge_required_by: Option<String>,
}

/// The payload of the job.
#[derive(Debug, Serialize, Deserialize)]
struct Look {
    id: String,
    /// The id of the disputed payment, as the webhook names it.
    payment: String,
    /// Whether the job schedules look-ups until the dispute is decided. Otherwise it does one.
    until_final: bool,
}

impl Dispute {
    /// Whether it is not decided. A state that is not known may be anything.
    fn is_open(&self) -> bool {
        state(&self.dispute_stage, &self.dispute_status).is_none_or(DisputeState::is_open)
    }
}

/// Whether an id can be one of a dispute. The orchestrator chooses it.
pub(super) fn is_id(id: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    !id.is_empty() && id.len() <= ID_CHARS_MAX && id.bytes().all(plain)
}

/// The job of one look-up. Look-ups of one dispute run in sequence, so that an old answer does not overtake a new one.
fn once(tenant: TenantId, id: &str, payment: &str) -> JobSpec {
    let look = Look { id: id.to_owned(), payment: payment.to_owned(), until_final: false };
    let spec = JobSpec::new(KIND, tenant, serde_json::json!(look)).attempts(ATTEMPTS_LIMIT);
    spec.serial(format!("{KIND}:{tenant}:{id}"))
}

/// The job that schedules look-ups regularly. It has no serial key: it would block the look-ups while it waits.
fn until_final(tenant: TenantId, id: &str, payment: &str) -> JobSpec {
    let look = Look { id: id.to_owned(), payment: payment.to_owned(), until_final: true };
    let spec = JobSpec::new(KIND, tenant, serde_json::json!(look)).attempts(ATTEMPTS_LIMIT);
    spec.unique(format!("{KIND}:{id}"))
}

/// Schedules a look-up after a webhook, and regular look-ups until the dispute is decided.
pub(super) async fn on_webhook(
    tx: &mut TenantTx,
    now: DateTime<Utc>,
    (id, payment): (&str, &str),
) -> Result<(), StoreError> {
    let tenant = tx.tenant();
    tx.enqueue(now, &[once(tenant, id, payment), until_final(tenant, id, payment)]).await
}

/// The meaning of the stage and the status of a dispute (schemas `DisputeStage` and `DisputeStatus`); `None` for one
/// that is not known, about which nothing is certain.
fn state(stage: &str, status: &str) -> Option<DisputeState> {
    use DisputeState as S;
    Some(match (stage, status) {
        ("pre_dispute", "dispute_opened" | "dispute_challenged") => S::Inquiry,
        ("pre_dispute", "dispute_expired" | "dispute_cancelled" | "dispute_won") => S::Dropped,
        (
            "pre_dispute" | "dispute" | "pre_arbitration" | "arbitration" | "dispute_reversal",
            "dispute_lost" | "dispute_accepted",
        ) => S::Lost,
        ("dispute" | "pre_arbitration" | "arbitration" | "dispute_reversal", status) => match status {
            "dispute_opened" => S::Open,
            "dispute_challenged" => S::Challenged,
            "dispute_expired" => S::Expired,
            "dispute_cancelled" | "dispute_won" => S::Won,
            _ => return None,
        },
        _ => return None,
    })
}

fn amount(dispute: &Dispute) -> Option<Amount> {
    let units = match &dispute.amount {
        Value::String(text) => text.parse().ok()?,
        other => other.as_i64()?,
    };
    let currency: Currency = dispute.currency.parse().ok()?;
    Some(Amount::new(i128::from(units), currency)).filter(|amount| amount.is_positive())
}

/// The report of a dispute; `None` if it is not understood.
fn report(dispute: &Dispute) -> Option<DisputeReport> {
    let printable = |text: &str| text.chars().filter(|char| !char.is_control()).take(REASON_CHARS_MAX).collect();
    let reason = dispute.connector_reason.as_ref().or(dispute.connector_reason_code.as_ref());
    Some(DisputeReport {
        id: dispute.dispute_id.clone(),
        payment: dispute.payment_id.clone(),
        amount: amount(dispute)?,
        state: state(&dispute.dispute_stage, &dispute.dispute_status)?,
        reason: reason.map(|text| printable(text)).filter(|text: &String| !text.is_empty()),
        respond_by: dispute.challenge_required_by.as_deref().and_then(at),
    })
}

/// A time of the orchestrator: with an offset, or in UTC without one.
fn at(text: &str) -> Option<DateTime<Utc>> {
    let naive = || text.parse::<chrono::NaiveDateTime>().ok().map(|naive| naive.and_utc());
    text.parse().ok().or_else(naive)
}

/// The event of a report. Its id follows from all of the report, so that the same report takes effect once.
fn event(transaction: TransactionId, report: DisputeReport) -> RailEvent {
    let digest = hex::encode(Sha256::digest(format!("{report:?}")));
    RailEvent {
        target: transaction.into(),
        rail: "card".to_owned(),
        event_id: format!("dispute:{}:{}", report.id, digest.get(..16).unwrap_or_default()),
        leg: None,
        charge: None,
        reorg_epoch: None,
        kind: RailEventKind::Disputed { dispute: report },
    }
}

/// The result of a look-up.
enum Found {
    Known(Box<RailEvent>),
    /// It is not understood.
    Unclear,
    /// The dispute, or its payment, is not this tenant's.
    Foreign,
}

async fn found(rail: &Orchestrator, tenant: TenantId, look: &Look) -> Result<Found, RailError> {
    let Some(dispute) = rail.find_dispute(&look.id).await? else { return Ok(Found::Foreign) };
    if dispute.dispute_id != look.id || dispute.payment_id != look.payment {
        return Ok(Found::Foreign);
    }
    let Some(payment) = rail.find::<Payment>(Object::Payment, &look.payment).await? else { return Ok(Found::Foreign) };
    let key = wire::written_key(&payment.metadata, tenant).filter(|key| Object::Payment.id(key) == look.payment);
    let transaction = key.and_then(|key| key.split(':').next()?.parse::<TransactionId>().ok());
    let Some(transaction) = transaction else { return Ok(Found::Foreign) };
    Ok(report(&dispute).map_or(Found::Unclear, |report| Found::Known(Box::new(event(transaction, report)))))
}

impl Orchestrator {
    /// Runs the job of a dispute; `listener` receives its state.
    pub(crate) async fn look_at_dispute(
        &self,
        tenant: TenantId,
        job: &Job,
        listener: &dyn RailListener,
    ) -> Result<Outcome, JobError> {
        let look: Look = serde_json::from_value(job.payload.clone())?;
        let (now, id) = (self.0.world.now(), &look.id);
        let again = |pause: TimeDelta, why: &str| match now - job.created_at < GIVE_UP {
            true => Outcome::RetryAt(now + pause, why.to_owned()),
            false => Outcome::Dead("the dispute was not decided".to_owned()),
        };
        if look.until_final {
            return Ok(match self.find_dispute(id).await {
                Ok(found) => {
                    self.enqueue(tenant, once(tenant, id, &look.payment)).await?;
                    let waits = found.is_some_and(|dispute| dispute.is_open());
                    if waits { again(PAUSE, "it is not decided yet") } else { Outcome::Done }
                }
                Err(error) => again(RETRY, &error.to_string()),
            });
        }
        Ok(match found(self, tenant, &look).await {
            Ok(Found::Known(event)) => {
                listener.on_rail_event(tenant, &event).await?;
                Outcome::Done
            }
            Ok(Found::Unclear) => {
                tracing::error!(
                    event = "card_dispute.unclear", %tenant, id,
                    "The state of a dispute is not understood. Agio looks again."
                );
                Outcome::Done
            }
            Ok(Found::Foreign) => {
                tracing::info!(event = "card_webhook.foreign", %tenant, "A webhook is about no payment of Agio.");
                Outcome::Done
            }
            Err(error) => again(RETRY, &error.to_string()),
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn dispute(stage: &str, status: &str, amount: Value) -> Dispute {
        let body = json!({ "dispute_id": "dp_1", "payment_id": "pay_1", "amount": amount, "currency": "EUR",
            "dispute_stage": stage, "dispute_status": status, "connector_reason": "fraudulent\n",
            "challenge_required_by": "2026-05-01T12:00:00.000Z" });
        serde_json::from_value(body).unwrap()
    }

    #[test]
    fn a_dispute_is_read_with_its_amount_reason_and_deadline() {
        for amount in [json!("2500"), json!(2500)] {
            let read = report(&dispute("dispute", "dispute_opened", amount)).unwrap();
            assert_eq!((read.amount, read.state), (Amount::new(2500, Currency::EUR), DisputeState::Open));
            assert_eq!(read.reason.as_deref(), Some("fraudulent"));
            assert_eq!(read.respond_by, at("2026-05-01T12:00:00"));
            assert!(read.respond_by.is_some());
        }
        for odd in [json!("25.00"), json!(-1), json!(0), json!(null), json!({})] {
            assert_eq!(report(&dispute("dispute", "dispute_opened", odd.clone())), None, "{odd}");
        }
    }

    #[test]
    fn an_inquiry_takes_no_money_and_a_lost_dispute_is_lost_at_every_stage() {
        use DisputeState as S;
        assert_eq!(state("pre_dispute", "dispute_opened"), Some(S::Inquiry));
        assert_eq!(state("pre_dispute", "dispute_expired"), Some(S::Dropped));
        for stage in ["dispute", "pre_arbitration", "arbitration", "dispute_reversal"] {
            assert_eq!(state(stage, "dispute_expired"), Some(S::Expired), "nobody has decided");
            assert_eq!((state(stage, "dispute_won"), state(stage, "dispute_cancelled")), (Some(S::Won), Some(S::Won)));
            assert_eq!(
                (state(stage, "dispute_lost"), state(stage, "dispute_accepted")),
                (Some(S::Lost), Some(S::Lost))
            );
        }
    }

    proptest! {
        #[test]
        fn an_unknown_state_is_never_guessed(stage in "[a-z_]{0,20}", status in "[a-z_]{0,20}") {
            prop_assert_eq!(state(&stage, &status), None);
            prop_assert_eq!(state("dispute", &status), None);
        }

        #[test]
        fn an_id_is_safe_in_a_path(id in ".{0,80}") {
            prop_assert!(!is_id(&id) || id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-'));
        }

        #[test]
        fn another_report_is_another_event(one in 1_i64..100, other in 1_i64..100) {
            let named = |cents: i64| {
                let read = report(&dispute("dispute", "dispute_opened", json!(cents))).unwrap();
                event(TransactionId::from_uuid(uuid::Uuid::from_u128(7)), read).event_id
            };
            prop_assert_eq!(named(one) == named(other), one == other);
        }
    }
}
