//! What a program is made of. A step names who acts and carries its own chance, so that a program still makes sense when
//! some of its steps are taken out.

use crate::dice::Dice;

/// One step of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// Which order it is about; where it is about none, it is ignored.
    pub slot: u8,
    /// What is done.
    pub act: Act,
    /// Everything about it that is left to chance.
    pub chance: u32,
}

impl Step {
    /// The dice of this step.
    #[must_use]
    pub fn dice(self) -> Dice {
        Dice::new(u64::from(self.chance) << 8 | u64::from(self.slot))
    }
}

/// What a step does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Act {
    /// A customer orders; one who has done so before asks again with the same quote.
    Order,
    /// The customer gives a card or a code, cancels, or chooses what happens to the money.
    Ask,
    /// The customer sends money: all of it, less, more, twice, late, in another currency.
    Send,
    /// An operator acts on what waits for one.
    Operate,
    /// A charge or a payout moves at its rail.
    Rail,
    /// A block is found.
    Mine,
    /// Blocks are replaced by others.
    Reorganise,
    /// News of a rail begin to be told.
    Tell,
    /// News that were told are told once more.
    TellAgain,
    /// A worker takes a job.
    Work,
    /// The sweeper looks for what is due.
    Sweep,
    /// Something that is under way in a replica comes one step further.
    Go,
    /// A replica dies: what was under way in it is gone.
    Crash,
    /// Some time passes.
    Wait,
    /// Much time passes.
    Jump,
    /// The prices move, or are gone.
    Price,
}

impl Act {
    /// Acts with how often they are chosen, when they can be.
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
