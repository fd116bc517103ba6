//! Verification of a receipt. Pure; `agio verify --receipt` does nothing else.

use uuid::Uuid;

use super::model::{FORMAT, Opened, ProvenChange, Receipt, TransferSide};
use crate::proof::commit::log_leaf;
use crate::proof::tree::root_by_inclusion;
use crate::proof::{Checkpoint, Hash, NoteError, VerifierKey};

/// A valid receipt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ValidReceipt {
    /// The number of changes included in the checkpoint's log.
    pub sealed: usize,
    /// The number of changes that are not sealed yet. Request the receipt again after some seconds.
    pub unsealed: usize,
    /// The record's version after the first change: 1, or higher for a record from before sealing began.
    pub first: i64,
    /// The record's version after the last change.
    pub last: i64,
    /// The signed root; `None` if nothing is sealed.
    pub checkpoint: Option<Checkpoint>,
}

/// Why a receipt is invalid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReceiptProblem {
    /// The format is unknown to this program.
    #[error("the receipt is not of the form \"{FORMAT}\"")]
    Format,
    /// The checkpoint is not validly signed.
    #[error("the checkpoint is not to be trusted: {0}")]
    Note(#[from] NoteError),
    /// The key in the receipt is not the given one.
    #[error("the receipt names the key {0}, which is not the given one")]
    OtherKey(String),
    /// The log had another root at this size.
    #[error("the given checkpoint says another root for a log of {0} leaves")]
    OtherRoot(u64),
    /// The two sizes differ, so the given checkpoint proves nothing about the receipt.
    #[error("the given checkpoint is of {given} leaves, the receipt's of {found}: ask for the receipt of that size")]
    OtherSize {
        /// The size of the given checkpoint.
        given: u64,
        /// The size of the receipt's checkpoint.
        found: u64,
    },
    /// The receipt is empty, has a change of another record, or lacks a version.
    #[error("the changes are not all those of the record, in their order")]
    Steps,
    /// The change differs from the committed one.
    #[error("change {0} is not the one in the log: something in it was altered")]
    Change(Uuid),
    /// A disclosed side differs from the committed one.
    #[error("transfer {0} does not have the account and balance that the receipt shows")]
    Side(Uuid),
}

/// Verifies `receipt` against `key`, or against the key that it contains if `key` is `None`; and, if `trusted` is
/// given, against an independently stored checkpoint.
///
/// # Errors
/// See [`ReceiptProblem`]; returns the first one found.
pub fn check(
    receipt: &Receipt,
    key: Option<&VerifierKey>,
    trusted: Option<&Checkpoint>,
) -> Result<ValidReceipt, ReceiptProblem> {
    if receipt.format != FORMAT {
        return Err(ReceiptProblem::Format);
    }
    let named: VerifierKey = receipt.key.parse()?;
    if key.is_some_and(|key| *key != named) {
        return Err(ReceiptProblem::OtherKey(receipt.key.clone()));
    }
    let checkpoint = receipt.checkpoint.as_ref().map(|note| named.checkpoint(note)).transpose()?;
    if let (Some(given), Some(found)) = (trusted, &checkpoint) {
        compare(given, found)?;
    }
    let versions: Vec<i64> = receipt.changes.iter().filter_map(|proved| version(receipt.record, proved)).collect();
    let (Some(first), Some(last)) = (versions.first(), versions.last()) else { return Err(ReceiptProblem::Steps) };
    let whole = versions.len() == receipt.changes.len()
        && versions.windows(2).all(|pair| pair[0].checked_add(1) == Some(pair[1]));
    if !whole {
        return Err(ReceiptProblem::Steps);
    }
    let mut sealed = 0;
    for proved in &receipt.changes {
        sealed += usize::from(stands(proved, checkpoint.as_ref())?);
    }
    Ok(ValidReceipt { sealed, unsealed: receipt.changes.len() - sealed, first: *first, last: *last, checkpoint })
}

fn compare(given: &Checkpoint, found: &Checkpoint) -> Result<(), ReceiptProblem> {
    if given.origin != found.origin {
        return Err(NoteError::NotSigned(given.origin.clone()).into());
    }
    if given.size != found.size {
        return Err(ReceiptProblem::OtherSize { given: given.size, found: found.size });
    }
    if given.root == found.root { Ok(()) } else { Err(ReceiptProblem::OtherRoot(given.size)) }
}

fn version(record: Uuid, proved: &ProvenChange) -> Option<i64> {
    proved.change.step.as_ref().filter(|step| step.record == record).map(|step| step.version)
}

/// Whether the change is sealed; an error if it differs from the one in the log.
fn stands(proved: &ProvenChange, checkpoint: Option<&Checkpoint>) -> Result<bool, ReceiptProblem> {
    let ProvenChange { change, shown, commit, log } = proved;
    for side in shown {
        let told = change.transfers.iter().find(|transfer| transfer.id == side.transfer);
        let hash = told.map(|transfer| if side.side == TransferSide::Debit { transfer.debit } else { transfer.credit });
        if hash.is_none() || hash != Opened::hash(side) {
            return Err(ReceiptProblem::Side(side.transfer));
        }
    }
    let altered = ReceiptProblem::Change(change.id);
    let size = u64::try_from(commit.changes).map_err(|_| altered.clone())?;
    let root: Option<Hash> = root_by_inclusion(change.leaf(), commit.position, size, &commit.path);
    let root = root.filter(|_| commit.committed_at == change.committed_at).ok_or_else(|| altered.clone())?;
    let (Some(log), Some(checkpoint)) = (log, checkpoint) else { return Ok(false) };
    let leaf = log_leaf(commit.id, commit.changes, commit.committed_at, &root);
    let found = root_by_inclusion(leaf, log.index, checkpoint.size, &log.path);
    if found == Some(checkpoint.root) { Ok(true) } else { Err(altered) }
}
