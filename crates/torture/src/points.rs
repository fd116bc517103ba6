//! Crash points: every statement that writes, and every COMMIT after one, seen from outside. A replica is killed right
//! before such a statement reaches the database, or right after it did and before its answer came back.
//!
//! They are not in the program: the proxy knows each statement that goes by, so that every write has its points without a
//! line of code, also those that are written tomorrow, and it is the very program that ships which crashes. Between two
//! statements a process keeps nothing that survives it, so a crash anywhere between them is a crash before the next one.

mod never;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use serde_json::Value;

use self::never::NEVER;
use crate::check::Verdict;
use crate::wire::{Means, Sql, flat, writes};

/// A place to crash at.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Site {
    /// A statement that writes.
    Write(Sql),
    /// The COMMIT of a transaction whose first write was this: what it is about. The last is often a job or an event, as of many others.
    Commit(Sql),
}

impl Site {
    /// Where a connection is with its next message. `wrote` is the first statement of its open transaction that wrote.
    pub fn of(means: &Means, wrote: &mut Option<Sql>) -> Option<Self> {
        let (Means::Runs(sql) | Means::RunsNow(sql)) = means else { return None };
        if is_end(sql) {
            return wrote.take().filter(|_| is_commit(sql)).map(Self::Commit);
        }
        writes(sql).then(|| {
            wrote.get_or_insert_with(|| sql.clone());
            Self::Write(sql.clone())
        })
    }
}

/// Whether a statement makes the open transaction durable.
fn is_commit(sql: &str) -> bool {
    sql.trim().eq_ignore_ascii_case("COMMIT")
}

/// Whether a statement ends the open transaction.
fn is_end(sql: &str) -> bool {
    is_commit(sql) || sql.trim().eq_ignore_ascii_case("ROLLBACK")
}

/// On which side of the database's doing it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Crash {
    /// It never arrives.
    Before,
    /// It arrives, and nobody hears of it.
    After,
    /// It never arrives, for its connection ends; the replica lives on.
    Cut,
}

/// The one thing that a run strikes at, for what chance would meet too seldom in a minute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// A replica dies right after the COMMIT of a transaction whose first write begins so.
    Death(&'static str),
    /// A connection is cut right before a write that begins so.
    Cut(&'static str),
}

impl Aim {
    fn strikes(self, site: &Site) -> Option<Crash> {
        match (self, site) {
            (Self::Death(begins), Site::Commit(first)) => first.starts_with(begins).then_some(Crash::After),
            (Self::Cut(begins), Site::Write(sql)) => sql.starts_with(begins).then_some(Crash::Cut),
            (Self::Death(_), Site::Write(_)) | (Self::Cut(_), Site::Commit(_)) => None,
        }
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct Met {
    seen: u64,
    before: u64,
    after: u64,
}

impl Met {
    /// The same statement in another layout.
    fn add(&mut self, other: Self) {
        self.seen += other.seen;
        self.before += other.before;
        self.after += other.after;
    }
}

/// Every site met so far, by all replicas.
#[derive(Debug, Default)]
pub struct Points {
    met: Mutex<BTreeMap<Site, Met>>,
    /// When given, nothing else is struck.
    aim: Option<Aim>,
}

/// What came of it.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    pub sites: u64,
    pub crashed_before: u64,
    pub crashed_after: u64,
    pub crashes: u64,
    /// Writes of the program that were never met, of so many.
    pub unmet: Vec<String>,
    pub known: u64,
    /// Of these, how many were met, and how many a replica crashed right before, and right after.
    pub met: u64,
    pub met_before: u64,
    pub met_after: u64,
    /// Of the known, how many need not be met: see [`NEVER`].
    pub excused: u64,
    /// How often a replica crashed at each point: two for each site, and for each write that was not met.
    pub each: Vec<u64>,
}

impl Points {
    /// None met yet; nothing but the `aim` is struck, where there is one.
    pub fn aimed_at(aim: Option<Aim>) -> Self {
        Self { aim, ..Self::default() }
    }

    /// Whether one thing only is struck.
    pub const fn are_aimed(&self) -> bool {
        self.aim.is_some()
    }

    /// A connection is at `site`. When its replica is `armed`, says whether to crash here: first where none has crashed
    /// yet; `impatient` anywhere.
    pub fn meet(&self, site: Site, armed: bool, impatient: bool) -> Option<Crash> {
        let aimed = self.aim.map(|aim| aim.strikes(&site));
        let mut met = self.met.lock().unwrap_or_else(PoisonError::into_inner);
        let here = met.entry(site).or_default();
        here.seen += 1;
        let fresh = here.before == 0 || here.after == 0;
        let crash = match aimed {
            _ if !armed => None,
            Some(struck) => struck,
            None if !fresh && !impatient => None,
            None if here.before <= here.after => Some(Crash::Before),
            None => Some(Crash::After),
        };
        here.before += u64::from(crash == Some(Crash::Before));
        here.after += u64::from(crash == Some(Crash::After));
        crash
    }

    /// Whether every write was met and, where replicas were `crashing` at points, how many of them they crashed at.
    pub fn verdicts(summary: &Summary, complete: bool, crashing: bool) -> Vec<Verdict> {
        let crashes = crashing.then(|| Self::crashes(summary));
        [Self::verdict(summary, complete)].into_iter().chain(crashes.into_iter().flatten()).collect()
    }

    /// A write that is met can be crashed at; whether it was is said, and breaks no run.
    fn crashes(summary: &Summary) -> [Verdict; 2] {
        let of = |id, claim, crashed| Verdict::from_list(id, claim, crashed, Vec::new());
        [
            of("CPb", "a replica crashed right before these writes of the program, at least once", summary.met_before),
            of("CPa", "a replica crashed right after these writes of the program, at least once", summary.met_after),
        ]
    }

    /// Whether the writes of the program are known and, where the run was long enough to be `complete`, every one was met.
    fn verdict(summary: &Summary, complete: bool) -> Verdict {
        if summary.known == 0 {
            let listed = vec!["no write of the program is known: is .sqlx where it was built?".to_owned()];
            return Verdict::from_list("CP", "the writes of the program are known", 0, listed);
        }
        if !complete {
            return Verdict::from_list("CP", "the writes of the program are known", summary.known, Vec::new());
        }
        let listed = summary.unmet.iter().map(|sql| format!("no point was reached at: {sql}")).collect();
        Verdict::from_list("CP", "every write of the program was met, where a replica can crash", summary.met, listed)
    }

    /// Against the writes that the program is known to have: those that sqlx checked while compiling, in `.sqlx`, and those that
    /// stand as text in its sources.
    pub fn summary(&self, sources: &Path) -> Summary {
        let met = self.met.lock().unwrap_or_else(PoisonError::into_inner);
        let mut seen: BTreeMap<String, Met> = BTreeMap::new();
        for (site, here) in met.iter() {
            if let Site::Write(sql) = site {
                seen.entry(flat(sql)).or_default().add(*here);
            }
        }
        let known = known_writes(sources);
        let of_known = |at: fn(&Met) -> u64| {
            known.iter().filter(|sql| seen.get(*sql).is_some_and(|here| at(here) > 0)).count() as u64
        };
        let excused = |sql: &String| NEVER.iter().any(|(part, _)| is_part(part, sql));
        let missing: Vec<&String> = known.iter().filter(|sql| !seen.contains_key(*sql)).collect();
        let (never, unmet): (Vec<&String>, Vec<&String>) = missing.into_iter().partition(|sql| excused(sql));
        let met_at = met.values().flat_map(|met| [met.before, met.after]);
        let each = met_at.chain(unmet.iter().flat_map(|_| [0, 0])).collect();
        Summary {
            each,
            sites: met.len() as u64,
            crashed_before: met.values().filter(|met| met.before > 0).count() as u64,
            crashed_after: met.values().filter(|met| met.after > 0).count() as u64,
            crashes: met.values().map(|met| met.before + met.after).sum(),
            unmet: unmet.into_iter().cloned().collect(),
            known: known.len() as u64,
            met: of_known(|here| here.seen),
            met_before: of_known(|here| here.before),
            met_after: of_known(|here| here.after),
            excused: never.len() as u64,
        }
    }
}

/// A zero at the end of `part` stands for the end of the statement.
fn is_part(part: &str, sql: &str) -> bool {
    format!("{sql}\0").contains(part)
}

/// Every statement of the program that writes.
pub fn known_writes(sources: &Path) -> BTreeSet<String> {
    statements(sources).into_iter().filter(|sql| writes(sql)).collect()
}

/// Every statement of the program, and texts beside those that sqlx does not see while compiling.
fn statements(sources: &Path) -> BTreeSet<String> {
    let files = std::fs::read_dir(sources.join(".sqlx")).into_iter().flatten().flatten();
    let texts = files.filter_map(|file| std::fs::read_to_string(file.path()).ok());
    let queries = texts.filter_map(|text| serde_json::from_str::<Value>(&text).ok()?["query"].as_str().map(flat));
    let mut known: BTreeSet<String> = queries.collect();
    let crates = std::fs::read_dir(sources.join("crates")).into_iter().flatten().flatten();
    for program in crates.filter(|folder| !matches!(folder.file_name().to_str(), Some("torture" | "simulation"))) {
        unchecked(&program.path().join("src"), &mut known);
    }
    known
}

/// Statements that sqlx does not see while compiling, because they are data: every text in a file that runs statements by itself.
/// Tests and benchmarks are left out.
fn unchecked(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
        if name.contains("test") || name.contains("bench") {
            continue;
        }
        if path.is_dir() {
            unchecked(&path, found);
        }
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let text = text.split("#[cfg(test)]").next().unwrap_or_default();
        if ["sqlx::query(", "sqlx::query_scalar(", "sqlx::raw_sql(", ".execute(\"", "AssertSqlSafe("]
            .iter()
            .any(|by| text.contains(by))
        {
            found.extend(text.split('"').skip(1).step_by(2).map(flat));
        }
    }
}
