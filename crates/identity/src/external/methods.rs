//! The ways a person can sign in.

use chrono::{DateTime, Utc};
use serde_json::json;

use super::store;
use super::{ExternalError, Provider};
use crate::audit::{self, Entry};
use crate::mail::{self, Notice};
use crate::{ClientContext, Identity, IdentityError, Principal, Tenant};

/// An identity that a person has linked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkedIdentity {
    /// Where it is from.
    pub provider: Provider,
    /// An address or a name there, for people.
    pub label: Option<String>,
    /// Since when.
    pub linked_at: DateTime<Utc>,
}

impl Identity {
    /// What a person has linked beside their address.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn linked_identities(
        &self,
        tenant: &Tenant,
        principal: &Principal,
    ) -> Result<Vec<LinkedIdentity>, IdentityError> {
        let mut tx = self.store().tenant_read(tenant.id).await?;
        Ok(store::of_user(tx.conn(), tenant.id, principal.user).await?)
    }

    /// Unlinks, and tells the person. The code by e-mail stays, so that nobody locks themselves out.
    ///
    /// # Errors
    /// [`IdentityError::NotFound`] when nothing is linked.
    pub async fn unlink(
        &self,
        tenant: &Tenant,
        principal: &Principal,
        provider: Provider,
        context: &ClientContext,
    ) -> Result<(), IdentityError> {
        let now = self.world().now();
        let mut tx = self.store().tenant(tenant.id).await?;
        if !store::unlink(tx.conn(), tenant.id, principal.user, provider).await? {
            return Err(IdentityError::NotFound("This way of signing in"));
        }
        let entry = Entry::new("identity.unlinked").of(principal.user, Some(principal.session));
        let entry = entry.with(json!({"provider": provider.code()}));
        audit::store::write(tx.conn(), self.world(), tenant.id, context, &entry).await?;
        let notice = Notice::MethodUnlinked { provider };
        tx.enqueue(now, &[mail::job::security(tenant.id, principal.user, notice, self.world().uuid())]).await?;
        Ok(tx.commit().await?)
    }

    /// Why the code by e-mail cannot be removed.
    pub fn keep_email(&self) -> IdentityError {
        ExternalError::LastMethod.into()
    }
}
