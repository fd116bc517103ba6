//! Sign-in by a one-time code sent by email. It is also the registration: a proven address without an account gets one.

pub(crate) mod brute_force;
mod budget;
mod device_mark;
mod enter;
mod finish;
#[cfg(test)]
mod flood;
mod limits;
mod model;
mod sandbox;
mod start;
pub(crate) mod store;
mod work;

pub(crate) use enter::SignInProof;
pub use model::Login;
