use axum::Json;
use axum::extract::State;
use exchange::allowance::{Bucket, Period, Tier, Usage, usage};
use identity::Standing;
use kernel::Currency;

use crate::AppState;
use crate::dto::people::{LimitBucket, LimitPeriod, LimitUsage, Limits, TierInfo};
use crate::dto::scalar::CurrencyCode;
use crate::extract::Customer;
use crate::problem::Problem;

/// How much the person may exchange, what is used of it, and what the next tier needs.
#[utoipa::path(get, path = "/api/client/v1/user/limits", tag = "user", security(("bearer" = [])),
    responses((status = 200, body = Limits)))]
pub(crate) async fn get_limits(State(state): State<AppState>, customer: Customer) -> Result<Json<Limits>, Problem> {
    let tenant = &customer.tenant;
    let standing = customer.principal.standing(tenant);
    let used = state.exchange().usage(tenant.id, &standing).await?;
    let policy = state.exchange().policy(tenant.id).await?;
    let own = Tier::of(&standing);
    let next = Tier::ALL.into_iter().find(|tier| *tier > own).and_then(|tier| {
        let steps = tier.steps()?;
        let there = Standing { done: steps.iter().copied().collect(), raised_to: None, ..standing.clone() };
        let missing = steps.iter().filter(|step| !standing.done.contains(step));
        Some(TierInfo {
            tier: tier.code().to_owned(),
            requirements: missing.map(|step| (*step).into()).collect(),
            limits: usage(&there, &policy.tiers, &[], state.world().now()).iter().map(shown).collect(),
        })
    });
    Ok(Json(Limits { tier: own.code().to_owned(), limits: used.iter().map(shown).collect(), next }))
}

pub(crate) fn shown(usage: &Usage) -> LimitUsage {
    LimitUsage {
        bucket: match usage.bucket {
            Bucket::Fiat => LimitBucket::Fiat,
            Bucket::CryptoOut => LimitBucket::CryptoOut,
        },
        period: match usage.period {
            Period::Day => LimitPeriod::Day,
            Period::Month => LimitPeriod::Month,
        },
        limit: usage.limit.map(Into::into),
        used: usage.used.into(),
        currency: CurrencyCode(Currency::EUR),
        resets_at: usage.resets_at,
    }
}
