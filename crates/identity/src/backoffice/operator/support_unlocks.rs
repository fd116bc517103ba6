//! Waiting times that support can lift: the lockout after wrong codes, and the wait between telephone changes.

use ::store::TenantTx;
use chrono::{DateTime, Utc};
use kernel::{TenantId, TenantUser, UserId};
use serde_json::json;

use super::executor::{Performed, known};
use super::store::customers;
use crate::{Identity, IdentityError, auth::mfa, customers::contact, person::user};

/// A customer's current waiting times.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Waits {
    /// The end of the second factor's lockout.
    pub codes_until: Option<DateTime<Utc>>,
    /// When the telephone can be changed again.
    pub phone_from: Option<DateTime<Utc>>,
}

impl Identity {
    /// A customer's current waiting times. The caller has logged the access.
    ///
    /// # Errors
    /// Database errors.
    pub async fn customer_waits(&self, tenant: TenantId, id: UserId) -> Result<Waits, IdentityError> {
        let now = self.world().now();
        let mut tx = self.store().tenant_read(tenant).await?;
        let codes_until = mfa::locked_until(tx.conn(), tenant, id, now).await?;
        let person = user::store::find(tx.conn(), tenant, id).await?;
        let phone_from = person.and_then(|person| contact::phone_changes_from(person.phone_changed_at, now));
        Ok(Waits { codes_until, phone_from })
    }

    pub(super) async fn unlock_factor(&self, tx: &mut TenantTx, id: UserId) -> Result<Performed, IdentityError> {
        let tenant = tx.tenant();
        known(customers::lock(tx.conn(), tenant, id).await?)?;
        let (until, mails) = mfa::unlock(tx.conn(), self.world(), TenantUser { tenant, user: id }).await?;
        tx.enqueue(self.world().now(), &mails).await?;
        Ok(Performed::new(json!({ "codes_rest_until": until }), json!({ "codes_rest_until": null })))
    }

    pub(super) async fn allow_phone_change(&self, tx: &mut TenantTx, id: UserId) -> Result<Performed, IdentityError> {
        let tenant = tx.tenant();
        known(customers::lock(tx.conn(), tenant, id).await?)?;
        let (from, mails) = contact::waive_phone_wait(tx.conn(), self.world(), TenantUser { tenant, user: id }).await?;
        tx.enqueue(self.world().now(), &mails).await?;
        Ok(Performed::new(json!({ "phone_changes_from": from }), json!({ "phone_changes_from": null })))
    }
}
