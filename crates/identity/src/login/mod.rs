//! Sign-in by a one-time code sent by email. It is also the registration: a proven address without an account gets one.

mod budget;
mod code;
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

pub(crate) use code::{CodeKind, code_for, matches, typed};
pub(crate) use model::{ATTEMPTS_MAX, CODE_LIFE, LastSend, next_send, resend_after_s};
pub use model::{Challenge, Login};
pub(crate) use sandbox::{Magic, played};
