//! Support can end a lockout after wrong codes.

use ::store::{JobSpec, PgConnection};
use chrono::{DateTime, Utc};
use kernel::{TenantId, TenantUser, UserId, World};

use super::model::Tries;
use super::store::settings;
use crate::audit::{self, Entry};
use crate::notify::mail::{self, Notice};
use crate::{ClientContext, IdentityError};

/// Ends the lockout of a person's second factor and adds an audit entry. The caller logs the operator and notifies the
/// person. Returns the end of the lifted lockout and the notification jobs.
///
/// # Errors
/// A conflict if there is no lockout.
pub(crate) async fn unlock(
    conn: &mut PgConnection,
    world: &World,
    TenantUser { tenant, user }: TenantUser,
) -> Result<(DateTime<Utc>, [JobSpec; 2]), IdentityError> {
    let (_, tries) = settings::lock(conn, tenant, user).await?;
    let Some(until) = tries.locked(world.now()) else {
        return Err(IdentityError::conflict("No codes of this customer rest: there is nothing to unlock."));
    };
    settings::set_tries(conn, tenant, user, Tries::default()).await?;
    let entry = Entry::new("factor.unlocked").of(user, None);
    audit::store::write(conn, world, tenant, &ClientContext::default(), &entry).await?;
    Ok((until, mail::job::security_to_all(tenant, user, Notice::Unlocked, world.uuid())))
}

/// The end of the person's lockout, if there is one.
pub(crate) async fn locked_until(
    conn: &mut PgConnection,
    tenant: TenantId,
    user: UserId,
    now: DateTime<Utc>,
) -> Result<Option<DateTime<Utc>>, IdentityError> {
    Ok(settings::read(conn, tenant, user).await?.1.locked(now))
}
