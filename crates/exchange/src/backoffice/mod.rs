//! The operators' view of movements. Operators see every profile of their tenant, and nothing of other tenants.

mod alerts;
mod clock;
mod declines;
mod filter;
mod jobs;
mod reading;
pub(crate) mod store;

pub use clock::{Clock, clock};
pub use filter::MovementFilter;
pub use jobs::MovementJob;
pub use reading::{MovementPage, MovementRecord};
