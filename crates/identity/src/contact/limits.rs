//! How often codes may be sent to new addresses and numbers: a text costs money, and a stranger's telephone rings.

use chrono::TimeDelta;
use kernel::UserId;

use super::Way;
use crate::counter::{Limit, SANDBOX_FACTOR};
use crate::{ClientContext, Tenant};

const SENDS: &str = "Too many codes were sent.";
const CHECKS: &str = "Too many codes were tried.";

/// From the narrowest subject to the widest; see [`crate::counter::store::spend`] (reference defaults C5).
pub(super) fn of_sending(tenant: &Tenant, user: UserId, way: Way, target: &str, context: &ClientContext) -> Vec<Limit> {
    let limit = |name, subject: String, window, max: i32| {
        let max = if tenant.sandbox { max.saturating_mul(SANDBOX_FACTOR) } else { max };
        Limit { name, subject, window, max, message: SENDS }
    };
    let to_target = match way {
        Way::Mail => limit("contact.email", target.to_ascii_lowercase(), TimeDelta::hours(1), 4),
        Way::Sms | Way::Messenger => limit("contact.phone", target.to_owned(), TimeDelta::days(3), 4),
    };
    vec![
        limit("contact.user", user.to_string(), TimeDelta::hours(1), 5),
        to_target,
        limit("contact.network", context.network(), TimeDelta::hours(1), 16),
        limit("contact.tenant", "*".to_owned(), TimeDelta::hours(1), 1_000),
    ]
}

pub(super) fn of_checking(user: UserId) -> Limit {
    Limit { name: "contact.check", subject: user.to_string(), window: TimeDelta::minutes(10), max: 30, message: CHECKS }
}
