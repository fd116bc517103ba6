//! The results of a run, for people and for programs.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::check::Verdict;
use crate::goals::{self, Figures};
use crate::history::Seen;
use crate::plan::Kind;
use crate::points::Summary;
use crate::waits::{self, Waited};

/// The time to rest after the last fault, in milliseconds: users with money, all other users, and then the database.
#[derive(Clone, Debug)]
pub struct Rest {
    pub people_ms: u64,
    pub others_ms: u64,
    /// The last request of the user who ended last.
    pub others_last: String,
    pub all_ms: u64,
    /// The last work in progress in the database, if there was any when all users had ended.
    pub last: Option<String>,
}

/// The report of a run.
#[derive(Clone, Debug)]
pub struct Report {
    pub seed: u64,
    pub seconds: u64,
    pub faults: BTreeMap<&'static str, u64>,
    pub notes: Vec<String>,
    pub points: Summary,
    pub starts: u64,
    pub ended_alone: u64,
    pub snapshots: u64,
    pub rest: Rest,
    /// The waiting times of users, by the preceding fault.
    pub waits: Vec<Waited>,
    pub seen: Seen,
    pub verdicts: Vec<Verdict>,
}

impl Report {
    /// No invariant was violated.
    pub fn holds(&self) -> bool {
        self.verdicts.iter().all(Verdict::holds)
    }

    fn acknowledged(&self) -> u64 {
        self.seen.told.iter().filter(|told| told.done).count() as u64
    }

    fn faults_total(&self) -> u64 {
        self.faults.values().sum()
    }

    /// The figures for the test plan.
    fn figures(&self) -> Figures {
        let times = |kinds: &[Kind]| kinds.iter().filter_map(|kind| self.faults.get(kind.name())).sum();
        let seen = &self.seen;
        Figures {
            seconds: self.seconds,
            replica_kills: times(&[Kind::KillReplica]),
            at_points: self.points.each.clone(),
            database_kills: times(&[Kind::KillDatabase]),
            lost_commits: times(&[Kind::CutAfterCommit]),
            broken_lines: times(&[Kind::Reset, Kind::Truncate, Kind::BlackHole, Kind::EndlessHole]),
            acknowledged: self.acknowledged(),
            actions: (seen.told.len() + seen.unanswered.len()) as u64,
            repeated: seen.doubled,
            bugs: None,
        }
    }

    /// Rule of three: without a failure in n independent trials, its probability is below 3/n with 95 % confidence.
    fn claims(&self) -> Vec<String> {
        let claim = |what: &str, n: u64| (n > 0).then(|| format!("a {what} loses or doubles something: below 3/{n}"));
        [claim("fault", self.faults_total()), claim("acknowledged request", self.acknowledged())]
            .into_iter()
            .flatten()
            .collect()
    }

    fn points(&self) -> Value {
        let Summary { sites, crashed_before, crashed_after, crashes, unmet, known, excused, .. } = &self.points;
        let Summary { met, met_before, met_after, .. } = &self.points;
        json!({ "sites": sites, "crashed_before": crashed_before, "crashed_after": crashed_after, "crashes": crashes,
            "writes_known": known, "writes_met": met, "writes_crashed_before": met_before, "writes_crashed_after": met_after,
             "writes_excused": excused, "writes_not_met": unmet })
    }

    /// The report as JSON.
    pub fn json(&self) -> Value {
        let verdict = |v: &Verdict| {
            json!({ "id": v.id, "claim": v.claim, "verified": v.verified, "broken": v.broken,
            "listed": v.listed })
        };
        json!({
            "seed": self.seed.to_string(), "seconds": self.seconds, "holds": self.holds(), "faults": self.faults,
            "notes": self.notes, "crash_points": self.points(), "replica_starts": self.starts, "replicas_ended_alone": self.ended_alone,
            "requests": self.seen.asked, "acknowledged": self.acknowledged(), "retries": self.seen.retries,
            "repeats": self.seen.repeats, "misused_keys": self.seen.mismatches, "snapshots": self.snapshots,
            "worst_outage_ms": u64::try_from(self.seen.worst.as_millis()).unwrap_or(u64::MAX),
            "worst_outage_at": self.seen.worst_at, "rest_after_ms": self.rest.all_ms, "people_at_rest_after_ms": self.rest.people_ms,
            "others_at_rest_after_ms": self.rest.others_ms, "others_asked_last": self.rest.others_last, "last_waited_for": self.rest.last,
            "waits": waits::json(&self.waits),
            "invariants": self.verdicts.iter().map(verdict).collect::<Vec<_>>(),
            "test_plan": goals::json(&self.figures()),
            "claims_95_percent": self.claims(),
        })
    }

    /// The run in a few lines of Markdown.
    fn table(&self) -> String {
        let mut text = format!("\n| {} s, seed {} | |\n| --- | ---: |\n", self.seconds, self.seed);
        let mut row = |what: &str, count: u64| {
            let _ = writeln!(text, "| {what} | {count} |");
        };
        row("faults", self.faults_total());
        row("crashes right before or after a write", self.points.crashes);
        row("writes of the program that were met", self.points.met);
        row("of these, a replica crashed right before", self.points.met_before);
        row("and right after", self.points.met_after);
        row("writes that no run can meet", self.points.excused);
        row("writes that were not met", self.points.unmet.len() as u64);
        row("starts of a replica", self.starts);
        row("requests", self.seen.asked);
        row("actions with money, answered with yes", self.acknowledged());
        row("answers compared with the first to their key", self.seen.repeats + self.seen.mismatches);
        row("things taken that serve once", self.seen.taken.len() as u64);
        row("things people were told of themselves", self.seen.facts.len() as u64);
        let mut by_id: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
        for verdict in &self.verdicts {
            let of = by_id.entry(verdict.id).or_default();
            *of = (of.0 + verdict.verified, of.1 + verdict.broken);
        }
        text.push_str("\n| Invariant | Verified | Broken |\n| --- | ---: | ---: |\n");
        for (id, (verified, broken)) in by_id {
            let _ = writeln!(text, "| {id} | {verified} | {broken} |");
        }
        text.push_str(&goals::table(&self.figures()));
        text.push_str(&waits::table(&self.waits));
        text
    }

    /// The report as text.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let seen = &self.seen;
        let _ = writeln!(text, "seed {} for {} s; repeat it with --seed {}", self.seed, self.seconds, self.seed);
        let _ = writeln!(text, "\nfaults");
        for (kind, count) in &self.faults {
            let _ = writeln!(text, "  {kind:<20} {count:>8}");
        }
        for note in &self.notes {
            let _ = writeln!(text, "  {note}");
        }
        let Summary { sites, crashed_before, crashed_after, crashes, unmet, known, .. } = &self.points;
        let Summary { met, met_before, met_after, .. } = &self.points;
        let _ = writeln!(
            text,
            "\ncrash points {sites}, writes and commits: {crashed_before} crashed before, {crashed_after} after, {crashes} crashes\n\
            of {known} writes of the program {met} were met; a replica crashed right before {met_before} of them and right after \
            {met_after}; {} were not met and should have been",
            unmet.len()
        );
        for write in unmet {
            let _ = writeln!(text, "  {}", write.chars().take(110).collect::<String>());
        }
        let _ = writeln!(
            text,
            "\nrequests {}, acknowledged {}, asked again {}, repeated on purpose {}, keys misused {}",
            seen.asked,
            self.acknowledged(),
            seen.retries,
            seen.repeats,
            seen.mismatches
        );
        let _ = writeln!(
            text,
            "replicas started {} times; ended by themselves {} times; {} snapshots checked meanwhile",
            self.starts, self.ended_alone, self.snapshots
        );
        let _ = writeln!(
            text,
            "longest wait for an answer {} ms ({}); at rest {} ms after the last fault (people {} ms, others {} ms: {})",
            seen.worst.as_millis(),
            seen.worst_at,
            self.rest.all_ms,
            self.rest.people_ms,
            self.rest.others_ms,
            self.rest.others_last
        );
        if let Some(last) = &self.rest.last {
            let _ = writeln!(text, "last waited for {}", last.chars().take(160).collect::<String>());
        }
        text.push_str(&waits::text(&self.waits));
        let _ = writeln!(text, "\n     {:>9} {:>7}  invariant", "verified", "broken");
        for verdict in &self.verdicts {
            let Verdict { id, claim, verified, broken, listed } = verdict;
            let _ = writeln!(text, "{id:<4} {verified:>9} {broken:>7}  {claim}");
            for line in listed {
                let _ = writeln!(text, "          {line}");
            }
        }
        text.push('\n');
        text.push_str(&goals::text(&self.figures()));
        text.push_str(&self.table());
        let _ = writeln!(text, "\nwith 95 % certainty, and no more than this:");
        for claim in self.claims() {
            let _ = writeln!(text, "  the chance that {claim}");
        }
        let _ = writeln!(text, "\n{}", if self.holds() { "Nothing was lost, made or moved twice." } else { "BROKEN." });
        text
    }
}
