//! Support can waive the waiting time between telephone changes. The new number is still verified by a code.

use ::store::{JobSpec, PgConnection};
use chrono::{DateTime, Utc};
use kernel::{TenantUser, World};

use super::model::phone_changes_from;
use crate::audit::{self, Entry};
use crate::notify::mail::{self, Notice};
use crate::{ClientContext, IdentityError, person::user};

/// Waives the waiting time of a person's telephone change and adds an audit entry. The caller logs the operator and
/// notifies the person. Returns the end of the waived wait and the notification jobs.
///
/// # Errors
/// A conflict if there is no waiting time left.
pub(crate) async fn waive_phone_wait(
    conn: &mut PgConnection,
    world: &World,
    TenantUser { tenant, user }: TenantUser,
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
