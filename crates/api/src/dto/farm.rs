//! The farm, as customers see it.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::code::coded;
use super::scalar::Money;

/// The farm.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Farm {
    /// The open season. Absent without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub season: Option<FarmSeason>,
}

/// The open season, and the customer's part in it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct FarmSeason {
    /// Name by language: `en`, `uk`, `ru`, `pl`.
    pub names: BTreeMap<String, String>,
    /// The first day.
    pub first_day: NaiveDate,
    /// The last day.
    pub last_day: NaiveDate,
    /// The moment at which it is over.
    pub ends_at: DateTime<Utc>,
    /// The time zone of its days.
    #[schema(example = "Europe/Warsaw")]
    pub time_zone: String,
    /// The customer's points.
    pub points: u64,
    /// The streak.
    pub streak: FarmStreak,
    /// The tasks.
    pub tasks: Vec<FarmTask>,
    /// The rule by which points are exchanged.
    pub exchange: FarmExchangeTerms,
}

/// Days without a gap on which the customer was here.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct FarmStreak {
    /// Days, today included.
    pub days: u32,
    /// Points for today.
    pub today: u32,
    /// Points for a visit tomorrow.
    pub tomorrow: u32,
    /// Monday to Sunday of this week.
    pub week: Vec<FarmDay>,
}

/// A day of the week.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct FarmDay {
    /// The day.
    pub day: NaiveDate,
    /// Whether the customer was here.
    pub is_done: bool,
    /// Whether it is today.
    pub is_today: bool,
}

coded! {
    /// What a task asks for.
    pub type FarmTaskKind = rewards::TaskKind;
}

/// A task.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct FarmTask {
    /// The kind of the task.
    pub kind: FarmTaskKind,
    /// Points each time.
    pub points: u32,
    /// How often it counts in a day.
    pub per_day: u32,
    /// How often it counts in the season.
    pub per_season: u32,
    /// How often it has counted today.
    pub done_today: u32,
    /// How often it has counted in the season.
    pub done_season: u32,
}

/// Why no points can be exchanged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum FarmNoExchange {
    /// The season is not open.
    Closed,
    /// The identity is not verified.
    NotVerified,
    /// The budget of the season is used up.
    BudgetUsed,
    /// The customer has got the most of the season.
    PersonMax,
    /// There are too few points.
    TooFewPoints,
}

/// How points become money.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct FarmExchangeTerms {
    /// Points for one unit of the currency.
    pub points_per_unit: u32,
    /// The fewest points of one exchange.
    pub minimum: u32,
    /// The most that one customer gets in the season.
    pub per_person: Money,
    /// What the customer has got in the season.
    pub exchanged: Money,
    /// The most points that can be exchanged. 0 with `why_not`.
    pub most: u64,
    /// The reward for these points.
    pub worth: Money,
    /// Why none can. Absent if some can.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why_not: Option<FarmNoExchange>,
}

/// Points to exchange.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct ExchangePoints {
    /// The number of points.
    #[schema(minimum = 1)]
    pub points: u64,
}

/// An exchange of points.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ExchangedPoints {
    /// The points.
    pub points: u64,
    /// The reward.
    pub amount: Money,
    /// Whether the amount is on the balance. Otherwise it is with the customer's rewards.
    pub is_moved: bool,
}

/// A line of the history of points.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PointsLine {
    /// Id.
    pub id: String,
    /// A kind of task, `streak`, or `reward` for an exchange.
    pub kind: String,
    /// Points; negative for an exchange.
    pub points: i64,
    /// When.
    pub at: DateTime<Utc>,
    /// What an exchange gave.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amount: Option<Money>,
}
