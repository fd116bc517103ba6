//! Crash points: every statement that writes, and every COMMIT after one, seen from outside. A replica is killed right
//! before such a statement reaches the database, or right after it did and before its answer came back.
//!
//! They are not in the program: the proxy knows each statement that goes by, so that every write has its points without a
//! line of code, also those that are written tomorrow, and it is the very program that ships which crashes. Between two
//! statements a process keeps nothing that survives it, so a crash anywhere between them is a crash before the next one.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use serde_json::Value;

use crate::check::Verdict;
use crate::wire::{Sql, flat, writes};

/// Writes that no run meets, and why that is right. A part of the statement is enough.
const NEVER: [(&str, &str); 16] = [
    ("DELETE FROM chain_blocks WHERE network = $1\0", "an operator lets a stopped scanner go on"),
    ("UPDATE chain_cursors SET status = 'gap'", "a node has lost blocks that we know; a played chain never does"),
    ("UPDATE chain_cursors SET status = 'running', reason = NULL", "an operator lets a stopped scanner go on"),
    ("UPDATE jobs SET serial_key = NULL", "an operator dismisses a dead job"),
    ("UPDATE jobs SET state = 'dead'", "a run with a dead job is broken"),
    ("UPDATE jobs SET state = 'ready', due_at = $2, finished_at = NULL", "an operator revives a dead job"),
    ("INSERT INTO coins", "played chains have no coins; real nodes are tested in crates/providers"),
    ("UPDATE coins SET", "the same"),
    ("UPDATE payout_attempts SET dead = true", "the same: a payout is built again when it lost a coin"),
    ("UPDATE payouts SET state = 'requested'", "the same"),
    ("UPDATE payouts SET reason", "a payout that cannot be built; a played chain always has enough"),
    (
        "INSERT INTO sandbox_clocks",
        "the sandbox's clock is the whole tenant's: setting it would end everybody's orders",
    ),
    ("INSERT INTO policies", "an operator publishes a policy; the demo tenant's is written before people come"),
    ("INSERT INTO tenants", "the demo tenant is made before people come"),
    ("INSERT INTO terms_", "the same"),
    ("UPDATE jobs SET due_at = $3", "a job that takes longer than half a lease"),
];

/// A place to crash at.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Site {
    /// A statement that writes.
    Write(Sql),
    /// The COMMIT of a transaction whose last write was this.
    Commit(Sql),
}

/// On which side of the database's doing it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Crash {
    /// It never arrives.
    Before,
    /// It arrives, and nobody hears of it.
    After,
}

#[derive(Clone, Copy, Debug, Default)]
struct Met {
    seen: u64,
    before: u64,
    after: u64,
}

/// Every site met so far, by all replicas.
#[derive(Debug, Default)]
pub struct Points {
    met: Mutex<BTreeMap<Site, Met>>,
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
}

impl Points {
    /// A connection is at `site`. When its replica is `armed`, says whether to crash here: first where none has crashed
    /// yet; `impatient` anywhere.
    pub fn meet(&self, site: Site, armed: bool, impatient: bool) -> Option<Crash> {
        let mut met = self.met.lock().unwrap_or_else(PoisonError::into_inner);
        let here = met.entry(site).or_default();
        here.seen += 1;
        let fresh = here.before == 0 || here.after == 0;
        if !armed || !(fresh || impatient) {
            return None;
        }
        if here.before <= here.after {
            here.before += 1;
            Some(Crash::Before)
        } else {
            here.after += 1;
            Some(Crash::After)
        }
    }

    /// Whether every write of the program was met.
    pub fn verdict(summary: &Summary) -> Verdict {
        let listed = summary.unmet.iter().map(|sql| format!("no point was reached at: {sql}")).collect();
        Verdict::from_list("CP", "a replica could crash at every write of the program", summary.known, listed)
    }

    /// Against the writes that the program is known to have: those that sqlx checked while compiling, in `.sqlx`.
    pub fn summary(&self, sources: &Path) -> Summary {
        let met = self.met.lock().unwrap_or_else(PoisonError::into_inner);
        let seen: BTreeSet<String> =
            met.keys().filter_map(|site| if let Site::Write(sql) = site { Some(flat(sql)) } else { None }).collect();
        let known = known_writes(sources);
        let excused = |sql: &String| NEVER.iter().any(|(part, _)| is_part(part, sql));
        let unmet = known.iter().filter(|sql| !seen.contains(*sql) && !excused(sql)).cloned().collect();
        Summary {
            sites: met.len() as u64,
            crashed_before: met.values().filter(|met| met.before > 0).count() as u64,
            crashed_after: met.values().filter(|met| met.after > 0).count() as u64,
            crashes: met.values().map(|met| met.before + met.after).sum(),
            unmet,
            known: known.len() as u64,
        }
    }
}

/// A zero at the end of `part` stands for the end of the statement.
fn is_part(part: &str, sql: &str) -> bool {
    format!("{sql}\0").contains(part)
}

/// Every statement of the program that writes.
fn known_writes(sources: &Path) -> BTreeSet<String> {
    let files = std::fs::read_dir(sources.join(".sqlx")).into_iter().flatten().flatten();
    let texts = files.filter_map(|file| std::fs::read_to_string(file.path()).ok());
    let queries = texts.filter_map(|text| serde_json::from_str::<Value>(&text).ok()?["query"].as_str().map(flat));
    queries.filter(|sql| writes(sql)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_site_crashes_on_either_side_before_any_crashes_again() {
        let points = Points::default();
        let site = || Site::Write("DELETE FROM a".into());
        assert_eq!(points.meet(site(), false, true), None);
        assert_eq!(points.meet(site(), true, false), Some(Crash::Before));
        assert_eq!(points.meet(site(), true, false), Some(Crash::After));
        assert_eq!(points.meet(site(), true, false), None);
        assert_eq!(points.meet(site(), true, true), Some(Crash::Before));
    }

    #[test]
    fn the_writes_of_the_program_are_known() {
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let known = known_writes(&sources);
        assert!(known.len() > 50, "{} writes", known.len());
        assert!(known.iter().any(|sql| sql.starts_with("INSERT INTO transfers")));
        for (part, _) in NEVER {
            assert!(known.iter().any(|sql| is_part(part, sql)), "{part} is no longer written: take it off the list");
        }
    }
}
