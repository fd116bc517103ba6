//! The sandbox: a played world behind the same ports as the real one.

mod bank;
mod blik;
mod card;
pub mod chain;
mod challenge;
mod market;
mod movement;
mod panel;
mod rails;
mod store;

pub use challenge::Challenge;
pub use market::SandboxMarket;
pub use panel::Nudge;
pub use rails::SandboxRails;
