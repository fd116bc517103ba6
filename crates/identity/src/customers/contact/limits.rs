//! Limits for sending codes to new addresses and numbers: each text costs money and disturbs its recipient.

use chrono::TimeDelta;
use kernel::UserId;
use sha2::{Digest, Sha256};

use super::Way;
use crate::counter::{Limit, SANDBOX_FACTOR};
use crate::{ClientContext, Network, Tenant};

const SENDS: &str = "Too many codes were sent.";
const CHECKS: &str = "Too many codes were tried.";

/// Accounts younger than this share half of the tenant's budget, so that mass registration leaves the other half for
/// older accounts.
const NEW_ACCOUNT: TimeDelta = TimeDelta::days(1);

/// The send limits, from the narrowest subject to the widest; see [`crate::counter::store::spend`]. A person uses up
/// their own allowance for a target, not that of other people for the same target.
pub(super) fn of_sending(
    tenant: &Tenant,
    (user, age): (UserId, TimeDelta),
    way: Way,
    target: &str,
    context: &ClientContext,
) -> Vec<Limit> {
    let hour = TimeDelta::hours(1);
    let limit = |name, subject: String, window, max: i32| {
        let max = if tenant.sandbox { max.saturating_mul(SANDBOX_FACTOR) } else { max };
        Limit { name, subject, window, max, message: SENDS }
    };
    let target = target.to_ascii_lowercase();
    let own = hex::encode(&Sha256::digest(format!("{user} {target}").as_bytes())[..16]);
    let (by_person, of_all) = match way {
        Way::Mail => (limit("contact.own", own, hour, 4), limit("contact.email", target, hour, 12)),
        Way::Sms | Way::Messenger => {
            let days = TimeDelta::days(3);
            (limit("contact.own", own, days, 4), limit("contact.phone", target, days, 12))
        }
    };
    let mut all = vec![
        limit("contact.user", user.to_string(), hour, 5),
        by_person,
        of_all,
        limit("contact.network", context.network(), hour, 16),
        limit("contact.site", context.within(Network::site), hour, 32),
        limit("contact.provider", context.within(Network::provider), hour, 100),
    ];
    if age < NEW_ACCOUNT {
        all.push(limit("contact.tenant.new", "*".to_owned(), hour, 500));
    }
    all.push(limit("contact.tenant", "*".to_owned(), hour, 1_000));
    all
}

pub(super) fn of_checking(user: UserId) -> Limit {
    Limit { name: "contact.check", subject: user.to_string(), window: TimeDelta::minutes(10), max: 30, message: CHECKS }
}
