//! How often codes may be sent and tried (reference security.md C.3 and C.16).

use chrono::TimeDelta;

use super::CodeKind;
use crate::counter::{Limit, SANDBOX_FACTOR};
use crate::{ClientContext, EmailAddress, Tenant};

/// Wrong codes a day before a tenant's new codes get longer and cost some work: with five in a million each, a thousand guesses
/// keep the expected number of accounts taken over at a thousandth a day.
const FAILURES_PER_DAY: i32 = 1_000;
/// Wrong codes an hour that operators are told of: nearly five times as fast as the thousand of a day go.
const FAILURES_PER_HOUR: i32 = 200;

const SENDS: &str = "Too many codes were sent.";
const CHECKS: &str = "Too many codes were tried from this network.";

/// From the narrowest subject to the widest; see [`crate::counter::store::spend`].
pub(super) fn of_sending(tenant: &Tenant, email: &EmailAddress, context: &ClientContext) -> Vec<Limit> {
    let limit = |name, subject: &str, window, max| limit(tenant, name, subject, window, max, SENDS);
    vec![
        limit("send.address.hour", email.normalized(), TimeDelta::hours(1), 5),
        limit("send.address.day", email.normalized(), TimeDelta::days(1), 10),
        limit("send.network", &context.network(), TimeDelta::minutes(10), 10),
        limit("send.tenant", "*", TimeDelta::hours(1), 1_000),
    ]
}

pub(super) fn of_checking(tenant: &Tenant, context: &ClientContext) -> Vec<Limit> {
    vec![limit(tenant, "check.network", &context.network(), TimeDelta::minutes(10), 30, CHECKS)]
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

/// Whether so many wrong codes today are guesses.
pub(super) fn are_guesses(failures_today: i32) -> bool {
    failures_today >= FAILURES_PER_DAY
}

/// What codes are made of after so many wrong ones today.
pub(super) fn code_kind(failures_today: i32) -> CodeKind {
    if are_guesses(failures_today) { CodeKind::Letters } else { CodeKind::Digits }
}

fn limit(
    tenant: &Tenant,
    name: &'static str,
    subject: &str,
    window: TimeDelta,
    max: i32,
    message: &'static str,
) -> Limit {
    let max = if tenant.sandbox { max * SANDBOX_FACTOR } else { max };
    Limit { name, subject: subject.to_owned(), window, max, message }
}
