//! Who looks at documents: a provider where the tenant has an account with one, the person's family name in a sandbox, and
//! an operator elsewhere.

mod checks;
mod sandbox;
pub mod sumsub;

pub use checks::Checks;
