//! The job that alerts operators of a brute-force attack. Its handler is in `crate::backoffice::operator`.

use kernel::TenantId;
use store::JobSpec;

pub(crate) use crate::notify::mail::WrongCodes;

/// The kind of the job.
pub(crate) const KIND: &str = "operators.brute_force_alert";
/// A security notice: retried for half a day, like the emails themselves.
const ATTEMPTS_MAX: i32 = 100;

/// The alert job, to be enqueued in the transaction of the wrong code that reached the threshold.
pub(crate) fn alarm(tenant: TenantId, guessing: WrongCodes) -> JobSpec {
    let payload = serde_json::to_value(guessing).unwrap_or_default();
    let key = format!("{tenant} {}", guessing.since.timestamp());
    JobSpec::new(KIND, tenant, payload).unique(key).attempts(ATTEMPTS_MAX)
}
