//! Mandates: whether the saved card of a plan can be charged without its holder, and the agreement that a payment by its
//! holder passes on to the acquirer.

use kernel::{ProfileId, TenantId};

use super::Exchange;
use crate::ExchangeError;
use crate::plan::{Plan, PlanRefusal, PlanStep};
use crate::rails::{CardAgreement, CardToken};
use crate::saved_card::store;

impl Exchange {
    /// Whether the acquirer is known to have no mandate for the card of a plan. An acquirer that does not answer is
    /// asked again by the run.
    pub(super) async fn lacks_mandate(&self, tenant: TenantId, plan: &Plan) -> bool {
        let Ok(saved) = self.plan_card(tenant, plan).await else { return false };
        self.inner.rails.acquirer.has_mandate(tenant, &saved.card).await == Ok(false)
    }

    /// The plan without [`PlanRefusal::CardUnconfirmed`], once the acquirer has a mandate for its card.
    ///
    /// # Errors
    /// Database errors.
    pub(super) async fn confirmed(&self, tenant: TenantId, plan: Plan) -> Result<Plan, ExchangeError> {
        if plan.refusal != Some(PlanRefusal::CardUnconfirmed) {
            return Ok(plan);
        }
        let Ok(saved) = self.plan_card(tenant, &plan).await else { return Ok(plan) };
        if self.inner.rails.acquirer.has_mandate(tenant, &saved.card).await != Ok(true) {
            return Ok(plan);
        }
        let after = plan.paid(self.inner.world.now_for(tenant));
        self.note(tenant, &PlanStep { before: plan, after: after.clone(), charge: None }, None).await?;
        Ok(after)
    }

    /// The agreement about a card, if a plan of its holder pays with it. The payment by its holder sets up the mandate.
    ///
    /// # Errors
    /// Database errors.
    pub(crate) async fn card_agreement(
        &self,
        tenant: TenantId,
        profile: ProfileId,
        card: &CardToken,
    ) -> Result<Option<CardAgreement>, ExchangeError> {
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        Ok(store::agreement(tx.conn(), tenant, profile, &card.token).await?)
    }
}
