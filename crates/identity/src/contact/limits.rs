//! How often codes may be sent to new addresses and numbers: a text costs money, and a stranger's telephone rings.

use chrono::TimeDelta;
use kernel::UserId;
use sha2::{Digest, Sha256};

use super::Way;
use crate::counter::{Limit, SANDBOX_FACTOR};
use crate::{ClientContext, Network, Tenant};

const SENDS: &str = "Too many codes were sent.";
const CHECKS: &str = "Too many codes were tried.";

/// Accounts that are younger share half of the tenant's budget, so that opening many of them leaves older accounts the other half.
const NEW_ACCOUNT: TimeDelta = TimeDelta::days(1);

/// From the narrowest subject to the widest; see [`crate::counter::store::spend`] (reference defaults C5). One person uses up their
/// own codes to an address or number, and not those of somebody else to the same one.
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
