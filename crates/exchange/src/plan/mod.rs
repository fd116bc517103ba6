//! Plans: exchanges that a customer does not make at once. A recurring plan repeats; a target order waits for a price; a
//! price alert waits for a price and only sends an email. Money moves from balance to balance, by the same decision as
//! an exchange that the customer makes in person. A saved card may pay a recurring plan instead of the balance.

mod card;
mod model;
mod step;
pub(crate) mod store;
#[cfg(test)]
mod tests;
mod zone;

pub use card::{DECLINES_MAX, is_hard};
pub use model::{
    Bound, Due, Interval, Plan, PlanCard, PlanRefusal, PlanRun, PlanState, PlanTerms, PriceTarget, REFUSALS_MAX,
    RunOutcome, Trigger,
};
pub use step::{PlanCharge, PlanStep};
pub use zone::PlanZone;

/// The maximum number of plans of one profile, ended ones included.
pub const PLANS_MAX: i64 = 50;
