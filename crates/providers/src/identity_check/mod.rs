//! Identity checks: by the tenant's provider if it has an account, by the customer's family name in a sandbox,
//! otherwise by an operator.

mod checks;
mod sandbox;
pub mod sumsub;

pub use checks::Checks;
