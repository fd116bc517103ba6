//! One-time codes: their derivation, lifetime and attempts, and the delay between two of them. Sign-in and contact
//! changes use them.

mod code;
mod resend;
mod sandbox;

pub(crate) use code::{CodeKind, code_for, matches, typed};
pub use resend::Challenge;
pub(crate) use resend::{ATTEMPTS_MAX, CODE_LIFE, LastSend, next_send, resend_after_s};
pub(crate) use sandbox::{Magic, simulated};
