//! Switching payways off and on, at once or for a maintenance window.

use std::sync::Arc;

use chrono::TimeDelta;
use kernel::{Endpoint, Network, Payway, TenantId};
use uuid::Uuid;

use super::Exchange;
use crate::ExchangeError;
use crate::connection_pause::{paused_payways, store as connections};
use crate::payway_pause::{MoneyFlow, NewPaywayPause, PayoutPause, PaywayPause, check, check_new, in_force, store};

/// A payout of a payway that is off is tried again after this time at the latest, because an operator may resume it.
const LOOK: TimeDelta = TimeDelta::seconds(20);

impl Exchange {
    /// The tenant's present and planned pauses of payways, at most two seconds old: those that operators made, and those of
    /// nodes that are off.
    ///
    /// # Errors
    /// Database errors.
    pub async fn payway_pauses(&self, tenant: TenantId) -> Result<Arc<[PaywayPause]>, ExchangeError> {
        let now = self.inner.world.now();
        if let Some(known) = self.inner.payway_pauses.get(tenant, now) {
            return Ok(known);
        }
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        let mut found = store::all(tx.conn(), tenant, now).await?;
        found.extend(paused_payways(&connections::all(tx.conn(), tenant).await?));
        drop(tx);
        Ok(self.inner.payway_pauses.put(tenant, found, now))
    }

    /// The pauses of payways that operators made, present and planned.
    ///
    /// # Errors
    /// Database errors.
    pub async fn made_payway_pauses(&self, tenant: TenantId) -> Result<Vec<PaywayPause>, ExchangeError> {
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        Ok(store::all(tx.conn(), tenant, self.inner.world.now()).await?)
    }

    /// Refuses a movement by a payway that is off now.
    pub(crate) async fn check_payways(
        &self,
        tenant: TenantId,
        ends: (Endpoint, Endpoint),
    ) -> Result<(), ExchangeError> {
        let pauses = self.payway_pauses(tenant).await?;
        Ok(check(&pauses, ends, self.inner.world.now())?)
    }

    /// Whether an operator may pause a payway so. Writes nothing.
    ///
    /// # Errors
    /// [`ExchangeError::Invalid`], and [`ExchangeError::Refused`] if the payway is off at that time anyway.
    pub async fn check_payway_pause(&self, tenant: TenantId, new: &NewPaywayPause) -> Result<(), ExchangeError> {
        let (new, from) = new.clone().checked(self.inner.world.now())?;
        Ok(check_new(&self.payway_pauses(tenant).await?, &new, from)?)
    }

    /// Switches a payway off, at once or for a window. Orders that are paid go on; their payouts wait.
    ///
    /// # Errors
    /// The errors of [`Exchange::check_payway_pause`], and database errors.
    pub async fn pause_payway(
        &self,
        tenant: TenantId,
        new: NewPaywayPause,
        (by, reason): (&str, &str),
    ) -> Result<PaywayPause, ExchangeError> {
        let now = self.inner.world.now();
        let (new, from) = new.checked(now)?;
        let mut tx = self.inner.store.tenant(tenant).await?;
        store::lock(tx.conn(), tenant).await?;
        check_new(&store::all(tx.conn(), tenant, now).await?, &new, from)?;
        let NewPaywayPause { payway, flow, cause, texts, until, .. } = new;
        let (id, reason, by) = (self.inner.world.uuid(), reason.to_owned(), by.to_owned());
        let pause = PaywayPause { id, payway, flow, cause, texts, reason, from, until, by, at: now };
        store::insert(tx.conn(), tenant, &pause).await?;
        tx.commit().await?;
        self.inner.payway_pauses.forget(tenant);
        Ok(pause)
    }

    /// Ends a pause of a payway, or takes a planned window back. Returns false if there is none.
    ///
    /// # Errors
    /// Database errors.
    pub async fn resume_payway(&self, tenant: TenantId, id: Uuid) -> Result<bool, ExchangeError> {
        let mut tx = self.inner.store.tenant(tenant).await?;
        let was_paused = store::delete(tx.conn(), tenant, id).await?;
        tx.commit().await?;
        self.inner.payway_pauses.forget(tenant);
        Ok(was_paused)
    }

    /// Why payouts by a payway wait now. `None` if they do not.
    ///
    /// # Errors
    /// Database errors.
    pub async fn payout_pause(&self, tenant: TenantId, payway: Payway) -> Result<Option<PayoutPause>, ExchangeError> {
        let (now, pauses) = (self.inner.world.now(), self.payway_pauses(tenant).await?);
        Ok(in_force(&pauses, payway, MoneyFlow::Out, now).map(|pause| {
            let again = pause.until.map_or(now + LOOK, |until| until.min(now + LOOK));
            PayoutPause { reason: format!("{} is switched off: {}", payway.name(), pause.reason), again }
        }))
    }

    /// Why payouts on a network wait now, in a sentence. `None` if they do not.
    ///
    /// # Errors
    /// Database errors.
    pub async fn network_payout_pause(
        &self,
        tenant: TenantId,
        network: Network,
    ) -> Result<Option<String>, ExchangeError> {
        for payway in Payway::all().filter(|payway| payway.network() == Some(network)) {
            if let Some(pause) = self.payout_pause(tenant, payway).await? {
                return Ok(Some(pause.reason));
            }
        }
        Ok(None)
    }
}
