//! Verification of a partner's customers: the partner opens a link, the person agrees on the tenant's page and
//! returns with a code, and the partner confirms with that code. Only then can the partner's key read which
//! verifications are complete. The code binds the partner's id to the person who came back, as the code of OAuth does.

mod consent;
mod model;
mod store;

use ::store::{StoreError, TenantTx};
use chrono::{DateTime, Utc};
use identity::{ClientContext, ConsentEvent, IdentityError, KeySecret, Principal, Secret};
use kernel::{ErrorKind, PartnerKeyId, ProfileId, TenantId};

pub use consent::{CONSENTS_MAX, consent_withdrawn};
pub use model::{CustomerLink, LinkState, PartnerConsent, RETURN_URL_BYTES_MAX};

use self::store::{Agreement, Changed, NewLink};
use crate::Partners;
use crate::webhook::CustomerChange;

const UNKNOWN: IdentityError = IdentityError::NotFound("The customer");
const UNKNOWN_LINK: IdentityError = IdentityError::NotFound("The link");

/// The token of a link, which is returned once.
#[derive(Debug, Clone)]
pub struct LinkToken {
    /// The token for the address of the tenant's page.
    pub token: Secret,
    /// When it ends.
    pub expires_at: DateTime<Utc>,
}

impl Partners {
    /// Opens a link for a customer of the key. It replaces an earlier link that is not confirmed.
    ///
    /// # Errors
    /// Field errors of `external_customer_id` and `return_url`; a conflict for a confirmed customer.
    pub async fn begin_customer(
        &self,
        tenant: TenantId,
        (owner, key): (ProfileId, PartnerKeyId),
        external: &str,
        return_url: &str,
    ) -> Result<LinkToken, IdentityError> {
        let external = model::external_id(external)?;
        let now = self.world().now();
        let made = KeySecret::generate(self.world(), model::LINK_PREFIX);
        let expires_at = now + model::LINK_LASTS;
        let mut tx = self.store().tenant(tenant).await?;
        let origins = store::proven_origins(tx.conn(), tenant, owner).await?;
        let return_url = model::return_url(return_url, &origins)?;
        let present = store::lock(tx.conn(), tenant, (key, external)).await?;
        if !model::may_begin(present.map(|link| link.state)) {
            let words = "This customer is confirmed. Cancel first to link another person.";
            return Err(IdentityError::refusal(ErrorKind::Conflict, "CONFLICT_ERROR", words));
        }
        store::tidy(tx.conn(), tenant, key, now - model::UNFINISHED_FOR).await?;
        let link = NewLink {
            id: self.world().uuid(),
            key,
            external_id: external,
            return_url,
            token_hash: &made.hash,
            created_at: now,
            expires_at,
        };
        store::begin(tx.conn(), tenant, &link).await?;
        tx.commit().await?;
        tracing::info!(event = "partner_customer.initialized", %tenant, %key, "A partner opened a verification link.");
        Ok(LinkToken { token: made.secret, expires_at })
    }

    /// A customer of the key.
    ///
    /// # Errors
    /// [`IdentityError::NotFound`] for an id that this key has not linked.
    pub async fn customer_link(
        &self,
        tenant: TenantId,
        key: PartnerKeyId,
        external: &str,
    ) -> Result<CustomerLink, IdentityError> {
        let mut tx = self.store().tenant_read(tenant).await?;
        store::find(tx.conn(), tenant, (key, external)).await?.ok_or(UNKNOWN)
    }

    /// The link of a token, for the person who opened it.
    ///
    /// # Errors
    /// [`IdentityError::NotFound`] for a token that is unknown, used or expired.
    pub async fn link_of_token(&self, tenant: TenantId, token: &str) -> Result<CustomerLink, IdentityError> {
        let hash = KeySecret::parse(model::LINK_PREFIX, token).ok_or(UNKNOWN_LINK)?;
        let mut tx = self.store().tenant_read(tenant).await?;
        let found = store::by_token(tx.conn(), tenant, &hash, self.world().now()).await?;
        found.map(|(_, link)| link).ok_or(UNKNOWN_LINK)
    }

    /// The person agrees, on a page of the origin `site`, that the partner learns which verifications are complete.
    /// Returns the return address with the code. The link serves once.
    ///
    /// # Errors
    /// [`IdentityError::NotFound`] as in [`Partners::link_of_token`].
    pub async fn agree_to_link(
        &self,
        tenant: TenantId,
        (who, profile): (&Principal, ProfileId),
        (token, site): (&str, &str),
        context: &ClientContext,
    ) -> Result<String, IdentityError> {
        let hash = KeySecret::parse(model::LINK_PREFIX, token).ok_or(UNKNOWN_LINK)?;
        let now = self.world().now();
        let code = KeySecret::generate(self.world(), model::CODE_PREFIX);
        let mut tx = self.store().tenant(tenant).await?;
        let (key, link) = store::by_token(tx.conn(), tenant, &hash, now).await?.ok_or(UNKNOWN_LINK)?;
        let agreement = Agreement {
            token_hash: &hash,
            code_hash: &code.hash,
            customer: profile,
            site,
            agreed_at: now,
            expires_at: now + model::CODE_LASTS,
        };
        if !store::agree(tx.conn(), tenant, &agreement).await? {
            return Err(UNKNOWN_LINK);
        }
        self.identity().note_consent(&mut tx, who, (ConsentEvent::Given, key), context).await?;
        tx.commit().await?;
        tracing::info!(event = "partner_customer.agreed", %tenant, %key, "A customer agreed to show a partner which verifications are complete.");
        Ok(link.returning(code.secret.expose()))
    }

    /// Confirms a customer with the code that they brought back. A repetition after success changes nothing.
    ///
    /// # Errors
    /// [`IdentityError::NotFound`] for an unknown id; 403 `CONSENT_WITHDRAWN`; a field error of `code`.
    pub async fn confirm_customer(
        &self,
        tenant: TenantId,
        (owner, key, external): (ProfileId, PartnerKeyId, &str),
        code: &str,
    ) -> Result<CustomerLink, IdentityError> {
        let now = self.world().now();
        let wrong = || IdentityError::field("code", "invalid", "This code is wrong, used or expired.");
        let hash = KeySecret::parse(model::CODE_PREFIX, code);
        let mut tx = self.store().tenant(tenant).await?;
        let link = store::lock(tx.conn(), tenant, (key, external)).await?.ok_or(UNKNOWN)?;
        match link.state {
            LinkState::Confirmed => return Ok(link),
            LinkState::Withdrawn => return Err(consent_withdrawn()),
            LinkState::Initialized | LinkState::Agreed | LinkState::Cancelled => {}
        }
        let hash = hash.ok_or_else(wrong)?;
        let changed = store::confirm(tx.conn(), tenant, (key, external), &hash, now).await?.ok_or_else(wrong)?;
        let link = CustomerLink { state: LinkState::Confirmed, updated_at: now, ..link };
        self.append_change(&mut tx, (owner, key, external), LinkState::Confirmed, changed).await?;
        tx.commit().await?;
        tracing::info!(event = "partner_customer.confirmed", %tenant, %key, "A partner confirmed a customer.");
        Ok(link)
    }

    /// Ends a link: the key can no longer read anything of the person. An ended link stays as it is.
    ///
    /// # Errors
    /// [`IdentityError::NotFound`] for an unknown id.
    pub async fn cancel_customer(
        &self,
        tenant: TenantId,
        (owner, key, external): (ProfileId, PartnerKeyId, &str),
    ) -> Result<CustomerLink, IdentityError> {
        let now = self.world().now();
        let mut tx = self.store().tenant(tenant).await?;
        let link = store::lock(tx.conn(), tenant, (key, external)).await?.ok_or(UNKNOWN)?;
        if link.has_ended() {
            return Ok(link);
        }
        let changed = store::cancel(tx.conn(), tenant, (key, external), now).await?;
        self.append_change(&mut tx, (owner, key, external), LinkState::Cancelled, changed).await?;
        tx.commit().await?;
        tracing::info!(event = "partner_customer.cancelled", %tenant, %key, "A partner ended the link to a customer.");
        Ok(CustomerLink { state: LinkState::Cancelled, customer: None, updated_at: now, ..link })
    }

    /// Appends a new state of a link to the stream of the profile that owns the key.
    async fn append_change(
        &self,
        tx: &mut TenantTx,
        (owner, key, external): (ProfileId, PartnerKeyId, &str),
        state: LinkState,
        changed: Changed,
    ) -> Result<(), StoreError> {
        let change = CustomerChange {
            external_customer_id: external.to_owned(),
            key_id: key.to_string(),
            state: state.code().to_owned(),
            version: changed.version,
        };
        tx.append_events(self.world().now(), &[change.to_stream(owner, changed.id)]).await
    }

    /// Deletes the links of these partners' keys, and those of these customers.
    pub(crate) async fn forget_customers(&self, tx: &mut TenantTx, profiles: &[ProfileId]) -> Result<(), StoreError> {
        store::forget(tx.conn(), profiles).await
    }
}
