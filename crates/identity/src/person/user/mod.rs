//! Customers and their settings.

mod model;
pub(crate) mod store;

use std::collections::BTreeSet;

use ::store::TenantTx;
use kernel::{Country, TenantId, UserId};
use serde_json::json;

use model::{CheckedUpdate, merged};
pub use model::{Personal, PersonalUpdate, Settings, SettingsUpdate, Theme, User, UserUpdate};

use crate::audit::{self, Entry};
use crate::envelope::Class;
use crate::person::verification::{self, Event, Kind};
use crate::{ClientContext, Identity, IdentityError, Tenant};

impl Identity {
    /// A person.
    ///
    /// # Errors
    /// [`IdentityError::NotFound`] when this tenant has no such person.
    pub async fn user(&self, tenant: TenantId, user: UserId) -> Result<User, IdentityError> {
        let mut tx = self.store().tenant_read(tenant).await?;
        store::find(tx.conn(), tenant, user).await?.ok_or(IdentityError::NotFound("The user"))
    }

    /// A person's date of birth and home address, if stored.
    ///
    /// # Errors
    /// Database errors; data encrypted under another key-encryption key.
    pub async fn personal(&self, tenant: TenantId, user: UserId) -> Result<Option<Personal>, IdentityError> {
        let mut tx = self.store().tenant(tenant).await?;
        self.opened(&mut tx, user).await
    }

    /// Updates personal data; fields that `update` omits stay. Data that a document has proven, or that is under
    /// review, cannot be changed. A complete home address counts as declared.
    ///
    /// # Errors
    /// A field error; 451 `COUNTRY_NOT_ALLOWED` for a country in `forbidden`; a conflict for verified data;
    /// [`IdentityError::NotFound`] as in [`Identity::user`].
    pub async fn update_user(
        &self,
        tenant: &Tenant,
        user: UserId,
        update: UserUpdate,
        forbidden: &BTreeSet<Country>,
        context: &ClientContext,
    ) -> Result<User, IdentityError> {
        let now = self.world().now();
        let update = update.checked(forbidden, tenant.sandbox, now.date_naive())?;
        let mut tx = self.store().tenant(tenant.id).await?;
        // Locked before the read, because the encrypted record is replaced as a whole.
        store::lock(tx.conn(), tenant.id, user).await?;
        self.refuse_proved(&mut tx, user, &update).await?;
        store::update(tx.conn(), tenant.id, user, now, &update).await?;
        let changed = store::find(tx.conn(), tenant.id, user).await?.ok_or(IdentityError::NotFound("The user"))?;
        // A new residence can also complete an address: not every country has postal codes.
        if !update.personal.is_empty() || update.residence.is_some() {
            let personal = self.keep_personal(&mut tx, user, update.personal).await?;
            if personal.is_some_and(|personal| personal.has_address(changed.residence)) {
                self.move_verification(&mut tx, user, Kind::DeclaredAddress, Event::Prove, &[], context).await?;
            }
        }
        let entry = Entry::new("user.updated").of(user, None).with(json!({}));
        audit::store::write(tx.conn(), self.world(), tenant.id, context, &entry).await?;
        tx.commit().await?;
        Ok(changed)
    }

    /// Encrypts and stores the changes, and returns the merged data.
    async fn keep_personal(
        &self,
        tx: &mut TenantTx,
        user: UserId,
        update: PersonalUpdate,
    ) -> Result<Option<Personal>, IdentityError> {
        let known = self.opened(tx, user).await?;
        if update.is_empty() {
            return Ok(known);
        }
        let personal = merged(known, update)?;
        let plain = serde_json::to_vec(&personal).map_err(|error| IdentityError::internal(&error))?;
        let sealed = self.envelope().seal(tx, Class::Pii, user.uuid(), &plain).await?;
        let tenant = tx.tenant();
        store::set_personal(tx.conn(), tenant, user, &sealed).await?;
        Ok(Some(personal))
    }

    /// Data proven by a document cannot be changed by the person.
    async fn refuse_proved(
        &self,
        tx: &mut TenantTx,
        user: UserId,
        update: &CheckedUpdate,
    ) -> Result<(), IdentityError> {
        if !update.touches_identity() {
            return Ok(());
        }
        let tenant = tx.tenant();
        let known = verification::store::of_user(tx.conn(), tenant, user).await?;
        let is_fixed = |one: &verification::Verification| {
            let fixed = one.status.is_awaited() || one.status == verification::Status::Completed;
            one.kind == Kind::Identity && fixed
        };
        if known.iter().any(is_fixed) {
            return Err(IdentityError::conflict("This was verified by a document. Support can change it."));
        }
        Ok(())
    }

    /// A person's date of birth and home address, if stored, as `tx` sees them.
    pub(crate) async fn opened(&self, tx: &mut TenantTx, user: UserId) -> Result<Option<Personal>, IdentityError> {
        let tenant = tx.tenant();
        let Some(sealed) = store::personal(tx.conn(), tenant, user).await? else { return Ok(None) };
        let plain = self.envelope().open(tx, Class::Pii, user.uuid(), &sealed).await?;
        serde_json::from_slice(&plain).map(Some).map_err(|error| IdentityError::internal(&error))
    }

    /// Updates a person's settings; fields that `update` omits stay.
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
