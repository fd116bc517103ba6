//! Selects the identity check of each tenant.

use std::collections::BTreeMap;

use async_trait::async_trait;
use identity::kyc_documents::{Case, Finding, IdentityCheck, KycWebhook, Message};
use identity::{Identity, Tenant};

use super::sandbox;
use super::sumsub::Sumsub;

/// Delegates to the tenant's configured provider.
pub struct Checks {
    identity: Identity,
    sumsub: BTreeMap<String, Sumsub>,
}

impl Checks {
    /// The checks of the tenants of `identity`. `sumsub` contains the tenants with a Sumsub account, by slug.
    pub fn new(identity: Identity, sumsub: BTreeMap<String, Sumsub>) -> Self {
        Self { identity, sumsub }
    }
}

#[async_trait]
impl IdentityCheck for Checks {
    async fn check(&self, case: &Case) -> Result<Finding, String> {
        let tenant = self.identity.tenant_by_id(case.tenant).await.map_err(|error| error.to_string())?;
        match self.sumsub.get(&tenant.slug) {
            Some(sumsub) => sumsub.check(&self.identity, case).await,
            None if tenant.sandbox => Ok(sandbox::simulated(case)),
            None => Ok(Finding::Manual),
        }
    }

    fn read_webhook(&self, tenant: &Tenant, message: &Message<'_>) -> KycWebhook {
        self.sumsub.get(&tenant.slug).map_or(KycWebhook::NotConnected, |sumsub| sumsub.read_webhook(message))
    }
}
