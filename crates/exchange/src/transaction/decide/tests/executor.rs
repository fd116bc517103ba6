//! Mistakes of the executor, which the model test and the simulation must both find. The simulation compiles this file
//! too, so that both plant the same mistake.

use exchange::limits::Use;
use exchange::transaction::{AccountRole, Posting, PostingKind, Transaction};
use kernel::Amount;

/// A planted mistake.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mistake {
    /// A hold that nothing needs any more is not voided.
    HoldNotVoided,
    /// A draw is posted twice.
    DrawPostedTwice,
    /// A fee is taken when money is given back.
    FeeOnRefund,
    /// A movement that came to nothing keeps its use of the limits.
    CounterKept,
}

impl Mistake {
    /// All mistakes.
    pub const ALL: [Self; 4] = [Self::HoldNotVoided, Self::DrawPostedTwice, Self::FeeOnRefund, Self::CounterKept];

    /// Changes the postings of a decision as the mistake would.
    pub fn spoil(self, postings: &mut Vec<Posting>) {
        match self {
            Self::HoldNotVoided => postings.retain(|posting| !matches!(posting.kind, PostingKind::VoidHold(_))),
            Self::DrawPostedTwice => {
                let is_posted =
                    |posting: &&Posting| posting.code == "draw" && matches!(posting.kind, PostingKind::PostHold(_));
                let drawn = postings.iter().find(is_posted).copied();
                postings.extend(drawn.map(|draw| Posting { kind: PostingKind::Post, ..draw }));
            }
            Self::FeeOnRefund => {
                let back = postings.iter().find(|posting| posting.code == "refund").copied();
                postings.extend(back.map(|refund| Posting {
                    debit: AccountRole::Transit,
                    credit: AccountRole::OurFee,
                    amount: Amount::new(1, refund.amount.currency()),
                    kind: PostingKind::Post,
                    code: "our_fee",
                }));
            }
            Self::CounterKept => {}
        }
    }
}

/// The counted part of a written use, in the movement's present state, with a planted mistake, if any.
#[must_use]
pub fn counted(mistake: Option<Mistake>, written: Use, movement: &Transaction) -> Use {
    if mistake == Some(Mistake::CounterKept) { written } else { written.left_by(movement) }
}
