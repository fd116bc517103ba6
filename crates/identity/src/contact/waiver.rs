//! A telephone that changed a short time ago, and is let be changed again by support. The new number takes its code all the same.

use ::store::{JobSpec, PgConnection};
use chrono::{DateTime, Utc};
use kernel::{TenantId, UserId, World};

use super::model::phone_changes_from;
use crate::audit::{self, Entry};
use crate::mail::{self, Notice};
use crate::{ClientContext, IdentityError, user};

/// Lets a person change their telephone at once. It is in the person's log; the caller writes down who did it, and sends what tells
/// the person. Gives from when on they could have.
///
/// # Errors
/// A conflict where they can already.
pub(crate) async fn waive_phone_wait(
    conn: &mut PgConnection,
    world: &World,
    (tenant, user): (TenantId, UserId),
) -> Result<(DateTime<Utc>, [JobSpec; 2]), IdentityError> {
    let changed_at = user::store::lock_phone(conn, tenant, user).await?;
    let Some(from) = phone_changes_from(changed_at, world.now()) else {
        return Err(IdentityError::conflict("This customer can change the phone already."));
    };
    user::store::forget_phone_change(conn, tenant, user).await?;
    let entry = Entry::new("phone.change_allowed").of(user, None);
    audit::store::write(conn, world, tenant, &ClientContext::default(), &entry).await?;
    Ok((from, mail::job::security_to_all(tenant, user, Notice::PhoneChangeAllowed, world.uuid())))
}
