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
const NEVER: [(&str, &str); 37] = [
    (
        "DELETE FROM sandbox_transfers WHERE network = $1 AND block_height > $2",
        "only the played chain's own tests cut blocks off with everything in them; people take one payment back",
    ),
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
    (
        "UPDATE tenants SET name",
        "a tenant is changed by a command at the machine, in one transaction; no replica runs it",
    ),
    ("UPDATE tenants SET public_key", "the same"),
    ("DELETE FROM tenant_hosts", "the same"),
    ("UPDATE jobs SET due_at = $3", "a job that takes longer than a third of its lease"),
    ("UPDATE wallets SET used_at", "the travel rule asks about what nobody here has: ten million euro"),
    ("UPDATE senders SET transaction_id", "the same: nobody is asked who sends so little"),
    ("DELETE FROM senders", "the same"),
    ("INSERT INTO senders", "the same"),
    ("UPDATE users SET phone_changed_at = NULL", "support lets somebody change their telephone twice in a day"),
    ("INSERT INTO payout_addresses", "a sandbox holds nothing back that goes to a new address, so it remembers none"),
    ("UPDATE payout_addresses", "the same"),
    ("DELETE FROM payout_addresses", "the same"),
    ("UPDATE limit_uses SET leaving = false", "coins that left a day ago; nobody orders again after the two weeks"),
    (
        "INSERT INTO used_captchas",
        "work is asked for after a thousand wrong codes in a day; nobody here guesses codes, and crates/server tries fifty at once",
    ),
    ("INSERT INTO provider_attempts", "signing in by Google or Apple takes their servers; crates/identity plays them"),
    ("UPDATE provider_attempts SET code", "the same"),
    ("UPDATE provider_attempts SET finished_at", "the same"),
    ("UPDATE users SET first_name = COALESCE($3, first_name), last_name = COALESCE($4, last_name) WHERE", "the same"),
    ("UPDATE data_exports SET state = 'failed'", "a copy that failed six times, or waited for half a day"),
    ("DELETE FROM data_export_parts WHERE tenant_id = $1 AND export_id = $2\0", "the same"),
    (
        "UPDATE jobs SET due_at = $4 WHERE tenant_id = $1 AND kind = $2 AND unique_key = $3",
        "a provider of identity checks writes by itself; the sandbox has none, and crates/providers plays one",
    ),
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
    /// Of these, how many need not be met: see [`NEVER`].
    pub excused: u64,
    /// How often a replica crashed at each point: two for each site, and for each write that was not met.
    pub each: Vec<u64>,
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

    /// Whether the writes of the program are known and, where the run was long enough to be `complete`, every one was met.
    pub fn verdict(summary: &Summary, complete: bool) -> Verdict {
        if summary.known == 0 {
            let listed = vec!["no write of the program is known: is .sqlx where it was built?".to_owned()];
            return Verdict::from_list("CP", "the writes of the program are known", 0, listed);
        }
        if !complete {
            return Verdict::from_list("CP", "the writes of the program are known", summary.known, Vec::new());
        }
        let listed = summary.unmet.iter().map(|sql| format!("no point was reached at: {sql}")).collect();
        Verdict::from_list("CP", "a replica could crash at every write of the program", summary.known, listed)
    }

    /// Against the writes that the program is known to have: those that sqlx checked while compiling, in `.sqlx`, and those that
    /// stand as text in its sources.
    pub fn summary(&self, sources: &Path) -> Summary {
        let met = self.met.lock().unwrap_or_else(PoisonError::into_inner);
        let seen: BTreeSet<String> =
            met.keys().filter_map(|site| if let Site::Write(sql) = site { Some(flat(sql)) } else { None }).collect();
        let known = known_writes(sources);
        let excused = |sql: &String| NEVER.iter().any(|(part, _)| is_part(part, sql));
        let missing: Vec<&String> = known.iter().filter(|sql| !seen.contains(*sql)).collect();
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
            excused: never.len() as u64,
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
    let mut known: BTreeSet<String> = queries.filter(|sql| writes(sql)).collect();
    let crates = std::fs::read_dir(sources.join("crates")).into_iter().flatten().flatten();
    for program in crates.filter(|folder| !matches!(folder.file_name().to_str(), Some("torture" | "simulation"))) {
        unchecked_writes(&program.path().join("src"), &mut known);
    }
    known
}

/// Writes that sqlx does not see while compiling, because they are data: every text in a file that runs statements by itself.
/// Tests and benchmarks are left out.
fn unchecked_writes(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
        if name.contains("test") || name.contains("bench") {
            continue;
        }
        if path.is_dir() {
            unchecked_writes(&path, found);
        }
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let text = text.split("#[cfg(test)]").next().unwrap_or_default();
        if ["sqlx::query(", "sqlx::query_scalar(", "sqlx::raw_sql(", ".execute(\"", "AssertSqlSafe("]
            .iter()
            .any(|by| text.contains(by))
        {
            found.extend(text.split('"').skip(1).step_by(2).filter(|sql| writes(sql)).map(flat));
        }
    }
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
    fn whoever_knows_no_writes_has_not_met_them_all() {
        let nowhere = Points::default().summary(Path::new("/nowhere"));
        assert_eq!(nowhere.known, 0);
        assert!(!Points::verdict(&nowhere, false).holds() && !Points::verdict(&nowhere, true).holds());
    }

    #[test]
    fn a_long_run_must_meet_every_write_but_those_that_no_run_can() {
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let points = Points::default();
        let none = points.summary(&sources);
        assert!(
            none.unmet.len() > 100 && !Points::verdict(&none, true).holds() && Points::verdict(&none, false).holds()
        );
        for sql in &none.unmet {
            points.meet(Site::Write(sql.as_str().into()), false, false);
        }
        assert!(Points::verdict(&points.summary(&sources), true).holds());
    }

    #[test]
    fn the_writes_of_the_program_are_known() {
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let known = known_writes(&sources);
        assert!(known.len() > 50, "{} writes", known.len());
        assert!(known.iter().any(|sql| sql.starts_with("INSERT INTO transfers")));
        // One that is data, which tidies up.
        assert!(known.iter().any(|sql| sql.starts_with("DELETE FROM login_challenges WHERE (tenant_id, id) IN")));
        for (part, _) in NEVER {
            assert!(known.iter().any(|sql| is_part(part, sql)), "{part} is no longer written: take it off the list");
        }
    }
}
