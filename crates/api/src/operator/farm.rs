//! Seasons of the farm in the console. One operator makes a draft, a second one publishes it.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use identity::operator::OperatorAction;
use kernel::kinds;
use rewards::{ExchangeRule, LANGUAGES, NewSeason, Season, SeasonNumbers, SeasonRules, SeasonState, Task};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::act::{ActInfo, act};
use super::principal::Operator;
use crate::AppState;
use crate::client::quotes::amount;
use crate::dto::farm::FarmTaskKind;
use crate::dto::scalar::{CurrencyCode, Decimal};
use crate::extract::{Body, CameFrom, IdInPath};
use crate::problem::{FieldError, Problem};

/// How long the season is that the console proposes.
const PROPOSED: TimeDelta = TimeDelta::weeks(12);

/// State of a season.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum SeasonStateName {
    /// Made by one operator, not published.
    Draft,
    /// Published. It is open from its first day to its last one.
    On,
    /// Stopped by an operator.
    Stopped,
}

/// The names of a season, which customers see: 1 to 60 characters each. Empty in a proposal.
#[derive(Debug, Default, Serialize, Deserialize, ToSchema)]
pub(super) struct SeasonNames {
    /// In English.
    #[schema(max_length = 60)]
    en: String,
    /// In Ukrainian.
    #[schema(max_length = 60)]
    uk: String,
    /// In Russian.
    #[schema(max_length = 60)]
    ru: String,
    /// In Polish.
    #[schema(max_length = 60)]
    pl: String,
}

/// A task of a season.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(super) struct SeasonTask {
    /// What it asks for.
    kind: FarmTaskKind,
    /// Points for each event that counts.
    #[schema(minimum = 1, maximum = 100_000)]
    points: u32,
    /// How many events of one day count.
    #[schema(minimum = 1, maximum = 1_000)]
    per_day: u32,
    /// How many events of the season count.
    #[schema(minimum = 1, maximum = 1_000)]
    per_season: u32,
}

/// What an operator decides about a season. Days are by the tenant's clock.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(super) struct SeasonBody {
    /// Names by language.
    names: SeasonNames,
    /// The first day.
    first_day: NaiveDate,
    /// The last day.
    last_day: NaiveDate,
    /// Tasks, each kind at most once.
    #[schema(min_items = 1, max_items = 7)]
    tasks: Vec<SeasonTask>,
    /// Points for the first, second, … day of a streak. The last one is that of every later day. Empty: no streak.
    #[schema(max_items = 31)]
    streak: Vec<u32>,
    /// Points for one unit of the currency.
    #[schema(minimum = 1, maximum = 10_000_000)]
    points_per_unit: u32,
    /// The fewest points of one exchange.
    #[schema(minimum = 1)]
    minimum: u32,
    /// The currency of the reward.
    currency: CurrencyCode,
    /// The most that one customer gets in the season.
    per_person: Decimal,
    /// The most that all customers get in the season.
    budget: Decimal,
}

/// A season with its numbers.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct SeasonInfo {
    /// Id.
    #[schema(example = "ssn_0197f3c2a1b27c3d8e4f5a6b7c8d9e0f")]
    id: String,
    /// State.
    state: SeasonStateName,
    /// What an operator decided.
    content: SeasonBody,
    /// The season's clock: the tenant's time zone when it was made.
    #[schema(example = "Europe/Warsaw")]
    time_zone: String,
    /// Moment of the beginning.
    from_at: DateTime<Utc>,
    /// Moment of the end, at which it is over.
    until_at: DateTime<Utc>,
    /// What all customers have got, in the season's currency.
    spent: Decimal,
    /// What is left of the budget.
    left: Decimal,
    /// Customers who opened the page.
    participants: i64,
    /// Points earned.
    earned: i64,
    /// Points exchanged.
    exchanged: i64,
    /// The operator who made it.
    made_by: String,
    /// When.
    made_at: DateTime<Utc>,
}

/// The tenant's seasons.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct SeasonsInfo {
    /// The tenant's clock, by which new seasons begin and end.
    #[schema(example = "Europe/Warsaw")]
    time_zone: String,
    /// A proposal for a new season, without names.
    proposal: SeasonBody,
    /// Seasons, the latest first.
    data: Vec<SeasonInfo>,
}

/// A draft that was saved.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct SavedSeason {
    /// Id.
    #[schema(example = "ssn_0197f3c2a1b27c3d8e4f5a6b7c8d9e0f")]
    id: String,
}

/// A switch of a season.
#[derive(Deserialize, ToSchema)]
pub(super) struct SeasonSwitchBody {
    /// Start, or stop.
    is_on: bool,
    /// Reason for the audit log, 8 to 500 characters.
    #[schema(min_length = 8, max_length = 500)]
    reason: String,
}

impl SeasonBody {
    fn read(self) -> Result<NewSeason, Problem> {
        let SeasonNames { en, uk, ru, pl } = self.names;
        let names = [("/names/en", &en), ("/names/uk", &uk), ("/names/ru", &ru), ("/names/pl", &pl)];
        let short = |pointer| FieldError::new(pointer, "min_length", "must have at least 1 characters").with("min", 1);
        let empty: Vec<_> = names.iter().filter(|(_, name)| name.trim().is_empty()).collect();
        if !empty.is_empty() {
            return Err(Problem::fields(empty.into_iter().map(|(pointer, _)| short(*pointer)).collect()));
        }
        let names = LANGUAGES.map(str::to_owned).into_iter().zip([en, uk, ru, pl]).collect();
        let currency = self.currency.0;
        let task = |task: SeasonTask| {
            let SeasonTask { kind, points, per_day, per_season } = task;
            Task { kind: kind.0, points, per_day, per_season }
        };
        let exchange = ExchangeRule {
            points_per_unit: self.points_per_unit,
            minimum: self.minimum,
            per_person: amount("/per_person", &self.per_person, currency)?,
            budget: amount("/budget", &self.budget, currency)?,
        };
        let tasks = self.tasks.into_iter().map(task).collect();
        let rules = SeasonRules { tasks, streak: self.streak, exchange };
        Ok(NewSeason { names, days: (self.first_day, self.last_day), rules })
    }

    fn new(names: SeasonNames, days: (NaiveDate, NaiveDate), rules: SeasonRules) -> Self {
        let SeasonRules { tasks, streak, exchange } = rules;
        let task = |Task { kind, points, per_day, per_season }: Task| {
            let kind = kind.into();
            SeasonTask { kind, points, per_day, per_season }
        };
        Self {
            names,
            first_day: days.0,
            last_day: days.1,
            tasks: tasks.into_iter().map(task).collect(),
            streak,
            points_per_unit: exchange.points_per_unit,
            minimum: exchange.minimum,
            currency: CurrencyCode(exchange.currency()),
            per_person: exchange.per_person.into(),
            budget: exchange.budget.into(),
        }
    }
}

impl From<(Season, SeasonNumbers)> for SeasonInfo {
    fn from((season, numbers): (Season, SeasonNumbers)) -> Self {
        let left = season.left();
        let [en, uk, ru, pl] = LANGUAGES.map(|language| season.names.get(language).cloned().unwrap_or_default());
        Self {
            id: season.id.to_string(),
            state: match season.state {
                SeasonState::Draft => SeasonStateName::Draft,
                SeasonState::On => SeasonStateName::On,
                SeasonState::Stopped => SeasonStateName::Stopped,
            },
            content: SeasonBody::new(SeasonNames { en, uk, ru, pl }, season.days, season.rules),
            time_zone: season.zone.name().to_owned(),
            from_at: season.instants.0,
            until_at: season.instants.1,
            spent: season.spent.into(),
            left: left.into(),
            participants: numbers.participants,
            earned: numbers.earned,
            exchanged: numbers.exchanged,
            made_by: season.made_by,
            made_at: season.made_at,
        }
    }
}

/// Returns the tenant's seasons with their numbers.
#[utoipa::path(get, path = "/api/operator/v1/farm/seasons", tag = "farm", security(("session" = ["policies.read"])),
    responses((status = 200, body = SeasonsInfo)))]
pub(super) async fn list_seasons(
    State(state): State<AppState>,
    operator: Operator,
) -> Result<Json<SeasonsInfo>, Problem> {
    state.identity().may_read_seasons(&operator.who)?;
    let tenant = operator.tenant.id;
    let data = state.rewards().seasons(tenant).await?;
    let time_zone = state.campaigns().time_zone(tenant).await?;
    let today = state.world().now().with_timezone(&rewards::zone(&time_zone)?).date_naive();
    let proposal = SeasonBody::new(SeasonNames::default(), (today, today + PROPOSED), SeasonRules::seed());
    Ok(Json(SeasonsInfo { time_zone, proposal, data: data.into_iter().map(SeasonInfo::from).collect() }))
}

/// Makes the draft of a season. A second operator publishes exactly this version.
#[utoipa::path(post, path = "/api/operator/v1/farm/seasons", tag = "farm",
    security(("session" = ["policies.write"])), request_body = SeasonBody,
    responses((status = 201, body = SavedSeason)))]
pub(super) async fn make_season(
    State(state): State<AppState>,
    operator: Operator,
    CameFrom(context): CameFrom,
    Body { value: asked, .. }: Body<SeasonBody>,
) -> Result<(StatusCode, Json<SavedSeason>), Problem> {
    let tenant = operator.tenant.id;
    let zone = rewards::zone(&state.campaigns().time_zone(tenant).await?)?;
    let by = (state.identity(), (&operator.who, &context));
    let made = state.rewards().save_season(tenant, by, (None, zone), asked.read()?).await?;
    Ok((StatusCode::CREATED, Json(SavedSeason { id: made.id.to_string() })))
}

/// Changes the draft of a season.
///
/// 409 `CONFLICT_ERROR` for a season that was published.
#[utoipa::path(put, path = "/api/operator/v1/farm/seasons/{id}", tag = "farm",
    security(("session" = ["policies.write"])), params(("id" = String, Path, description = "The season.")),
    request_body = SeasonBody, responses((status = 200, body = SavedSeason)))]
pub(super) async fn change_season(
    State(state): State<AppState>,
    operator: Operator,
    CameFrom(context): CameFrom,
    IdInPath(id): IdInPath<kinds::Season>,
    Body { value: asked, .. }: Body<SeasonBody>,
) -> Result<Json<SavedSeason>, Problem> {
    let tenant = operator.tenant.id;
    let zone = rewards::zone(&state.campaigns().time_zone(tenant).await?)?;
    let by = (state.identity(), (&operator.who, &context));
    let saved = state.rewards().save_season(tenant, by, (Some(id), zone), asked.read()?).await?;
    Ok(Json(SavedSeason { id: saved.id.to_string() }))
}

/// Deletes the draft of a season.
///
/// 409 `CONFLICT_ERROR` for a season that was published.
#[utoipa::path(delete, path = "/api/operator/v1/farm/seasons/{id}", tag = "farm",
    security(("session" = ["policies.write"])), params(("id" = String, Path, description = "The season.")),
    responses((status = 204, description = "It is deleted.")))]
pub(super) async fn delete_season(
    State(state): State<AppState>,
    operator: Operator,
    CameFrom(context): CameFrom,
    IdInPath(id): IdInPath<kinds::Season>,
) -> Result<StatusCode, Problem> {
    let by = (state.identity(), (&operator.who, &context));
    state.rewards().delete_season(operator.tenant.id, by, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Proposes to start a season, which a second operator approves; or stops it at once.
///
/// 409 `CONFLICT_ERROR` if it is in that state already, is over, or overlaps another one.
#[utoipa::path(post, path = "/api/operator/v1/farm/seasons/{id}/switch", tag = "farm",
    security(("session" = ["policies.write"])), params(("id" = String, Path, description = "The season.")),
    request_body = SeasonSwitchBody, responses((status = 200, body = ActInfo)))]
pub(super) async fn switch_season(
    State(state): State<AppState>,
    operator: Operator,
    CameFrom(context): CameFrom,
    IdInPath(id): IdInPath<kinds::Season>,
    Body { value: asked, .. }: Body<SeasonSwitchBody>,
) -> Result<Json<ActInfo>, Problem> {
    state.identity().may_write_seasons(&operator.who)?;
    let switch = state.rewards().switchable(operator.tenant.id, id, asked.is_on).await?;
    act(&state, &operator, OperatorAction::SwitchSeason(switch), &asked.reason, &context).await
}
