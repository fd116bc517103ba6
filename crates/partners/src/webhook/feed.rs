//! The feed: the events of a profile's stream, written once with the transaction or payment as its owner sees it, or with
//! what a partner sees of its customer.
//!
//! The sender writes an event within a second of its commit; a reader of the feed writes what is missing first. So the
//! bytes of an event are the same for every reader and every webhook.

use std::collections::{BTreeSet, HashMap};

use ::store::events::{self, Event};
use async_trait::async_trait;
use chrono::TimeDelta;
use identity::IdentityError;
use kernel::{EventId, PaymentId, ProfileId, TenantId, TenantProfile, TransactionId};
use serde_json::Value;

use super::event::{ChangeSaid, EventText, id_of, takes};
use super::store;
use super::store::deliveries::{NewDelivery, Taker};
use super::store::events::NewEvent;
use crate::Partners;

/// The events that one transaction writes.
const WRITTEN_MAX: i64 = 100;
/// The transactions of one reader; the next reader continues.
const ROUNDS_MAX: usize = 10;
/// How long events stay in the feed.
pub(super) const EVENTS_KEPT: TimeDelta = TimeDelta::days(90);

/// Knows transactions and payments as the partner API returns them.
#[async_trait]
pub trait DescribeSubject: Send + Sync {
    /// The profile's transaction; `None` if there is none.
    ///
    /// # Errors
    /// Database errors.
    async fn describe(
        &self,
        tenant: TenantId,
        profile: ProfileId,
        transaction: TransactionId,
    ) -> Result<Option<Value>, IdentityError>;

    /// The payment that the profile asks for as a merchant; `None` if there is none.
    ///
    /// # Errors
    /// Database errors.
    async fn describe_payment(
        &self,
        tenant: TenantId,
        profile: ProfileId,
        payment: PaymentId,
    ) -> Result<Option<Value>, IdentityError>;
}

/// A page of the feed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FeedPage {
    /// The bytes of the events, oldest first.
    pub bodies: Vec<String>,
    /// The last event of the page.
    pub last: Option<EventId>,
    /// Whether there are more.
    pub has_more: bool,
}

/// The requested page of the feed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FeedQuery {
    /// The last event that the reader has.
    pub after: Option<EventId>,
    /// Types; empty for all.
    pub types: Vec<String>,
    /// Events of the page.
    pub limit: u32,
}

impl Partners {
    /// A page of a profile's feed. `sandbox` says whether the tenant is one.
    ///
    /// # Errors
    /// A field error of `after` if that event is unknown or was deleted.
    pub async fn feed(
        &self,
        describe: &dyn DescribeSubject,
        (tenant, sandbox): (TenantId, bool),
        profile: ProfileId,
        asked: &FeedQuery,
    ) -> Result<FeedPage, IdentityError> {
        let is_behind = self.bring_up_to_date(describe, (tenant, sandbox), profile).await?;
        let mut tx = self.store().tenant_read(tenant).await?;
        let seq = match asked.after {
            Some(id) => store::events::seq_of(tx.conn(), tenant, profile, id).await?.ok_or_else(gone)?,
            None => 0,
        };
        let limit = i64::from(asked.limit);
        let types = (seq, asked.types.as_slice());
        let mut found = store::events::after(tx.conn(), tenant, profile, types, limit + 1).await?;
        let has_next = i64::try_from(found.len()).unwrap_or(i64::MAX) > limit;
        found.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
        let last = found.last().map(|event| event.id);
        Ok(FeedPage {
            last,
            bodies: found.into_iter().map(|event| event.body).collect(),
            has_more: has_next || is_behind,
        })
    }

    /// Writes the events of a profile that are not in its feed. Returns whether there may be more.
    pub(crate) async fn bring_up_to_date(
        &self,
        describe: &dyn DescribeSubject,
        tenant: (TenantId, bool),
        profile: ProfileId,
    ) -> Result<bool, IdentityError> {
        for _ in 0..ROUNDS_MAX {
            if !self.write_feed(describe, tenant, profile).await? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Writes the next events of a stream into the feed, with their deliveries. Returns whether there may be more.
    pub(super) async fn write_feed(
        &self,
        describe: &dyn DescribeSubject,
        (tenant, sandbox): (TenantId, bool),
        profile: ProfileId,
    ) -> Result<bool, IdentityError> {
        let mut tx = self.store().tenant_read(tenant).await?;
        let feed = store::events::known(tx.conn(), tenant, profile).await?;
        let known = feed.unwrap_or(0);
        let new = events::after(tx.conn(), tenant, profile.uuid(), known, WRITTEN_MAX).await?;
        drop(tx);
        let Some(last) = new.last().map(|event| event.seq) else {
            // The first reader adds the feed also to a profile without events, so that the sender keeps it current.
            if feed.is_none() {
                let mut tx = self.store().tenant(tenant).await?;
                store::events::lock(tx.conn(), tenant, profile).await?;
                tx.commit().await?;
            }
            return Ok(false);
        };
        let objects = objects(describe, TenantProfile { tenant, profile }, &new).await?;
        let mut tx = self.store().tenant(tenant).await?;
        if store::events::lock(tx.conn(), tenant, profile).await? != known {
            // Another writer was faster.
            return Ok(true);
        }
        let subjects: Vec<_> = new.iter().map(|event| event.subject).collect::<BTreeSet<_>>().into_iter().collect();
        let previous = store::events::newest_of(tx.conn(), tenant, profile, &subjects).await?;
        let written = written((tenant, sandbox), profile, &new, &objects, previous)?;
        store::events::add(tx.conn(), tenant, profile, &written).await?;
        let takers = store::deliveries::takers(tx.conn(), tenant, profile).await?;
        let deliveries = self.deliveries(&takers, &written);
        store::deliveries::add(tx.conn(), tenant, profile, &deliveries, self.world().now()).await?;
        store::events::advance(tx.conn(), tenant, profile, last).await?;
        tx.commit().await?;
        Ok(new.len() == usize::try_from(WRITTEN_MAX).unwrap_or(usize::MAX))
    }

    fn deliveries(&self, takers: &[Taker], written: &[NewEvent]) -> Vec<NewDelivery> {
        let mut all = Vec::new();
        for event in written {
            for taker in takers.iter().filter(|one| event.seq > one.from_seq && takes(&one.types, event.kind)) {
                let (id, endpoint) = (self.world().id(), taker.id);
                all.push(NewDelivery { id, endpoint, seq: event.seq, event: event.id, kind: event.kind });
            }
        }
        all
    }
}

/// The subjects of these events as the partner API returns them now. A customer's is in the event itself.
async fn objects(
    describe: &dyn DescribeSubject,
    TenantProfile { tenant, profile }: TenantProfile,
    new: &[Event],
) -> Result<HashMap<uuid::Uuid, Option<Value>>, IdentityError> {
    let mut objects = HashMap::new();
    for event in new {
        if objects.contains_key(&event.subject) {
            continue;
        }
        let described = match ChangeSaid::read(&event.kind, &event.body) {
            Some(ChangeSaid::Transaction(_)) => {
                describe.describe(tenant, profile, TransactionId::from_uuid(event.subject)).await?
            }
            Some(ChangeSaid::Payment(_)) => {
                describe.describe_payment(tenant, profile, PaymentId::from_uuid(event.subject)).await?
            }
            Some(ChangeSaid::Customer(_)) | None => continue,
        };
        objects.insert(event.subject, described);
    }
    Ok(objects)
}

fn gone() -> IdentityError {
    let words = "This event is unknown, or older than 90 days. Read the feed again from its start, without after.";
    IdentityError::field("after", "expired", words)
}

/// The events to write. An event without a type, or without its transaction, is left out. Pure.
fn written(
    (tenant, sandbox): (TenantId, bool),
    profile: ProfileId,
    new: &[Event],
    objects: &HashMap<uuid::Uuid, Option<Value>>,
    mut previous: HashMap<uuid::Uuid, EventId>,
) -> Result<Vec<NewEvent>, IdentityError> {
    let mut written = Vec::with_capacity(new.len());
    for event in new {
        let Some(change) = ChangeSaid::read(&event.kind, &event.body) else { continue };
        let Some(kind) = change.event_type() else { continue };
        let object = match &change {
            ChangeSaid::Transaction(_) | ChangeSaid::Payment(_) => objects.get(&event.subject).cloned().flatten(),
            ChangeSaid::Customer(customer) => Some(customer.object()),
        };
        let Some(object) = object else { continue };
        let id = id_of(tenant, profile, event.seq);
        let text = EventText {
            id,
            kind,
            livemode: !sandbox,
            created_at: event.created_at,
            sequence: change.version(),
            previous: previous.insert(event.subject, id),
            object,
            change: Some(&change),
        };
        let body = text.write().map_err(|error| {
            IdentityError::refusal(kernel::ErrorKind::Internal, "INTERNAL_ERROR", error.to_string())
        })?;
        let (seq, subject, created_at) = (event.seq, event.subject, event.created_at);
        written.push(NewEvent { seq, id, kind, subject, body, created_at });
    }
    Ok(written)
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use serde_json::json;
    use uuid::Uuid;

    use super::*;

    #[test]
    fn events_of_one_transaction_form_a_chain() {
        let (a, b) = (Uuid::from_u128(1), Uuid::from_u128(2));
        let event = |seq, subject, version| Event {
            seq,
            kind: "transaction.changed".into(),
            subject,
            body: json!({ "status": "WAIT", "sub_state": "transfer_seen", "version": version }),
            created_at: DateTime::UNIX_EPOCH,
        };
        let mut new = vec![event(5, a, 2), event(6, b, 1), event(7, a, 3)];
        new.push(Event { kind: "transaction.review_opened".into(), ..event(8, a, 4) });
        let objects = HashMap::from([(a, Some(json!({ "id": "a" }))), (b, Some(json!({ "id": "b" })))]);
        let (tenant, profile) = (TenantId::from_uuid(Uuid::from_u128(3)), ProfileId::from_uuid(Uuid::from_u128(4)));
        let before = id_of(tenant, profile, 1);
        let written = written((tenant, true), profile, &new, &objects, HashMap::from([(a, before)])).unwrap();
        let read = |at: usize| serde_json::from_str::<Value>(&written[at].body).unwrap();
        assert_eq!(written.len(), 3, "a stream event without a type is left out");
        assert_eq!(read(0)["previous_event_id"], before.to_string());
        assert_eq!(read(1).get("previous_event_id"), None, "the first of its transaction");
        assert_eq!(read(2)["previous_event_id"], read(0)["id"]);
        assert_eq!((&read(0)["sequence"], &read(2)["sequence"]), (&json!(2), &json!(3)));
        assert_eq!((&read(0)["livemode"], &read(1)["type"]), (&json!(false), &json!("order.created")));
        assert_eq!(
            read(2)["data"],
            json!({ "object": { "id": "a" },
            "change": { "status": "WAIT", "sub_state": "transfer_seen", "version": 3 } })
        );
    }
}
