//! The job `text.send`, which `crate::delivery` runs. Its payload describes the message without its text: a code is
//! derived, and a notice is read, when the message is sent.

use kernel::{ChallengeId, NotificationId, TenantId, UserId};
use serde::{Deserialize, Serialize};
use store::JobSpec;

/// The kind of the job.
pub(crate) const KIND: &str = "text.send";
/// With the queue's exponential back-off, about two minutes: a code is useless later.
const CODE_ATTEMPTS_MAX: i32 = 8;
/// About an hour: the list in the app has the notification anyway.
const NOTICE_ATTEMPTS_MAX: i32 = 15;

/// The payload.
#[derive(Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum About {
    /// The code of a challenge.
    Code { challenge: ChallengeId },
    /// A notification about security.
    Notice { notification: NotificationId, user: UserId },
}

/// The message with the code of a challenge.
pub(crate) fn contact_code(tenant: TenantId, challenge: ChallengeId) -> JobSpec {
    let about = serde_json::to_value(About::Code { challenge }).unwrap_or_default();
    JobSpec::new(KIND, tenant, about).unique(challenge.to_string()).attempts(CODE_ATTEMPTS_MAX)
}

/// The message about a notification to the person's verified number.
pub(crate) fn notice(tenant: TenantId, notification: NotificationId, user: UserId) -> JobSpec {
    let about = serde_json::to_value(About::Notice { notification, user }).unwrap_or_default();
    JobSpec::new(KIND, tenant, about).unique(format!("notice {notification}")).attempts(NOTICE_ATTEMPTS_MAX)
}
