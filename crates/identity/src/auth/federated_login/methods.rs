//! The sign-in methods of a person.

use serde_json::json;

use super::{FederatedLoginError, LinkedIdentity, Provider};
use crate::audit::{self, Entry};
use crate::auth::federated_identity::store;
use crate::notify::mail::{self, Notice};
use crate::{ClientContext, Identity, IdentityError, Principal, Tenant};

impl Identity {
    /// The identities linked by a person.
    ///
    /// # Errors
    /// Database errors.
    pub async fn linked_identities(
        &self,
        tenant: &Tenant,
        principal: &Principal,
    ) -> Result<Vec<LinkedIdentity>, IdentityError> {
        let mut tx = self.store().tenant_read(tenant.id).await?;
        Ok(store::of_user(tx.conn(), tenant.id, principal.user).await?)
    }

    /// Unlinks an identity and notifies the person. Sign-in by email code always remains.
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

    /// The error for an attempt to remove sign-in by email code.
    pub fn keep_email(&self) -> IdentityError {
        FederatedLoginError::LastMethod.into()
    }
}
