//! The settings and figures of the Journal's benchmark.

use std::fmt;
use std::time::Duration;

use ledger::JournalConfig;

/// The accounts of the transfers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Accounts {
    /// Between many customers.
    Spread,
    /// The platform's hot account is part of each transfer.
    Hot,
}

/// The repeated work of a caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Work {
    /// A change of one transfer.
    Transfer,
    /// A change of four transfers, committed atomically.
    Linked4,
    /// A change that holds, then one that posts the hold.
    HoldPost,
}

/// One setting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Case {
    /// The number of concurrent callers, each with one open change.
    pub callers: u32,
    /// The accounts.
    pub accounts: Accounts,
    /// The work.
    pub work: Work,
    /// The number of tenants that the callers are divided between.
    pub tenants: u32,
    /// Whether each change has a record, an event and a job, or only transfers.
    pub full: bool,
}

/// The measurements of a case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Figures {
    /// Transfers per second.
    pub per_second: u64,
    /// The median latency of a change, in microseconds.
    pub p50_us: u64,
    /// The 99th percentile of the latency, in microseconds.
    pub p99_us: u64,
    /// The write-ahead log bytes per transfer, including its related rows.
    pub wal_bytes: u64,
    /// The processor time per transfer of this process, callers included, in nanoseconds; `None` if it cannot be
    /// measured.
    pub own_cpu_ns: Option<u64>,
    /// The processor time per transfer of the database, in nanoseconds; `None` if it cannot be measured.
    pub database_cpu_ns: Option<u64>,
}

/// The rates of the same database without the Journal, in transfers per second.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Baselines {
    /// One transaction per request between many accounts, at the best number of callers.
    pub one_tx_spread: u64,
    /// The best number of callers for it.
    pub one_tx_spread_callers: u32,
    /// One transaction per request with one hot account, at the best number of callers.
    pub one_tx_hot: u64,
    /// The best number of callers for it.
    pub one_tx_hot_callers: u32,
    /// One transaction per request with a single caller.
    pub one_tx_alone: u64,
    /// The 99th percentile of its latency, in microseconds; mostly pauses of the disk.
    pub one_tx_alone_p99_us: u64,
    /// The same rows of the transfers and their changes, decided beforehand, inserted in bulk by the thousand on one
    /// connection.
    pub bulk_insert: u64,
    /// The same for the rows of full changes: records, history, events and jobs too.
    pub bulk_insert_full: u64,
}

/// The extent of a run.
#[derive(Debug, Clone)]
pub struct BenchOptions {
    /// The settings, in this order, except that single callers come first.
    pub cases: Vec<Case>,
    /// The duration of each setting: half of it forwards and half backwards, each after a warm-up of a third of that
    /// time, at least 200 ms.
    pub time: Duration,
    /// The number of customers of all tenants together; at least four for each tenant.
    pub accounts: u32,
    /// The number of transfers of the bulk inserts.
    pub bulk: u32,
    /// The numbers of callers to try for one transaction per request, ascending, until two in a row are slower than the
    /// best.
    pub alone: Vec<u32>,
    /// The configuration of the Journal.
    pub journal: JournalConfig,
}

impl BenchOptions {
    /// The most important figures, in less than 40 seconds.
    #[must_use]
    pub fn quick() -> Self {
        use Work::{HoldPost, Linked4, Transfer};
        // Compared settings are adjacent, and those with many callers follow the bulk inserts, because the machine's
        // speed drifts within half a minute.
        let shapes = [
            (1, Transfer, 1, false),
            (1, Transfer, 1, true),
            (4_096, Transfer, 1, false),
            (4_096, Transfer, 50, false),
            (4_096, Transfer, 1, true),
            (4_096, Linked4, 1, false),
            (4_096, HoldPost, 1, false),
            (256, Transfer, 1, false),
            (16, Transfer, 1, false),
        ];
        let both = |(callers, work, tenants, full)| {
            [Accounts::Hot, Accounts::Spread].map(|accounts| Case { callers, accounts, work, tenants, full })
        };
        let cases = shapes.into_iter().flat_map(both).collect();
        Self {
            cases,
            time: Duration::from_millis(550),
            accounts: 10_000,
            bulk: 60_000,
            alone: vec![8, 16, 32, 64],
            journal: JournalConfig::default(),
        }
    }

    /// Every setting; takes some minutes.
    #[must_use]
    pub fn full() -> Self {
        let mut cases = Vec::new();
        for full in [false, true] {
            for work in [Work::Transfer, Work::Linked4, Work::HoldPost] {
                for callers in [1, 16, 256, 4_096] {
                    let of = |tenants| {
                        [Accounts::Hot, Accounts::Spread].map(|accounts| Case {
                            callers,
                            accounts,
                            work,
                            tenants,
                            full,
                        })
                    };
                    cases.extend([1, 50].into_iter().flat_map(of));
                }
            }
        }
        Self {
            cases,
            time: Duration::from_secs(3),
            bulk: 200_000,
            alone: vec![2, 4, 8, 16, 32, 64, 96],
            ..Self::quick()
        }
    }

    /// The number of connections for callers with a transaction each, plus one for the cost measurements.
    #[must_use]
    pub fn connections(&self) -> u32 {
        self.alone.iter().copied().max().unwrap_or(0) + 1
    }
}

impl Case {
    /// Whether only accounts and tenants differ.
    #[must_use]
    pub fn is_compared_with(&self, other: &Self) -> bool {
        (self.callers, self.work, self.full) == (other.callers, other.work, other.full)
    }
}

impl Accounts {
    /// The name in the report.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Spread => "spread",
            Self::Hot => "hot",
        }
    }
}

impl Work {
    /// The name in the report.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Transfer => "transfer",
            Self::Linked4 => "linked4",
            Self::HoldPost => "hold_post",
        }
    }
}

impl fmt::Display for Case {
    /// `4096 callers, hot, transfer, 1 tenant, transfers alone`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (accounts, work) = (self.accounts.name(), self.work.name());
        let many = if self.tenants == 1 { "tenant" } else { "tenants" };
        let full = if self.full { "full change" } else { "transfers alone" };
        write!(f, "{} callers, {accounts}, {work}, {} {many}, {full}", self.callers, self.tenants)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compared_cases_are_adjacent() {
        for options in [BenchOptions::quick(), BenchOptions::full()] {
            let groups: Vec<_> = options.cases.chunk_by(|one, next| one.is_compared_with(next)).collect();
            for (place, group) in groups.iter().enumerate() {
                let hot = group.iter().filter(|case| case.accounts == Accounts::Hot).count();
                assert_eq!(2 * hot, group.len(), "{}", group[0]);
                let again = groups[place + 1..].iter().find(|later| later[0].is_compared_with(&group[0]));
                assert!(again.is_none(), "{} comes twice", group[0]);
            }
        }
    }
}
