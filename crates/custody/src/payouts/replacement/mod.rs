//! Replacement of an unconfirmed transaction by one with a higher fee (BIP 125), after two operators have agreed.

mod decide;
mod desk;
mod job;

pub(crate) use job::RaiseHandler;

/// The maximum number of replacements of one transaction.
const REPLACEMENTS_MAX: u32 = 5;
