//! The job `text.send`, which `crate::delivery` runs. Its payload describes the message without its text: a code is derived when the message is sent.

use kernel::{ChallengeId, TenantId};
use serde::{Deserialize, Serialize};
use store::JobSpec;

/// The kind of the job.
pub(crate) const KIND: &str = "text.send";
/// With the queue's exponential back-off, about two minutes: a code is useless later.
const ATTEMPTS_MAX: i32 = 8;

/// The payload.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct CodeMessage {
    pub challenge: ChallengeId,
}

/// The message with the code of a challenge.
pub(crate) fn contact_code(tenant: TenantId, challenge: ChallengeId) -> JobSpec {
    let about = serde_json::to_value(CodeMessage { challenge }).unwrap_or_default();
    JobSpec::new(KIND, tenant, about).unique(challenge.to_string()).attempts(ATTEMPTS_MAX)
}
