//! Limits for sending and checking codes. The proof of work is in [`super::budget`].

use chrono::TimeDelta;
use sha2::{Digest, Sha256};

use super::budget::Caller;
use crate::counter::{Limit, SANDBOX_FACTOR};
use crate::one_time_code::CodeKind;
use crate::{ClientContext, EmailAddress, Network, Tenant};

/// Wrong codes a day above which a tenant's new codes get longer and need proof of work. A guess succeeds with a
/// probability of one in a million, so a thousand guesses keep the expected number of account takeovers at 0.001 a day.
const FAILURES_PER_DAY: i32 = 1_000;
/// Wrong codes an hour above which operators are alerted: nearly five times the rate of the daily limit.
const FAILURES_PER_HOUR: i32 = 200;

const SENDS: &str = "Too many codes were sent.";
const CHECKS: &str = "Too many codes were tried from this network.";

/// The limits of a send, from the narrowest subject to the widest; see [`crate::counter::store::spend`].
///
/// A known caller is limited by the first two only. The other counters are still incremented without a maximum, so that
/// every answer takes the same work.
pub(super) fn of_sending(sandbox: bool, caller: &Caller, email: &EmailAddress, context: &ClientContext) -> Vec<Limit> {
    let (hour, day, short) = (TimeDelta::hours(1), TimeDelta::days(1), TimeDelta::minutes(10));
    let limit = |name, subject: &str, window, max| limit(sandbox, name, subject, window, max, SENDS);
    let own = subject(caller.key(), email);
    let strangers = match caller {
        Caller::Stranger { .. } => [
            ("send.address.hour", hour, 5),
            ("send.address.day", day, 10),
            ("send.network", short, 10),
            ("send.site", short, 20),
        ],
        Caller::Known { .. } => [
            ("send.known.address.hour", hour, i32::MAX),
            ("send.known.address.day", day, i32::MAX),
            ("send.known.network", short, i32::MAX),
            ("send.known.site", short, i32::MAX),
        ],
    };
    let [by_hour, by_day, network, site] =
        strangers.map(|(name, window, max)| move |subject: &str| limit(name, subject, window, max));
    vec![
        limit("send.caller.hour", &own, hour, 5),
        limit("send.caller.day", &own, day, 10),
        by_hour(email.normalized()),
        by_day(email.normalized()),
        network(&context.network()),
        site(&context.within(Network::site)),
        of_provider(sandbox, caller, context),
        Limit { max: i32::MAX, ..of_tenant(sandbox, caller) },
    ]
}

/// Codes sent to one provider's network.
pub(super) fn of_provider(sandbox: bool, caller: &Caller, context: &ClientContext) -> Limit {
    let (name, max) = match caller {
        Caller::Stranger { .. } => ("send.provider", 60),
        Caller::Known { .. } => ("send.known.provider", i32::MAX),
    };
    limit(sandbox, name, &context.within(Network::provider), TimeDelta::minutes(10), max, SENDS)
}

/// The tenant's hourly budget. [`super::budget::terms`] decides what happens as it fills up.
pub(super) fn of_tenant(sandbox: bool, caller: &Caller) -> Limit {
    let name = match caller {
        Caller::Stranger { .. } => "send.tenant",
        Caller::Known { .. } => "send.known.tenant",
    };
    limit(sandbox, name, "*", TimeDelta::hours(1), 1_000, SENDS)
}

/// Checks of closed or unknown challenges. Open ones have their own limit of five attempts, so foreign guesses do not
/// block the other customers in a network.
pub(super) fn of_checking(tenant: &Tenant, context: &ClientContext) -> Vec<Limit> {
    vec![limit(tenant.sandbox, "check.network", &context.network(), TimeDelta::minutes(10), 30, CHECKS)]
}

/// The tenant's wrong codes of a day.
pub(super) fn failures() -> Limit {
    Limit {
        name: "check.failed",
        subject: "*".into(),
        window: TimeDelta::days(1),
        max: FAILURES_PER_DAY,
        message: CHECKS,
    }
}

/// The tenant's wrong codes of an hour.
pub(super) fn failures_of_the_hour() -> Limit {
    Limit { name: "check.failed.hour", window: TimeDelta::hours(1), max: FAILURES_PER_HOUR, ..failures() }
}

/// Whether this count of wrong codes means a brute-force attack.
pub(super) fn are_guesses(failures_today: i32) -> bool {
    failures_today >= FAILURES_PER_DAY
}

/// The alphabet of new codes after this many wrong codes today.
pub(super) fn code_kind(failures_today: i32) -> CodeKind {
    if are_guesses(failures_today) { CodeKind::Letters } else { CodeKind::Digits }
}

/// A counter subject of fixed length for a caller and an address.
fn subject(caller: &str, email: &EmailAddress) -> String {
    let both = format!("{caller} {}", email.normalized());
    hex::encode(&Sha256::digest(both.as_bytes())[..16])
}

fn limit(
    sandbox: bool,
    name: &'static str,
    subject: &str,
    window: TimeDelta,
    max: i32,
    message: &'static str,
) -> Limit {
    let max = if sandbox { max.saturating_mul(SANDBOX_FACTOR) } else { max };
    Limit { name, subject: subject.to_owned(), window, max, message }
}
