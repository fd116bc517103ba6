//! The harness itself, tested: mistakes that people make, planted one by one, and what must find each.

use crate::plan::Kind;

/// A mistake that a build for torture can be told to make.
pub struct Bug {
    /// As the program knows it.
    pub name: &'static str,
    /// What it is.
    pub what: &'static str,
    /// One of these invariants must break.
    pub breaks: &'static [&'static str],
    /// What makes it show; some show by themselves.
    pub faults: &'static [Kind],
    /// How many times as often as usual these happen.
    pub haste: u64,
}

const CRASHES: &[Kind] = &[Kind::CrashPoint, Kind::KillReplica];
/// For what shows by itself.
const CALM: &[Kind] = &[];
const LOSSES: &[Kind] = &[Kind::CutAfterCommit, Kind::Truncate, Kind::CrashPoint];

/// All of them.
pub const BUGS: [Bug; 26] = [
    Bug {
        name: "key-ignored",
        what: "a repeated request is carried out anew",
        breaks: &["I6"],
        faults: CRASHES,
        haste: 1,
    },
    Bug {
        name: "other-body-answered",
        what: "a key that comes with another body gets the first one's answer",
        breaks: &["I6"],
        faults: CRASHES,
        haste: 1,
    },
    Bug {
        name: "answer-before-commit",
        what: "a yes goes out before the commit",
        breaks: &["I7"],
        faults: CRASHES,
        haste: 2,
    },
    Bug {
        name: "commit-not-waited-for",
        what: "commits do not wait for the disk",
        breaks: &["I6", "I7", "I10"],
        faults: &[Kind::KillDatabase],
        haste: 5,
    },
    Bug {
        name: "jobs-in-their-own-transaction",
        what: "events and jobs are written after the money has moved",
        breaks: &["I10", "I11"],
        faults: LOSSES,
        haste: 2,
    },
    Bug {
        name: "job-done-before-its-work",
        what: "a job is called done before it has done anything",
        breaks: &["I11"],
        faults: LOSSES,
        haste: 2,
    },
    Bug {
        name: "failed-job-called-done",
        what: "a job that failed is not tried again",
        breaks: &["I11"],
        faults: LOSSES,
        haste: 2,
    },
    Bug { name: "task-forgotten", what: "a step orders no job", breaks: &["I11"], faults: CRASHES, haste: 1 },
    Bug { name: "event-lost", what: "a step tells nobody", breaks: &["I10"], faults: CRASHES, haste: 1 },
    Bug { name: "numbers-skipped", what: "a stream of events has gaps", breaks: &["I10"], faults: CRASHES, haste: 1 },
    Bug { name: "atom-made", what: "a conversion makes one atom", breaks: &["I5"], faults: CRASHES, haste: 1 },
    Bug { name: "fee-taken-twice", what: "a fee is taken twice", breaks: &["I5"], faults: CRASHES, haste: 1 },
    Bug {
        name: "deposit-from-elsewhere",
        what: "a deposit is given without being taken from where it was",
        breaks: &["I5"],
        faults: CRASHES,
        haste: 1,
    },
    Bug {
        name: "balance-not-updated",
        what: "one side of a transfer does not reach its balance",
        breaks: &["I1", "I3"],
        faults: CRASHES,
        haste: 1,
    },
    Bug {
        name: "hold-never-ended",
        what: "a payout leaves its hold open",
        breaks: &["I11"],
        faults: CRASHES,
        haste: 1,
    },
    Bug {
        name: "payout-made-anew",
        what: "a payout that is tried again has another key at its bank",
        breaks: &["I5", "I1"],
        faults: LOSSES,
        haste: 4,
    },
    Bug {
        name: "order-made-anew",
        what: "an order that is tried again is another order",
        breaks: &["I6", "I7"],
        faults: LOSSES,
        haste: 2,
    },
    Bug {
        name: "command-made-anew",
        what: "a command that is tried again is refused because it was done",
        breaks: &["I7"],
        faults: LOSSES,
        haste: 2,
    },
    Bug {
        name: "code-serves-again",
        what: "a code that has let somebody in lets them in again",
        breaks: &["I6"],
        faults: CRASHES,
        haste: 1,
    },
    Bug {
        name: "ended-session-lives",
        what: "a session that was ended from another browser goes on",
        breaks: &["I18"],
        faults: CRASHES,
        haste: 1,
    },
    Bug {
        name: "rounded-for-the-customer",
        what: "a conversion gives the part of an atom that is left to the customer, as a whole one",
        breaks: &["I8"],
        faults: CRASHES,
        haste: 1,
    },
    Bug {
        name: "rounding-kept",
        what: "what rounding leaves stays with the desk",
        breaks: &["I8"],
        faults: CALM,
        haste: 1,
    },
    Bug {
        name: "payment-booked-twice",
        what: "a payment of which a rail tells in two ways is booked as two",
        breaks: &["I9"],
        faults: CRASHES,
        haste: 1,
    },
    Bug {
        name: "one-is-enough",
        what: "an operator does alone what takes two",
        breaks: &["I16"],
        faults: CALM,
        haste: 1,
    },
    Bug {
        name: "closed-profile-served",
        what: "a profile that was closed gets prices",
        breaks: &["I18"],
        faults: CALM,
        haste: 1,
    },
    Bug {
        name: "recovery-code-serves-again",
        what: "a recovery code is not used up",
        breaks: &["I6"],
        faults: CALM,
        haste: 1,
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_planted_bug_is_in_the_program_and_no_release_can_have_it() {
        let house = cargo_metadata::MetadataCommand::new().no_deps().exec().unwrap();
        let mut sources = String::new();
        for package in &house.packages {
            let harmful = |feature: &str| matches!(feature, "planted-bugs" | "torture");
            let by_default = package.features.get("default").into_iter().flatten();
            assert!(!by_default.into_iter().any(|feature| harmful(feature)), "{} plants bugs by default", package.name);
            for dependency in &package.dependencies {
                let wrong = dependency.features.iter().any(|feature| harmful(feature));
                assert!(!wrong, "{} has bugs planted in {}", package.name, dependency.name);
            }
            let folder = package.manifest_path.parent().unwrap().join("src");
            read(folder.as_std_path(), &mut sources);
        }
        for bug in BUGS {
            let planted = format!("planted(\"{}\")", bug.name);
            assert_eq!(sources.matches(&planted).count(), 1, "{} is planted once", bug.name);
        }
    }

    fn read(folder: &std::path::Path, sources: &mut String) {
        for entry in std::fs::read_dir(folder).unwrap().flatten() {
            let path = entry.path();
            if path.is_dir() {
                read(&path, sources);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                sources.push_str(&std::fs::read_to_string(&path).unwrap());
            }
        }
    }
}
