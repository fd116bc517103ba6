//! The job that looks an object up and reports its state: after a webhook, and regularly until it is
//! final.

use chrono::{DateTime, TimeDelta, Utc};
use custody::RailListener;
use exchange::rails::{PayoutOutcome, RailError, RailEvent, RailEventKind, charge_of_key, leg_of_key};
use kernel::{Amount, TenantId, TransactionId};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::jobs::{ATTEMPTS_LIMIT, JobPulse};
use store::{Job, JobError, JobSpec, Outcome, StoreError, TenantTx};

use super::wire::{self, Payment, Transfer};
use super::words::{self, Paid};
use super::{Object, Orchestrator};

/// The kind of the job.
pub(crate) const KIND: &str = "cards.look";
/// After this time an operator has been asked about what is not final.
const GIVE_UP: TimeDelta = TimeDelta::days(7);

/// A charge whose outcome is unclear for so long is one that an operator must see. Acquirers answer within seconds.
const DOUBT: TimeDelta = TimeDelta::minutes(15);

/// Why a look-up is repeated although the orchestrator answered.
const UNCLEAR: &str = "its outcome is unclear";
const NOT_FINAL: &str = "it is not final yet";
/// Look-ups that fail for so long are reported.
const PATIENCE: TimeDelta = TimeDelta::minutes(10);
/// The maximum number of failing look-ups that are counted.
const FAILING_MAX: i64 = 200;

/// When the look-ups of a tenant began that the orchestrator has not answered for ten minutes, oldest first.
///
/// # Errors
/// Database errors.
pub async fn failing_card_lookups(
    store: &store::Store,
    tenant: TenantId,
    now: DateTime<Utc>,
) -> Result<Vec<DateTime<Utc>>, StoreError> {
    let mut tx = store.tenant_read(tenant).await?;
    store::jobs::failing(tx.conn(), (tenant, KIND), &answered(), now - PATIENCE, FAILING_MAX).await
}

/// What the look-ups of a tenant tell of its orchestrator.
pub(crate) async fn lookup_pulse(store: &store::Store, tenant: TenantId) -> Result<JobPulse, StoreError> {
    let mut tx = store.tenant_read(tenant).await?;
    store::jobs::pulse(tx.conn(), (tenant, KIND), &answered()).await
}

/// The reasons of repeated look-ups that the orchestrator answered.
fn answered() -> [String; 2] {
    [UNCLEAR, NOT_FINAL].map(str::to_owned)
}

/// The payload of the job.
#[derive(Debug, Serialize, Deserialize)]
struct Look {
    object: Object,
    id: String,
    /// The idempotency key, from the platform itself. Without it, the one in the object's metadata.
    key: Option<String>,
    /// The amount that was asked for, from the platform itself. Without it, the one in the object's metadata.
    amount: Option<Amount>,
}

fn spec(tenant: TenantId, object: Object, id: &str, asked: Option<(&str, Amount)>) -> JobSpec {
    let (key, amount) = asked.map(|(key, amount)| (key.to_owned(), amount)).unzip();
    let look = Look { object, id: id.to_owned(), key, amount };
    // Look-ups of one object run in sequence, so that an old answer does not overtake a new one.
    let serial = format!("{KIND}:{tenant}:{id}");
    JobSpec::new(KIND, tenant, serde_json::json!(look)).attempts(ATTEMPTS_LIMIT).serial(serial)
}

fn unique(spec: JobSpec, id: &str) -> JobSpec {
    spec.unique(format!("{KIND}:{id}"))
}

/// Regular look-ups until the object is final.
pub(super) fn until_final(tenant: TenantId, object: Object, id: &str, key: &str, amount: Amount) -> JobSpec {
    unique(spec(tenant, object, id, Some((key, amount))), id)
}

/// Orders a look after a webhook. A job of [`until_final`] that waits is due now. One more look follows it, because its
/// answer may be older than the webhook, and because it may have ended before.
pub(super) async fn on_webhook(
    tx: &mut TenantTx,
    now: DateTime<Utc>,
    object: Object,
    id: &str,
) -> Result<(), StoreError> {
    let look = spec(tx.tenant(), object, id, None);
    tx.enqueue(now, &[&look]).await?;
    store::jobs::hasten(tx.conn(), &unique(look, id), now).await
}

/// The result of a look-up.
enum Found {
    /// A final state, with the events to report.
    Final(Vec<RailEvent>),
    /// Not final yet.
    Open,
    /// A charge that the payer has approved, without a clear outcome. The event is reported once that has lasted.
    Doubtful(Box<RailEvent>),
    /// The orchestrator knows no such object.
    Unknown,
    /// Not an object of this tenant.
    Foreign,
}

/// The wait before the next look-up of an object of this age.
fn pause(age: TimeDelta) -> TimeDelta {
    match age.num_minutes() {
        ..15 => TimeDelta::seconds(10),
        15..120 => TimeDelta::minutes(1),
        120..1440 => TimeDelta::minutes(10),
        _ => TimeDelta::hours(1),
    }
}

/// The key of an object, if it is the platform's own and this tenant's.
fn proved_key(look: &Look, tenant: TenantId, metadata: &Value) -> Option<String> {
    let key = look.key.clone().or_else(|| wire::written_key(metadata, tenant))?;
    (look.object.id(&key) == look.id).then_some(key)
}

/// The event of an object with this key; `None` if the key is not one of an order's.
fn event(rail: &str, name: &str, key: &str, kind: RailEventKind) -> Option<RailEvent> {
    let transaction: TransactionId = key.split(':').next()?.parse().ok()?;
    Some(RailEvent {
        target: transaction.into(),
        rail: rail.to_owned(),
        event_id: name.to_owned(),
        leg: leg_of_key(key),
        charge: charge_of_key(key),
        reorg_epoch: None,
        kind,
    })
}

/// The events of a payment. They have the same ids as those of the job that charges, so that each takes effect once.
fn of_payment(payment: &Payment, key: &str, now: DateTime<Utc>) -> Option<Vec<RailEvent>> {
    let (name, kind) = match words::paid(payment, now) {
        Paid::Captured(amount) => {
            let reference = payment.payment_id.clone();
            (key.to_owned(), RailEventKind::Credited { amount, reference, payer: None })
        }
        Paid::Declined(reason) => (format!("{key}:declined"), RailEventKind::Declined { reason }),
        Paid::Challenge(_) | Paid::Untouched | Paid::Unclear => return None,
    };
    Some(event(rail_of(Object::Payment), &name, key, kind).into_iter().collect())
}

/// The rail of an object's events: that of the job which charges, refunds or pays out.
const fn rail_of(object: Object) -> &'static str {
    match object {
        Object::Payment => "card",
        Object::Refund => "refund.card",
        Object::Payout => "payout.card",
    }
}

/// The events of a refund or a payout. They have the same ids as those of the job that pays, so that each takes effect
/// once.
fn of_transfer(rail: &str, transfer: &Transfer, key: &str) -> Option<Vec<RailEvent>> {
    let tell = |what: &str, kind| event(rail, &format!("{what}:{key}"), key, kind);
    let events = match words::payout_outcome(transfer) {
        PayoutOutcome::Settled { reference } => vec![
            tell("sent", RailEventKind::PayoutSent { reference }),
            tell("settled", RailEventKind::PayoutSettled { network_cost: None }),
        ],
        PayoutOutcome::Rejected { reason } => vec![tell("failed", RailEventKind::PayoutFailed { reason })],
        PayoutOutcome::Accepted { .. } | PayoutOutcome::Unknown => return None,
    };
    Some(events.into_iter().flatten().collect())
}

/// The amount that an object must have.
fn expected(look: &Look, metadata: &Value) -> Option<Amount> {
    look.amount.or_else(|| wire::written_amount(metadata))
}

/// The state of a payment. A payment of another amount is unclear.
fn seen_payment(look: &Look, tenant: TenantId, payment: &Payment, now: DateTime<Utc>) -> Found {
    let key = proved_key(look, tenant, &payment.metadata).filter(|_| payment.payment_id == look.id);
    let Some(key) = key else { return Found::Foreign };
    let is_right = expected(look, &payment.metadata).is_some_and(|amount| words::is_for(payment, amount));
    if let Some(events) = of_payment(payment, &key, now).filter(|_| is_right) {
        return Found::Final(events);
    }
    let waits = is_right && matches!(words::paid(payment, now), Paid::Challenge(_) | Paid::Untouched);
    let event = unclear(payment, &key, is_right).filter(|_| !waits);
    event.map_or(Found::Open, |event| Found::Doubtful(Box::new(event)))
}

/// The event of a charge whose outcome is unclear. The amount is the one that the acquirer has received, or the charged
/// one if it says nothing of that.
fn unclear(payment: &Payment, key: &str, is_right: bool) -> Option<RailEvent> {
    let received = payment.amount_received.filter(|received| *received > 0).unwrap_or(payment.amount);
    let what = if is_right { "says" } else { "charged another amount, and says" };
    let kind = RailEventKind::Unclear {
        reference: payment.payment_id.clone(),
        amount: words::amount(received, &payment.currency),
        detail: format!("the acquirer {what} {}", words::printable(&payment.status)),
    };
    event(rail_of(Object::Payment), &format!("{key}:unclear"), key, kind)
}

/// The state of a refund or payout. One of another amount is unclear.
fn seen_transfer(look: &Look, tenant: TenantId, transfer: &Transfer) -> Found {
    let key = proved_key(look, tenant, &transfer.metadata).filter(|_| transfer.id == look.id);
    let Some(key) = key else { return Found::Foreign };
    let is_right = expected(look, &transfer.metadata).is_some_and(|amount| words::is_of(transfer, amount));
    of_transfer(rail_of(look.object), transfer, &key).filter(|_| is_right).map_or(Found::Open, Found::Final)
}

async fn found(rail: &Orchestrator, tenant: TenantId, look: &Look) -> Result<Found, RailError> {
    let (object, id) = (look.object, look.id.as_str());
    Ok(match object {
        Object::Payment => {
            let found = rail.find::<Payment>(object, id).await?;
            found.map_or(Found::Unknown, |payment| seen_payment(look, tenant, &payment, rail.0.world.now()))
        }
        Object::Refund | Object::Payout => {
            let found = rail.find::<Transfer>(object, id).await?;
            found.map_or(Found::Unknown, |transfer| seen_transfer(look, tenant, &transfer))
        }
    })
}

impl Orchestrator {
    /// Runs the job of a look-up; `listener` receives the state of the payment, refund or payout.
    pub(crate) async fn look_up(
        &self,
        tenant: TenantId,
        job: &Job,
        listener: &dyn RailListener,
    ) -> Result<Outcome, JobError> {
        let look: Look = serde_json::from_value(job.payload.clone())?;
        let (now, until_final, id) = (self.0.world.now(), look.key.is_some(), &look.id);
        let age = now - job.created_at;
        let again = |why: String| {
            if age < GIVE_UP {
                return Outcome::RetryAt(now + pause(age), why);
            }
            tracing::warn!(event = "card_payment.unsettled", %tenant, id, "A card payment was not final for a week.");
            Outcome::Done
        };
        Ok(match found(self, tenant, &look).await {
            Ok(Found::Final(events)) => {
                for event in &events {
                    listener.on_rail_event(tenant, event).await?;
                }
                Outcome::Done
            }
            Ok(Found::Doubtful(event)) => {
                if age >= DOUBT {
                    listener.on_rail_event(tenant, &event).await?;
                }
                if until_final { again(UNCLEAR.to_owned()) } else { Outcome::Done }
            }
            Ok(Found::Open | Found::Unknown) if until_final => again(NOT_FINAL.to_owned()),
            Ok(Found::Open) => Outcome::Done,
            Ok(Found::Unknown | Found::Foreign) => {
                tracing::info!(event = "card_webhook.foreign", %tenant, "A webhook is about no payment of Agio.");
                Outcome::Done
            }
            Err(error) => again(error.to_string()),
        })
    }
}

#[cfg(test)]
mod tests {
    use exchange::rails::{Target, charge_key, payout_key};
    use proptest::prelude::*;
    use serde_json::json;
    use uuid::Uuid;

    use super::*;

    fn id() -> TransactionId {
        TransactionId::from_uuid(Uuid::from_u128(7))
    }

    #[test]
    fn the_events_name_their_charge_or_leg_and_are_those_of_the_jobs() {
        let key = charge_key(id(), 2);
        let payment = json!({ "payment_id": "pay_1", "status": "succeeded", "amount": 900, "currency": "EUR" });
        let payment: Payment = serde_json::from_value(payment).unwrap();
        let events = of_payment(&payment, &key, DateTime::UNIX_EPOCH).unwrap();
        assert_eq!((&events[0].event_id, events[0].charge, events[0].leg), (&key, Some(2), None));
        assert_eq!(events[0].target, Target::Order(id()));
        let amount = Amount::new(900, kernel::Currency::EUR);
        let credited = RailEventKind::Credited { amount, reference: "pay_1".to_owned(), payer: None };
        assert_eq!(events[0].kind, credited);

        let key = payout_key(id(), 3);
        let payout =
            json!({ "payout_id": "x", "status": "failed", "amount": 900, "currency": "EUR", "error_code": "51" });
        let payout: Transfer = serde_json::from_value(payout).unwrap();
        for (object, rail) in [(Object::Payout, "payout.card"), (Object::Refund, "refund.card")] {
            let events = of_transfer(rail_of(object), &payout, &key).unwrap();
            assert_eq!((events[0].rail.as_str(), &events[0].event_id), (rail, &format!("failed:{key}")));
        }
        let events = of_transfer(rail_of(Object::Payout), &payout, &key).unwrap();
        assert_eq!((events[0].leg, events[0].charge, events.len()), (Some(3), None, 1));
        assert!(matches!(events[0].kind, RailEventKind::PayoutFailed { .. }));
    }

    #[test]
    fn an_object_with_another_amount_stays_open_on_every_kind_of_lookup() {
        let (tenant, key) = (TenantId::from_uuid(Uuid::from_u128(1)), payout_key(id(), 0));
        let metadata = json!({ "agio_key": key, "agio_tenant": tenant.to_string(), "agio_amount": "900 EUR" });
        let seen = |object: Object, asked: Option<i128>, cents: i64, currency: &str| {
            let euro = |cents| Amount::new(cents, kernel::Currency::EUR);
            let (id, amount) = (object.id(&key), asked.map(euro));
            let body = json!({ "payment_id": id, "payout_id": id, "status": "succeeded", "amount": cents,
                "currency": currency, "metadata": metadata });
            let look = Look { object, id, key: asked.map(|_| key.clone()), amount };
            match object {
                Object::Payment => {
                    seen_payment(&look, tenant, &serde_json::from_value(body).unwrap(), DateTime::UNIX_EPOCH)
                }
                _ => seen_transfer(&look, tenant, &serde_json::from_value(body).unwrap()),
            }
        };
        // An operator sees a payment of another amount, with the amount that the acquirer has.
        let is_open = |found: &Found| match found {
            Found::Doubtful(event) => {
                matches!(&event.kind, RailEventKind::Unclear { amount: Some(amount), detail, .. }
                    if amount.is_positive() && detail.contains("another amount"))
            }
            found => matches!(found, Found::Open),
        };
        for object in [Object::Payment, Object::Payout] {
            for asked in [Some(900), None] {
                assert!(matches!(seen(object, asked, 900, "EUR"), Found::Final(_)), "{asked:?}");
                assert!(is_open(&seen(object, asked, 899, "EUR")), "{asked:?}");
                assert!(is_open(&seen(object, asked, 900, "PLN")), "{asked:?}");
            }
            assert!(is_open(&seen(object, Some(901), 900, "EUR")), "the platform's own word counts");
        }
    }

    proptest! {
        #[test]
        fn an_object_is_ours_only_with_its_own_key_and_tenant(tenant: u128, other: u128, key in "[a-z0-9:]{1,20}", wrong in "[a-z0-9:]{1,20}") {
            let named = |number| TenantId::from_uuid(Uuid::from_u128(number));
            let look = Look { object: Object::Refund, id: Object::Refund.id(&key), key: None, amount: None };
            let written = |key: &str, tenant: TenantId| {
                json!({ "agio_key": key, "agio_tenant": tenant.to_string() })
            };
            prop_assert_eq!(proved_key(&look, named(tenant), &written(&key, named(tenant))), Some(key.clone()));
            prop_assert_eq!(proved_key(&look, named(tenant), &Value::Null), None);
            let foreign = proved_key(&look, named(tenant), &written(&key, named(other)));
            prop_assert_eq!(foreign.is_some(), tenant == other);
            let forged = proved_key(&look, named(tenant), &written(&wrong, named(tenant)));
            prop_assert_eq!(forged.is_some(), wrong == key);
        }

        #[test]
        fn looks_become_rarer(minutes in 0_i64..20_000) {
            let age = TimeDelta::minutes(minutes);
            prop_assert!(pause(age) <= pause(age + TimeDelta::minutes(1)));
            prop_assert!(pause(age) >= TimeDelta::seconds(10) && pause(age) <= TimeDelta::hours(1));
        }
    }
}
