//! The identities of people at identity providers: stored, held until a code or a second factor is shown, and linked to
//! an account.

mod link;
mod model;
pub(crate) mod store;

pub(crate) use link::Proven;
pub use model::LinkedIdentity;
pub(crate) use store::FederatedIdentity;
