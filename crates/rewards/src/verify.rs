//! `agio verify`: rewards equal the ledger's bookings.

use std::io::Write;

use ::store::{Store, StoreError};
use kernel::TenantId;

use crate::mismatch::Mismatch;
use crate::{bonus, earning, farm};

/// Checks that the ledger has what orders and promo codes earned and what was exchanged for points. Prints each check to
/// `out`. Returns false at the first difference.
///
/// # Errors
/// Database errors.
pub async fn verify(database: &Store, out: &mut (dyn Write + Send)) -> Result<bool, StoreError> {
    let mut tx = database.system().await?;
    let accounts = earning::store::unlike_accounts(tx.conn()).await?;
    let checks = [
        ("every reward account was credited with what orders, points and promo codes earned", accounts),
        ("the platform paid for rewards what orders earned", earning::store::unlike_platform(tx.conn()).await?),
        ("the platform paid for promo codes the booked bonuses", bonus::unlike_platform(tx.conn()).await?),
        ("the platform paid for points what was exchanged", farm::unlike_platform(tx.conn()).await?),
    ];
    tx.rollback().await?;
    for (claim, difference) in checks {
        // A report that cannot be written does not change what was found.
        match difference {
            None => drop(writeln!(out, "ok  {claim}")),
            Some(Mismatch { tenant_id, subject, expected, found }) => {
                let tenant = TenantId::from_uuid(tenant_id);
                drop(writeln!(out, "NO  {claim}: not so for {tenant}, {subject}: expected {expected}, found {found}"));
                return Ok(false);
            }
        }
    }
    Ok(true)
}
