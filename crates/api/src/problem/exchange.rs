//! Refusals of the exchange as problems, with the values that a screen needs.

use exchange::ExchangeError;
use exchange::beneficiary_wallet::Need;
use exchange::limits::Exceeded;
use exchange::new_card::NewCardLimit;
use exchange::payee::PayeeRefusal;
use exchange::payway_pause::PaywayOff;
use exchange::promotion::PromotionRefusal;

use super::from::domain;
use super::{FieldError, Problem};
use crate::dto::people::VerificationStep;

impl From<ExchangeError> for Problem {
    fn from(error: ExchangeError) -> Self {
        let problem = domain(error.kind(), error.code(), &error);
        let limit = |field: &'static str, code: &'static str, name: &'static str, limit: &kernel::Amount| {
            let numbers = FieldError::new(format!("/{field}"), code, problem.detail.clone());
            let numbers = numbers.with(name, limit.to_decimal()).with("currency", limit.currency());
            let meta = problem.clone().with_meta("limit", limit.to_decimal());
            Problem { errors: vec![numbers], ..meta.with_meta("currency", limit.currency().code()) }
        };
        match &error {
            ExchangeError::Invalid { field, rule } => {
                let at = FieldError::new(format!("/{field}"), "invalid", rule.clone());
                Problem { errors: vec![at], ..problem }
            }
            ExchangeError::Requisite(refused) => {
                let at =
                    FieldError::new(format!("/requisite/{}", refused.field), refused.code, refused.message.clone());
                Problem { errors: vec![at], ..problem }
            }
            ExchangeError::RefundAddress(refused) => {
                let pointer = format!("/refund_to/{}", refused.field);
                Problem { errors: vec![FieldError::new(pointer, refused.code, refused.message.clone())], ..problem }
            }
            ExchangeError::Payee(refused) => {
                let field = match refused {
                    PayeeRefusal::Unacknowledged => "/requisite/payee_acknowledged",
                    _ => "/requisite/payee_check_id",
                };
                let at = FieldError::new(field, refused.code(), problem.detail.clone());
                Problem { errors: vec![at], ..problem }
            }
            ExchangeError::Promotion(refused) => promo_problem(problem, refused),
            ExchangeError::Travel { need, payway, address } => {
                let at = FieldError::new("/requisite/value", need.code(), problem.detail.clone());
                let problem = Problem { errors: vec![at], ..problem }.with_meta("requirements", vec![need.code()]);
                let problem = problem.with_meta("payway", payway.code()).with_meta("address", address.clone());
                match need {
                    Need::Proof(wallet) => problem.with_meta("wallet_id", wallet.to_string()),
                    Need::Answers | Need::OtherAddress => problem,
                }
            }
            ExchangeError::SenderUnknown { payway } => {
                problem.with_meta("requirements", vec!["sender"]).with_meta("payway", payway.code())
            }
            ExchangeError::PayoutsHeld { until } => problem.with_meta("until", serde_json::json!(until)),
            ExchangeError::PaywayPaused(off) => pause_problem(problem, off),
            ExchangeError::AddressHeld(held) => {
                let at = FieldError::new("/requisite/value", "new_address", problem.detail.clone());
                let problem = Problem { errors: vec![at], ..problem }.with_meta("until", serde_json::json!(held.until));
                let problem =
                    problem.with_meta("limit", held.above.to_decimal()).with_meta("address", held.address.clone());
                problem.with_meta("currency", held.above.currency().code())
            }
            ExchangeError::NewCard(exceeded) => new_card_problem(problem, exceeded),
            ExchangeError::TooMany { retry_after_s, .. } => problem.retry_after(u64::from(*retry_after_s)),
            ExchangeError::Limit(exceeded) => limit_problem(problem, exceeded),
            ExchangeError::BelowMinimum { field, min } => limit(field, "min_value", "min", min),
            ExchangeError::AboveMaximum { field, max } => limit(field, "max_value", "max", max),
            ExchangeError::InsufficientBalance { needed, available } => {
                let currency = available.currency().code();
                let at = FieldError::new("/from_amount", "not_enough_on_balance", problem.detail.clone());
                let at = at.with("available", available.to_decimal()).with("currency", currency);
                let problem = Problem { errors: vec![at], ..problem }.with_meta("needed", needed.to_decimal());
                problem.with_meta("available", available.to_decimal()).with_meta("currency", currency)
            }
            ExchangeError::Rates(unavailable) => {
                Problem { detail: unavailable.to_string(), ..problem.with_meta("reason", unavailable.reason.as_str()) }
            }
            _ => problem,
        }
    }
}

/// Adds the limit of a new card, its use, and when the card stops being new.
fn new_card_problem(problem: Problem, exceeded: &NewCardLimit) -> Problem {
    let problem = problem.with_meta("limit", exceeded.above.to_decimal());
    let problem = problem.with_meta("used", exceeded.used.to_decimal()).with_meta("days", exceeded.days);
    let problem = problem.with_meta("currency", exceeded.above.currency().code());
    match exceeded.until {
        Some(until) => problem.with_meta("until", serde_json::json!(until)),
        None => problem,
    }
}

/// Names the payway, the cause and, if it is known, the end of the pause.
fn pause_problem(problem: Problem, off: &PaywayOff) -> Problem {
    let problem = problem.with_meta("payway", off.payway.code()).with_meta("cause", off.cause.code());
    match off.until {
        Some(until) => problem.with_meta("until", serde_json::json!(until)),
        None => problem,
    }
}

/// Names the field of the promo code with the reason, and the time or the minimum that it is about.
fn promo_problem(problem: Problem, refused: &PromotionRefusal) -> Problem {
    let at = FieldError::new("/promo_code", refused.code(), problem.detail.clone());
    let at = match refused {
        PromotionRefusal::NotYet(time) | PromotionRefusal::Ended(time) => at.with("at", time.to_rfc3339()),
        PromotionRefusal::BelowMinimum(min) => at.with("min", min.to_decimal()).with("currency", min.currency()),
        _ => at,
    };
    Problem { errors: vec![at], ..problem }
}

/// Adds the limit, the payway that it is about, its usage, the reset time, the end of a halving, and the steps that would raise the limit.
fn limit_problem(problem: Problem, exceeded: &Exceeded) -> Problem {
    let steps: Vec<serde_json::Value> =
        exceeded.requirements.iter().map(|step| serde_json::json!(VerificationStep::from(*step))).collect();
    let problem = problem
        .with_meta("limit", exceeded.limit.to_decimal())
        .with_meta("used", exceeded.used.to_decimal())
        .with_meta("currency", exceeded.limit.currency().code())
        .with_meta("requirements", steps);
    let problem = match exceeded.payway {
        Some(payway) => problem.with_meta("payway", payway.code()).with_meta("payway_name", payway.name()),
        None => problem,
    };
    let times = [("resets_at", exceeded.resets_at), ("halved_until", exceeded.halved_until)];
    let told = times.into_iter().filter_map(|(name, at)| Some((name, at?)));
    told.fold(problem, |problem, (name, at)| problem.with_meta(name, serde_json::json!(at)))
}
