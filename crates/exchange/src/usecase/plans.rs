//! Plans: making, listing, pausing and deleting them, and their runs.

use identity::mail::{PlanEvent, PlanNotice};
use kernel::{Endpoint, PlanId, ProfileId, Rate, TenantId, UserId};

use super::{CreateOrder, Exchange};
use crate::ExchangeError;
use crate::plan::{Due, PLANS_MAX, Plan, PlanRun, PlanState, PlanTerms, Refusal, RunOutcome, Trigger, store};
use crate::quote::{FixedSide, QuoteRequest};
use crate::transaction::{self, Transaction};

/// The maximum number of orders that a plan lists.
const ORDERS_MAX: i64 = 50;

impl Exchange {
    /// Makes a plan. Its amount is priced once, so that an amount or a pair that can never run is refused at once.
    ///
    /// # Errors
    /// [`ExchangeError::Invalid`] for terms without sense; a closed direction, or an amount outside the limits;
    /// [`ExchangeError::Refused`] if the profile has [`PLANS_MAX`].
    pub async fn make_plan(
        &self,
        (tenant, profile, user): (TenantId, ProfileId, UserId),
        terms: PlanTerms,
    ) -> Result<Plan, ExchangeError> {
        let now = self.inner.world.now();
        terms.validate(now)?;
        if let Some(request) = request(&terms, false) {
            self.quote(tenant, None, &request).await?;
        } else {
            // An alert needs prices of both.
            let known = self.prices(tenant).await?.rate(terms.from_currency, terms.to_currency);
            known.ok_or_else(|| ExchangeError::DirectionUnavailable { reason: "it has no price".to_owned() })?;
        }
        let plan = Plan {
            id: self.inner.world.id(),
            profile,
            user,
            next_at: terms.next_at(now),
            terms,
            state: PlanState::Active,
            run: 1,
            refusal: None,
            refusals: 0,
            created_at: now,
            updated_at: now,
        };
        let mut tx = self.inner.store.tenant(tenant).await?;
        if store::count_locked(tx.conn(), tenant, profile).await? >= PLANS_MAX {
            return Err(ExchangeError::refused("there are 50 plans already; delete one that has ended"));
        }
        store::insert(tx.conn(), tenant, &plan).await?;
        tx.commit().await?;
        Ok(plan)
    }

    /// The plans of a profile, newest first.
    ///
    /// # Errors
    /// Database errors.
    pub async fn plans(&self, tenant: TenantId, profile: ProfileId) -> Result<Vec<Plan>, ExchangeError> {
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        Ok(store::list(tx.conn(), tenant, profile).await?)
    }

    /// A plan of the profile, and the orders that it made, newest first; at most 50.
    ///
    /// # Errors
    /// [`ExchangeError::NotFound`] if the profile has none with this id.
    pub async fn plan(
        &self,
        tenant: TenantId,
        profile: ProfileId,
        id: PlanId,
    ) -> Result<(Plan, Vec<Transaction>), ExchangeError> {
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        let plan =
            store::find(tx.conn(), tenant, profile, id).await?.ok_or(ExchangeError::NotFound { what: "plan" })?;
        let orders = store::orders(tx.conn(), profile, id, ORDERS_MAX).await?;
        let orders: Result<_, _> = orders.into_iter().map(|(id, body)| transaction::read(id, body)).collect();
        Ok((plan, orders?))
    }

    /// Pauses or resumes a plan. A resumed plan runs at its next time; missed runs are not made up.
    ///
    /// # Errors
    /// [`ExchangeError::NotFound`]; [`ExchangeError::Refused`] for a plan that has ended; [`ExchangeError::Busy`] if a
    /// run changes it at the same time.
    pub async fn pause_plan(
        &self,
        tenant: TenantId,
        profile: ProfileId,
        id: PlanId,
        is_paused: bool,
    ) -> Result<Plan, ExchangeError> {
        let mut tx = self.inner.store.tenant(tenant).await?;
        let before =
            store::find(tx.conn(), tenant, profile, id).await?.ok_or(ExchangeError::NotFound { what: "plan" })?;
        let after = before.paused(is_paused, self.inner.world.now())?;
        if !store::update(tx.conn(), tenant, &before, &after).await? {
            return Err(ExchangeError::Busy);
        }
        tx.commit().await?;
        Ok(after)
    }

    /// Deletes a plan. Its orders stay.
    ///
    /// # Errors
    /// [`ExchangeError::NotFound`]
    pub async fn delete_plan(&self, tenant: TenantId, profile: ProfileId, id: PlanId) -> Result<(), ExchangeError> {
        let mut tx = self.inner.store.tenant(tenant).await?;
        if !store::delete(tx.conn(), tenant, profile, id).await? {
            return Err(ExchangeError::NotFound { what: "plan" });
        }
        tx.commit().await?;
        Ok(())
    }

    /// Does what is due of a plan. An error is transient: the next sweep tries again.
    pub(crate) async fn run_plan(&self, tenant: TenantId, plan: &Plan) -> Result<(), ExchangeError> {
        let now = self.inner.world.now();
        let rate = self.market_rate(tenant, plan).await;
        let Some(due) = plan.due(rate.as_ref(), now) else { return Ok(()) };
        let (outcome, event) = match due {
            Due::Expire => (RunOutcome::Expired, None),
            Due::Alert => (RunOutcome::Done, reached(plan, rate.as_ref())),
            Due::Exchange => match self.planned_order(tenant, plan).await {
                Ok(None) => return Ok(()),
                Ok(Some(order)) => {
                    let event = PlanEvent::Exchanged { paid: order.quote.from_amount, received: order.quote.to_amount };
                    (RunOutcome::Done, Some(event))
                }
                Err(error) => {
                    let Some(refusal) = Refusal::of(&error) else { return Err(error) };
                    (RunOutcome::Refused(refusal), None)
                }
            },
        };
        let after = plan.after(outcome, self.inner.world.now());
        let event = event.or_else(|| told(plan, &after));
        let mut tx = self.inner.store.tenant(tenant).await?;
        if store::update(tx.conn(), tenant, plan, &after).await? {
            if let Some(event) = event {
                let notice = PlanNotice { profile: plan.profile, path: format!("/balances/plans/{}", plan.id), event };
                let once = format!("{} {} {}", plan.id, plan.run, after.refusals);
                tx.enqueue(now, &[identity::mail::plan(tenant, &notice, &once)]).await?;
            }
            tx.commit().await?;
        }
        Ok(())
    }

    /// The market rate of the pair of a plan; `None` without usable prices.
    async fn market_rate(&self, tenant: TenantId, plan: &Plan) -> Option<Rate> {
        self.prices(tenant).await.ok()?.rate(plan.terms.from_currency, plan.terms.to_currency)
    }

    /// The order of the next run; `None` if its own rate does not reach the price of the plan.
    async fn planned_order(&self, tenant: TenantId, plan: &Plan) -> Result<Option<Transaction>, ExchangeError> {
        let run = PlanRun { plan: plan.id, run: plan.run };
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        let made = store::order_of(tx.conn(), plan.profile, run).await?;
        drop(tx);
        // A crash came between the order and the plan's next state.
        if let Some((id, body)) = made {
            return transaction::read(id, body).map(Some);
        }
        if let (Trigger::AtPrice { target, .. }, Some(request)) = (plan.terms.trigger, request(&plan.terms, false))
            && !target.is_reached(&self.quote(tenant, None, &request).await?.rate)
        {
            return Ok(None);
        }
        let standing = identity::customer_status_of(&self.inner.store, tenant, plan.user).await;
        let standing = standing.map_err(|error| ExchangeError::Internal(error.to_string()))?;
        let standing = standing.ok_or_else(|| ExchangeError::refused("its owner is gone"))?;
        let request = request(&plan.terms, true).ok_or_else(|| ExchangeError::Internal("an alert".to_owned()))?;
        let request = QuoteRequest { residence: standing.residence, ..request };
        let quote = self.quote(tenant, Some(plan.profile), &request).await?;
        if let Trigger::AtPrice { target, .. } = plan.terms.trigger
            && !target.is_reached(&quote.rate)
        {
            return Ok(None);
        }
        let order = CreateOrder {
            quote_id: quote.id,
            requisite: None,
            standing,
            idempotency: Some(format!("{} {}", run.plan, run.run)),
            preset: None,
            plan: Some(run),
        };
        self.create(tenant, plan.profile, order).await.map(Some)
    }
}

/// The request for a price of the plan's exchange; `None` for an alert.
fn request(terms: &PlanTerms, firm: bool) -> Option<QuoteRequest> {
    Some(QuoteRequest {
        side: None,
        source: Endpoint::Balance,
        sink: Endpoint::Balance,
        from_currency: terms.from_currency,
        to_currency: terms.to_currency,
        fixed_side: FixedSide::From,
        amount: terms.amount?,
        is_unified: false,
        firm,
        residence: None,
    })
}

/// The alert about a price that was reached.
fn reached(plan: &Plan, rate: Option<&Rate>) -> Option<PlanEvent> {
    let Trigger::AtPrice { target, .. } = plan.terms.trigger else { return None };
    let rate = rate.map(|rate| if rate.from() == target.price_of { *rate } else { rate.inverse() })?;
    Some(PlanEvent::Reached { of: rate.from(), price: rate.to_decimal(8), unit: rate.to() })
}

/// What the owner is told of a run without an order: the first refusal, the pause after the last one, and the end.
fn told(before: &Plan, after: &Plan) -> Option<PlanEvent> {
    match (after.state, after.refusal) {
        (PlanState::Expired, _) => Some(PlanEvent::Expired),
        (PlanState::Paused, Some(_)) => Some(PlanEvent::Paused),
        (_, Some(refusal)) if before.refusal != Some(refusal) => {
            Some(PlanEvent::Refused { reason: refusal.code().to_owned() })
        }
        _ => None,
    }
}
