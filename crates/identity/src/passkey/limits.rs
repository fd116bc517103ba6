//! How often a browser may be asked for a passkey: each asking is kept for five minutes, and anybody may ask at sign-in.

use chrono::TimeDelta;
use kernel::UserId;

use crate::counter::{Limit, SANDBOX_FACTOR};
use crate::{ClientContext, Tenant};

const ASKED: &str = "A passkey was asked for too often.";
const WINDOW: TimeDelta = TimeDelta::minutes(10);

/// For who signs in: by network, for nobody is known yet.
pub(super) fn of_sign_in(tenant: &Tenant, context: &ClientContext) -> Limit {
    let max = if tenant.sandbox { 100 * SANDBOX_FACTOR } else { 100 };
    Limit { name: "passkey.network", subject: context.network(), window: WINDOW, max, message: ASKED }
}

/// For who has signed in.
pub(super) fn of_person(user: UserId) -> Limit {
    Limit { name: "passkey.user", subject: user.to_string(), window: WINDOW, max: 100, message: ASKED }
}
