//! Work that is asked for before a code is sent, while a tenant's codes are being guessed (reference security.md C.3) or many of
//! them are asked for ([`crate::login`] says when, and how much).
//!
//! A browser does it by itself: there is nothing to look at, to listen to or to be good at, so nobody is shut out. It is asked
//! where a stranger can have codes sent: signing in and registering in the messenger. Not where a provider vouches that the
//! address is the caller's, nor of people who are signed in: theirs are limited one by one, and open no account.
//!
//! A vendor's captcha would enter at [`Identity::require_work`]: its token comes in the same two headers, and the vendor would be
//! asked about it before the transaction. The libraries of the kind make the same puzzle in as many lines and leave out what matters
//! here: the tenant, the operation, and that a solution serves once.

mod puzzle;
mod store;

use ::store::TenantTx;

pub use puzzle::{Action, Puzzle, Refusal, Solution};

use crate::{Identity, IdentityError};

/// An operation that is worked for, and what was shown for it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asked<'a> {
    pub action: Action,
    pub solution: Option<Solution<'a>>,
}

impl Identity {
    /// Goes on when the work was shown, which then has served if this transaction commits. Whose the address is plays no part. A new
    /// puzzle is of so many `numbers`.
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
