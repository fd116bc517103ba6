//! The waiting times of users after each kind of fault, for the service goals of the test plan. They fail no run,
//! because faults of other kinds happen meanwhile and lengthen the same waits. Pure.

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::plan::Kind;

/// A wait counts for a fault if it began within this time after it, in milliseconds.
const SOON_MS: u64 = 2_000;

/// The time from the first attempt to the final answer, in milliseconds from the start of the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wait {
    pub began_ms: u64,
    pub took_ms: u64,
}

/// The waits that began soon after a fault of this kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waited {
    /// `None` for all waits of the run.
    pub kind: Option<Kind>,
    pub faults: u64,
    pub waits: u64,
    pub half_ms: u64,
    pub p99_ms: u64,
    pub longest_ms: u64,
}

/// The test plan's goal for the longest wait, in milliseconds.
const fn aim(kind: Kind) -> Option<u64> {
    match kind {
        Kind::KillReplica | Kind::CrashPoint => Some(1_000),
        Kind::KillDatabase | Kind::BlackHole | Kind::EndlessHole => Some(5_000),
        _ => None,
    }
}

/// The statistics of all waits, and of those after each kind of fault.
pub fn waited(faults: &[(Kind, u64)], waits: &[Wait]) -> Vec<Waited> {
    let all = waits.iter().map(|wait| wait.took_ms).collect();
    let mut found = vec![sum(None, faults.len(), all)];
    for kind in Kind::ALL {
        let mut times: Vec<u64> = faults.iter().filter(|(of, _)| *of == kind).map(|(_, at)| *at).collect();
        times.sort_unstable();
        let soon = |wait: &&Wait| {
            let last = times.partition_point(|at| *at <= wait.began_ms).checked_sub(1);
            last.is_some_and(|last| wait.began_ms - times[last] < SOON_MS)
        };
        if !times.is_empty() {
            found.push(sum(Some(kind), times.len(), waits.iter().filter(soon).map(|wait| wait.took_ms).collect()));
        }
    }
    found
}

fn sum(kind: Option<Kind>, faults: usize, mut took: Vec<u64>) -> Waited {
    took.sort_unstable();
    let at = |percent: usize| took.get(took.len() * percent / 100).or(took.last()).copied().unwrap_or(0);
    Waited {
        kind,
        faults: faults as u64,
        waits: took.len() as u64,
        half_ms: at(50),
        p99_ms: at(99),
        longest_ms: took.last().copied().unwrap_or(0),
    }
}

impl Waited {
    fn name(&self) -> &'static str {
        self.kind.map_or("all of the run", Kind::name)
    }

    fn asked(&self) -> String {
        self.kind.and_then(aim).map_or_else(|| "–".to_owned(), |ms| format!("{ms} ms"))
    }
}

/// A table for the terminal.
pub fn text(all: &[Waited]) -> String {
    let mut text = format!(
        "\nwaits that began within {} s of a fault; other kinds happen meanwhile, and nothing is judged by it\n  {:<20} {:>8} {:>8} \
         {:>9} {:>9} {:>11}  test plan\n",
        SOON_MS / 1_000,
        "",
        "faults",
        "waits",
        "half ms",
        "99 % ms",
        "longest ms"
    );
    for found in all {
        let Waited { faults, waits, half_ms, p99_ms, longest_ms, .. } = found;
        let _ = writeln!(
            text,
            "  {:<20} {faults:>8} {waits:>8} {half_ms:>9} {p99_ms:>9} {longest_ms:>11}  {}",
            found.name(),
            found.asked()
        );
    }
    text
}

/// A Markdown table.
pub fn table(all: &[Waited]) -> String {
    let mut text = String::from(
        "\n| Waits that began within 2 s of | Faults | Waits | Half, ms | 99 %, ms | Longest, ms | Test plan |\n\
         | --- | ---: | ---: | ---: | ---: | ---: | ---: |\n",
    );
    for found in all {
        let Waited { faults, waits, half_ms, p99_ms, longest_ms, .. } = found;
        let (name, asked) = (found.name(), found.asked());
        let _ = writeln!(text, "| {name} | {faults} | {waits} | {half_ms} | {p99_ms} | {longest_ms} | {asked} |");
    }
    text
}

/// JSON.
pub fn json(all: &[Waited]) -> Value {
    let one = |found: &Waited| {
        json!({ "after": found.name(), "within_ms": SOON_MS, "faults": found.faults, "waits": found.waits, "half_ms": found.half_ms,
            "p99_ms": found.p99_ms, "longest_ms": found.longest_ms, "test_plan_ms": found.kind.and_then(aim) })
    };
    all.iter().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wait_counts_with_the_kinds_that_it_began_soon_after() {
        let faults = [(Kind::KillDatabase, 10_000), (Kind::KillReplica, 20_000), (Kind::KillReplica, 5_000)];
        let wait = |began_ms, took_ms| Wait { began_ms, took_ms };
        let waits = [wait(9_999, 7_000), wait(10_000, 4_000), wait(11_999, 10), wait(12_000, 6_000), wait(20_500, 700)];
        let found = waited(&faults, &waits);
        let of = |kind| found.iter().find(|found| found.kind == kind).expect("it happened");
        let short = |found: &Waited| (found.faults, found.waits, found.longest_ms);
        assert_eq!(short(of(None)), (3, 5, 7_000));
        assert_eq!(short(of(Some(Kind::KillDatabase))), (1, 2, 4_000));
        assert_eq!(short(of(Some(Kind::KillReplica))), (2, 1, 700));
        assert_eq!(found.len(), 3, "of what did not happen nothing is said");
        assert!(table(&found).contains("| kill-replica | 2 | 1 | 700 | 700 | 700 | 1000 ms |"), "{}", table(&found));
        assert!(text(&found).contains("kill-database"), "{}", text(&found));
        assert_eq!(json(&found)[1]["test_plan_ms"], json!(1_000));
    }

    #[test]
    fn the_99th_percentile_differs_from_the_maximum() {
        let waits: Vec<Wait> = (1..=200).map(|took_ms| Wait { began_ms: 0, took_ms }).collect();
        let all = &waited(&[], &waits)[0];
        assert_eq!((all.half_ms, all.p99_ms, all.longest_ms), (101, 199, 200));
        assert_eq!(waited(&[], &[])[0].longest_ms, 0);
    }
}
