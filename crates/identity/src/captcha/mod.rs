//! Proof of work that a client does before a code is sent. It applies while a tenant's codes are under brute-force
//! attack, or while many codes are requested. [`crate::login`] decides when and how much.
//!
//! The browser solves the puzzle without user interaction, so the check excludes no one with a disability. It applies
//! where an unauthenticated caller can request codes: sign-in and registration in the messenger. It does not apply
//! where a provider vouches for the address, nor to signed-in customers: those have individual limits and open no
//! accounts.
//!
//! A vendor's captcha could replace it in [`Identity::require_work`]: its token would arrive in the same two headers,
//! and the vendor would be queried before the transaction. Existing proof-of-work libraries bind a solution neither to
//! a tenant nor to an operation, and do not make it single-use.

mod puzzle;
mod store;

use ::store::TenantTx;

pub use puzzle::{Action, Puzzle, Refusal, Solution};

use crate::{Identity, IdentityError};

/// An operation that requires proof of work, and the solution sent with the request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asked<'a> {
    pub action: Action,
    pub solution: Option<Solution<'a>>,
}

impl Identity {
    /// Requires a valid solution for this action and marks it used in this transaction. The result does not depend on
    /// the address. On refusal, issues a new puzzle with a search space of `numbers`.
    ///
    /// # Errors
    /// [`IdentityError::CaptchaRequired`], with a new puzzle.
    pub(crate) async fn require_work(
        &self,
        tx: &mut TenantTx,
        asked: Asked<'_>,
        numbers: u32,
    ) -> Result<(), IdentityError> {
        let (tenant, now) = (tx.tenant(), self.world().now());
        let solved = asked.solution.ok_or(Refusal::Missing);
        let solved = solved.and_then(|shown| puzzle::check(self.pepper(), tenant, asked.action, shown, now));
        let refusal = match solved {
            Ok(solved) => {
                if store::use_up(tx.conn(), tenant, &solved).await? {
                    return Ok(());
                }
                Refusal::Used
            }
            Err(refusal) => refusal,
        };
        let puzzle = puzzle::make(self.pepper(), tenant, (asked.action, numbers), now, &self.world().random());
        Err(IdentityError::CaptchaRequired { refusal, puzzle: Box::new(puzzle) })
    }
}
