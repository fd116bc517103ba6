//! Codes of other services that were paid out. They are money until they are redeemed, so they are stored encrypted, and
//! only their owner sees them.

use chrono::{DateTime, Utc};
use identity::Secret;

use crate::requisite::Requisite;
use crate::transaction::{Destination, PayOut};

pub(crate) mod store;

/// A code that its owner has asked to see.
pub struct ShownCode {
    /// The code.
    pub code: Secret,
    /// When its owner first saw it.
    pub first_shown_at: DateTime<Utc>,
}

/// Whether this leg pays out a code as the order's result.
#[must_use]
pub(crate) fn is_code(leg: &PayOut) -> bool {
    matches!(leg.to, Destination::Requisite(Requisite::Code))
}
