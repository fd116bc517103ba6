use std::fmt;
use std::time::Duration;

use crate::JournalConfig;

/// Which accounts the transfers touch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Accounts {
    /// Between many customers.
    Spread,
    /// One account of the house is in each.
    Hot,
}

/// What a caller does, again and again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Work {
    /// A change of one transfer.
    Transfer,
    /// A change of four transfers, all or nothing.
    Linked4,
    /// A change that holds, and then one that posts the hold.
    HoldPost,
}

/// One setting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Case {
    /// Callers at once, each with one change waiting.
    pub callers: u32,
    /// Which accounts.
    pub accounts: Accounts,
    /// Doing what.
    pub work: Work,
    /// Between how many tenants the callers are divided.
    pub tenants: u32,
    /// With a record, an event and a job in each change, or with transfers alone.
    pub full: bool,
}

/// What a case measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Figures {
    /// Transfers a second.
    pub per_second: u64,
    /// Half of the changes were answered within this many microseconds.
    pub p50_us: u64,
    /// All but one in a hundred.
    pub p99_us: u64,
    /// Bytes of write-ahead log of one transfer, with everything that belongs to it.
    pub wal_bytes: u64,
    /// Processor time of one transfer in our process (callers included) and in the database's, in nanoseconds; `None`
    /// where it cannot be seen.
    pub own_cpu_ns: Option<u64>,
    /// The same of the database.
    pub database_cpu_ns: Option<u64>,
}

/// What the same database does without the Journal, in transfers a second.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Baselines {
    /// One transaction per request between many accounts, with as many callers as are best for it.
    pub one_tx_spread: u64,
    /// So many these were.
    pub one_tx_spread_callers: u32,
    /// The same with one account in all of them.
    pub one_tx_hot: u64,
    /// And so many for that.
    pub one_tx_hot_callers: u32,
    /// One transaction per request with a single caller.
    pub one_tx_alone: u64,
    /// The slowest hundredth of these takes longer than this, in microseconds: mostly what the disk's own pauses are.
    pub one_tx_alone_p99_us: u64,
    /// The very rows of the transfers and their changes, decided beforehand, inserted a thousand at a time on one connection.
    pub bulk_insert: u64,
    /// The very rows of full changes in the same way: records, history, events and jobs too.
    pub bulk_insert_full: u64,
}

/// How much to run.
#[derive(Debug, Clone)]
pub struct BenchOptions {
    /// The settings, in this order, but that whoever is alone comes first.
    pub cases: Vec<Case>,
    /// How long each runs, half of it on the way there and half on the way back, each after a third of that to warm up, at least
    /// 200 ms.
    pub time: Duration,
    /// Customers of all tenants together that the transfers are spread over; at least four for each tenant.
    pub accounts: u32,
    /// Transfers of the bulk inserts.
    pub bulk: u32,
    /// Numbers of callers that one transaction per request is tried with, ascending, until two in a row are slower than the best.
    pub alone: Vec<u32>,
    /// Limits of the Journal.
    pub journal: JournalConfig,
}

impl BenchOptions {
    /// The figures that matter most, in less than 40 seconds.
    #[must_use]
    pub fn quick() -> Self {
        use Work::{HoldPost, Linked4, Transfer};
        // What is compared comes together, and the many right after the bulk inserts: the machine is another half a minute later.
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

    /// Every setting: some minutes.
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

    /// Connections that the callers need of whom each has a transaction to itself, and one for who looks at what was spent.
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
    fn what_is_compared_stands_together() {
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
