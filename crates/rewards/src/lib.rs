//! Rewards: the referral programme, the bonuses of promo codes, and the farm, whose points become rewards.
//!
//! The referral programme: customers invite friends by a link, and earn a share of the platform's fee of their orders.
//!
//! [`Rewards`] is the entry point. The rule is data of the tenant's policy ([`exchange::policy::ReferralRule`]). The reward
//! of an order is decided by a pure function, and booked once by a change of the ledger from the platform's fee income
//! to the referrer's reward account. A payout is an ordinary movement of the exchange (REF_DEPOSIT or REF_CONVERT).
//! Errors are [`exchange::ExchangeError`].

mod bonus;
mod earning;
mod export;
mod farm;
mod link;
mod mismatch;
mod overview;
mod verify;

use std::sync::Arc;

use ::store::{JobHandler, Schedule, Store};
use chrono::TimeDelta;
use exchange::Exchange;
use kernel::World;
use ledger::Journal;

pub use earning::{Decision, Earned, EarningState, History, HoldReason, Ruling, UnpaidReason, earned};
pub use farm::{
    ExchangeRule, ExchangeView, Exchanged, FarmError, FarmView, LANGUAGES, NewSeason, NoExchange, PointsEntry, Season,
    SeasonNumbers, SeasonRules, SeasonState, StreakView, Task, TaskKind, TaskView, seed_season, zone,
};
pub use link::{Code, Link, Newcomer, Refusal};
pub use overview::{
    Board, Counts, Earning, Friend, Invited, LeaderboardPlace, Overview, PAGE_MAX, Referrer, ReferrerDetails, Signal,
    Sums,
};
pub use verify::verify;

/// The entry point of this crate. Cheap to clone.
#[derive(Clone)]
pub struct Rewards {
    inner: Arc<Inner>,
}

struct Inner {
    store: Store,
    world: World,
    journal: Journal,
    exchange: Exchange,
}

impl Rewards {
    /// Creates an instance on this database.
    #[must_use]
    pub fn new(store: Store, world: World, journal: Journal, exchange: Exchange) -> Self {
        Self { inner: Arc::new(Inner { store, world, journal, exchange }) }
    }

    /// The job handlers, for a worker.
    #[must_use]
    pub fn handlers(&self) -> Vec<Arc<dyn JobHandler>> {
        vec![
            Arc::new(earning::EarningFollower(self.clone())),
            Arc::new(earning::Questioner(self.clone())),
            Arc::new(bonus::BonusSweep(self.clone())),
            Arc::new(farm::FarmFollower(self.clone())),
            Arc::new(farm::Switch(self.clone())),
        ]
    }

    /// The scheduled jobs, for a worker.
    #[must_use]
    pub fn schedules() -> Vec<Schedule> {
        vec![
            Schedule::every(earning::KIND, TimeDelta::seconds(earning::SWEEP_SECONDS)),
            Schedule::every(earning::QUESTION, TimeDelta::minutes(earning::QUESTION_MINUTES)),
            Schedule::every(bonus::KIND, TimeDelta::seconds(bonus::SWEEP_SECONDS)),
            Schedule::every(farm::FOLLOW, TimeDelta::minutes(farm::FOLLOW_MINUTES)),
        ]
    }

    fn store(&self) -> &Store {
        &self.inner.store
    }

    fn world(&self) -> &World {
        &self.inner.world
    }

    fn journal(&self) -> &Journal {
        &self.inner.journal
    }

    fn exchange(&self) -> &Exchange {
        &self.inner.exchange
    }
}
