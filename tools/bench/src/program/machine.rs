//! Resource usage during a benchmark: CPU time from `/proc`, statements from the database's log.

use std::path::{Path, PathBuf};

use anyhow::Context;

use super::agio::Server;

/// The kernel counts CPU time in hundredths of a second.
const TICK_MICROS: u64 = 10_000;

/// CPU time since the start of each process, in ticks.
#[derive(Clone, Copy)]
pub(super) struct Cpu {
    server: u64,
    load: u64,
    database: u64,
}

impl Cpu {
    /// Current CPU time of the server, its database and this process; `None` without `/proc`.
    pub fn now(server: &Server) -> Option<Self> {
        let load = Process::read("/proc/self/stat".into())?;
        let noted = std::fs::read_to_string(server.data.join("postgres/postmaster.pid")).ok()?;
        let server = Process::read(format!("/proc/{}/stat", server.process()?).into())?;
        let postmaster: u64 = noted.lines().next()?.trim().parse().ok()?;
        let parent = Process::read(format!("/proc/{postmaster}/stat").into())?;
        let all = std::fs::read_dir("/proc").ok()?.flatten();
        let children = all.filter_map(|entry| Process::read(entry.path().join("stat")));
        let children: u64 = children.filter(|process| process.parent == postmaster).map(|process| process.ticks).sum();
        let database = parent.ticks + parent.of_ended_children + children;
        Some(Self { server: server.ticks, load: load.ticks, database })
    }

    /// The CPU time per item since `before`, over `count` items.
    pub fn each_since(self, before: Self, count: usize) -> String {
        let count = u64::try_from(count).unwrap_or(1).max(1);
        let each = |of: fn(&Self) -> u64| of(&self).saturating_sub(of(&before)) * TICK_MICROS / count;
        let (server, load, database) = (each(|cpu| cpu.server), each(|cpu| cpu.load), each(|cpu| cpu.database));
        format!("{server} µs in the server, {load} µs in the load, {database} µs in PostgreSQL")
    }
}

struct Process {
    parent: u64,
    ticks: u64,
    of_ended_children: u64,
}

impl Process {
    fn read(path: PathBuf) -> Option<Self> {
        let text = std::fs::read_to_string(path).ok()?;
        // The program name is in parentheses and can contain any character.
        let fields: Vec<u64> =
            text.rsplit_once(')')?.1.split_whitespace().map(|field| field.parse().unwrap_or(0)).collect();
        let [_, parent, ..] = fields[..] else { return None };
        let [user, system, ended_user, ended_system] = fields.get(11..15)? else { return None };
        Some(Self { parent, ticks: user + system, of_ended_children: ended_user + ended_system })
    }
}

/// Number of statements in the log of a database that logs all of them. Clients wait for each statement, so this is the
/// number of round trips.
///
/// # Errors
/// If the log cannot be read.
pub(super) fn statements(log: &Path) -> anyhow::Result<usize> {
    let log = std::fs::read(log).context("the database's log cannot be read")?;
    let log = String::from_utf8_lossy(&log);
    Ok(log.lines().filter(|line| line.contains("LOG:  statement: ") || line.contains("LOG:  execute ")).count())
}
