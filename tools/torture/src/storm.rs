//! Executes the plan of faults.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use tokio::sync::Mutex;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, sleep_until};

use crate::plan::{Fault, Kind};
use crate::system::TestSystem;

const PAUSE: Duration = Duration::from_secs(10);

/// The executed faults and those in progress.
pub struct FaultRunner {
    system: Arc<TestSystem>,
    /// Kills of the database and a full disk exclude each other.
    database: Mutex<()>,
    done: [AtomicU64; Kind::ALL.len()],
    /// The times of the faults.
    struck: std::sync::Mutex<Vec<(Kind, Instant)>>,
}

impl FaultRunner {
    pub fn over(system: Arc<TestSystem>) -> Arc<Self> {
        Arc::new(Self { system, database: Mutex::default(), done: Default::default(), struck: Default::default() })
    }

    /// Executes `faults` at their times from `began`, and returns when the last one is over.
    pub async fn rage(self: &Arc<Self>, began: Instant, faults: Vec<Fault>, end: Instant) {
        let mut under_way = JoinSet::new();
        for fault in faults {
            sleep_until(began + Duration::from_millis(fault.at_ms)).await;
            let storm = self.clone();
            under_way.spawn(async move {
                match storm.strike(fault, end).await {
                    Ok(true) => {
                        storm.done[fault.kind as usize].fetch_add(1, Ordering::SeqCst);
                    }
                    Ok(false) => {}
                    Err(error) => eprintln!("{}: {error:#}", fault.kind),
                }
            });
        }
        sleep_until(end).await;
        while under_way.join_next().await.is_some() {}
    }

    /// Returns whether the fault took effect.
    async fn strike(&self, fault: Fault, end: Instant) -> anyhow::Result<bool> {
        let (replica, proxy) = (&self.system.replicas[fault.replica], &self.system.proxies[fault.replica]);
        // The other kinds record themselves when they take effect.
        if !matches!(fault.kind, Kind::KillReplica | Kind::KillDatabase | Kind::FullDisk) {
            self.strikes(fault.kind);
        }
        match fault.kind {
            Kind::KillReplica => {
                let killed = replica.signal("KILL").await?;
                if killed {
                    self.strikes(fault.kind);
                }
                return Ok(killed);
            }
            Kind::Pause => {
                replica.signal("STOP").await?;
                sleep_until(end.min(Instant::now() + PAUSE)).await;
                replica.signal("CONT").await?;
            }
            Kind::KillDatabase => {
                let _one_at_a_time = self.database.lock().await;
                self.strikes(fault.kind);
                self.system.postgres.kill().await?;
                self.system.postgres.start().await?;
            }
            Kind::FullDisk => return self.fill(fault).await,
            Kind::CutAfterCommit => proxy.cut_after_commit(),
            Kind::Reset => proxy.reset(),
            Kind::Truncate => proxy.truncate(fault.size.is_multiple_of(2)),
            Kind::BlackHole => proxy.hole(Duration::from_millis(3_000 + fault.size)),
            Kind::EndlessHole => proxy.silence(),
            Kind::Delay => proxy.delay(Duration::from_millis(5 + fault.size / 10), Duration::from_millis(1_500)),
            Kind::ClockJump => {
                let file = self.system.file("clock", fault.replica);
                // Up to 25 seconds forward or back; a lease is 30 seconds.
                let seconds = i64::try_from(fault.size % 50).unwrap_or(0) - 25;
                std::fs::write(&file, seconds.to_string())?;
                sleep_until(end.min(Instant::now() + Duration::from_secs(4))).await;
                let _ = std::fs::remove_file(&file);
            }
            Kind::CrashPoint => proxy.crash(),
        }
        Ok(true)
    }

    fn strikes(&self, kind: Kind) {
        self.struck.lock().unwrap_or_else(PoisonError::into_inner).push((kind, Instant::now()));
    }

    /// The times of the faults, in milliseconds from `began`; for a proxy's fault, the time of the command.
    pub fn times(&self, began: Instant) -> Vec<(Kind, u64)> {
        let struck = self.struck.lock().unwrap_or_else(PoisonError::into_inner);
        let ms = |at: &Instant| u64::try_from(at.saturating_duration_since(began).as_millis()).unwrap_or(u64::MAX);
        struck.iter().map(|(kind, at)| (*kind, ms(at))).collect()
    }

    async fn fill(&self, fault: Fault) -> anyhow::Result<bool> {
        if !self.system.disk.can_be_filled() {
            return Ok(false);
        }
        let _one_at_a_time = self.database.lock().await;
        self.strikes(Kind::FullDisk);
        self.system.disk.fill().await?;
        sleep(Duration::from_millis(1_500 + fault.size)).await;
        self.system.disk.free()?;
        // A server that could not write its WAL has ended, or is about to.
        for _ in 0..10 {
            sleep(Duration::from_millis(100)).await;
            if !self.system.postgres.runs().await {
                self.system.postgres.start().await?;
                break;
            }
        }
        Ok(true)
    }

    /// The number of faults of each kind. A proxy's fault counts when it affects a connection.
    pub fn counts(&self) -> BTreeMap<&'static str, u64> {
        let mut counts: BTreeMap<&'static str, u64> = BTreeMap::new();
        for kind in Kind::ALL {
            counts.insert(kind.name(), self.done[kind as usize].load(Ordering::SeqCst));
        }
        let sum = |of: fn(&crate::faults::Done) -> &AtomicU64| {
            self.system.proxies.iter().map(|proxy| of(&proxy.done).load(Ordering::SeqCst)).sum()
        };
        counts.insert(Kind::CutAfterCommit.name(), sum(|done| &done.cuts));
        counts.insert(Kind::Reset.name(), sum(|done| &done.resets));
        counts.insert(Kind::Truncate.name(), sum(|done| &done.truncations));
        counts.insert(Kind::BlackHole.name(), sum(|done| &done.holes));
        counts.insert(Kind::EndlessHole.name(), sum(|done| &done.silences));
        counts.insert(Kind::Delay.name(), sum(|done| &done.delays));
        counts.insert(Kind::CrashPoint.name(), sum(|done| &done.crashes));
        counts.retain(|_, count| *count > 0);
        counts
    }
}
