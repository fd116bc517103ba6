//! Proof of work before a code is sent: the check of a solution, and a new puzzle.

use ::store::TenantTx;

use crate::captcha::{self, ProofOfWork, Refusal};
use crate::{Identity, IdentityError};

impl Identity {
    /// Requires a valid solution for this action and marks it used in this transaction. The result does not depend on
    /// the address. On refusal, issues a new puzzle with a search space of `numbers`.
    ///
    /// # Errors
    /// [`IdentityError::CaptchaRequired`], with a new puzzle.
    pub(crate) async fn require_work(
        &self,
        tx: &mut TenantTx,
        asked: ProofOfWork<'_>,
        numbers: u32,
    ) -> Result<(), IdentityError> {
        let (tenant, now) = (tx.tenant(), self.world().now());
        let solved = asked.solution.ok_or(Refusal::Missing);
        let solved = solved.and_then(|shown| captcha::check(self.pepper(), tenant, asked.action, shown, now));
        let refusal = match solved {
            Ok(solved) => {
                if captcha::store::use_up(tx.conn(), tenant, &solved).await? {
                    return Ok(());
                }
                Refusal::Used
            }
            Err(refusal) => refusal,
        };
        let puzzle = captcha::make(self.pepper(), tenant, (asked.action, numbers), now, &self.world().random());
        Err(IdentityError::CaptchaRequired { refusal, puzzle: Box::new(puzzle) })
    }
}
