//! Plans: making, listing, pausing and deleting them, and their runs.

use std::sync::Arc;

use identity::mail::PlanEvent;
use identity::{CustomerStatus, Feature};
use kernel::{Endpoint, Payway, PlanId, ProfileId, Rate, TenantId, TenantProfile, UserId};

use super::{CreateOrder, Exchange, order_id};
use crate::ExchangeError;
use crate::plan::{
    Due, PLANS_MAX, Plan, PlanCharge, PlanRefusal, PlanState, PlanStep, PlanTerms, RunOutcome, Trigger, store,
};
use crate::policy::FeePayer;
use crate::quote::{FixedSide, QuoteRequest};
use crate::rails::CardAgreement;
use crate::saved_card::{CardFault, store as cards};
use crate::transaction::{self, Transaction};

/// The maximum number of orders that a plan lists.
const ORDERS_MAX: i64 = 50;

impl Exchange {
    /// Checks terms, and prices their amount once, so that an amount or a pair that can never run is refused at once.
    ///
    /// # Errors
    /// [`ExchangeError::Invalid`] for terms without sense; a closed direction, or an amount outside the limits;
    /// [`ExchangeError::Refused`] for an account that is being deleted.
    pub async fn check_plan(
        &self,
        tenant: TenantId,
        terms: &PlanTerms,
        customer_status: &CustomerStatus,
    ) -> Result<(), ExchangeError> {
        terms.validate(self.inner.world.now_for(tenant))?;
        if customer_status.is_closing {
            return Err(ExchangeError::refused("the account is being deleted"));
        }
        if let Some(request) = request(terms, customer_status, false) {
            self.quote(tenant, None, &request).await?;
            return Ok(());
        }
        // An alert needs prices of both.
        let known = self.prices(tenant).await?.rate(terms.from_currency, terms.to_currency);
        known.map(|_| ()).ok_or_else(|| ExchangeError::DirectionUnavailable { reason: "it has no price".to_owned() })
    }

    /// Makes a plan, and records the cardholder's agreement if a card pays. The plan begins with the refusal
    /// [`PlanRefusal::CardUnconfirmed`] if the acquirer has no mandate for the card. The same key again returns the first
    /// plan.
    ///
    /// # Errors
    /// The errors of [`Exchange::check_plan`]; [`ExchangeError::Invalid`] for a card without an agreement;
    /// [`ExchangeError::Refused`] if the profile has [`PLANS_MAX`].
    pub async fn make_plan(
        &self,
        TenantProfile { tenant, profile }: TenantProfile,
        user: UserId,
        (terms, agreement): (PlanTerms, Option<CardAgreement>),
        customer_status: &CustomerStatus,
        key: &str,
    ) -> Result<Plan, ExchangeError> {
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        let made = store::made_under(tx.conn(), tenant, profile, key).await?;
        drop(tx);
        if let Some(made) = made {
            return Ok(made);
        }
        if terms.card.is_some() && agreement.is_none() {
            return Err(ExchangeError::invalid("card_agreed", "must be accepted for a plan that a card pays"));
        }
        self.check_plan(tenant, &terms, customer_status).await?;
        let now = self.inner.world.now_for(tenant);
        let mut plan = Plan {
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
        plan.refusal = self.lacks_mandate(tenant, &plan).await.then_some(PlanRefusal::CardUnconfirmed);
        let mut tx = self.inner.store.tenant(tenant).await?;
        let count = store::count_locked(tx.conn(), tenant, profile).await?;
        if let Some(made) = store::made_under(tx.conn(), tenant, profile, key).await? {
            return Ok(made);
        }
        if count >= PLANS_MAX {
            return Err(ExchangeError::refused("there are 50 plans already; delete one that has ended"));
        }
        store::insert(tx.conn(), tenant, &plan, key).await?;
        if let Some((card, agreement)) = plan.terms.card.as_ref().zip(agreement) {
            cards::agree(tx.conn(), tenant, (profile, card.id), &agreement).await?;
        }
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
        drop(tx);
        let plan = self.confirmed(tenant, plan).await?;
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
        let after = before.paused(is_paused, self.inner.world.now_for(tenant))?;
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

    /// Does what is due of a plan. An order and the plan's next state are one change.
    pub(crate) async fn run_plan(&self, tenant: TenantId, plan: &Plan) -> Result<(), ExchangeError> {
        let rate = self.market_rate(tenant, plan).await;
        let Some(due) = plan.due(rate.as_ref(), self.inner.world.now_for(tenant)) else { return Ok(()) };
        let (outcome, event) = match due {
            Due::Expire => (RunOutcome::Expired, None),
            Due::Alert => (RunOutcome::Done, reached(plan, rate.as_ref())),
            Due::Exchange => match self.planned(tenant, plan).await {
                Ok(()) => return Ok(()),
                Err(error) => match PlanRefusal::of(&error) {
                    Some(refusal) => (RunOutcome::Refused(refusal), None),
                    None => {
                        self.note(tenant, &self.step(tenant, plan, RunOutcome::Later), None).await?;
                        return Err(error);
                    }
                },
            },
        };
        let mut step = self.step(tenant, plan, outcome);
        if let RunOutcome::Refused(why @ (PlanRefusal::CardExpired | PlanRefusal::CardGone)) = outcome {
            step.after = plan.without_card(why, self.inner.world.now_for(tenant));
        }
        let event = event.or_else(|| plan_event(plan, &step.after));
        self.note(tenant, &step, event).await
    }

    fn step(&self, tenant: TenantId, plan: &Plan, outcome: RunOutcome) -> PlanStep {
        PlanStep { before: plan.clone(), after: plan.after(outcome, self.inner.world.now_for(tenant)), charge: None }
    }

    /// Stores a step without an order, and notifies the owner. Does nothing if the plan has changed since it was read.
    pub(super) async fn note(
        &self,
        tenant: TenantId,
        step: &PlanStep,
        event: Option<PlanEvent>,
    ) -> Result<(), ExchangeError> {
        let mut tx = self.inner.store.tenant(tenant).await?;
        if store::update(tx.conn(), tenant, &step.before, &step.after).await? {
            if let Some(event) = event {
                tx.enqueue(self.inner.world.now(), &[step.mail(tenant, event)]).await?;
            }
            tx.commit().await?;
        }
        Ok(())
    }

    /// The market rate of the pair of a plan; `None` without usable prices.
    async fn market_rate(&self, tenant: TenantId, plan: &Plan) -> Option<Rate> {
        self.prices(tenant).await.ok()?.rate(plan.terms.from_currency, plan.terms.to_currency)
    }

    /// Makes the order of the next run. A plan of a card without a usable card is refused before there is an order.
    async fn planned(&self, tenant: TenantId, plan: &Plan) -> Result<(), ExchangeError> {
        if plan.terms.card.is_some() {
            let saved = self.plan_card(tenant, plan).await?;
            if !self.inner.rails.acquirer.has_mandate(tenant, &saved.card).await? {
                return Err(ExchangeError::UnusableCard(CardFault::Unconfirmed));
            }
            let due_on = plan.terms.due_on(self.inner.world.now_for(tenant));
            let mut tx = self.inner.store.tenant_read(tenant).await?;
            let is_charged = match due_on {
                Some(due_on) => store::is_charged(tx.conn(), tenant, plan.id, due_on).await?,
                None => true,
            };
            drop(tx);
            if is_charged {
                return self.note(tenant, &self.step(tenant, plan, RunOutcome::Skipped), None).await;
            }
        }
        self.planned_order(tenant, plan).await
    }

    /// Makes the order of the next run, unless its own rate does not reach the price of the plan.
    async fn planned_order(&self, tenant: TenantId, plan: &Plan) -> Result<(), ExchangeError> {
        let customer_status = self.planner(tenant, plan).await?;
        for firm in [false, true] {
            let request = request(&plan.terms, &customer_status, firm);
            let request = request.ok_or_else(|| ExchangeError::Internal("an alert has no order".to_owned()))?;
            let quote = self.quote(tenant, firm.then_some(plan.profile), &request).await?;
            if let Trigger::AtPrice { target, .. } = plan.terms.trigger
                && !target.is_reached(&quote.price.rate)
            {
                return Ok(());
            }
            if firm {
                let due_on = plan.terms.due_on(self.inner.world.now_for(tenant)).filter(|_| plan.terms.card.is_some());
                let charge = due_on.map(|due_on| PlanCharge { order: order_id(quote.id), due_on });
                let outcome = if charge.is_some() { RunOutcome::Charging } else { RunOutcome::Done };
                let step = PlanStep { charge, ..self.step(tenant, plan, outcome) };
                let order = CreateOrder {
                    quote_id: quote.id,
                    requisite: None,
                    refund_to: None,
                    customer_status: customer_status.clone(),
                    idempotency: Some(format!("{} {}", plan.id, plan.run)),
                    preset: None,
                    plan: Some(Arc::new(step)),
                    refund_of: None,
                };
                self.create(tenant, plan.profile, order).await?;
            }
        }
        Ok(())
    }

    /// The status of a plan's owner, if the tenant still serves them with balances.
    pub(super) async fn planner(&self, tenant: TenantId, plan: &Plan) -> Result<CustomerStatus, ExchangeError> {
        let internal = |error: identity::IdentityError| ExchangeError::Internal(error.to_string());
        let tenant_record = identity::tenant_of(&self.inner.store, tenant).await.map_err(internal)?;
        let customer_status =
            identity::customer_status_of(&self.inner.store, tenant, plan.user).await.map_err(internal)?;
        let gone = || ExchangeError::refused("its owner or tenant is gone");
        let (tenant_record, customer_status) = tenant_record.zip(customer_status).ok_or_else(gone)?;
        let excluded = |code: &str| tenant_record.excluded_countries.iter().any(|one| one == code);
        match customer_status.residence {
            _ if !tenant_record.offers(Feature::Balances) => {
                Err(ExchangeError::DirectionUnavailable { reason: "balances are not offered".to_owned() })
            }
            Some(country) if excluded(country.code()) => Err(ExchangeError::CountryNotAllowed { country }),
            _ => Ok(customer_status),
        }
    }
}

/// The request for a price of the plan's exchange; `None` for an alert.
fn request(terms: &PlanTerms, customer_status: &CustomerStatus, firm: bool) -> Option<QuoteRequest> {
    Some(QuoteRequest {
        side: None,
        source: if terms.card.is_some() { Payway::Visamc.into() } else { Endpoint::Balance },
        sink: Endpoint::Balance,
        from_currency: terms.from_currency,
        to_currency: terms.to_currency,
        fixed_side: FixedSide::From,
        amount: terms.amount?,
        is_unified: false,
        firm,
        residence: customer_status.residence,
        payer: FeePayer::of(customer_status, None),
    })
}

/// The alert about a price that was reached.
fn reached(plan: &Plan, rate: Option<&Rate>) -> Option<PlanEvent> {
    let Trigger::AtPrice { target, .. } = plan.terms.trigger else { return None };
    let rate = rate.map(|rate| if rate.from() == target.price_of { *rate } else { rate.inverse() })?;
    Some(PlanEvent::Reached { of: rate.from(), price: rate.to_decimal(8), unit: rate.to() })
}

/// The notification about a run without an order: the first refusal, the pause after the last one, and the end.
pub(super) fn plan_event(before: &Plan, after: &Plan) -> Option<PlanEvent> {
    match (after.state, after.refusal) {
        (PlanState::Expired, _) => Some(PlanEvent::Expired),
        (PlanState::Paused, Some(why)) if why.is_of_card() => {
            Some(PlanEvent::Paused { reason: Some(why.code().to_owned()) })
        }
        (PlanState::Paused, Some(_)) => Some(PlanEvent::Paused { reason: None }),
        // A plan may begin with a refusal, of which its owner has read on the screen alone.
        (_, Some(refusal)) if before.refusal != Some(refusal) || before.refusals == 0 => {
            Some(PlanEvent::Refused { reason: refusal.code().to_owned() })
        }
        _ => None,
    }
}
