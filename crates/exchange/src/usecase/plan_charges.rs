//! Charges of the saved card that pays a plan: the platform starts them, and the plan records a decline.

use kernel::{TenantId, TransactionId};

use super::Exchange;
use super::plans::plan_event;
use crate::ExchangeError;
use crate::attempt::{PlannedStep, planned_step};
use crate::plan::{Plan, PlanRefusal, PlanState, PlanStep, store};
use crate::saved_card::{CardFault, SavedCard, store as cards};
use crate::transaction::{Command, Transaction};

/// The actor of the charge in the order's history.
const ACTOR: &str = "plan";

impl Exchange {
    /// Does the next step of an order of a plan. Returns whether it must be looked at again.
    ///
    /// # Errors
    /// Database errors, and a failed commit; the job is repeated.
    pub(crate) async fn follow_planned(&self, tenant: TenantId, id: TransactionId) -> Result<bool, ExchangeError> {
        let order = self.find(tenant, id).await?;
        let Some(run) = order.plan else { return Ok(false) };
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        let plan = store::find(tx.conn(), tenant, order.profile, run.plan).await?;
        drop(tx);
        match planned_step(&order) {
            PlannedStep::Wait => Ok(true),
            PlannedStep::Skipped => Ok(false),
            PlannedStep::Charge => self.charge_planned(tenant, &order, plan.as_ref()).await,
            PlannedStep::Paid => {
                if let Some(plan) = plan.filter(|plan| plan.state == PlanState::Active && plan.refusals > 0) {
                    let after = plan.paid(self.inner.world.now_for(tenant));
                    self.note(tenant, &PlanStep { before: plan, after, charge: None }, None).await?;
                }
                Ok(false)
            }
            PlannedStep::Declined { is_final, is_open } => {
                if is_open {
                    // First, so that no later answer charges for a date that is tried again.
                    self.apply(tenant, id, Command::Cancel, ACTOR).await?;
                }
                let Some(plan) = plan else { return Ok(false) };
                let after = plan.declined(is_final, self.inner.world.now_for(tenant));
                self.note_declined(tenant, id, PlanStep { before: plan, after, charge: None }).await
            }
        }
    }

    /// Charges the card, unless the plan was paused or deleted, or its card is gone since the order was made.
    async fn charge_planned(
        &self,
        tenant: TenantId,
        order: &Transaction,
        plan: Option<&Plan>,
    ) -> Result<bool, ExchangeError> {
        let Some(plan) = plan.filter(|plan| plan.state == PlanState::Active) else {
            self.apply(tenant, order.id, Command::Cancel, ACTOR).await?;
            return Ok(false);
        };
        let card = match self.plan_card(tenant, plan).await {
            Ok(saved) => saved.card,
            Err(error @ ExchangeError::UnusableCard(_)) => {
                let why = PlanRefusal::of(&error).unwrap_or(PlanRefusal::CardGone);
                self.apply(tenant, order.id, Command::Cancel, ACTOR).await?;
                let after = plan.without_card(why, self.inner.world.now_for(tenant));
                let step = PlanStep { before: plan.clone(), after, charge: None };
                self.note_declined(tenant, order.id, step).await?;
                return Ok(false);
            }
            Err(error) => return Err(error),
        };
        let command = Command::PayByCard { card, return_url: None, device: None };
        let owner = self.planner(tenant, plan).await?;
        match self.apply_once(tenant, order.id, command, &owner, "plan charge").await {
            Ok(_) => Ok(true),
            Err(ExchangeError::NewCard(_)) => {
                self.apply(tenant, order.id, Command::Cancel, ACTOR).await?;
                let now = self.inner.world.now_for(tenant);
                let after = Plan { refusal: Some(PlanRefusal::Limit), ..plan.declined(false, now) };
                self.note_declined(tenant, order.id, PlanStep { before: plan.clone(), after, charge: None }).await
            }
            Err(error) => Err(error),
        }
    }

    /// Stores that the charge of an order was declined, and what that does to the plan. Returns whether it must be tried
    /// again, because the plan has changed meanwhile.
    async fn note_declined(
        &self,
        tenant: TenantId,
        order: TransactionId,
        step: PlanStep,
    ) -> Result<bool, ExchangeError> {
        let mut tx = self.inner.store.tenant(tenant).await?;
        if !store::decline_charge(tx.conn(), tenant, order).await? {
            return Ok(false);
        }
        if !store::update(tx.conn(), tenant, &step.before, &step.after).await? {
            return Ok(true);
        }
        if let Some(event) = plan_event(&step.before, &step.after) {
            tx.enqueue(self.inner.world.now(), &[step.mail(tenant, event)]).await?;
        }
        tx.commit().await?;
        Ok(false)
    }

    /// The saved card that pays a plan.
    ///
    /// # Errors
    /// [`ExchangeError::UnusableCard`] if it was deleted or has expired.
    pub(super) async fn plan_card(&self, tenant: TenantId, plan: &Plan) -> Result<SavedCard, ExchangeError> {
        let gone = || ExchangeError::UnusableCard(CardFault::Gone);
        let card = plan.terms.card.as_ref().ok_or_else(gone)?;
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        let saved = cards::list(tx.conn(), tenant, plan.profile).await?;
        let found = saved.into_iter().find(|one| one.id == card.id).ok_or_else(gone)?;
        if found.expiry.is_over(self.inner.world.now_for(tenant)) {
            return Err(ExchangeError::UnusableCard(CardFault::Expired));
        }
        Ok(found)
    }
}
