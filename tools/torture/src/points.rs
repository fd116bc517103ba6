//! Crash points: every statement that writes, and every COMMIT after one. A replica is killed right before such a
//! statement reaches the database, or right after it and before the answer arrives.
//!
//! They are not part of the program: the proxy sees every statement, so every write, also a future one, has its crash
//! points without additional code, and the tested program is the one that ships. Between two statements a process has
//! no durable state, so a crash between them equals a crash before the next one.

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

/// A place to crash.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Site {
    /// A statement that writes.
    Write(Sql),
    /// The COMMIT of a transaction, identified by its first write, which shows its purpose. The last write is often a
    /// job or an event, like in many other transactions.
    Commit(Sql),
}

impl Site {
    /// The site of the next message. `wrote` is the first write of the connection's open transaction.
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

/// Whether the statement commits.
fn is_commit(sql: &str) -> bool {
    sql.trim().eq_ignore_ascii_case("COMMIT")
}

/// Whether a statement ends the open transaction.
fn is_end(sql: &str) -> bool {
    is_commit(sql) || sql.trim().eq_ignore_ascii_case("ROLLBACK")
}

/// The position of a crash relative to the statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Crash {
    /// The statement does not reach the database.
    Before,
    /// The statement reaches the database, but the answer is lost.
    After,
    /// The connection ends before the statement; the replica lives on.
    Cut,
}

/// The only crash place of a run, for cases that random crashes reach too rarely.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// A replica dies right after the COMMIT of a transaction whose first write starts with this text.
    Death(&'static str),
    /// A connection is cut right before a write that starts with this text.
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
    /// Adds the counts of the same statement with different whitespace.
    fn add(&mut self, other: Self) {
        self.seen += other.seen;
        self.before += other.before;
        self.after += other.after;
    }
}

/// All sites so far, of all replicas.
#[derive(Debug, Default)]
pub struct Points {
    met: Mutex<BTreeMap<Site, Met>>,
    /// If set, crashes happen only there.
    aim: Option<Aim>,
}

/// The results.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    pub sites: u64,
    pub crashed_before: u64,
    pub crashed_after: u64,
    pub crashes: u64,
    /// The program's writes that never occurred, and the number of all known ones.
    pub unmet: Vec<String>,
    pub known: u64,
    /// The number of known writes that occurred, and of those with a crash before and after.
    pub met: u64,
    pub met_before: u64,
    pub met_after: u64,
    /// The number of known writes that need not occur: see [`NEVER`].
    pub excused: u64,
    /// The number of crashes at each point: two for each site, and for each write that did not occur.
    pub each: Vec<u64>,
}

impl Points {
    /// No sites yet; with an `aim`, crashes happen only there.
    pub fn aimed_at(aim: Option<Aim>) -> Self {
        Self { aim, ..Self::default() }
    }

    /// Whether there is only one crash place.
    pub const fn are_aimed(&self) -> bool {
        self.aim.is_some()
    }

    /// Records that a connection is at `site`. If its replica is `armed`, decides whether to crash here: preferably at
    /// a site without a crash so far, or anywhere if `impatient`.
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

    /// The checks that every write occurred and, for runs with crash points, the number of writes with a crash.
    pub fn verdicts(summary: &Summary, complete: bool, crashing: bool) -> Vec<Verdict> {
        let crashes = crashing.then(|| Self::crashes(summary));
        [Self::verdict(summary, complete)].into_iter().chain(crashes.into_iter().flatten()).collect()
    }

    /// The number of writes with a crash is information only and fails no run.
    fn crashes(summary: &Summary) -> [Verdict; 2] {
        let of = |id, claim, crashed| Verdict::from_list(id, claim, crashed, Vec::new());
        [
            of("CPb", "a replica crashed right before these writes of the program, at least once", summary.met_before),
            of("CPa", "a replica crashed right after these writes of the program, at least once", summary.met_after),
        ]
    }

    /// Checks that the program's writes are known and, if the run was long enough (`complete`), that each occurred.
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

    /// Compares with the known writes of the program: the queries that sqlx checked at compile time, in `.sqlx`, and
    /// the statements in its source texts.
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

/// A zero byte at the end of `part` marks the end of the statement.
fn is_part(part: &str, sql: &str) -> bool {
    format!("{sql}\0").contains(part)
}

/// Every writing statement of the program.
pub fn known_writes(sources: &Path) -> BTreeSet<String> {
    statements(sources).into_iter().filter(|sql| writes(sql)).collect()
}

/// Every statement of the program, and other source texts that may be statements.
fn statements(sources: &Path) -> BTreeSet<String> {
    let files = std::fs::read_dir(sources.join(".sqlx")).into_iter().flatten().flatten();
    let texts = files.filter_map(|file| std::fs::read_to_string(file.path()).ok());
    let queries = texts.filter_map(|text| serde_json::from_str::<Value>(&text).ok()?["query"].as_str().map(flat));
    let mut known: BTreeSet<String> = queries.collect();
    let crates = std::fs::read_dir(sources.join("crates")).into_iter().flatten().flatten();
    for program in crates {
        unchecked(&program.path().join("src"), &mut known);
    }
    known
}

/// Statements that sqlx does not check at compile time: all string literals of files that run dynamic statements.
/// Excludes tests.
fn unchecked(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
        if name.contains("test") {
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
