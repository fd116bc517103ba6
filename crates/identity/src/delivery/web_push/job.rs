//! The job `push.send`, which `crate::delivery` runs: one message to one browser.

use kernel::{NotificationId, PushDeviceId, TenantId};
use serde::{Deserialize, Serialize};
use store::JobSpec;

/// The kind of the job.
pub(crate) const KIND: &str = "push.send";
/// With the queue's exponential back-off, about an hour: the list in the app has the notification anyway.
const ATTEMPTS_MAX: i32 = 15;

/// The payload.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct About {
    pub notification: NotificationId,
    pub device: PushDeviceId,
}

/// The message about a notification to a browser.
pub(crate) fn push(tenant: TenantId, notification: NotificationId, device: PushDeviceId) -> JobSpec {
    let about = serde_json::to_value(About { notification, device }).unwrap_or_default();
    JobSpec::new(KIND, tenant, about).unique(format!("{notification} {device}")).attempts(ATTEMPTS_MAX)
}
