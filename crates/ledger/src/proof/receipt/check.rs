//! Whether a receipt proves what it says. Pure, and all that `agio verify --receipt` does.

use uuid::Uuid;

use super::model::{FORMAT, Opened, Proved, Receipt, Shown};
use crate::proof::commit::log_leaf;
use crate::proof::tree::root_by_inclusion;
use crate::proof::{Checkpoint, Hash, NoteError, VerifierKey};

/// A receipt that holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    /// Changes that stand in the log of the checkpoint.
    pub sealed: usize,
    /// Changes that are too new to be in it. Ask for the receipt again in some seconds.
    pub unsealed: usize,
    /// The version of the record that the first change made; 1, or later for a record from before sealing began.
    pub first: i64,
    /// The version that the last change made.
    pub last: i64,
    /// The signed root; absent while nothing is sealed.
    pub checkpoint: Option<Checkpoint>,
}

/// Why a receipt proves nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReceiptProblem {
    /// Of a form that this program does not read.
    #[error("the receipt is not of the form \"{FORMAT}\"")]
    Format,
    /// The checkpoint is not what the key signed.
    #[error("the checkpoint is not to be trusted: {0}")]
    Note(#[from] NoteError),
    /// The key in the receipt is not the given one.
    #[error("the receipt names the key {0}, which is not the given one")]
    OtherKey(String),
    /// The log had another root when it had this size.
    #[error("the given checkpoint says another root for a log of {0} leaves")]
    OtherRoot(u64),
    /// The two checkpoints are of different sizes, so that nothing follows from one for the other.
    #[error("the given checkpoint is of {given} leaves, the receipt's of {found}: ask for the receipt of that size")]
    OtherSize {
        /// Of the checkpoint that was given.
        given: u64,
        /// Of the one in the receipt.
        found: u64,
    },
    /// There is nothing in it, or not of this record, or a version is missing.
    #[error("the changes are not all those of the record, in their order")]
    Steps,
    /// What the change says is not what was committed.
    #[error("change {0} is not the one in the log: something in it was altered")]
    Change(Uuid),
    /// A side that is laid open is not the one that was committed.
    #[error("transfer {0} does not have the account and balance that the receipt shows")]
    Side(Uuid),
}

/// Checks `receipt` against `key` (or, without one, against the key that it names itself) and, when `trusted` is given,
/// against a checkpoint that was kept elsewhere.
///
/// # Errors
/// See [`ReceiptProblem`]; the first that is found.
pub fn check(
    receipt: &Receipt,
    key: Option<&VerifierKey>,
    trusted: Option<&Checkpoint>,
) -> Result<Checked, ReceiptProblem> {
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
    Ok(Checked { sealed, unsealed: receipt.changes.len() - sealed, first: *first, last: *last, checkpoint })
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

fn version(record: Uuid, proved: &Proved) -> Option<i64> {
    proved.change.step.as_ref().filter(|step| step.record == record).map(|step| step.version)
}

/// Whether the change is in the log; an error when it is not the one that the log has.
fn stands(proved: &Proved, checkpoint: Option<&Checkpoint>) -> Result<bool, ReceiptProblem> {
    let Proved { change, shown, commit, log } = proved;
    for side in shown {
        let told = change.transfers.iter().find(|transfer| transfer.id == side.transfer);
        let hash = told.map(|transfer| if side.side == Shown::Debit { transfer.debit } else { transfer.credit });
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
