//! Limits for passkey ceremonies. Each ceremony is stored for five minutes, and an unauthenticated caller can begin one
//! at sign-in.

use chrono::TimeDelta;
use kernel::UserId;

use crate::counter::{Limit, SANDBOX_FACTOR};
use crate::{ClientContext, Tenant};

const ASKED: &str = "A passkey was asked for too often.";
const WINDOW: TimeDelta = TimeDelta::minutes(10);

/// The limit for sign-in, per network, because the person is not known yet.
pub(super) fn of_sign_in(tenant: &Tenant, context: &ClientContext) -> Limit {
    let max = if tenant.sandbox { 100 * SANDBOX_FACTOR } else { 100 };
    Limit { name: "passkey.network", subject: context.network(), window: WINDOW, max, message: ASKED }
}

/// The limit for a signed-in person.
pub(super) fn of_person(user: UserId) -> Limit {
    Limit { name: "passkey.user", subject: user.to_string(), window: WINDOW, max: 100, message: ASKED }
}
