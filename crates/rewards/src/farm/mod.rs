//! The farm: seasons with tasks and daily streaks that earn points, and the exchange of points into the reward.
//!
//! Points are counted by the server from events that happened: movements, proofs, invited friends, visits by the
//! tenant's clock. Each event has an id and counts once. Points are no money. An exchange of points is: one change of the
//! ledger books the reward and writes the exchange, and an ordinary REF_DEPOSIT moves it to the balance.

mod exchange;
mod job;
mod rules;
mod season;
mod season_store;
mod seasons;
mod store;

use std::collections::BTreeSet;

use ::exchange::ExchangeError;
use ::store::TenantTx;
use chrono::{DateTime, Datelike, NaiveDate, TimeDelta, Utc};
use kernel::{Amount, TenantId, TransactionId, UserId};
use uuid::Uuid;

pub(crate) use job::{FOLLOW, FOLLOW_MINUTES, FarmFollower, Switch};
use rules::{Account, Event, earned, most, streak, streak_points};
pub use rules::{ExchangeRule, NoExchange, SeasonRules, Task, TaskKind};
pub use season::{LANGUAGES, NewSeason, Season, SeasonState, zone};
pub(crate) use season_store::unlike_platform;
pub use seasons::{FarmError, seed_season};

use self::store::{NewPoints, Participant};
use crate::Rewards;

/// The maximum number of events of a kind that one look counts. The next look counts the rest.
const EVENTS_AT_ONCE: i64 = 100;

/// A customer's view of the open season.
#[derive(Debug, Clone, PartialEq)]
pub struct FarmView {
    /// The season.
    pub season: Season,
    /// The customer's points.
    pub points: u64,
    /// The tenant's day.
    pub today: NaiveDate,
    /// The streak.
    pub streak: StreakView,
    /// The tasks.
    pub tasks: Vec<TaskView>,
    /// The exchange.
    pub exchange: ExchangeView,
}

/// A streak, and the days of the week.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StreakView {
    /// Days without a gap, today included.
    pub length: u32,
    /// Points for today.
    pub today: u32,
    /// Points for a visit tomorrow.
    pub tomorrow: u32,
    /// The days of this week from Monday to Sunday, each with whether the customer opened the page.
    pub week: Vec<(NaiveDate, bool)>,
}

/// A task with how often it has counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TaskView {
    /// The task.
    pub task: Task,
    /// Events of today that earned.
    pub today: u32,
    /// Events of the season that earned.
    pub season: u32,
}

/// The exchange of points that a customer can make.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ExchangeView {
    /// The total that the customer has received for points in the season.
    pub exchanged: Amount,
    /// The most points that can be exchanged, or why none can.
    pub most: Result<u64, NoExchange>,
}

/// A line of the history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PointsEntry {
    /// The id, by which pages continue.
    pub id: Uuid,
    /// A task's code, `streak`, or `reward` for an exchange.
    pub kind: String,
    /// Points; negative for an exchange.
    pub points: i64,
    /// When it happened.
    pub at: DateTime<Utc>,
    /// The result of an exchange of points.
    pub amount: Option<Amount>,
}

/// An exchange of points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exchanged {
    /// The id.
    pub id: Uuid,
    /// The points.
    pub points: u64,
    /// The reward.
    pub amount: Amount,
    /// The order that moves the reward to the balance. `None` if it waits on the reward account.
    pub order: Option<TransactionId>,
}

/// The numbers of a season.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeasonNumbers {
    /// Customers who opened the page.
    pub participants: i64,
    /// Points earned.
    pub earned: i64,
    /// Points exchanged.
    pub exchanged: i64,
}

impl Rewards {
    /// The open season as the customer sees it; `None` without one. Counts today's visit, and what happened since the
    /// last look.
    ///
    /// # Errors
    /// Database errors.
    pub async fn farm(
        &self,
        tenant: TenantId,
        user: UserId,
        is_verified: bool,
    ) -> Result<Option<FarmView>, ExchangeError> {
        let now = self.world().now();
        let mut tx = self.store().tenant(tenant).await?;
        let Some(season) = season_store::open(tx.conn(), tenant, now).await? else { return Ok(None) };
        let today = season.day_of(now);
        store::lock(tx.conn(), tenant, user).await?;
        store::visit(tx.conn(), Participant { tenant, season: season.id, user }, today, now).await?;
        self.count_points(&mut tx, &season, user).await?;
        let view = view(&mut tx, season, user, (is_verified, now)).await?;
        tx.commit().await?;
        Ok(Some(view))
    }

    /// Lines of the customer's points, newest first, after `after`; and whether there are more.
    ///
    /// # Errors
    /// Database errors.
    pub async fn points_history(
        &self,
        tenant: TenantId,
        user: UserId,
        after: Option<Uuid>,
        limit: u32,
    ) -> Result<(Vec<PointsEntry>, bool), ExchangeError> {
        let mut tx = self.store().tenant_read(tenant).await?;
        let mut found = store::history(tx.conn(), tenant, user, after, i64::from(limit) + 1).await?;
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let has_more = found.len() > limit;
        found.truncate(limit);
        Ok((found, has_more))
    }

    /// Counts what happened and is not counted. The caller holds the customer's lock.
    async fn count_points(&self, tx: &mut TenantTx, season: &Season, user: UserId) -> Result<(), ExchangeError> {
        let tenant = tx.tenant();
        let days = store::days(tx.conn(), tenant, season.id, user).await?;
        let mut events = store::movements(tx.conn(), tenant, season, user, EVENTS_AT_ONCE).await?;
        events.extend(store::friends(tx.conn(), tenant, season, user, EVENTS_AT_ONCE).await?);
        let (now, proofs) = (self.world().now(), store::proofs(tx.conn(), tenant, user).await?);
        let standing = counted_events(season, &days, proofs, now);
        let ids: Vec<String> = standing.iter().map(|event| event.id.clone()).collect();
        let known = store::known(tx.conn(), tenant, user, &ids).await?;
        events.extend(standing.into_iter().filter(|event| !known.contains(&event.id)));
        if events.is_empty() {
            return Ok(());
        }
        let counted = store::counted(tx.conn(), tenant, season.id, user).await?;
        let points = earned(&season.rules, &counted, &events);
        for (event, points) in events.iter().zip(points) {
            self.insert_points(tx, season, user, (event, event.kind.code(), points)).await?;
            if event.kind == TaskKind::Visit {
                let points = streak_points(&season.rules.streak, streak(&days, event.day));
                let of_streak = Event { id: format!("streak:{}", event.day), ..event.clone() };
                self.insert_points(tx, season, user, (&of_streak, "streak", points)).await?;
            }
        }
        Ok(())
    }

    async fn insert_points(
        &self,
        tx: &mut TenantTx,
        season: &Season,
        user: UserId,
        (event, kind, points): (&Event, &str, u32),
    ) -> Result<(), ExchangeError> {
        let tenant = tx.tenant();
        let (id, points) = (self.world().uuid(), i64::from(points));
        let line = NewPoints { id, event: &event.id, kind, points, day: event.day, at: event.at };
        store::insert(tx.conn(), Participant { tenant, season: season.id, user }, &line).await?;
        Ok(())
    }
}

/// Visits and proofs as events. Their ids say that a day and a proof count once.
fn counted_events(
    season: &Season,
    days: &BTreeSet<NaiveDate>,
    (factor, identity): (bool, bool),
    now: DateTime<Utc>,
) -> Vec<Event> {
    let today = season.day_of(now);
    let visit = |day: &NaiveDate| Event { id: format!("visit:{day}"), kind: TaskKind::Visit, at: now, day: *day };
    let proof = |kind: TaskKind| Event { id: kind.code().to_owned(), kind, at: now, day: today };
    // A season without the task leaves the proof to a later one.
    let asks = |kind: TaskKind| season.rules.tasks.iter().any(|task| task.kind == kind);
    let proofs = [(TaskKind::SecondFactor, factor), (TaskKind::Identity, identity)];
    let proofs = proofs.into_iter().filter(|(kind, is_there)| *is_there && asks(*kind));
    days.iter().map(visit).chain(proofs.map(|(kind, _)| proof(kind))).collect()
}

/// The customer's view.
async fn view(
    tx: &mut TenantTx,
    season: Season,
    user: UserId,
    (is_verified, now): (bool, DateTime<Utc>),
) -> Result<FarmView, ExchangeError> {
    let (tenant, today) = (tx.tenant(), season.day_of(now));
    let days = store::days(tx.conn(), tenant, season.id, user).await?;
    let counted = store::counted(tx.conn(), tenant, season.id, user).await?;
    let key = (season.id, season.rules.exchange.currency());
    let (points, exchanged) = store::account(tx.conn(), tenant, key, user).await?;
    let proofs = [TaskKind::SecondFactor, TaskKind::Identity].map(|kind| kind.code().to_owned());
    let proofs = store::known(tx.conn(), tenant, user, &proofs).await?;
    let task = |task: &Task| {
        let of_kind = counted.iter().filter(|((kind, _), _)| *kind == task.kind);
        let of_season = of_kind.map(|(_, count)| *count).sum::<u32>().max(u32::from(proofs.contains(task.kind.code())));
        let today = counted.get(&(task.kind, today)).copied().unwrap_or(0);
        TaskView { task: *task, today, season: of_season }
    };
    let length = streak(&days, today);
    let monday = today - TimeDelta::days(i64::from(today.weekday().num_days_from_monday()));
    let week = monday.iter_days().take(7).map(|day| (day, days.contains(&day))).collect();
    let table = &season.rules.streak;
    let account = Account { points, exchanged, spent: season.spent, is_open: season.is_open(now), is_verified };
    Ok(FarmView {
        points,
        today,
        streak: StreakView {
            length,
            today: streak_points(table, length),
            tomorrow: streak_points(table, length + 1),
            week,
        },
        tasks: season.rules.tasks.iter().map(task).collect(),
        exchange: ExchangeView { exchanged, most: most(&season.rules.exchange, &account) },
        season,
    })
}
