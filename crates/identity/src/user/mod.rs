//! People and their settings.

mod model;
pub(crate) mod store;

use kernel::{TenantId, UserId};

pub use model::{Settings, SettingsUpdate, Theme, User, UserUpdate};

use crate::{Identity, IdentityError};

impl Identity {
    /// A person.
    ///
    /// # Errors
    /// [`IdentityError::NotFound`] when this tenant has no such person.
    pub async fn user(&self, tenant: TenantId, user: UserId) -> Result<User, IdentityError> {
        let mut tx = self.store().tenant_read(tenant).await?;
        store::find(tx.conn(), tenant, user).await?.ok_or(IdentityError::NotFound("The user"))
    }

    /// Changes what a person may change about themselves; what `update` leaves out stays.
    ///
    /// # Errors
    /// A field error for a name outside the rules, [`IdentityError::NotFound`] as in [`Identity::user`].
    pub async fn update_user(&self, tenant: TenantId, user: UserId, update: UserUpdate) -> Result<User, IdentityError> {
        let update = update.checked()?;
        let mut tx = self.store().tenant(tenant).await?;
        store::update(tx.conn(), tenant, user, self.world().now(), &update).await?;
        let changed = store::find(tx.conn(), tenant, user).await?.ok_or(IdentityError::NotFound("The user"))?;
        tx.commit().await?;
        Ok(changed)
    }

    /// Changes a person's settings; what `update` leaves out stays.
    ///
    /// # Errors
    /// [`IdentityError::NotFound`] when this tenant has no such person.
    pub async fn update_settings(
        &self,
        tenant: TenantId,
        user: UserId,
        update: SettingsUpdate,
    ) -> Result<Settings, IdentityError> {
        let mut tx = self.store().tenant(tenant).await?;
        store::update_settings(tx.conn(), tenant, user, self.world().now(), update).await?;
        let changed = store::find(tx.conn(), tenant, user).await?.ok_or(IdentityError::NotFound("The user"))?;
        tx.commit().await?;
        Ok(changed.settings)
    }
}
