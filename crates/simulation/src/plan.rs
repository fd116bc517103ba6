//! What kind of world a seed makes: how many orders, and which faults how often. Each run leaves some faults out, for a fault
//! that is always there hides what happens without it.

use crate::dice::Dice;
use crate::step::Act;

/// Orders of one run at most.
pub const SLOTS_MAX: u8 = 32;
/// Replicas that work on one ledger.
pub const REPLICAS: u64 = 3;

/// The faults of a run, in percent of the calls that they can hit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plan {
    /// Seeds ids and prices.
    pub seed: u64,
    /// Orders at the most.
    pub slots: u8,
    /// COMMIT does not reach the ledger.
    pub commit_unsent: u64,
    /// COMMIT does, and its answer is lost.
    pub commit_unanswered: u64,
    /// A call does not reach its rail.
    pub call_unsent: u64,
    /// A call does, and its answer is lost.
    pub call_unanswered: u64,
    /// Replicas die.
    pub crashes: bool,
    /// Blocks are replaced.
    pub reorganisations: bool,
    /// News are told again when they are old.
    pub repeats: bool,
    /// The clock jumps by hours and days.
    pub jumps: bool,
    /// Payments differ from what was asked for.
    pub odd_payments: bool,
    /// Rails refuse and take back.
    pub refusals: bool,
}

impl Plan {
    /// The plan of a seed.
    #[must_use]
    pub fn of(seed: u64) -> Self {
        let mut dice = Dice::new(seed ^ 0x5151_7a7a_0f0f_1234);
        let rare = |dice: &mut Dice, most| if dice.chance(60) { dice.below(most) } else { 0 };
        Self {
            seed,
            slots: u8::try_from(4 + dice.below(u64::from(SLOTS_MAX) - 3)).unwrap_or(SLOTS_MAX),
            commit_unsent: rare(&mut dice, 8),
            commit_unanswered: rare(&mut dice, 8),
            call_unsent: rare(&mut dice, 15),
            call_unanswered: rare(&mut dice, 25),
            crashes: dice.chance(60),
            reorganisations: dice.chance(50),
            repeats: dice.chance(60),
            jumps: dice.chance(50),
            odd_payments: dice.chance(70),
            refusals: dice.chance(70),
        }
    }

    /// The same world without faults of machines: what is left is what people and rails do.
    #[must_use]
    pub const fn healed(self) -> Self {
        Self {
            commit_unsent: 0,
            commit_unanswered: 0,
            call_unsent: 0,
            call_unanswered: 0,
            crashes: false,
            reorganisations: false,
            repeats: false,
            jumps: false,
            odd_payments: false,
            refusals: false,
            ..self
        }
    }

    /// Whether this run knows the act at all.
    #[must_use]
    pub const fn knows(&self, act: Act) -> bool {
        match act {
            Act::Crash => self.crashes,
            Act::Reorganise => self.reorganisations,
            Act::TellAgain => self.repeats,
            Act::Jump => self.jumps,
            _ => true,
        }
    }
}
