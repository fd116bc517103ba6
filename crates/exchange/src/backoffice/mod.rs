//! What operators see of movements and do about them. Operators see every profile of their tenant, and nothing of another tenant.

mod clock;
mod filter;
mod jobs;
mod reading;
pub(crate) mod store;

pub use clock::{Clock, clock};
pub use filter::MovementFilter;
pub use jobs::MovementJob;
pub use reading::{MovementPage, MovementRecord};
