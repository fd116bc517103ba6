//! Planted bugs: each is a mistake that somebody could make, and that the simulation must find. They exist here alone.

use exchange::transaction::{Place, Posting, PostingKind, Prepared};
use kernel::Amount;
use ledger::Change;

use crate::sim::Sim;

/// A mistake.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bug {
    /// A commit whose answer was lost is repeated under a new key, against whatever version there is now.
    NewKeyAfterSilence,
    /// A decision is committed whatever the transaction has become meanwhile.
    IgnoresVersions,
    /// A payout's job names each attempt anew towards the rail.
    KeyPerAttempt,
    /// A payout's job does not look up what an earlier attempt did.
    NeverLooksUp,
    /// News are told once, whether or not they could be taken.
    TellsOnce,
    /// A failed payout keeps its hold.
    KeepsHold,
    /// A surplus that goes to rounding is forgotten.
    ForgetsRounding,
    /// Money that is taken back is not booked.
    IgnoresReversals,
    /// A job that a dead replica held is lost.
    LosesJobs,
    /// The spread is booked twice.
    SpreadTwice,
    /// A conversion is rounded up, and the atom goes to the spread.
    RoundsUp,
    /// Fees are booked as what rounding left.
    FeesToRounding,
    /// What an operator has to look at is not in what is stored.
    ForgetsReviews,
}

impl Bug {
    /// All of them.
    pub const ALL: [Self; 13] = [
        Self::NewKeyAfterSilence,
        Self::IgnoresVersions,
        Self::KeyPerAttempt,
        Self::NeverLooksUp,
        Self::TellsOnce,
        Self::KeepsHold,
        Self::ForgetsRounding,
        Self::IgnoresReversals,
        Self::LosesJobs,
        Self::SpreadTwice,
        Self::RoundsUp,
        Self::FeesToRounding,
        Self::ForgetsReviews,
    ];

    /// Spoils a decision.
    #[must_use]
    pub fn spoil(bug: Option<Self>, mut prepared: Prepared) -> Prepared {
        let postings = &mut prepared.decision.postings;
        match bug {
            Some(Self::KeepsHold) => postings.retain(|posting| !matches!(posting.kind, PostingKind::VoidHold(_))),
            Some(Self::ForgetsRounding) => postings.retain(|posting| posting.credit != Place::Rounding),
            Some(Self::IgnoresReversals) => postings.retain(|posting| posting.code != "collect_reversed"),
            Some(Self::SpreadTwice) => {
                let spread = postings.iter().find(|posting| posting.credit == Place::Spread).copied();
                postings.extend(spread);
            }
            Some(Self::RoundsUp) => {
                let bought = |posting: &Posting| (posting.debit, posting.credit) == (Place::Desk, Place::Transit);
                let spread = |posting: &Posting| posting.credit == Place::Spread;
                for posting in postings.iter_mut().filter(|posting| bought(posting) || spread(posting)) {
                    posting.amount = Amount::new(posting.amount.atoms() + 1, posting.amount.currency());
                }
            }
            Some(Self::FeesToRounding) => {
                for posting in postings.iter_mut().filter(|posting| posting.credit == Place::OurFee) {
                    posting.credit = Place::Rounding;
                }
            }
            _ => {}
        }
        prepared
    }

    /// Commits against whatever stands.
    #[must_use]
    pub fn stale(bug: Option<Self>, sim: &Sim, mut change: Change) -> Change {
        if bug == Some(Self::IgnoresVersions) {
            newest(sim, &mut change);
        }
        change
    }

    /// Writes less than was decided.
    #[must_use]
    pub fn half_written(bug: Option<Self>, mut change: Change) -> Change {
        if bug == Some(Self::ForgetsReviews)
            && let Some(body) = change.record.as_mut().and_then(|record| record.body.as_object_mut())
        {
            body.remove("review");
        }
        change
    }

    /// Repeats under a new key.
    #[must_use]
    pub fn forgets_key(bug: Option<Self>, sim: &Sim, mut change: Change) -> Change {
        if bug == Some(Self::NewKeyAfterSilence) {
            change.key = format!("again:{}", sim.world.uuid()).into();
            for transfer in &mut change.transfers {
                transfer.id = sim.world.uuid();
            }
            newest(sim, &mut change);
        }
        change
    }
}

fn newest(sim: &Sim, change: &mut Change) {
    if let Some(record) = &mut change.record {
        record.version = sim.journal.record(record.id).map_or(0, |found| found.version) + 1;
    }
}
