//! The parameters of a run, from its seed: the number of orders, and the faults with their rates. Each run omits some
//! faults, because a permanent fault hides the behaviour without it.

use crate::dice::Dice;
use crate::step::Act;

/// The maximum number of orders of one run.
pub const SLOTS_MAX: u8 = 32;
/// The number of replicas on one ledger.
pub const REPLICAS: u64 = 3;

/// The faults of a run, in percent of the calls that they can affect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plan {
    /// The seed of ids and prices.
    pub seed: u64,
    /// The maximum number of orders.
    pub slots: u8,
    /// COMMIT does not reach the ledger.
    pub commit_unsent: u64,
    /// COMMIT reaches the ledger, but its answer is lost.
    pub commit_unanswered: u64,
    /// A call does not reach its rail.
    pub call_unsent: u64,
    /// A call reaches its rail, but its answer is lost.
    pub call_unanswered: u64,
    /// Replicas crash.
    pub crashes: bool,
    /// Chains reorganise.
    pub reorganisations: bool,
    /// Old reports are delivered again.
    pub repeats: bool,
    /// The clock jumps by hours and days.
    pub jumps: bool,
    /// Payments differ from the expected ones.
    pub odd_payments: bool,
    /// Rails refuse and reverse.
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

    /// The same plan without faults.
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

    /// Whether this run contains the act.
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
