//! The sandbox: simulations of all external services, behind the same ports as the real ones.

mod bank;
mod card;
pub mod chain;
mod challenge;
mod clock;
mod code;
mod market;
mod movement;
mod panel;
mod rails;
mod store;
mod treasury;

pub use card::failure_cards;
pub use challenge::Challenge;
pub use clock::{AHEAD_MAX_SECONDS, SandboxClock};
pub use market::SandboxMarket;
pub use panel::Nudge;
pub use rails::SandboxRails;
pub use treasury::treasury;
