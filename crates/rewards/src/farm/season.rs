//! Seasons: their rules, dates and states, and the checks of a draft. Pure.

use std::collections::{BTreeMap, BTreeSet};

use campaigns::day_range;
use chrono::{DateTime, NaiveDate, Utc};
use chrono_tz::Tz;
use exchange::ExchangeError;
use kernel::{Amount, Currency, SeasonId};

use super::rules::{ExchangeRule, SeasonRules, Task, TaskKind};

/// The languages in which a season has a name.
pub const LANGUAGES: [&str; 4] = ["en", "uk", "ru", "pl"];
/// The length of a name in characters.
const NAME_MAX: usize = 60;
/// The longest season in days.
const DAYS_MAX: i64 = 366;
/// The most points of one event, and of one day of a streak.
const POINTS_MAX: u32 = 100_000;
/// The most events of a kind that count in a day, and in a season.
const TIMES_MAX: u32 = 1_000;
/// The longest table of a streak.
const STREAK_MAX: usize = 31;
/// The most points for one unit of a currency.
const PER_UNIT_MAX: u32 = 10_000_000;

kernel::codes! {
    /// The state of a season.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum SeasonState {
        /// Made by one operator, not published.
        Draft = "DRAFT",
        /// Published. It is open from its first day to its last one.
        On = "ON",
        /// Stopped by an operator.
        Stopped = "STOPPED",
    }
}

impl SeasonState {
    /// The state with this code. An unknown code is a stopped season, which gives nothing.
    #[must_use]
    pub fn read(code: &str) -> Self {
        Self::from_code(code).unwrap_or(Self::Stopped)
    }
}

/// A season.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Season {
    /// The id.
    pub id: SeasonId,
    /// The version of a draft, from 1. A published season keeps its version.
    pub version: u32,
    /// The state.
    pub state: SeasonState,
    /// The names by language.
    pub names: BTreeMap<String, String>,
    /// The tenant's time zone when it was made.
    pub zone: Tz,
    /// The first and the last day.
    pub days: (NaiveDate, NaiveDate),
    /// The first instant, and the first instant after the last day.
    pub instants: (DateTime<Utc>, DateTime<Utc>),
    /// The rules.
    pub rules: SeasonRules,
    /// The total that all customers have received for points.
    pub spent: Amount,
    /// The operator who made it.
    pub made_by: String,
    /// When.
    pub made_at: DateTime<Utc>,
}

impl Season {
    /// Whether events of this moment count, and points can be exchanged.
    #[must_use]
    pub fn is_open(&self, now: DateTime<Utc>) -> bool {
        self.state == SeasonState::On && self.instants.0 <= now && now < self.instants.1
    }

    /// The tenant's day of an instant.
    #[must_use]
    pub fn day_of(&self, at: DateTime<Utc>) -> NaiveDate {
        at.with_timezone(&self.zone).date_naive()
    }

    /// The rest of the budget.
    #[must_use]
    pub fn left(&self) -> Amount {
        let budget = self.rules.exchange.budget;
        budget.checked_sub(self.spent).unwrap_or_else(|_| Amount::zero(budget.currency()))
    }

    /// The terms as the second operator reads them, a name and a value each.
    #[must_use]
    pub fn terms(&self) -> BTreeMap<String, String> {
        let ExchangeRule { points_per_unit, minimum, per_person, budget } = self.rules.exchange;
        let mut lines: BTreeMap<String, String> = [
            ("from", format!("{} {}", self.days.0, self.zone.name())),
            ("until", format!("{} {}", self.days.1, self.zone.name())),
            ("points_per_unit", format!("{points_per_unit} / 1 {}", budget.currency().code())),
            ("minimum", minimum.to_string()),
            ("per_person", per_person.to_string()),
            ("budget", budget.to_string()),
        ]
        .map(|(name, value)| (name.to_owned(), value))
        .into();
        let points: Vec<String> = self.rules.streak.iter().map(u32::to_string).collect();
        lines.insert("streak".to_owned(), points.join(", "));
        for Task { kind, points, per_day, per_season } in &self.rules.tasks {
            lines.insert(format!("task_{}", kind.code()), format!("{points} × {per_day} / {per_season}"));
        }
        lines
    }
}

/// A season to make, or the new content of a draft.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewSeason {
    /// The names by language.
    pub names: BTreeMap<String, String>,
    /// The first and the last day by the tenant's clock.
    pub days: (NaiveDate, NaiveDate),
    /// The rules.
    pub rules: SeasonRules,
}

/// The time zone with this name.
///
/// # Errors
/// [`ExchangeError::Internal`] for an unknown name: a tenant's zone is checked when it is set.
pub fn zone(name: &str) -> Result<Tz, ExchangeError> {
    name.parse().map_err(|_| ExchangeError::Internal(format!("{name} is no time zone")))
}

fn invalid(field: &'static str, rule: impl Into<String>) -> ExchangeError {
    ExchangeError::Invalid { field, rule: rule.into() }
}

fn ensure(holds: bool, field: &'static str, rule: impl FnOnce() -> String) -> Result<(), ExchangeError> {
    if holds { Ok(()) } else { Err(invalid(field, rule())) }
}

impl NewSeason {
    /// Checks every field, and returns the first instant and the first one after the last day. `today` is the tenant's
    /// day: a season begins today or later.
    ///
    /// # Errors
    /// [`ExchangeError::Invalid`] naming the field and its rule.
    pub fn check(&mut self, zone: Tz, today: NaiveDate) -> Result<(DateTime<Utc>, DateTime<Utc>), ExchangeError> {
        for name in self.names.values_mut() {
            *name = name.trim().to_owned();
        }
        let is_named = |language: &str| {
            let length = self.names.get(language).map_or(0, |name| name.chars().count());
            (1..=NAME_MAX).contains(&length)
        };
        let named = self.names.len() == LANGUAGES.len() && LANGUAGES.into_iter().all(is_named);
        ensure(named, "names", || format!("must have 1 to {NAME_MAX} characters in each of en, uk, ru and pl"))?;
        let (first, last) = self.days;
        ensure(first >= today, "first_day", || "must be today or later".to_owned())?;
        ensure(last >= first, "last_day", || "must not be before the first day".to_owned())?;
        let length = (last - first).num_days() + 1;
        ensure(length <= DAYS_MAX, "last_day", || format!("must end the season within {DAYS_MAX} days"))?;
        self.rules.check()?;
        day_range(first, last, zone).ok_or_else(|| invalid("last_day", "is beyond the calendar"))
    }
}

impl SeasonRules {
    /// The rules of the sandbox's season, which the console proposes for a new one.
    #[must_use]
    pub fn seed() -> Self {
        let euro = |euro: i128| Amount::new(euro * 100, Currency::EUR);
        let task = |kind, points, per_day, per_season| Task { kind, points, per_day, per_season };
        Self {
            tasks: vec![
                task(TaskKind::Visit, 5, 1, 366),
                task(TaskKind::Deposit, 50, 1, 1),
                task(TaskKind::Exchange, 20, 2, 60),
                task(TaskKind::Transfer, 10, 1, 30),
                task(TaskKind::SecondFactor, 100, 1, 1),
                task(TaskKind::Identity, 100, 1, 1),
                task(TaskKind::Friend, 150, 5, 20),
            ],
            streak: vec![1, 2, 3, 5, 8, 10, 15],
            exchange: ExchangeRule { points_per_unit: 100, minimum: 100, per_person: euro(25), budget: euro(5_000) },
        }
    }

    fn check(&self) -> Result<(), ExchangeError> {
        let within = |number: u32, max: u32| (1..=max).contains(&number);
        let kinds: BTreeSet<TaskKind> = self.tasks.iter().map(|task| task.kind).collect();
        let is_whole = !kinds.is_empty() && kinds.len() == self.tasks.len();
        ensure(is_whole, "tasks", || "must be one or more, each kind once".to_owned())?;
        for Task { kind, points, per_day, per_season } in self.tasks.iter().copied() {
            let code = kind.code();
            ensure(within(points, POINTS_MAX), "tasks", || format!("{code}: points must be 1 to {POINTS_MAX}"))?;
            let times = within(per_day, TIMES_MAX) && within(per_season, TIMES_MAX);
            ensure(times, "tasks", || format!("{code}: per_day and per_season must be 1 to {TIMES_MAX}"))?;
            let once = !kind.is_once() || per_season == 1;
            ensure(once, "tasks", || format!("{code}: per_season must be 1, because it happens once"))?;
            let visit = kind != TaskKind::Visit || per_day == 1;
            ensure(visit, "tasks", || format!("{code}: per_day must be 1"))?;
        }
        let streak = self.streak.len() <= STREAK_MAX && self.streak.iter().all(|points| *points <= POINTS_MAX);
        ensure(streak, "streak", || format!("must have at most {STREAK_MAX} days of 0 to {POINTS_MAX} points"))?;
        let ExchangeRule { points_per_unit, minimum, per_person, budget } = self.exchange;
        let rate = within(points_per_unit, PER_UNIT_MAX);
        ensure(rate, "points_per_unit", || format!("must be 1 to {PER_UNIT_MAX}"))?;
        let worth = minimum > 0 && self.exchange.value(u64::from(minimum)).is_positive();
        ensure(worth, "minimum", || "must be worth something in the currency".to_owned())?;
        let same = per_person.currency() == budget.currency() && per_person.is_positive();
        ensure(same, "per_person", || "must be above zero, in the currency of the budget".to_owned())?;
        let enough = per_person.atoms() <= budget.atoms();
        ensure(enough, "budget", || "must not be below the most of one person".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft() -> NewSeason {
        let names = LANGUAGES.map(|language| (language.to_owned(), "Winter".to_owned())).into();
        let day = |day| NaiveDate::from_ymd_opt(2026, 10, day).unwrap();
        NewSeason { names, days: (day(20), day(31)), rules: SeasonRules::seed() }
    }

    fn refused(change: impl FnOnce(&mut NewSeason)) -> String {
        let mut season = draft();
        change(&mut season);
        season.check(Tz::Europe__Warsaw, draft().days.0).unwrap_err().to_string()
    }

    #[test]
    fn a_season_is_from_midnight_to_midnight_of_the_tenant_over_a_change_of_clocks() {
        let (from, until) = draft().check(Tz::Europe__Warsaw, draft().days.0).unwrap();
        assert_eq!(from.to_rfc3339(), "2026-10-19T22:00:00+00:00");
        assert_eq!(until.to_rfc3339(), "2026-10-31T23:00:00+00:00", "winter time");
    }

    #[test]
    fn a_broken_rule_names_its_field() {
        assert!(refused(|season| season.names.retain(|language, _| language != "uk")).starts_with("names"));
        assert!(refused(|season| season.days.0 = season.days.0.pred_opt().unwrap()).starts_with("first_day"));
        assert!(refused(|season| season.days.1 = season.days.0.pred_opt().unwrap()).starts_with("last_day"));
        assert!(refused(|season| season.rules.tasks.clear()).starts_with("tasks"));
        assert!(refused(|season| season.rules.tasks[4].per_season = 2).contains("second_factor"));
        assert!(refused(|season| season.rules.tasks.push(season.rules.tasks[0])).starts_with("tasks"));
        assert!(refused(|season| season.rules.streak = vec![1; 32]).starts_with("streak"));
        assert!(refused(|season| season.rules.exchange.points_per_unit = 0).starts_with("points_per_unit"));
        assert!(refused(|season| season.rules.exchange.minimum = 0).starts_with("minimum"));
        let other = Amount::new(1, Currency::PLN);
        assert!(refused(|season| season.rules.exchange.per_person = other).starts_with("per_person"));
        assert!(refused(|season| season.rules.exchange.budget = Amount::new(1, Currency::EUR)).starts_with("budget"));
    }
}
