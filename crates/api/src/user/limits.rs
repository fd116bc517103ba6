//! The customer's velocity limits with their usage, and the requirements of the next tier.

use axum::Json;
use axum::extract::State;
use exchange::limits::{Tier, Usage, usage};
use identity::{CustomerStatus, Individual};
use kernel::Currency;

use crate::AppState;
use crate::dto::people::{LimitUsage, Limits, NewCardInfo, TierInfo};
use crate::dto::scalar::CurrencyCode;
use crate::extract::Customer;
use crate::problem::Problem;

/// Returns the customer's limits with their usage, and the requirements of the next tier.
#[utoipa::path(get, path = "/api/client/v1/user/limits", tag = "user", security(("bearer" = [])),
    responses((status = 200, body = Limits)))]
pub(crate) async fn get_limits(State(state): State<AppState>, customer: Customer) -> Result<Json<Limits>, Problem> {
    let tenant = &customer.tenant;
    let customer_status = customer.principal.customer_status(tenant);
    let used = state.exchange().usage(tenant.id, &customer_status).await?;
    let policy = state.exchange().policy(tenant.id).await?;
    let (own, now) = (Tier::of(&customer_status), state.world().now_for(tenant.id));
    let next = Tier::ALL.into_iter().find(|tier| *tier > own).and_then(|tier| {
        let steps = tier.steps()?;
        // The limits of the next tier are shown without individual or halved limits.
        let there = CustomerStatus {
            done: steps.iter().copied().collect(),
            raised_to: None,
            individual: Individual::Nothing,
            limits_halved_until: None,
            ..customer_status.clone()
        };
        let missing = steps.iter().filter(|step| !customer_status.done.contains(step));
        Some(TierInfo {
            tier: tier.code().to_owned(),
            requirements: missing.map(|step| (*step).into()).collect(),
            limits: usage(&there, &policy.tiers, &[], now).iter().map(shown).collect(),
        })
    });
    let halved_until = customer_status.limits_halved(now);
    let is_individual = customer_status.individual.agreed().is_some();
    Ok(Json(Limits {
        tier: own.code().to_owned(),
        limits: used.tier.iter().map(shown).collect(),
        payways: used.rules.into_iter().map(Into::into).collect(),
        new_card: policy.new_cards.map(|rule| NewCardInfo { limit: rule.above.into(), days: rule.days }),
        is_individual,
        halved_until,
        next,
    }))
}

pub(crate) fn shown(usage: &Usage) -> LimitUsage {
    LimitUsage {
        bucket: usage.bucket.into(),
        period: usage.period.into(),
        limit: usage.limit.map(Into::into),
        used: usage.used.into(),
        currency: CurrencyCode(Currency::EUR),
        resets_at: usage.resets_at,
    }
}
