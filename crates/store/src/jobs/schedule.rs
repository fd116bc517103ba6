//! Repeating work: one job per tick, however many replicas run.

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::json;

use crate::JobSpec;
use crate::{Store, StoreError};

/// A platform job that is enqueued at every multiple of its interval since 1970.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// The kind of the job, and the schedule's name.
    pub kind: String,
    /// The interval, at least a second.
    pub every: TimeDelta,
}

impl Schedule {
    /// A job of `kind` every `every`.
    pub fn every(kind: impl Into<String>, every: TimeDelta) -> Self {
        Self { kind: kind.into(), every: every.max(TimeDelta::seconds(1)) }
    }

    fn tick(&self, now: DateTime<Utc>) -> i64 {
        now.timestamp().div_euclid(self.every.num_seconds().max(1))
    }
}

/// Enqueues one job for each schedule whose current tick has no job yet. Ticks that were missed during downtime are
/// skipped.
pub(super) async fn enqueue_due(store: &Store, now: DateTime<Utc>, schedules: &[Schedule]) -> Result<(), StoreError> {
    if schedules.is_empty() {
        return Ok(());
    }
    let names: Vec<String> = schedules.iter().map(|s| s.kind.clone()).collect();
    let ticks: Vec<i64> = schedules.iter().map(|s| s.tick(now)).collect();
    let mut tx = store.system().await?;
    let due = sqlx::query_scalar!(
        "INSERT INTO schedules AS s (name, last_tick)
         SELECT name, tick FROM UNNEST($1::text[], $2::bigint[]) AS n(name, tick) ORDER BY name
         ON CONFLICT (name) DO UPDATE SET last_tick = excluded.last_tick WHERE s.last_tick < excluded.last_tick
         RETURNING name",
        &names,
        &ticks,
    )
    .fetch_all(tx.conn())
    .await?;
    // The previous tick's job may still run; the key prevents slow jobs from piling up.
    let specs: Vec<JobSpec> =
        due.into_iter().map(|kind| JobSpec::new(kind.clone(), None, json!({})).unique(kind)).collect();
    tx.enqueue(now, &specs).await?;
    tx.commit().await
}
