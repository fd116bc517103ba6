//! Processor time and write-ahead log bytes, before and after.

use std::fs;

use ::store::{Store, StoreError};

use super::store::{backend, log_position};

/// The duration of a `/proc` tick in nanoseconds (100 Hz on every Linux that Rust supports).
const TICK_NS: u64 = 10_000_000;

/// The consumption at one moment, or between two.
#[derive(Debug, Clone, Copy)]
pub(super) struct Spent {
    own_ticks: Option<u64>,
    database_ticks: Option<u64>,
    log_bytes: u64,
}

/// The consumption per transfer.
#[derive(Debug, Clone, Copy)]
pub(super) struct PerTransfer {
    pub own_cpu_ns: Option<u64>,
    pub database_cpu_ns: Option<u64>,
    pub wal_bytes: u64,
}

impl Spent {
    pub async fn now(store: &Store) -> Result<Self, StoreError> {
        Ok(Self {
            own_ticks: Process::read("self").map(|own| own.ticks),
            database_ticks: database_ticks(backend(store).await?),
            log_bytes: log_position(store).await?,
        })
    }

    /// The consumption since `earlier`.
    pub fn since(self, earlier: Self) -> Self {
        let ticks = |now: Option<u64>, then: Option<u64>| Some(now?.saturating_sub(then?));
        Self {
            own_ticks: ticks(self.own_ticks, earlier.own_ticks),
            database_ticks: ticks(self.database_ticks, earlier.database_ticks),
            log_bytes: self.log_bytes.saturating_sub(earlier.log_bytes),
        }
    }

    /// The sum of both.
    pub fn and(self, other: Self) -> Self {
        Self {
            own_ticks: self.own_ticks.zip(other.own_ticks).map(|(one, two)| one + two),
            database_ticks: self.database_ticks.zip(other.database_ticks).map(|(one, two)| one + two),
            log_bytes: self.log_bytes + other.log_bytes,
        }
    }

    /// The consumption divided by the number of transfers.
    pub fn each(self, transfers: u64) -> PerTransfer {
        let each = |total: u64| total / transfers.max(1);
        let cpu = |ticks: u64| each(ticks.saturating_mul(TICK_NS));
        PerTransfer {
            own_cpu_ns: self.own_ticks.map(cpu),
            database_cpu_ns: self.database_ticks.map(cpu),
            wal_bytes: each(self.log_bytes),
        }
    }
}

/// The relevant part of a line of `/proc/PID/stat`.
struct Process {
    parent: u32,
    is_postgres: bool,
    /// In user and kernel mode.
    ticks: u64,
    /// Of children that have ended.
    ended_ticks: u64,
}

impl Process {
    fn read(process: &str) -> Option<Self> {
        Self::parse(&fs::read_to_string(format!("/proc/{process}/stat")).ok()?)
    }

    /// The process name may contain any character, so fields are counted from its closing bracket.
    fn parse(stat: &str) -> Option<Self> {
        let (head, rest) = stat.rsplit_once(')')?;
        let fields: Vec<&str> = rest.split_whitespace().collect();
        let number = |place: usize| fields.get(place)?.parse::<u64>().ok();
        Some(Self {
            parent: u32::try_from(number(1)?).ok()?,
            is_postgres: head.ends_with("(postgres"),
            ticks: number(11)? + number(12)?,
            ended_ticks: number(13)? + number(14)?,
        })
    }
}

/// The resident memory of this process, in kilobytes.
pub(super) fn own_memory_kb() -> Option<u64> {
    resident_kb(&fs::read_to_string("/proc/self/status").ok()?)
}

fn resident_kb(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// The ticks of all processes of the server that `backend` belongs to; `None` if it runs on another machine.
fn database_ticks(backend: u32) -> Option<u64> {
    let ours = Process::read(&backend.to_string()).filter(|process| process.is_postgres)?;
    let server = Process::read(&ours.parent.to_string())?;
    let mut total = server.ticks + server.ended_ticks;
    for entry in fs::read_dir("/proc").ok()?.flatten() {
        let name = entry.file_name();
        let Some(process) = name.to_str().filter(|name| name.bytes().all(|byte| byte.is_ascii_digit())) else {
            continue;
        };
        total += Process::read(process).filter(|process| process.parent == ours.parent).map_or(0, |p| p.ticks);
    }
    Some(total)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_with_a_strange_name_is_read_right() {
        let stat = "42 (a) b (c) S 7 42 42 0 -1 4194560 1 2 3 4 100 23 5 6 20 0 1 0 9 0 0";
        let process = Process::parse(stat).expect("readable");
        assert_eq!((process.parent, process.is_postgres, process.ticks, process.ended_ticks), (7, false, 123, 11));
        assert!(Process::parse("42 (postgres) S 7 1 1 0 -1 0 0 0 0 0 1 1 1 1 20").expect("readable").is_postgres);
        assert!(Process::parse("").is_none());
    }

    #[test]
    fn memory_is_read_from_its_field() {
        assert_eq!(resident_kb("Name:\ta\nVmHWM:\t  9 kB\nVmRSS:\t  26040 kB\n"), Some(26_040));
        assert_eq!(resident_kb("Name:\ta\n"), None);
    }

    #[test]
    fn what_was_spent_is_divided_among_the_transfers() {
        let then = Spent { own_ticks: Some(5), database_ticks: None, log_bytes: 100 };
        let now = Spent { own_ticks: Some(7), database_ticks: Some(9), log_bytes: 1_100 };
        let each = now.since(then).each(10);
        assert_eq!((each.own_cpu_ns, each.database_cpu_ns, each.wal_bytes), (Some(2_000_000), None, 100));
        let twice = now.since(then).and(now.since(then)).each(10);
        assert_eq!((twice.own_cpu_ns, twice.database_cpu_ns, twice.wal_bytes), (Some(4_000_000), None, 200));
    }
}
