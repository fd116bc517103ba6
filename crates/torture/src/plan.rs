//! What goes wrong and when: made from a seed before anything starts, so that a run can be repeated. Pure.

use std::fmt;

use crate::seeded::Seeded;

/// Something that goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// `kill -9` of a replica.
    KillReplica,
    /// `kill -9` of every process of the database at once.
    KillDatabase,
    /// A replica is stopped for ten seconds and goes on.
    Pause,
    /// A connection is cut right after COMMIT reached the database, before its answer came back.
    CutAfterCommit,
    /// Every connection of a replica to the database is reset.
    Reset,
    /// A message to or from the database ends in its middle, and then the connection does.
    Truncate,
    /// Nothing passes between a replica and the database, in either direction, and nobody is told.
    BlackHole,
    /// The connections that a replica has fall silent for ever, and nobody is told; new ones work.
    EndlessHole,
    /// Everything between a replica and the database takes longer.
    Delay,
    /// The disk of the database is full.
    FullDisk,
    /// A replica's clock is wrong for a while.
    ClockJump,
    /// A replica aborts itself at a named place.
    CrashPoint,
}

impl Kind {
    /// All of them.
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

    /// As it is typed and reported.
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

    /// From one to the next, on average, in milliseconds. Chosen so that a minute has some of each and people still get
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

/// One fault of the plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// When, in milliseconds from the start.
    pub at_ms: u64,
    /// What.
    pub kind: Kind,
    /// Which replica, where it is one.
    pub replica: usize,
    /// For how long, or how much, as the kind takes it.
    pub size: u64,
}

/// A clock that is set back so early would show a replica a house whose terms are not in force yet, and nobody could be let in.
const CLOCKS_FROM_MS: u64 = 30_000;

/// The faults of a run of `seconds`, in their order, `haste` times as many as usual. The first second is quiet, so that there is something to lose.
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
