//! Tests of the harness itself: realistic bugs, planted one by one, and the invariants that must detect each.

use crate::plan::Kind;
use crate::points::Aim;

/// Texts that only a program with the patches of `planted/` contains: the variables for its clock and its bug.
pub const BUILD_MARKS: [&str; 2] = ["AGIO_TORTURE_CLOCK", "AGIO_PLANTED"];

/// A bug that a patch of `planted/` adds to the program, which one run can activate.
pub struct Bug {
    /// Its name in the patch.
    pub name: &'static str,
    /// Its description.
    pub what: &'static str,
    /// The invariants, of which at least one must be violated.
    pub breaks: &'static [&'static str],
    /// The faults that make it visible; some bugs need none.
    pub faults: &'static [Kind],
    /// The rate of the faults, as a multiple of the usual one.
    pub haste: u64,
    /// The only place to crash, if any.
    pub aim: Option<Aim>,
    /// The duration of the faults, in seconds.
    pub seconds: u64,
}

/// The default duration of the faults, in seconds.
pub const PLANTED_SECONDS: u64 = 24;

const fn bug(
    name: &'static str,
    what: &'static str,
    breaks: &'static [&'static str],
    faults: &'static [Kind],
    haste: u64,
) -> Bug {
    Bug { name, what, breaks, faults, haste, aim: None, seconds: PLANTED_SECONDS }
}

impl Bug {
    const fn at(mut self, aim: Aim) -> Self {
        self.aim = Some(aim);
        self
    }

    const fn lasting(mut self, seconds: u64) -> Self {
        self.seconds = seconds;
        self
    }
}

/// Sufficient for bugs that appear when work is repeated; also the faults of the run without a bug.
pub const CRASHES: &[Kind] = &[Kind::CrashPoint, Kind::KillReplica];
/// For bugs that appear without faults.
const CALM: &[Kind] = &[];
const LOSSES: &[Kind] = &[Kind::CutAfterCommit, Kind::Truncate, Kind::CrashPoint];
/// For bugs with a chosen crash place.
const AIMED: &[Kind] = &[Kind::CrashPoint];

/// A slow bank has accepted a payout, but the answer is not recorded yet: only this payout reads the sandbox's clock.
const SLOW_BANK_ACCEPTED: Aim = Aim::Death("INSERT INTO sandbox_clocks");
/// The Journal has committed a request, but the user has no answer yet.
const JOURNAL_COMMITTED: Aim = Aim::Death("WITH changes_in");
/// A mail job fails. Other jobs rarely fail, because the Journal repeats its work itself.
const MAIL_SENT: Aim = Aim::Cut("INSERT INTO mail_outbox");

/// All bugs.
pub const BUGS: [Bug; 26] = [
    bug("key-ignored", "a repeated request is carried out anew", &["I6"], CRASHES, 1),
    bug("other-body-answered", "a key that comes with another body gets the first one's answer", &["I6"], CRASHES, 1),
    bug("answer-before-commit", "a yes goes out before the commit", &["I7"], CRASHES, 2),
    bug("commit-not-waited-for", "commits do not wait for the disk", &["I6", "I7", "I10"], &[Kind::KillDatabase], 5),
    bug(
        "jobs-in-their-own-transaction",
        "events and jobs are written after the money has moved",
        &["I10", "I11"],
        LOSSES,
        2,
    ),
    bug("job-done-before-its-work", "a job is called done before it has done anything", &["I11"], LOSSES, 2),
    bug("failed-job-called-done", "a job that failed is not tried again", &["I11"], AIMED, 4).at(MAIL_SENT),
    bug("task-forgotten", "a step orders no job", &["I11"], CRASHES, 1),
    bug("event-lost", "a step tells nobody", &["I10"], CRASHES, 1),
    bug("numbers-skipped", "a stream of events has gaps", &["I10"], CRASHES, 1),
    bug("atom-made", "a conversion makes one atom", &["I5"], CRASHES, 1),
    bug("fee-taken-twice", "a fee is taken twice", &["I5"], CRASHES, 1),
    bug("deposit-from-elsewhere", "a deposit is given without being taken from where it was", &["I5"], CRASHES, 1),
    bug("balance-not-updated", "one side of a transfer does not reach its balance", &["I1", "I3"], CRASHES, 1),
    bug("hold-never-ended", "a payout leaves its hold open", &["I11"], CRASHES, 1),
    bug("payout-made-anew", "a payout that is tried again has another key at its bank", &["I5", "I1"], AIMED, 4)
        .at(SLOW_BANK_ACCEPTED)
        // Sold coins need confirmations first, which takes at least ten seconds.
        .lasting(34),
    bug("order-made-anew", "an order that is tried again is another order", &["I6", "I7"], AIMED, 4)
        .at(JOURNAL_COMMITTED),
    bug("command-made-anew", "a command that is tried again is refused because it was done", &["I7"], AIMED, 4)
        .at(JOURNAL_COMMITTED),
    bug("code-serves-again", "a code that has let somebody in lets them in again", &["I6"], CRASHES, 1),
    bug("ended-session-lives", "a session that was ended from another browser goes on", &["I18"], CRASHES, 1),
    bug(
        "rounded-for-the-customer",
        "a conversion gives the part of an atom that is left to the customer, as a whole one",
        &["I8"],
        CRASHES,
        1,
    ),
    bug("rounding-kept", "what rounding leaves stays with the desk", &["I8"], CALM, 1),
    bug("payment-booked-twice", "a payment of which a rail tells in two ways is booked as two", &["I9"], CRASHES, 1),
    bug("one-is-enough", "an operator does alone what takes two", &["I16"], CALM, 1),
    bug("closed-profile-served", "a profile that was closed gets prices", &["I18"], CALM, 1),
    bug("recovery-code-serves-again", "a recovery code is not used up", &["I6"], CALM, 1),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bug_is_planted_once_by_a_patch_and_none_by_the_source() {
        let (mut patches, mut source) = (String::new(), String::new());
        read(&crate::run::sources().join("tools/torture/planted"), "patch", &mut patches);
        read(&crate::run::sources().join("crates"), "rs", &mut source);
        let added: String = patches.lines().filter_map(|line| line.strip_prefix('+')).collect();
        for bug in BUGS {
            let planted = format!("planted(\"{}\")", bug.name);
            assert_eq!(added.matches(&planted).count(), 1, "{} is planted once", bug.name);
            assert!(patches.contains(&format!("\n  {} ", bug.name)), "the head of a patch names {}", bug.name);
        }
        assert_eq!(added.matches("planted(\"").count(), BUGS.len(), "another bug is planted");
        for mark in BUILD_MARKS {
            assert!(added.contains(mark) && !source.contains(mark), "only the patches add {mark}");
        }
    }

    #[test]
    fn every_aimed_statement_is_still_written_by_the_program() {
        let sources = crate::run::sources();
        let known = crate::points::known_writes(&sources);
        let aims: Vec<Aim> = BUGS.iter().filter_map(|bug| bug.aim).collect();
        assert!(aims.len() > 3);
        for Aim::Death(begins) | Aim::Cut(begins) in aims {
            assert!(known.iter().any(|sql| sql.starts_with(begins)), "{begins}");
        }
    }

    /// Adds the text of every file of this kind in the folder.
    fn read(folder: &std::path::Path, kind: &str, text: &mut String) {
        for entry in std::fs::read_dir(folder).unwrap().flatten() {
            let path = entry.path();
            if path.is_dir() {
                read(&path, kind, text);
            } else if path.extension().is_some_and(|extension| extension == kind) {
                text.push_str(&std::fs::read_to_string(&path).unwrap());
            }
        }
    }
}
