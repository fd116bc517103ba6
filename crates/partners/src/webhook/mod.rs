//! Webhooks and the event feed: endpoints of a profile's API keys, the log of their deliveries, and the sender.
//!
//! Events come from the profile's stream ([`::store::events`]). The transaction that writes an event into the feed also makes its
//! deliveries. The sender only calls.

mod counting;
mod delivery;
mod endpoint;
mod event;
mod feed;
mod guard;
mod hasten;
mod housekeeping;
mod repeat;
mod retry;
mod sender;
mod signing;
mod store;

use ::store::TenantTx;
use chrono::{DateTime, TimeDelta, Utc};
use identity::envelope::Class;
use identity::{ClientContext, IdentityError, Principal, Secret, WebhookEvent, WebhookStop};
use kernel::{ErrorKind, ProfileId, TenantId, TenantProfile, UserId, WebhookDeliveryId, WebhookEndpointId};
use uuid::Uuid;

pub use delivery::{Delivery, DeliveryFailure, DeliveryState, REPLAY_MAX};
pub use endpoint::{
    ENDPOINTS_MAX, Endpoint, EndpointChange, EndpointState, FILTER_MAX, FORMER_SECRET_FOR, NewEndpoint,
};
pub(crate) use event::CustomerChange;
pub use event::{CUSTOMER_CHANGED, PAYMENT_CHANGED, PING, TYPES, is_type, matches};
pub use feed::{DescribeSubject, FeedPage, FeedQuery};
pub use guard::{Reach, URL_CHARS_MAX, reach};
pub use housekeeping::WebhookHousekeeping;
pub use retry::{ATTEMPTS_MAX, Failure, Outcome, retry_after};
pub use sender::{Call, WebhookCaller, WebhookSender, WebhookSenderHandle};

use self::store::deliveries::{NewDelivery, NewTest};
use crate::Partners;

/// The caller of a change of endpoints.
#[derive(Clone, Copy)]
pub struct Owner<'a> {
    /// The tenant, and whether it is a sandbox.
    pub tenant: (TenantId, bool),
    /// The profile.
    pub profile: ProfileId,
    /// The person.
    pub who: &'a Principal,
    /// The device.
    pub context: &'a ClientContext,
}

/// An endpoint with a new secret, which is returned once.
#[derive(Debug, Clone)]
pub struct MadeEndpoint {
    /// The endpoint.
    pub endpoint: Endpoint,
    /// Its new secret.
    pub secret: Secret,
}

pub(crate) const UNKNOWN_ENDPOINT: IdentityError = IdentityError::NotFound("The webhook endpoint");
const UNKNOWN: IdentityError = UNKNOWN_ENDPOINT;
const UNKNOWN_DELIVERY: IdentityError = IdentityError::NotFound("The delivery");

fn conflict(words: impl Into<String>) -> IdentityError {
    IdentityError::refusal(ErrorKind::Conflict, "CONFLICT_ERROR", words)
}

/// An endpoint that has failed for so long is reported to operators.
const FAILING_FOR: TimeDelta = TimeDelta::hours(1);
/// The maximum number of failing endpoints that are counted.
const FAILING_MAX: i64 = 200;

impl Partners {
    /// Since when the endpoints of a tenant fail that have failed for more than an hour, oldest first; at most 200.
    ///
    /// # Errors
    /// Database errors.
    pub async fn failing_webhooks(&self, tenant: TenantId) -> Result<Vec<DateTime<Utc>>, IdentityError> {
        let before = self.inner.world.now() - FAILING_FOR;
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        Ok(store::endpoints::failing(tx.conn(), tenant, before, FAILING_MAX).await?)
    }

    /// The endpoints of a profile, oldest first.
    ///
    /// # Errors
    /// Database errors.
    pub async fn endpoints(&self, tenant: TenantId, profile: ProfileId) -> Result<Vec<Endpoint>, IdentityError> {
        let mut tx = self.store().tenant_read(tenant).await?;
        Ok(store::endpoints::of_profile(tx.conn(), tenant, profile, self.world().now()).await?)
    }

    /// An endpoint of the profile.
    ///
    /// # Errors
    /// [`IdentityError::NotFound`] for another profile's endpoint.
    pub async fn endpoint(
        &self,
        tenant: TenantId,
        profile: ProfileId,
        id: WebhookEndpointId,
    ) -> Result<Endpoint, IdentityError> {
        let mut tx = self.store().tenant_read(tenant).await?;
        store::endpoints::find(tx.conn(), tenant, profile, id, self.world().now()).await?.ok_or(UNKNOWN)
    }

    /// Checks what [`Partners::make_endpoint`] would refuse of the URL and the filter themselves. `local` permits
    /// endpoints on this machine, in a sandbox.
    ///
    /// # Errors
    /// Field errors.
    pub fn check_endpoint(&self, local: bool, url: &str, types: &[String]) -> Result<(), IdentityError> {
        guard::checked(url, local)?;
        endpoint::filter(types).map(drop)
    }

    /// Creates an endpoint and its first secret. It receives the events from now on.
    ///
    /// # Errors
    /// Field errors; a conflict with 16 endpoints.
    pub async fn make_endpoint(
        &self,
        owner: Owner<'_>,
        local: bool,
        asked: &NewEndpoint,
    ) -> Result<MadeEndpoint, IdentityError> {
        let ((tenant, _), profile) = (owner.tenant, owner.profile);
        let url = guard::checked(&asked.url, local)?.to_string();
        let types = endpoint::filter(&asked.types)?;
        let mut tx = self.store().tenant(tenant).await?;
        // Locks the feed, so that no event between its head and this commit is missed, and no concurrent call adds an endpoint.
        store::events::lock(tx.conn(), tenant, profile).await?;
        if !store::endpoints::has_key(tx.conn(), tenant, profile, asked.key).await? {
            return Err(IdentityError::field("key_id", "unknown", "This is not an API key of the profile."));
        }
        if store::endpoints::count(tx.conn(), tenant, profile).await? >= ENDPOINTS_MAX {
            return Err(conflict(format!("There may be {ENDPOINTS_MAX} webhook endpoints. Delete one first.")));
        }
        let from_seq = ::store::events::head(tx.conn(), tenant, profile.uuid()).await?;
        let made = Endpoint {
            id: self.world().id(),
            key: asked.key,
            url,
            types,
            state: EndpointState::Active,
            failures: 0,
            failing_since: None,
            former_secret_until: None,
            created_at: self.world().now(),
        };
        store::endpoints::add(tx.conn(), tenant, &made, (profile, owner.who.user), from_seq).await?;
        let secret = self.new_secret(&mut tx, made.id).await?;
        self.identity().note_webhook_event(&mut tx, owner.who, (WebhookEvent::Set, made.id), owner.context).await?;
        tx.commit().await?;
        tracing::info!(event = "webhook_endpoint.made", %tenant, endpoint = %made.id, "A customer added a webhook endpoint.");
        Ok(MadeEndpoint { endpoint: made, secret })
    }

    /// Changes an endpoint.
    ///
    /// # Errors
    /// Field errors, [`IdentityError::NotFound`].
    pub async fn change_endpoint(
        &self,
        owner: Owner<'_>,
        id: WebhookEndpointId,
        local: bool,
        change: &EndpointChange,
    ) -> Result<Endpoint, IdentityError> {
        let ((tenant, _), profile) = (owner.tenant, owner.profile);
        let mut tx = self.store().tenant(tenant).await?;
        store::events::lock(tx.conn(), tenant, profile).await?;
        let found = store::endpoints::find(tx.conn(), tenant, profile, id, self.world().now()).await?;
        let mut endpoint = found.ok_or(UNKNOWN)?;
        let before = endpoint.url.clone();
        if let Some(url) = &change.url {
            endpoint.url = guard::checked(url, local)?.to_string();
        }
        if let Some(types) = &change.types {
            endpoint.types = endpoint::filter(types)?;
        }
        store::endpoints::change(tx.conn(), tenant, &endpoint).await?;
        if endpoint.url != before {
            self.identity().note_webhook_event(&mut tx, owner.who, (WebhookEvent::Set, id), owner.context).await?;
        }
        tx.commit().await?;
        Ok(endpoint)
    }

    /// Deletes an endpoint with its secrets and its log. Calls in progress end by themselves.
    ///
    /// # Errors
    /// [`IdentityError::NotFound`].
    pub async fn delete_endpoint(&self, owner: Owner<'_>, id: WebhookEndpointId) -> Result<(), IdentityError> {
        let tenant = owner.tenant.0;
        let mut tx = self.store().tenant(tenant).await?;
        // Waits for the transaction that makes deliveries.
        store::events::lock(tx.conn(), tenant, owner.profile).await?;
        if !store::endpoints::delete(tx.conn(), tenant, owner.profile, id).await? {
            return Err(UNKNOWN);
        }
        self.identity().note_webhook_event(&mut tx, owner.who, (WebhookEvent::Deleted, id), owner.context).await?;
        tx.commit().await?;
        tracing::info!(event = "webhook_endpoint.deleted", %tenant, endpoint = %id, "A customer deleted a webhook endpoint.");
        Ok(())
    }

    /// Gives an endpoint a new secret. The present one signs too for 24 hours; an older one ends at once.
    ///
    /// # Errors
    /// [`IdentityError::NotFound`].
    pub async fn rotate_endpoint(
        &self,
        owner: Owner<'_>,
        id: WebhookEndpointId,
    ) -> Result<MadeEndpoint, IdentityError> {
        let ((tenant, _), profile) = (owner.tenant, owner.profile);
        let now = self.world().now();
        let mut tx = self.store().tenant(tenant).await?;
        store::events::lock(tx.conn(), tenant, profile).await?;
        store::endpoints::find(tx.conn(), tenant, profile, id, now).await?.ok_or(UNKNOWN)?;
        let secret = self.new_secret(&mut tx, id).await?;
        let endpoint = store::endpoints::find(tx.conn(), tenant, profile, id, now).await?.ok_or(UNKNOWN)?;
        self.identity().note_webhook_event(&mut tx, owner.who, (WebhookEvent::Rotated, id), owner.context).await?;
        tx.commit().await?;
        tracing::info!(event = "webhook_endpoint.rotated", %tenant, endpoint = %id, "A customer gave a webhook endpoint a new secret.");
        Ok(MadeEndpoint { endpoint, secret })
    }

    async fn new_secret(&self, tx: &mut TenantTx, endpoint: WebhookEndpointId) -> Result<Secret, IdentityError> {
        let (tenant, now, id): (_, _, Uuid) = (tx.tenant(), self.world().now(), self.world().uuid());
        let key = self.world().random::<{ signing::SECRET_BYTES }>();
        let sealed = self.identity().envelope().seal(tx, Class::Partner, id, &key).await?;
        let times = (now, now + FORMER_SECRET_FOR);
        store::endpoints::put_secret(tx.conn(), tenant, endpoint, (id, &sealed), times).await?;
        Ok(signing::shown(&key))
    }

    /// Makes a stopped endpoint active again, for the events from now on. What it missed is in the feed.
    ///
    /// # Errors
    /// [`IdentityError::NotFound`].
    pub async fn enable_endpoint(
        &self,
        TenantProfile { tenant, profile }: TenantProfile,
        id: WebhookEndpointId,
    ) -> Result<Endpoint, IdentityError> {
        let mut tx = self.store().tenant(tenant).await?;
        store::events::lock(tx.conn(), tenant, profile).await?;
        let now = self.world().now();
        store::endpoints::find(tx.conn(), tenant, profile, id, now).await?.ok_or(UNKNOWN)?;
        let head = ::store::events::head(tx.conn(), tenant, profile.uuid()).await?;
        store::endpoints::enable(tx.conn(), tenant, id, head).await?;
        let endpoint = store::endpoints::find(tx.conn(), tenant, profile, id, now).await?.ok_or(UNKNOWN)?;
        tx.commit().await?;
        Ok(endpoint)
    }

    /// Pauses an endpoint in `tx`, and tells its owner by email.
    pub(crate) async fn pause_endpoint(
        &self,
        tx: &mut TenantTx,
        owner: UserId,
        id: WebhookEndpointId,
    ) -> Result<(), IdentityError> {
        let tenant = tx.tenant();
        store::sending::stop(tx.conn(), tenant, id, EndpointState::Paused.code()).await?;
        self.identity().note_webhook_stop(tx, owner, WebhookStop::Paused).await
    }

    /// Sends a test event to an endpoint.
    ///
    /// # Errors
    /// [`IdentityError::NotFound`]; a conflict for an endpoint that is stopped or has too many deliveries.
    pub async fn test_endpoint(
        &self,
        (tenant, sandbox): (TenantId, bool),
        profile: ProfileId,
        id: WebhookEndpointId,
    ) -> Result<Delivery, IdentityError> {
        let mut tx = self.store().tenant(tenant).await?;
        self.ready(&mut tx, profile, id).await?;
        let (made, event, now) = (self.world().id(), self.world().id(), self.world().now());
        let body = event::ping(event, id, !sandbox, now)
            .map_err(|error| IdentityError::refusal(ErrorKind::Internal, "INTERNAL_ERROR", error.to_string()))?;
        let test = NewTest { id: made, endpoint: id, event, kind: PING, body: &body };
        store::deliveries::add_test(tx.conn(), tenant, profile, &test, now).await?;
        let found = store::deliveries::find(tx.conn(), tenant, profile, made).await?.ok_or(UNKNOWN_DELIVERY)?;
        tx.commit().await?;
        self.store().event_hub().publish(tenant, profile.uuid());
        Ok(found)
    }

    /// An endpoint that can take another delivery.
    async fn ready(
        &self,
        tx: &mut TenantTx,
        profile: ProfileId,
        id: WebhookEndpointId,
    ) -> Result<Endpoint, IdentityError> {
        let tenant = tx.tenant();
        let found = store::endpoints::find(tx.conn(), tenant, profile, id, self.world().now()).await?;
        let endpoint = found.ok_or(UNKNOWN)?;
        if endpoint.state != EndpointState::Active {
            return Err(conflict("This endpoint is stopped. Enable it first."));
        }
        if store::deliveries::open(tx.conn(), tenant, id).await? >= delivery::OPEN_MAX {
            return Err(conflict("Too many deliveries to this endpoint wait. Try again when they have ended."));
        }
        Ok(endpoint)
    }

    /// The deliveries of an endpoint, newest first, before the delivery `before`. They stay for 30 days.
    ///
    /// # Errors
    /// [`IdentityError::NotFound`].
    pub async fn deliveries_of(
        &self,
        TenantProfile { tenant, profile }: TenantProfile,
        endpoint: WebhookEndpointId,
        before: Option<Uuid>,
        limit: u32,
    ) -> Result<Vec<Delivery>, IdentityError> {
        let mut tx = self.store().tenant_read(tenant).await?;
        store::endpoints::find(tx.conn(), tenant, profile, endpoint, self.world().now()).await?.ok_or(UNKNOWN)?;
        Ok(store::deliveries::list(tx.conn(), tenant, endpoint, before, i64::from(limit)).await?)
    }

    /// The endpoint of a delivery.
    ///
    /// # Errors
    /// [`IdentityError::NotFound`] for another profile's delivery.
    pub async fn endpoint_of_delivery(
        &self,
        TenantProfile { tenant, profile }: TenantProfile,
        id: WebhookDeliveryId,
    ) -> Result<WebhookEndpointId, IdentityError> {
        let mut tx = self.store().tenant_read(tenant).await?;
        let found = store::deliveries::find(tx.conn(), tenant, profile, id).await?;
        Ok(found.ok_or(UNKNOWN_DELIVERY)?.endpoint)
    }

    /// Sends the event of a delivery to its endpoint again, as a new delivery.
    ///
    /// # Errors
    /// [`IdentityError::NotFound`]; a conflict for an endpoint that is stopped or has too many deliveries.
    pub async fn resend(
        &self,
        TenantProfile { tenant, profile }: TenantProfile,
        id: WebhookDeliveryId,
    ) -> Result<Delivery, IdentityError> {
        let mut tx = self.store().tenant(tenant).await?;
        let found = store::deliveries::find(tx.conn(), tenant, profile, id).await?.ok_or(UNKNOWN_DELIVERY)?;
        self.ready(&mut tx, profile, found.endpoint).await?;
        let made = self.world().id();
        store::deliveries::repeat(tx.conn(), tenant, id, made, self.world().now()).await?;
        let found = store::deliveries::find(tx.conn(), tenant, profile, made).await?.ok_or(UNKNOWN_DELIVERY)?;
        tx.commit().await?;
        self.store().event_hub().publish(tenant, profile.uuid());
        Ok(found)
    }

    /// Sends the events of a period to an endpoint again, oldest first: those that its filter takes, of at most
    /// [`REPLAY_MAX`] events. Returns their number, and the time from which a further replay continues.
    ///
    /// # Errors
    /// A field error of `to`; [`IdentityError::NotFound`]; a conflict for an endpoint that is stopped or has too many
    /// deliveries.
    pub async fn replay(
        &self,
        TenantProfile { tenant, profile }: TenantProfile,
        id: WebhookEndpointId,
        (from, to): (DateTime<Utc>, DateTime<Utc>),
    ) -> Result<(usize, Option<DateTime<Utc>>), IdentityError> {
        if to <= from || to - from > TimeDelta::days(90) {
            return Err(IdentityError::field("to", "range", "The end must be after the start, by at most 90 days."));
        }
        let mut tx = self.store().tenant(tenant).await?;
        let endpoint = self.ready(&mut tx, profile, id).await?;
        let found = store::deliveries::events_between(tx.conn(), tenant, profile, (from, to), REPLAY_MAX + 1).await?;
        let most = usize::try_from(REPLAY_MAX).unwrap_or(usize::MAX);
        let next = found.get(most).map(|event| event.at);
        let mut deliveries = Vec::new();
        for event in found.into_iter().take(most) {
            let Some(kind) = event::known(&event.kind).filter(|kind| event::takes(&endpoint.types, kind)) else {
                continue;
            };
            deliveries.push(NewDelivery { id: self.world().id(), endpoint: id, seq: event.seq, event: event.id, kind });
        }
        store::deliveries::add(tx.conn(), tenant, profile, &deliveries, self.world().now()).await?;
        tx.commit().await?;
        self.store().event_hub().publish(tenant, profile.uuid());
        Ok((deliveries.len(), next))
    }

    /// Deletes the feeds and endpoints of these profiles, in `tx`.
    pub(crate) async fn forget_webhooks(
        &self,
        tx: &mut TenantTx,
        profiles: &[ProfileId],
    ) -> Result<(), ::store::StoreError> {
        let profiles: Vec<Uuid> = profiles.iter().map(|profile| profile.uuid()).collect();
        store::events::forget(tx.conn(), &profiles).await
    }
}
