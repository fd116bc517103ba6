//! The sender: keeps the feeds current, also of orders by widget, and calls the endpoints. It has workers of its own, so
//! that slow endpoints delay neither each other nor the jobs of the product.
//!
//! A delivery is sent at least once. If a process dies, another one takes its deliveries when their leases end.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ::store::{EventHub, unless_stuck};
use async_trait::async_trait;
use chrono::TimeDelta;
use identity::envelope::Class;
use identity::{IdentityError, WebhookStop};
use kernel::{EventId, TenantId, TenantProfile};
use tokio::sync::watch;
use tokio::task::{JoinHandle, JoinSet};
use url::Url;

use super::feed::DescribeSubject;
use super::retry::{self, Failure, Outcome};
use super::store::sending::{self, ClaimedDelivery, Next};
use super::{Reach, guard, signing, store};
use crate::Partners;

/// Calls at a time of one process.
const CALLS_MAX: usize = 64;
/// Feeds that one round brings up to date.
const FEEDS_MAX: i64 = 100;
/// How often the sender looks for events of other processes and for deliveries that are due again.
const POLL: Duration = Duration::from_millis(500);
/// After a signal, the sender waits for more of them.
const GATHER: Duration = Duration::from_millis(100);
/// The lease of a delivery: longer than a call with its database statements.
const LEASE: TimeDelta = TimeDelta::seconds(60);
/// Time limit for one answer of the database.
const STUCK_AFTER: Duration = Duration::from_secs(15);
/// How long the shutdown waits for calls.
const GRACE: Duration = Duration::from_secs(5);

/// A request to an endpoint.
#[derive(Debug, Clone)]
pub struct Call {
    /// The URL of the endpoint.
    pub url: Url,
    /// Whether it is on this machine.
    pub reach: Reach,
    /// Headers of the scheme, besides the content type.
    pub headers: [(&'static str, String); 3],
    /// The body, JSON.
    pub body: String,
}

/// Calls endpoints: at most 15 seconds, without redirects, and only public addresses ([`crate::public`]).
#[async_trait]
pub trait WebhookCaller: Send + Sync {
    /// Calls, and discards the body of the response.
    async fn call(&self, call: &Call) -> Outcome;
}

/// Keeps the feeds current and calls the endpoints. Cheap to clone.
#[derive(Clone)]
pub struct WebhookSender {
    partners: Partners,
    describe: Arc<dyn DescribeSubject>,
    caller: Arc<dyn WebhookCaller>,
    /// Whether endpoints on this machine may be called.
    local: bool,
}

impl WebhookSender {
    /// A sender. `local` permits endpoints on this machine.
    #[must_use]
    pub fn new(
        partners: Partners,
        describe: Arc<dyn DescribeSubject>,
        caller: Arc<dyn WebhookCaller>,
        local: bool,
    ) -> Self {
        Self { partners, describe, caller, local }
    }

    /// Starts it. Any number of processes can run one.
    #[must_use]
    pub fn spawn(self) -> WebhookSenderHandle {
        let (stop, stopping) = watch::channel(false);
        WebhookSenderHandle { stop, task: tokio::spawn(self.run(stopping)) }
    }

    async fn run(self, mut stopping: watch::Receiver<bool>) {
        let hub: EventHub = self.partners.store().event_hub().clone();
        let mut grown = hub.subscribe();
        let mut running = JoinSet::new();
        while !*stopping.borrow() {
            let free = CALLS_MAX - running.len();
            let is_full = self.start(&mut running, free).await;
            if is_full && free > 0 {
                continue;
            }
            tokio::select! {
                // A lagging receiver has missed signals, so there is something new as well.
                _ = grown.recv() => tokio::time::sleep(GATHER).await,
                Some(_) = running.join_next() => {}
                () = tokio::time::sleep(POLL) => {}
                _ = stopping.changed() => {}
            }
            while grown.try_recv().is_ok() {}
            while running.try_join_next().is_some() {}
        }
        let all_done = async { while running.join_next().await.is_some() {} };
        // Calls that go on are taken again when their leases end.
        let _ = tokio::time::timeout(GRACE, all_done).await;
    }

    /// Starts what is due; returns whether more may be.
    async fn start(&self, running: &mut JoinSet<()>, free: usize) -> bool {
        let work = async {
            self.partners.repeat_widget_orders().await?;
            self.write_feeds().await?;
            if free == 0 { Ok(Vec::new()) } else { self.take(free).await }
        };
        let taken = match unless_stuck(STUCK_AFTER, work).await {
            Some(Ok(taken)) => taken,
            Some(Err(error)) => {
                tracing::warn!(event = "webhook_round.failed", %error, "The webhook sender cannot read or write. It tries again.");
                return false;
            }
            None => {
                tracing::warn!(
                    event = "webhook_round.timed_out",
                    "The database did not answer the webhook sender in time. It tries again."
                );
                return false;
            }
        };
        let is_full = taken.len() == free;
        for one in taken {
            let own = self.clone();
            running.spawn(async move { own.deliver(one).await });
        }
        is_full
    }

    /// Brings feeds up to date. One that fails does not stop the others.
    async fn write_feeds(&self) -> Result<(), IdentityError> {
        let mut tx = self.partners.store().system().await?;
        let behind = store::events::behind(tx.conn(), FEEDS_MAX).await?;
        drop(tx);
        for TenantProfile { tenant, profile } in behind {
            let written = async {
                let sandbox = self.partners.identity().tenant_by_id(tenant).await?.sandbox;
                self.partners.write_feed(&*self.describe, (tenant, sandbox), profile).await
            };
            if let Err(error) = written.await {
                tracing::warn!(event = "event_feed.write_failed", %tenant, %profile, %error, "The event feed of a profile cannot be written. The sender tries again.");
            }
        }
        Ok(())
    }

    async fn take(&self, limit: usize) -> Result<Vec<ClaimedDelivery>, IdentityError> {
        let mut tx = self.partners.store().system().await?;
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let taken = sending::take(tx.conn(), self.partners.world().now(), LEASE, limit).await?;
        tx.commit().await?;
        Ok(taken)
    }

    /// Makes one call and notes its outcome.
    async fn deliver(&self, taken: ClaimedDelivery) {
        let began = Instant::now();
        let outcome = match self.call_of(&taken).await {
            Ok(Some(call)) => self.caller.call(&call).await,
            Ok(None) => Outcome::Unanswered(Failure::Address),
            Err(error) => {
                tracing::warn!(event = "webhook.signing_failed", tenant = %taken.tenant, delivery = %taken.id, %error, "A webhook cannot be signed. The sender tries again.");
                return;
            }
        };
        let duration_ms = i32::try_from(began.elapsed().as_millis()).unwrap_or(i32::MAX);
        let noted = self.partners.store().answered(async { Ok(self.note(&taken, outcome, duration_ms).await) }).await;
        if let Err(error) = noted.map_err(IdentityError::from).and_then(|noted| noted) {
            tracing::warn!(event = "webhook.record_failed", tenant = %taken.tenant, delivery = %taken.id, %error, "The outcome of a webhook cannot be recorded. It is sent again.");
        }
    }

    /// The signed request; `None` if nothing may be sent to the URL.
    async fn call_of(&self, taken: &ClaimedDelivery) -> Result<Option<Call>, IdentityError> {
        let Ok(url) = Url::parse(&taken.url) else { return Ok(None) };
        let Some(reach) = guard::reach(&url, self.local) else { return Ok(None) };
        let now = self.partners.world().now();
        let keys = self.keys(taken.tenant, taken, now).await?;
        let (id, timestamp) = (EventId::from_uuid(taken.event).to_string(), now.timestamp());
        let signature = signing::signatures(&keys, &id, timestamp, &taken.body);
        let headers =
            [("webhook-id", id), ("webhook-timestamp", timestamp.to_string()), ("webhook-signature", signature)];
        Ok(Some(Call { url, reach, headers, body: taken.body.clone() }))
    }

    async fn keys(
        &self,
        tenant: TenantId,
        taken: &ClaimedDelivery,
        now: chrono::DateTime<chrono::Utc>,
    ) -> Result<Vec<Vec<u8>>, IdentityError> {
        let mut tx = self.partners.store().tenant_read(tenant).await?;
        let mut keys = Vec::new();
        for (id, sealed) in store::endpoints::secrets(tx.conn(), tenant, taken.endpoint, now).await? {
            let key = self.partners.identity().envelope().open(&mut tx, Class::Partner, id, &sealed).await?;
            keys.push(key.to_vec());
        }
        Ok(keys)
    }

    async fn note(&self, taken: &ClaimedDelivery, outcome: Outcome, duration_ms: i32) -> Result<(), IdentityError> {
        let now = self.partners.world().now();
        let salt = taken.id.uuid().as_u64_pair().1;
        let next = match retry::wait(taken.attempt, salt, outcome) {
            _ if outcome.is_success() => Next::Delivered,
            Some(wait) if !outcome.is_gone() => Next::At(now + wait),
            _ => Next::Failed,
        };
        let mut tx = self.partners.store().tenant(taken.tenant).await?;
        let is_there = sending::lock(tx.conn(), taken).await?;
        if !is_there || !sending::note(tx.conn(), taken, (outcome, duration_ms), (next, now)).await? {
            return Ok(());
        }
        if outcome.is_success() {
            sending::note_success(tx.conn(), taken).await?;
            return Ok(tx.commit().await?);
        }
        let failing = sending::note_failure(tx.conn(), taken, now).await?;
        if let Some(failing) = failing.filter(|failing| failing.is_active) {
            let stop = match outcome.is_gone() {
                true => Some((WebhookStop::Disabled, "disabled")),
                false => retry::is_given_up(failing.since, now).then_some((WebhookStop::Paused, "paused")),
            };
            if let Some((stop, state)) = stop {
                sending::stop(tx.conn(), taken.tenant, taken.endpoint, state).await?;
                self.partners.identity().note_webhook_stop(&mut tx, failing.owner, stop).await?;
                tracing::info!(event = "webhook_endpoint.stopped", tenant = %taken.tenant, endpoint = %taken.endpoint, state, "The sender stopped a webhook endpoint. Its owner gets an email.");
            }
        }
        Ok(tx.commit().await?)
    }
}

/// A running sender.
#[derive(Debug)]
pub struct WebhookSenderHandle {
    stop: watch::Sender<bool>,
    task: JoinHandle<()>,
}

impl WebhookSenderHandle {
    /// Starts no more calls, and waits some seconds for those in progress.
    pub async fn stop(self) {
        let _ = self.stop.send(true);
        if let Err(error) = self.task.await {
            tracing::error!(event = "webhook_sender.crashed", %error, "The webhook sender crashed.");
        }
    }
}
