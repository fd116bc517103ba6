//! The steps of a program. A step names its slot and contains its own random number, so that a program stays valid when
//! some of its steps are removed.

use crate::dice::Dice;

/// One step of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// The slot of its order; ignored if the act concerns no order.
    pub slot: u8,
    /// The act.
    pub act: Act,
    /// The random number of the step.
    pub chance: u32,
}

impl Step {
    /// The random sequence of this step.
    #[must_use]
    pub fn dice(self) -> Dice {
        Dice::new(u64::from(self.chance) << 8 | u64::from(self.slot))
    }
}

/// The act of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Act {
    /// A customer orders; after an order, the customer repeats the request with the same quote.
    Order,
    /// The customer enters a card or a code, cancels, or decides about an action required.
    Ask,
    /// The customer sends money: the full amount, less, more, twice, late, or in another currency.
    Send,
    /// An operator acts on a transaction in review.
    Operate,
    /// A charge or a payout changes at its rail.
    Rail,
    /// A block is mined.
    Mine,
    /// Blocks are replaced by others.
    Reorganise,
    /// The delivery of a rail's report starts.
    Tell,
    /// A processed report is delivered again.
    TellAgain,
    /// A worker claims a job.
    Work,
    /// The sweeper looks for due transactions.
    Sweep,
    /// A task of a replica advances by one step.
    Go,
    /// A replica crashes: its tasks are lost.
    Crash,
    /// Up to 90 seconds pass.
    Wait,
    /// Minutes to days pass.
    Jump,
    /// The prices change, or become unavailable.
    Price,
}

impl Act {
    /// The acts with their weights.
    pub const WEIGHTS: [(Self, u64); 16] = [
        (Self::Order, 14),
        (Self::Ask, 8),
        (Self::Send, 10),
        (Self::Operate, 6),
        (Self::Rail, 24),
        (Self::Mine, 6),
        (Self::Reorganise, 1),
        (Self::Tell, 70),
        (Self::TellAgain, 3),
        (Self::Work, 50),
        (Self::Sweep, 6),
        (Self::Go, 400),
        (Self::Crash, 3),
        (Self::Wait, 8),
        (Self::Jump, 1),
        (Self::Price, 1),
    ];
}
