//! `agio verify`: the exchanged points equal the rewards that the ledger paid.

use std::io::Write;

use ::store::{Store, StoreError};
use kernel::TenantId;

use super::season_store;

/// Checks that the platform paid exactly the exchanges of points, and that each season has spent exactly its exchanges.
/// Prints the check to `out`. Returns false at a difference.
pub(crate) async fn verify(database: &Store, out: &mut (dyn Write + Send)) -> Result<bool, StoreError> {
    let mut tx = database.system().await?;
    let found = season_store::mismatch(tx.conn()).await?;
    tx.rollback().await?;
    let claim = "the platform paid for points what was exchanged";
    // A report that cannot be written does not change what was found.
    match found {
        None => drop(writeln!(out, "ok  {claim}")),
        Some(found) => {
            let tenant = TenantId::from_uuid(found.tenant_id);
            let (subject, expected, found) = (found.subject, found.expected, found.found);
            drop(writeln!(out, "NO  {claim}: not so for {tenant}, {subject}: expected {expected}, found {found}"));
            return Ok(false);
        }
    }
    Ok(true)
}
