//! Proof of work that a client does before a code is sent. It applies while a tenant's codes are under brute-force
//! attack, or while many codes are requested. `crate::auth::login` decides when and how much.
//!
//! The browser solves the puzzle without user interaction, so the check excludes no one with a disability. It applies
//! where an unauthenticated caller can request codes: sign-in and registration in the messenger. It does not apply
//! where a provider vouches for the address, nor to signed-in customers: those have individual limits and open no
//! accounts.
//!
//! A vendor's captcha could replace it in `Identity::require_work` of `crate::auth::login`: its token would arrive in the
//! same two headers, and the vendor would be queried before the transaction. Existing proof-of-work libraries bind a
//! solution neither to a tenant nor to an operation, and do not make it single-use.

mod puzzle;
pub(crate) mod store;

pub use puzzle::{CaptchaAction, Puzzle, Refusal, Solution};
pub(crate) use puzzle::{check, make};

/// An operation that requires proof of work, and the solution sent with the request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ProofOfWork<'a> {
    pub action: CaptchaAction,
    pub solution: Option<Solution<'a>>,
}
