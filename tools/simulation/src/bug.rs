//! Planted bugs: realistic mistakes that the simulation must find. They exist only here.

use exchange::transaction::{AccountRole, Decision, Posting};
use kernel::{Amount, World};
use ledger::Change;

use crate::executor::Mistake;
use crate::recording_ledger::Ledger;

/// A planted bug.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bug {
    /// After a lost answer, a commit is repeated under a new key against the current version.
    NewKeyAfterSilence,
    /// A decision is committed although the transaction has changed since.
    IgnoresVersions,
    /// A payout's job uses a new idempotency key for each attempt.
    KeyPerAttempt,
    /// A payout's job does not look up the result of an earlier attempt.
    NeverLooksUp,
    /// A report is delivered once, even if it could not be processed.
    TellsOnce,
    /// A surplus for the rounding account is not posted.
    ForgetsRounding,
    /// A reversed payment is not posted.
    IgnoresReversals,
    /// The job of a dead replica is lost.
    LosesJobs,
    /// The spread is posted twice.
    SpreadTwice,
    /// A conversion is rounded up, and the extra atom is posted to the spread.
    RoundsUp,
    /// Fees are posted as rounding differences.
    FeesToRounding,
    /// The stored transaction lacks its review reason.
    ForgetsReviews,
    /// A mistake of the executor, which the exchange's model test plants too.
    Executor(Mistake),
}

impl Bug {
    /// All bugs.
    pub const ALL: [Self; 16] = [
        Self::NewKeyAfterSilence,
        Self::IgnoresVersions,
        Self::KeyPerAttempt,
        Self::NeverLooksUp,
        Self::TellsOnce,
        Self::ForgetsRounding,
        Self::IgnoresReversals,
        Self::LosesJobs,
        Self::SpreadTwice,
        Self::RoundsUp,
        Self::FeesToRounding,
        Self::ForgetsReviews,
        Self::Executor(Mistake::HoldNotVoided),
        Self::Executor(Mistake::DrawPostedTwice),
        Self::Executor(Mistake::FeeOnRefund),
        Self::Executor(Mistake::CounterKept),
    ];

    /// The mistake of the executor.
    #[must_use]
    pub const fn of_executor(self) -> Option<Mistake> {
        if let Self::Executor(mistake) = self { Some(mistake) } else { None }
    }

    /// Modifies the postings of a decision.
    #[must_use]
    pub fn spoil(bug: Option<Self>, mut decision: Decision) -> Decision {
        let postings = &mut decision.postings;
        match bug {
            Some(Self::Executor(mistake)) => mistake.spoil(postings),
            Some(Self::ForgetsRounding) => postings.retain(|posting| posting.credit != AccountRole::Rounding),
            Some(Self::IgnoresReversals) => postings.retain(|posting| posting.code != "collect_reversed"),
            Some(Self::SpreadTwice) => {
                let spread = postings.iter().find(|posting| posting.credit == AccountRole::Spread).copied();
                postings.extend(spread);
            }
            Some(Self::RoundsUp) => {
                let bought =
                    |posting: &Posting| (posting.debit, posting.credit) == (AccountRole::Desk, AccountRole::Transit);
                let spread = |posting: &Posting| posting.credit == AccountRole::Spread;
                for posting in postings.iter_mut().filter(|posting| bought(posting) || spread(posting)) {
                    posting.amount = Amount::new(posting.amount.atoms() + 1, posting.amount.currency());
                }
            }
            Some(Self::FeesToRounding) => {
                for posting in postings.iter_mut().filter(|posting| posting.credit == AccountRole::OurFee) {
                    posting.credit = AccountRole::Rounding;
                }
            }
            _ => {}
        }
        decision
    }

    /// Commits against the current version.
    #[must_use]
    pub fn stale(bug: Option<Self>, journal: &Ledger, mut change: Change) -> Change {
        if bug == Some(Self::IgnoresVersions) {
            newest(journal, &mut change);
        }
        change
    }

    /// Stores less than the decision contains.
    #[must_use]
    pub fn half_written(bug: Option<Self>, mut change: Change) -> Change {
        if bug == Some(Self::ForgetsReviews)
            && let Some(body) = change.record.as_mut().and_then(|record| record.body.as_object_mut())
        {
            body.remove("review");
        }
        change
    }

    /// Repeats the commit under a new key.
    #[must_use]
    pub fn forgets_key(bug: Option<Self>, (journal, world): (&Ledger, &World), mut change: Change) -> Change {
        if bug == Some(Self::NewKeyAfterSilence) {
            change.key = format!("again:{}", world.uuid()).into();
            for transfer in &mut change.transfers {
                transfer.id = world.uuid();
            }
            newest(journal, &mut change);
        }
        change
    }
}

fn newest(journal: &Ledger, change: &mut Change) {
    if let Some(record) = &mut change.record {
        record.version = journal.record(record.id).map_or(0, |found| found.version) + 1;
    }
}
