//! The published versions of a tenant's policy: listed, compared and proposed again.

use kernel::TenantId;
use serde_json::Value;

use super::Exchange;
use crate::ExchangeError;
use crate::policy::{Policy, PolicyDifference, PolicyVersion, policy_differences, store as rows};

const UNKNOWN: ExchangeError = ExchangeError::NotFound { what: "version of the policy" };

/// A version, compared with another one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ComparedVersion {
    /// The version.
    pub version: PolicyVersion,
    /// The version that it is compared with; `None` for the first version, which has none before it.
    pub against: Option<u32>,
    /// The differences from `against` to `version`.
    pub differences: Vec<PolicyDifference>,
}

impl Exchange {
    /// The versions of a tenant's policy below `before`, newest first; at most `limit`.
    ///
    /// # Errors
    /// Database errors.
    pub async fn policy_versions(
        &self,
        tenant: TenantId,
        before: Option<u32>,
        limit: u32,
    ) -> Result<Vec<PolicyVersion>, ExchangeError> {
        let before = before.map(number).transpose()?;
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        rows::versions(tx.conn(), tenant, before, i64::from(limit), self.inner.world.now()).await
    }

    /// A version of a tenant's policy, compared with another one, or with the one before it.
    ///
    /// # Errors
    /// [`ExchangeError::NotFound`] if one of them does not exist; database errors.
    pub async fn compared_policy_version(
        &self,
        tenant: TenantId,
        version: u32,
        against: Option<u32>,
    ) -> Result<ComparedVersion, ExchangeError> {
        let (number, now) = (number(version)?, self.inner.world.now());
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        let upwards = number.checked_add(1).ok_or(UNKNOWN)?;
        let found = rows::versions(tx.conn(), tenant, Some(upwards), 2, now).await?;
        let (mine, earlier) = (found.first().filter(|one| one.version == version).ok_or(UNKNOWN)?, found.get(1));
        let Some(against) = against.or(earlier.map(|one| one.version)) else {
            return Ok(ComparedVersion { version: *mine, against: None, differences: Vec::new() });
        };
        let after = document(&mut tx, tenant, version).await?;
        let before = document(&mut tx, tenant, against).await?;
        let differences = policy_differences(&before, &after);
        Ok(ComparedVersion { version: *mine, against: Some(against), differences })
    }

    /// The policy of an earlier version, as a change of version `base`.
    ///
    /// # Errors
    /// [`ExchangeError::NotFound`]; [`ExchangeError::Invalid`] for a version that today's rules for policies refuse.
    pub async fn policy_again(&self, tenant: TenantId, version: u32, base: u32) -> Result<Policy, ExchangeError> {
        let mut tx = self.inner.store.tenant_read(tenant).await?;
        let body = document(&mut tx, tenant, version).await?;
        let read: Result<Policy, _> = serde_json::from_value(body);
        let policy = read.map_err(|error| ExchangeError::invalid("policy", error.to_string()))?;
        Ok(Policy { version: base, ..policy })
    }
}

async fn document(tx: &mut store::TenantTx, tenant: TenantId, version: u32) -> Result<Value, ExchangeError> {
    rows::document(tx.conn(), tenant, number(version)?).await?.ok_or(UNKNOWN)
}

/// The number as the database has it.
fn number(version: u32) -> Result<i32, ExchangeError> {
    i32::try_from(version).map_err(|_| UNKNOWN)
}
