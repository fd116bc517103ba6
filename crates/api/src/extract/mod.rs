//! What a handler asks for: its authority, its body, its parameters.

mod body;
mod principal;
mod url;

pub use body::{Body, OptionalBody};
pub use principal::Customer;
pub use url::{IdInPath, Params};
