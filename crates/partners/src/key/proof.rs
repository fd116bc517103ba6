//! Looks for the proofs of a widget key's domains.

use chrono::TimeDelta;
use identity::IdentityError;
use kernel::{PartnerKeyId, ProfileId, TenantId};

use super::model::{Domain, DomainState, Key};
use super::{UNKNOWN, store};
use crate::Partners;
use crate::outside::{Outside, ProofFailure, proves};

/// The minimum time between two look-ups of a domain, so that callers cannot flood it through the platform.
const AGAIN_AFTER: TimeDelta = TimeDelta::seconds(5);

impl Partners {
    /// Looks for the proofs of the domains that are not proven, and returns the key as it then is.
    ///
    /// # Errors
    /// [`IdentityError::NotFound`] for another profile's key, and for a revoked one.
    pub async fn verify_domains(
        &self,
        tenant: TenantId,
        (profile, id): (ProfileId, PartnerKeyId),
        outside: &dyn Outside,
    ) -> Result<Key, IdentityError> {
        let mut found = Vec::new();
        for name in self.domains_to_check(tenant, profile, id).await? {
            // The database connection is not held meanwhile.
            let failure = match outside.proof(&name).await {
                Ok(file) if proves(&file, id) => None,
                Ok(_) => Some(ProofFailure::NoLine),
                Err(failure) => Some(failure),
            };
            found.push((name, failure));
        }
        let now = self.world().now();
        let mut tx = self.store().tenant(tenant).await?;
        store::lock(tx.conn(), tenant, profile, id).await?.ok_or(UNKNOWN)?;
        for (name, failure) in &found {
            store::domains::put_proof(tx.conn(), tenant, id, (name.as_str(), *failure), now).await?;
            let state = failure.map_or("saved", ProofFailure::code);
            tracing::info!(event = "partner_domain.checked", %tenant, key = %id, state, "The proof of a widget's domain was looked for.");
        }
        store::tell(tx.conn()).await?;
        let key = store::find(tx.conn(), tenant, profile, id).await?.ok_or(UNKNOWN)?;
        tx.commit().await?;
        self.inner.known.purge();
        Ok(key)
    }

    /// The domains without a proof that are due. It notes that they are checked now: of two requests at the same time,
    /// one gets them.
    async fn domains_to_check(
        &self,
        tenant: TenantId,
        profile: ProfileId,
        id: PartnerKeyId,
    ) -> Result<Vec<String>, IdentityError> {
        let now = self.world().now();
        let mut tx = self.store().tenant(tenant).await?;
        let key = store::lock(tx.conn(), tenant, profile, id).await?.ok_or(UNKNOWN)?;
        let is_due = |domain: &Domain| {
            domain.state != DomainState::Saved && domain.checked_at.is_none_or(|at| now - at >= AGAIN_AFTER)
        };
        let due: Vec<String> = key.domains.into_iter().filter(is_due).map(|domain| domain.name).collect();
        store::domains::note_check(tx.conn(), tenant, id, &due, now).await?;
        tx.commit().await?;
        Ok(due)
    }
}
