//! The jobs of the farm: counts what participants did, and starts or stops a season that operators have decided about.

use std::time::{Duration, Instant};

use ::exchange::ExchangeError;
use ::store::{Job, JobError, JobHandler, Outcome};
use async_trait::async_trait;
use chrono::TimeDelta;
use identity::operator::SWITCH_SEASON_JOB;
use kernel::{SeasonId, TenantId, UserId};
use serde::Deserialize;

use super::store::Participant;
use super::{SeasonState, season_store, store};
use crate::Rewards;

/// The job kind and schedule name of the sweep.
pub(crate) const FOLLOW: &str = "farm.follow";
/// The interval of the sweeps. A look at the page counts at once.
pub(crate) const FOLLOW_MINUTES: i64 = 1;
/// How often one participant is checked, at most.
const LOOK_AGAIN: TimeDelta = TimeDelta::minutes(10);
/// How long after its end a season is counted, for events of its last moments.
const FOLLOWED_AFTER_END: TimeDelta = TimeDelta::days(1);
/// The maximum number of participants of one sweep.
const BATCH: i64 = 200;
/// How long one run works.
const RUN_MAX: Duration = Duration::from_secs(40);

/// Counts the points of participants.
pub(crate) struct FarmFollower(pub Rewards);

#[async_trait]
impl JobHandler for FarmFollower {
    fn kind(&self) -> &'static str {
        FOLLOW
    }

    async fn run(&self, _job: &Job) -> Result<Outcome, JobError> {
        let (began, now) = (Instant::now(), self.0.world().now());
        let mut tx = self.0.store().system().await?;
        let when = (now, now - LOOK_AGAIN, now - FOLLOWED_AFTER_END);
        let players = store::followed(tx.conn(), when, BATCH).await?;
        tx.commit().await?;
        for Participant { tenant, season, user } in players {
            if let Err(error) = self.0.follow(tenant, season, user).await {
                tracing::warn!(
                    event = "farm.count_failed", %tenant, %user, %error,
                    "The worker could not count a customer's points. It tries again in some minutes."
                );
            }
            if began.elapsed() >= RUN_MAX {
                break;
            }
        }
        Ok(Outcome::Done)
    }
}

impl Rewards {
    /// Counts what one participant did.
    async fn follow(&self, tenant: TenantId, season: SeasonId, user: UserId) -> Result<(), ExchangeError> {
        let mut tx = self.store().tenant(tenant).await?;
        let Some(season) = season_store::one(tx.conn(), tenant, season).await? else { return Ok(()) };
        store::lock(tx.conn(), tenant, user).await?;
        self.count_points(&mut tx, &season, user).await?;
        Ok(tx.commit().await?)
    }
}

/// The payload of a switch.
#[derive(Deserialize)]
struct Payload {
    season: SeasonId,
    version: u32,
    is_on: bool,
}

/// Handles `farm.switch`.
pub(crate) struct Switch(pub Rewards);

#[async_trait]
impl JobHandler for Switch {
    fn kind(&self) -> &'static str {
        SWITCH_SEASON_JOB
    }

    async fn run(&self, job: &Job) -> Result<Outcome, JobError> {
        let Some(tenant) = job.tenant else { return Ok(Outcome::Dead("the job names no tenant".into())) };
        let Payload { season: id, version, is_on } = serde_json::from_value(job.payload.clone())?;
        let mut tx = self.0.store().tenant(tenant).await?;
        season_store::lock(tx.conn(), tenant).await?;
        let found = season_store::one(tx.conn(), tenant, id).await?;
        let Some(season) = found.filter(|season| season.version == version) else {
            return Ok(Outcome::Dead("the season was changed after this was decided".into()));
        };
        let state = if is_on { SeasonState::On } else { SeasonState::Stopped };
        if season.state == state {
            return Ok(Outcome::Done);
        }
        if is_on && season_store::overlaps(tx.conn(), tenant, &season).await? {
            return Ok(Outcome::Dead("another season is open in this time".into()));
        }
        season_store::set_state(tx.conn(), tenant, id, state, self.0.world().now()).await?;
        tx.commit().await?;
        tracing::info!(event = "farm.switched", %tenant, season = %id, is_on, "A season was started or stopped.");
        Ok(Outcome::Done)
    }
}
