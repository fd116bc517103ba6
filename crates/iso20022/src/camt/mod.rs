//! A bank's account report: the statement camt.053 and the debit and credit notification camt.054, versions
//! 001.02 to 001.08.
//!
//! Sources: the ISO 20022 message definitions of both messages, the ISO 20022 external code sets, and the Common Global
//! Implementation guidelines for account reporting.
//!
//! A file is read whole or refused whole. The reader does not check a message against its schema: it checks what it
//! uses. It ignores elements that it does not use, their order, and elements of other namespaces.

mod entry;
mod error;
mod key;
mod model;
mod party;
mod statement;
#[cfg(test)]
mod tests;
mod transaction;
mod value;

pub use crate::xml::{MAX_BYTES, MAX_DEPTH, MAX_ELEMENTS, MAX_TAG_BYTES, XmlReason};
pub use error::{CamtError, Reason};
pub use model::{Account, Balance, Entry, EntryTransaction, MessageKind, ReturnReason, Statement};

/// The most entries of one file.
pub const MAX_ENTRIES: usize = 50_000;
/// The longest identification or reference that the reader accepts, in characters. ISO 20022 allows 35.
pub const MAX_REFERENCE_CHARS: usize = 140;
/// The longest other text that the reader accepts, in characters. ISO 20022 allows 500 in an element.
pub const MAX_TEXT_CHARS: usize = 2_000;

/// Reads every statement or notification of a file, in the order of the file.
///
/// # Errors
/// [`CamtError`] gives the line and the reason. Nothing of the file is returned then.
pub fn read(bytes: &[u8]) -> Result<Vec<Statement>, CamtError> {
    statement::read(&crate::xml::read(bytes)?)
}
