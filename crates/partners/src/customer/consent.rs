//! The customer's side of a link: the consents that a person gave to partners, and their withdrawal (Regulation (EU)
//! 2016/679, article 7(3): withdrawing is as easy as consenting).

use ::store::{StoreError, TenantTx};
use identity::{ClientContext, ConsentEvent, IdentityError, Page, Principal};
use kernel::{ErrorKind, PartnerConsentId, TenantId, UserId};
use serde_json::json;

use super::store::{self, Withdrawn};
use super::{LinkState, PartnerConsent};
use crate::Partners;

/// The maximum number of consents that a list has.
pub const CONSENTS_MAX: i64 = 100;

/// The refusal of a partner whose customer withdrew the consent: 403 `CONSENT_WITHDRAWN`.
#[must_use]
pub fn consent_withdrawn() -> IdentityError {
    let words = "The customer withdrew the consent. Initialise again to ask for it.";
    IdentityError::refusal(ErrorKind::Forbidden, "CONSENT_WITHDRAWN", words)
}

impl Partners {
    /// The consents of a person: those in force first, then the newest first; at most [`CONSENTS_MAX`]. Withdrawn ones
    /// stay listed for 30 days or more.
    ///
    /// # Errors
    /// Database errors.
    pub async fn consents(&self, tenant: TenantId, user: UserId) -> Result<Vec<PartnerConsent>, IdentityError> {
        let mut tx = self.store().tenant_read(tenant).await?;
        Ok(store::consents(tx.conn(), tenant, user, self.world().now(), CONSENTS_MAX).await?)
    }

    /// The consents of a person for their data export.
    ///
    /// # Errors
    /// Database errors.
    pub async fn export_consents(&self, tx: &mut TenantTx, user: UserId) -> Result<Page, StoreError> {
        let (tenant, now) = (tx.tenant(), self.world().now());
        let consents = store::consents(tx.conn(), tenant, user, now, CONSENTS_MAX).await?;
        let shown = |one: PartnerConsent| {
            json!({ "partner": one.partner, "site": one.site, "state": one.state.code(), "agreed_at": one.agreed_at,
                "changed_at": one.updated_at })
        };
        Ok(Page { rows: consents.into_iter().map(shown).collect(), next: None })
    }

    /// Withdraws a consent of the person. The partner's key can no longer read anything of them, and the partner gets an
    /// event.
    ///
    /// # Errors
    /// [`IdentityError::NotFound`] for a consent that is unknown, another person's, or ended.
    pub async fn withdraw_consent(
        &self,
        tenant: TenantId,
        (who, id): (&Principal, PartnerConsentId),
        context: &ClientContext,
    ) -> Result<(), IdentityError> {
        let mut tx = self.store().tenant(tenant).await?;
        let done = store::withdraw(tx.conn(), tenant, (who.user, id), self.world().now()).await?;
        let Withdrawn { key, owner, external_id, changed } = done.ok_or(IdentityError::NotFound("The consent"))?;
        self.append_change(&mut tx, (owner, key, &external_id), LinkState::Withdrawn, changed).await?;
        self.identity().note_consent(&mut tx, who, (ConsentEvent::Withdrawn, key), context).await?;
        tx.commit().await?;
        tracing::info!(event = "partner_customer.withdrawn", %tenant, %key, "A customer withdrew the consent given to a partner.");
        Ok(())
    }
}
