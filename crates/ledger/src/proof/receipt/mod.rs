//! A receipt: the ledger's changes of one record, with the proof that they are in the log of a signed checkpoint. It
//! can be verified offline.

mod check;
mod model;
mod store;
#[cfg(test)]
mod tests;

use kernel::TenantId;
use sqlx::PgConnection;
use uuid::Uuid;

use ::store::StoreError;

use super::entry::{Salt, TransferFacts, side_salts};
use super::{LogKeys, log, tree};

pub use check::{ReceiptProblem, ValidReceipt, check};
pub use model::{FORMAT, InCommit, InLog, Opened, ProvenChange, Receipt, TransferSide};

/// The receipt of `record`, which discloses the sides of `owner`'s own accounts. `None` if no change of it was hashed
/// (it dates from before sealing). `size` selects an older checkpoint instead of the newest.
///
/// # Errors
/// Database errors. `conn` belongs to a tenant transaction with a single snapshot.
pub async fn receipt(
    conn: &mut PgConnection,
    tenant: TenantId,
    keys: &LogKeys,
    record: Uuid,
    owner: Uuid,
    size: Option<u64>,
) -> Result<Option<Receipt>, StoreError> {
    let steps = store::steps(conn, record).await?;
    let commits = store::commits(conn, &steps).await?;
    let own = store::accounts_of(conn, owner).await?;
    let signed = match size {
        Some(size) => log::checkpoint_of(conn, size).await?,
        None => log::latest_checkpoint(conn).await?,
    };
    let mut changes = Vec::new();
    for step in &steps {
        let Some((commit, position)) = find(&commits, step.change) else { continue };
        let item = &commit.items[position];
        let transfers = store::transfers(conn, &item.transfers).await?;
        let mut proved = proved(step, commit, position, &transfers, &own);
        if let Some(signed) = &signed {
            proved.log = in_log(conn, commit.commit.id, signed.size).await?;
        }
        changes.push(proved);
    }
    if changes.is_empty() {
        return Ok(None);
    }
    let key = keys.signer(tenant).verifier().to_string();
    Ok(Some(Receipt { format: FORMAT.to_owned(), record, key, checkpoint: signed.map(|signed| signed.note), changes }))
}

fn find(commits: &[store::Listed], change: Uuid) -> Option<(&store::Listed, usize)> {
    commits.iter().find_map(|listed| {
        let position = listed.items.iter().position(|item| item.change == change)?;
        Some((listed, position))
    })
}

fn proved(
    step: &store::Step,
    listed: &store::Listed,
    position: usize,
    transfers: &[store::ReceiptTransfer],
    own: &[i64],
) -> ProvenChange {
    let commit = &listed.commit;
    let facts: Vec<TransferFacts<'_>> = transfers.iter().map(store::ReceiptTransfer::facts).collect();
    let leaves: Vec<_> = listed.items.iter().map(|item| item.leaf).collect();
    let ranges = tree::inclusion(position as u64, leaves.len() as u64);
    let path = ranges.iter().map(|range| tree::root(&leaves[range.start as usize..range.end as usize])).collect();
    ProvenChange {
        change: step.entry(&commit.salt, &facts),
        shown: facts.iter().flat_map(|transfer| shown(&commit.salt, transfer, own)).collect(),
        commit: InCommit {
            id: commit.id,
            committed_at: commit.committed_at,
            changes: commit.changes,
            position: position as u64,
            path,
        },
        log: None,
    }
}

/// The sides of `transfer` on the customer's own accounts.
fn shown(commit: &Salt, transfer: &TransferFacts<'_>, own: &[i64]) -> Vec<Opened> {
    let (debit, credit) = side_salts(commit, transfer.id);
    let sides = [(TransferSide::Debit, transfer.debit, debit), (TransferSide::Credit, transfer.credit, credit)];
    let own = sides.into_iter().filter(|(_, side, _)| own.contains(&side.account));
    own.map(|(which, side, salt)| Opened::new(transfer.id, which, side, &salt)).collect()
}

async fn in_log(conn: &mut PgConnection, commit: Uuid, size: u64) -> Result<Option<InLog>, StoreError> {
    let Some(index) = store::index_of(conn, commit).await? else { return Ok(None) };
    let path = log::inclusion(conn, index, size).await?;
    Ok(path.map(|path| InLog { index, path }))
}
