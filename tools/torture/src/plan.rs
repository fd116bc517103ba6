//! The plan of faults, generated from a seed before the run, so that a run can be repeated. Pure.

use std::fmt;

use crate::seeded::Seeded;

/// A kind of fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// `kill -9` of a replica.
    KillReplica,
    /// `kill -9` of all processes of the database at once.
    KillDatabase,
    /// A replica is suspended for ten seconds.
    Pause,
    /// A connection is cut right after COMMIT reached the database, before the answer arrives.
    CutAfterCommit,
    /// All connections of a replica to the database are reset.
    Reset,
    /// A message to or from the database is truncated, and its connection is closed.
    Truncate,
    /// All traffic between a replica and the database is dropped silently for a while.
    BlackHole,
    /// The open connections of a replica fall silent permanently; new ones work.
    EndlessHole,
    /// All traffic between a replica and the database is delayed.
    Delay,
    /// The disk of the database is full.
    FullDisk,
    /// A replica's clock is wrong for a while.
    ClockJump,
    /// A replica is killed at a chosen statement.
    CrashPoint,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 12] = [
        Self::KillReplica,
        Self::KillDatabase,
        Self::Pause,
        Self::CutAfterCommit,
        Self::Reset,
        Self::Truncate,
        Self::BlackHole,
        Self::EndlessHole,
        Self::Delay,
        Self::FullDisk,
        Self::ClockJump,
        Self::CrashPoint,
    ];

    /// The name in options and reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::KillReplica => "kill-replica",
            Self::KillDatabase => "kill-database",
            Self::Pause => "pause",
            Self::CutAfterCommit => "cut-after-commit",
            Self::Reset => "reset",
            Self::Truncate => "truncate",
            Self::BlackHole => "black-hole",
            Self::EndlessHole => "endless-hole",
            Self::Delay => "delay",
            Self::FullDisk => "full-disk",
            Self::ClockJump => "clock-jump",
            Self::CrashPoint => "crash-point",
        }
    }

    /// The kind with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The average interval in milliseconds, chosen so that a minute contains some of each kind and users still make
    /// progress.
    /// somewhere.
    const fn every_ms(self) -> u64 {
        match self {
            Self::KillReplica => 2_500,
            Self::KillDatabase => 19_000,
            Self::Pause => 29_000,
            Self::CutAfterCommit => 150,
            Self::Reset => 3_000,
            Self::Truncate => 500,
            Self::BlackHole => 17_000,
            Self::EndlessHole => 23_000,
            Self::Delay => 5_000,
            Self::FullDisk => 41_000,
            Self::ClockJump => 13_000,
            Self::CrashPoint => 2_000,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A fault of the plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The time, in milliseconds from the start.
    pub at_ms: u64,
    /// The kind.
    pub kind: Kind,
    /// The replica, if the kind affects one.
    pub replica: usize,
    /// The duration or the size, depending on the kind.
    pub size: u64,
}

/// An earlier clock set back would precede the start of the terms, and no user could sign in.
const CLOCKS_FROM_MS: u64 = 30_000;

/// The faults of a run of `seconds`, in order of time, with `haste` times the usual rate. The first second has no
/// faults, so that some data exists.
pub fn plan(seed: u64, seconds: u64, replicas: usize, kinds: &[Kind], haste: u64) -> Vec<Fault> {
    let end = seconds * 1_000;
    let mut faults = Vec::new();
    for kind in kinds {
        let mut chance = Seeded::new(seed, 1 + *kind as u64);
        let every = kind.every_ms() / haste.max(1);
        let from = if *kind == Kind::ClockJump { CLOCKS_FROM_MS } else { 1_000 };
        let mut at_ms = from + chance.below(every);
        while at_ms < end {
            let replica = chance.place(replicas);
            faults.push(Fault { at_ms, kind: *kind, replica, size: chance.below(1_000) });
            at_ms += every / 2 + chance.below(every);
        }
    }
    faults.sort_by_key(|fault| (fault.at_ms, fault.kind));
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_the_same_plan_and_another_seed_another() {
        let of = |seed| plan(seed, 60, 3, &Kind::ALL, 1);
        assert_eq!(of(7), of(7));
        assert_ne!(of(7), of(8));
    }

    #[test]
    fn a_minute_has_some_of_every_kind_on_every_replica() {
        for seed in 0..50 {
            let faults = plan(seed, 60, 3, &Kind::ALL, 1);
            for kind in Kind::ALL {
                assert!(faults.iter().any(|fault| fault.kind == kind), "seed {seed} has no {kind}");
            }
            assert!(faults.iter().all(|fault| fault.replica < 3 && fault.at_ms < 60_000));
        }
    }

    #[test]
    fn kinds_are_read_as_they_are_written() {
        for kind in Kind::ALL {
            assert_eq!(Kind::from_name(kind.name()), Some(kind));
        }
    }
}
