//! Handles: the names by which customers send each other money, written as `@olena`.

pub(crate) mod store;

use chrono::TimeDelta;
use kernel::{ErrorKind, TenantId, UserId};

use crate::audit::{self, Entry};
use crate::counter::{self, Limit, SANDBOX_FACTOR};
use crate::{ClientContext, Identity, IdentityError, Tenant, person::user, rules};

/// Handles per person, including released ones, which stay reserved for their owner.
const HANDLES_MAX: i64 = 5;
/// Handle changes per person and day.
const CHANGES_MAX: i32 = 10;
/// Names that could be mistaken for the service itself.
const RESERVED: [&str; 18] = [
    "admin",
    "administrator",
    "agio",
    "balance",
    "bank",
    "compliance",
    "exchange",
    "help",
    "me",
    "official",
    "operator",
    "payment",
    "payments",
    "root",
    "security",
    "service",
    "support",
    "system",
];

/// Normalizes a handle: lower case, without the leading `@`.
///
/// # Errors
/// A field error of `field` with the rule that is broken.
pub(crate) fn parse(field: &'static str, text: &str) -> Result<String, IdentityError> {
    let text = rules::visible(text).map_err(|broken| IdentityError::field(field, broken.code, broken.message))?;
    let text = text.trim();
    let handle = text.strip_prefix('@').unwrap_or(text).to_ascii_lowercase();
    let starts = handle.starts_with(|c: char| c.is_ascii_lowercase());
    let rest = handle.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
    if !starts || !rest || !(3..=20).contains(&handle.len()) {
        let rule = "A handle has 3 to 20 Latin letters, digits and underscores, and begins with a letter.";
        return Err(IdentityError::field(field, "format", rule));
    }
    Ok(handle)
}

/// Checks whether a person may take this handle.
fn may_take(handle: &str, tenant: &Tenant) -> Result<(), IdentityError> {
    let own_name: String = tenant.name.to_ascii_lowercase().chars().filter(char::is_ascii_alphanumeric).collect();
    let is_reserved = |part: &str| RESERVED.contains(&part) || part == own_name;
    if handle.split('_').any(is_reserved) || is_reserved(handle) {
        return Err(IdentityError::field("handle", "reserved", "This handle is reserved."));
    }
    Ok(())
}

impl Identity {
    /// The person's handle, if they have one.
    ///
    /// # Errors
    /// Database errors.
    pub async fn handle(&self, tenant: TenantId, user: UserId) -> Result<Option<String>, IdentityError> {
        let mut tx = self.store().tenant_read(tenant).await?;
        Ok(store::of_person(tx.conn(), tenant, user).await?)
    }

    /// Takes a handle, or releases the current one. A released handle stays reserved for its owner, who may take it
    /// again.
    ///
    /// # Errors
    /// A field error of `handle` if it is malformed, reserved or taken; a conflict for the sixth handle;
    /// [`IdentityError::TooMany`].
    pub async fn set_handle(
        &self,
        tenant: &Tenant,
        user: UserId,
        handle: Option<&str>,
        context: &ClientContext,
    ) -> Result<Option<String>, IdentityError> {
        let handle = handle.map(|text| parse("handle", text)).transpose()?;
        if let Some(handle) = &handle {
            may_take(handle, tenant)?;
        }
        let now = self.world().now();
        if self.handle(tenant.id, user).await? == handle {
            return Ok(handle);
        }
        // Counts refused attempts too: a refusal reveals that a handle is taken.
        let mut tx = self.store().tenant(tenant.id).await?;
        counter::store::spend(tx.conn(), tenant.id, now, &[limit(tenant, user)]).await?;
        tx.commit().await?;
        let mut tx = self.store().tenant(tenant.id).await?;
        user::store::lock(tx.conn(), tenant.id, user).await?;
        store::release(tx.conn(), tenant.id, user, now).await?;
        if let Some(handle) = &handle {
            let had = store::count(tx.conn(), tenant.id, user).await?;
            match store::owner(tx.conn(), tenant.id, handle).await? {
                Some(Some(owner)) if owner == user => {}
                Some(_) => return Err(taken()),
                None if had >= HANDLES_MAX => {
                    let message = format!("You have had {HANDLES_MAX} handles. Take one of them again.");
                    return Err(IdentityError::refusal(ErrorKind::Conflict, "CONFLICT_ERROR", message));
                }
                None => {}
            }
            // Another person may have taken it concurrently.
            if !store::take(tx.conn(), tenant.id, user, handle, now).await? {
                return Err(taken());
            }
        }
        let action = if handle.is_some() { "handle.taken" } else { "handle.released" };
        let entry = Entry { user: Some(user), ..Entry::new(action) };
        audit::store::write(tx.conn(), self.world(), tenant.id, context, &entry).await?;
        tx.commit().await?;
        Ok(handle)
    }
}

fn taken() -> IdentityError {
    IdentityError::field("handle", "taken", "This handle is taken.")
}

fn limit(tenant: &Tenant, user: UserId) -> Limit {
    let max = if tenant.sandbox { CHANGES_MAX * SANDBOX_FACTOR } else { CHANGES_MAX };
    let message = "The handle was changed too often today.";
    Limit { name: "handle.change", subject: user.to_string(), window: TimeDelta::days(1), max, message }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_handle_is_read_however_it_is_written() {
        assert_eq!(parse("handle", " @Olena_7 ").unwrap(), "olena_7");
        for bad in ["", "@", "ol", "7olena", "_olena", "оlena", "olena@example.com", "olena.k", &"a".repeat(21)] {
            assert!(matches!(parse("handle", bad), Err(IdentityError::Field { field: "handle", .. })), "{bad}");
        }
    }
}
