//! `agio verify`: the referral earnings equal the ledger's bookings.

use std::io::Write;

use ::store::{Store, StoreError};
use kernel::TenantId;

use super::store;

/// Checks that every reward account was credited with exactly the booked earnings and the exchanged points of its
/// profile, and that the platform
/// paid exactly these. Prints each check to `out`. Returns false at the first difference.
///
/// # Errors
/// Database errors.
pub(crate) async fn verify(database: &Store, out: &mut (dyn Write + Send)) -> Result<bool, StoreError> {
    let mut tx = database.system().await?;
    let checks = [
        (
            "every reward account was credited with what orders and points earned",
            store::unlike_accounts(tx.conn()).await?,
        ),
        ("the platform paid for rewards what orders earned", store::unlike_platform(tx.conn()).await?),
    ];
    tx.rollback().await?;
    for (claim, difference) in checks {
        // A report that cannot be written does not change what was found.
        match difference {
            None => drop(writeln!(out, "ok  {claim}")),
            Some(found) => {
                let tenant = TenantId::from_uuid(found.tenant_id);
                let (subject, expected, found) = (found.subject, found.expected, found.found);
                drop(writeln!(out, "NO  {claim}: not so for {tenant}, {subject}: expected {expected}, found {found}"));
                return Ok(false);
            }
        }
    }
    Ok(true)
}
