//! The farm: the open season, points, and their exchange.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use identity::{Feature, Step};
use rewards::{FarmView, NoExchange};

use crate::AppState;
use crate::cursor::{PageParams, cursor_after};
use crate::dto::farm::{
    ExchangePoints, ExchangedPoints, Farm, FarmDay, FarmExchangeTerms, FarmNoExchange, FarmSeason, FarmStreak,
    FarmTask, PointsLine,
};
use crate::dto::page::Page;
use crate::extract::{Body, Customer, Params};
use crate::idempotency::{IdempotencyHeader, IdempotencyKey, once};
use crate::problem::Problem;
use crate::state::offers;

/// Returns the open season and the customer's points.
///
/// A request is the visit of its day. It counts what happened since the last one.
#[utoipa::path(get, path = "/api/client/v1/farm", tag = "farm", security(("bearer" = [])),
    responses((status = 200, body = Farm)))]
pub(crate) async fn get_farm(State(state): State<AppState>, customer: Customer) -> Result<Json<Farm>, Problem> {
    offers(&customer.tenant, Feature::Balances)?;
    let is_verified = customer.principal.customer_status(&customer.tenant).done.contains(&Step::Identity);
    let found = state.rewards().farm(customer.tenant.id, customer.principal.user, is_verified).await?;
    Ok(Json(Farm { season: found.map(FarmSeason::from) }))
}

/// Returns lines of the customer's points, newest first.
#[utoipa::path(get, path = "/api/client/v1/farm/history", tag = "farm", security(("bearer" = [])), params(PageParams),
    responses((status = 200, body = Page<PointsLine>)))]
pub(crate) async fn list_points(
    State(state): State<AppState>,
    customer: Customer,
    Params(page): Params<PageParams>,
) -> Result<Json<Page<PointsLine>>, Problem> {
    offers(&customer.tenant, Feature::Balances)?;
    let (after, limit) = (page.after()?, page.limit()?);
    let user = customer.principal.user;
    let (rows, has_more) = state.rewards().points_history(customer.tenant.id, user, after, limit).await?;
    let next_cursor = rows.last().filter(|_| has_more).map(|last| cursor_after(last.id));
    let line = |row: rewards::PointsEntry| PointsLine {
        id: row.id.to_string(),
        kind: row.kind,
        points: row.points,
        at: row.at,
        amount: row.amount.map(Into::into),
    };
    Ok(Json(Page { data: rows.into_iter().map(line).collect(), next_cursor, has_more }))
}

/// Exchanges points into the reward, and moves it to the balance.
///
/// 400 names `points`. 409 `CONFLICT_ERROR` without an open season, without a verified identity, above a maximum, and
/// while rewards are on hold.
#[utoipa::path(post, path = "/api/client/v1/farm/exchanges", tag = "farm", params(IdempotencyHeader),
    request_body = ExchangePoints, security(("bearer" = [])), responses((status = 201, body = ExchangedPoints)))]
pub(crate) async fn exchange_points(
    State(state): State<AppState>,
    customer: Customer,
    key: IdempotencyKey,
    Body { value: asked, hash }: Body<ExchangePoints>,
) -> Result<Response, Problem> {
    offers(&customer.tenant, Feature::Balances)?;
    state.serves(&customer.tenant).await?;
    let customer_status = customer.principal.customer_status(&customer.tenant);
    state.serves_resident(&customer.tenant, customer_status.residence).await?;
    let (own, tenant, profile, request) = (state.clone(), customer.tenant.id, customer.profile, key.key.clone());
    let work = async move {
        let made = own.rewards().exchange_points(tenant, (profile, &customer_status), asked.points, &request).await?;
        Ok(ExchangedPoints { points: made.points, amount: made.amount.into(), is_moved: made.order.is_some() })
    };
    once(&state, &customer, &key, &hash, StatusCode::CREATED, work).await
}

const fn reason_of(reason: NoExchange) -> FarmNoExchange {
    match reason {
        NoExchange::Closed => FarmNoExchange::Closed,
        NoExchange::NotVerified => FarmNoExchange::NotVerified,
        NoExchange::BudgetUsed => FarmNoExchange::BudgetUsed,
        NoExchange::PersonMax => FarmNoExchange::PersonMax,
        NoExchange::TooFewPoints | NoExchange::BelowMinimum(_) | NoExchange::AboveMost(_) => {
            FarmNoExchange::TooFewPoints
        }
    }
}

impl From<FarmView> for FarmSeason {
    fn from(view: FarmView) -> Self {
        let FarmView { season, points, today, streak, tasks, exchange } = view;
        let rule = season.rules.exchange;
        let most = exchange.most.unwrap_or(0);
        Self {
            names: season.names,
            first_day: season.days.0,
            last_day: season.days.1,
            ends_at: season.instants.1,
            time_zone: season.zone.name().to_owned(),
            points,
            streak: FarmStreak {
                days: streak.length,
                today: streak.today,
                tomorrow: streak.tomorrow,
                week: streak
                    .week
                    .into_iter()
                    .map(|(day, is_done)| FarmDay { day, is_done, is_today: day == today })
                    .collect(),
            },
            tasks: tasks
                .into_iter()
                .map(|view| FarmTask {
                    kind: view.task.kind.into(),
                    points: view.task.points,
                    per_day: view.task.per_day,
                    per_season: view.task.per_season,
                    done_today: view.today,
                    done_season: view.season,
                })
                .collect(),
            exchange: FarmExchangeTerms {
                points_per_unit: rule.points_per_unit,
                minimum: rule.minimum,
                per_person: rule.per_person.into(),
                exchanged: exchange.exchanged.into(),
                most,
                worth: rule.value(most).into(),
                why_not: exchange.most.err().map(reason_of),
            },
        }
    }
}
