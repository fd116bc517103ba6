//! An operator's own passkeys: making, naming and removing them.

use kernel::{PasskeyId, TenantId};
use serde_json::json;
use sha2::{Digest, Sha256};

use super::{Asker, CeremonyKind, limit_of_operator, lock_own, shown, tell};
use crate::auth::passkey::public_key::public_key;
use crate::auth::passkey::{checked_name, model};
use crate::backoffice::operator::session::OperatorPrincipal;
use crate::backoffice::operator::store::passkeys;
use crate::{ClientContext, Identity, IdentityError, Passkey, PasskeyAnswer, PasskeyRequest, PasskeySite, counter};

/// The maximum number of passkeys of an operator.
const PASSKEYS_MAX: usize = 10;

impl Identity {
    /// An operator's passkeys, the oldest first.
    ///
    /// # Errors
    /// Database errors.
    pub async fn operator_passkeys(
        &self,
        tenant: TenantId,
        who: &OperatorPrincipal,
    ) -> Result<Vec<Passkey>, IdentityError> {
        let mut tx = self.store().tenant_read(tenant).await?;
        Ok(passkeys::of(tx.conn(), tenant, who.id).await?)
    }

    /// Creates a request for a new passkey.
    ///
    /// # Errors
    /// [`IdentityError::FactorRequired`] without a confirmation in the last five minutes; a conflict with 10 existing
    /// passkeys; [`IdentityError::TooMany`].
    pub async fn begin_operator_passkey(
        &self,
        tenant: TenantId,
        who: &OperatorPrincipal,
        site: &PasskeySite,
    ) -> Result<PasskeyRequest, IdentityError> {
        let now = self.world().now();
        who.has_confirmed(now)?;
        let mut tx = self.store().tenant(tenant).await?;
        counter::store::spend(tx.conn(), tenant, now, &[limit_of_operator(who.id)]).await?;
        room_for_one(passkeys::of(tx.conn(), tenant, who.id).await?.len())?;
        let known = passkeys::known(tx.conn(), tenant, who.id, site.host()).await?;
        let begun = model::begin_registration(site, who.id.uuid(), (&who.email, None), &known)?;
        self.ask_operator(tx, CeremonyKind::Register, site, Some(who.into()), begun).await
    }

    /// Stores the new passkey.
    ///
    /// # Errors
    /// A field error of `name`; [`IdentityError::FactorRequired`] as above, without consuming the ceremony;
    /// [`IdentityError::PasskeyRefused`] for an invalid answer; [`IdentityError::Exists`] for a known passkey;
    /// [`IdentityError::Unauthenticated`] if the session has ended in the meantime.
    pub async fn add_operator_passkey(
        &self,
        tenant: TenantId,
        who: &OperatorPrincipal,
        site: &PasskeySite,
        answer: PasskeyAnswer<'_>,
        name: &str,
        context: &ClientContext,
    ) -> Result<(), IdentityError> {
        let name = checked_name(name)?;
        let now = self.world().now();
        who.has_confirmed(now)?;
        let asker = Asker::from(who);
        let state = self.take_from_operator(tenant, answer.request, CeremonyKind::Register, site, Some(asker)).await?;
        let mut tx = self.store().tenant(tenant).await?;
        // Serialised per operator, so that concurrent requests cannot exceed the maximum.
        let account = lock_own(tx.conn(), tenant, asker).await?;
        let kept = match model::finish_registration(site, &state, answer.credential) {
            Ok(kept) => kept,
            Err(refused) => {
                let told = ("operators.passkey_refused", json!({ "why": refused.0 }));
                tell(tx.conn(), self, tenant, &account, told, context).await?;
                tx.commit().await?;
                return Err(refused.into());
            }
        };
        room_for_one(passkeys::of(tx.conn(), tenant, who.id).await?.len())?;
        let id: PasskeyId = self.world().id();
        if !passkeys::add(tx.conn(), tenant, id, who.id, site.host(), &kept, &name, now).await? {
            return Err(IdentityError::Exists("This passkey"));
        }
        // The public key in the log identifies the owner of later signatures, even after the passkey is removed.
        let mut made = shown(id.uuid());
        made["public_key_sha256"] = hex::encode(Sha256::digest(public_key(&kept.credential)?.0)).into();
        tell(tx.conn(), self, tenant, &account, ("operators.passkey_add", made), context).await?;
        Ok(tx.commit().await?)
    }

    /// Renames a passkey.
    ///
    /// # Errors
    /// A field error of `name`; [`IdentityError::NotFound`] for another operator's passkey.
    pub async fn rename_operator_passkey(
        &self,
        tenant: TenantId,
        who: &OperatorPrincipal,
        id: PasskeyId,
        name: &str,
    ) -> Result<(), IdentityError> {
        let name = checked_name(name)?;
        let mut tx = self.store().tenant(tenant).await?;
        if !passkeys::rename(tx.conn(), tenant, who.id, id, &name).await? {
            return Err(IdentityError::NotFound("The passkey"));
        }
        Ok(tx.commit().await?)
    }

    /// Removes a passkey. The authenticator app always remains as a sign-in method.
    ///
    /// # Errors
    /// [`IdentityError::FactorRequired`] without a confirmation in the last five minutes; [`IdentityError::NotFound`]
    /// for another operator's passkey.
    pub async fn remove_operator_passkey(
        &self,
        tenant: TenantId,
        who: &OperatorPrincipal,
        id: PasskeyId,
        context: &ClientContext,
    ) -> Result<(), IdentityError> {
        who.has_confirmed(self.world().now())?;
        let mut tx = self.store().tenant(tenant).await?;
        let account = lock_own(tx.conn(), tenant, who.into()).await?;
        if !passkeys::remove(tx.conn(), tenant, who.id, id).await? {
            return Err(IdentityError::NotFound("The passkey"));
        }
        tell(tx.conn(), self, tenant, &account, ("operators.passkey_remove", shown(id.uuid())), context).await?;
        Ok(tx.commit().await?)
    }
}

fn room_for_one(passkeys: usize) -> Result<(), IdentityError> {
    let full = || IdentityError::conflict("You have 10 passkeys. Remove one first.");
    (passkeys < PASSKEYS_MAX).then_some(()).ok_or_else(full)
}
