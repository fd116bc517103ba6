//! The anti-phishing phrase of an email that is written later.

use kernel::UserId;
use serde::{Deserialize, Serialize};

/// An encrypted phrase inside a job, for an email that is written after the phrase was changed or its person erased.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SealedPhrase {
    pub user: UserId,
    /// Hexadecimal, because the job's payload is JSON.
    pub sealed: String,
}

impl SealedPhrase {
    pub fn new(user: UserId, sealed: &[u8]) -> Self {
        Self { user, sealed: hex::encode(sealed) }
    }
}
