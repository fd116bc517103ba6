//! The sandbox: simulations of all external services, behind the same ports as the real ones.

mod bank;
mod card;
pub mod chain;
mod challenge;
mod clock;
mod code;
mod controls;
mod market;
mod movement;
mod rails;
mod store;
mod test_clock;
mod test_clock_store;
mod treasury;

pub use card::failure_cards;
pub use challenge::Challenge;
pub use clock::{AHEAD_MAX_SECONDS, SandboxClock};
pub use controls::Nudge;
pub use market::SandboxMarket;
pub use rails::SandboxRails;
pub use test_clock::{ChangedClock, ClockChange, ClockReader, TestClockState};
pub use treasury::treasury;
