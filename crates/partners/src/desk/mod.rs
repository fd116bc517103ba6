//! What operators see of partners and merchants, and do about them.

mod store;

use chrono::{DateTime, TimeDelta, Utc};
use identity::operator::{OperatorPrincipal, PartnerAct};
use identity::{ClientContext, IdentityError};
use kernel::{PartnerKeyId, ProfileId, TenantId, TenantUser, UserId, WebhookEndpointId};

use crate::Partners;
use crate::key::UNKNOWN;
use crate::webhook::UNKNOWN_ENDPOINT;

/// An endpoint that has failed for so long is shown as failing, as in the alert.
const FAILING_FOR: TimeDelta = TimeDelta::hours(1);

/// A customer with an API key or a merchant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartnerLine {
    /// The customer.
    pub user: UserId,
    /// The email address. Operators see it masked.
    pub email: String,
    /// The number of keys that are not revoked.
    pub keys: i64,
    /// When one of them was last used.
    pub used_at: Option<DateTime<Utc>>,
    /// The number of active webhook endpoints that have failed for an hour.
    pub failing: i64,
    /// The number of webhook endpoints that are paused or disabled.
    pub stopped: i64,
    /// The name of the first merchant.
    pub merchant: Option<String>,
    /// When operators stopped that merchant.
    pub merchant_stopped_at: Option<DateTime<Utc>>,
}

/// An operator with the request's context.
pub type By<'a> = (&'a OperatorPrincipal, &'a ClientContext);

impl Partners {
    /// Customers with an API key or a merchant, the newest customers first, and whether there are more. `only` finds one.
    ///
    /// # Errors
    /// 403 without the permission, and database errors.
    pub async fn partner_lines(
        &self,
        tenant: TenantId,
        who: &OperatorPrincipal,
        (only, after): (Option<UserId>, Option<UserId>),
        limit: u32,
    ) -> Result<(Vec<PartnerLine>, bool), IdentityError> {
        self.identity().may_read_partners(who)?;
        let before = self.world().now() - FAILING_FOR;
        let mut tx = self.store().tenant_read(tenant).await?;
        let mut found = store::lines(tx.conn(), tenant, (only, after), before, i64::from(limit) + 1).await?;
        let most = usize::try_from(limit).unwrap_or(usize::MAX);
        let has_more = found.len() > most;
        found.truncate(most);
        Ok((found, has_more))
    }

    /// Revokes a customer's key at once, in every process, and tells the customer by email.
    ///
    /// # Errors
    /// 403 without the permission, a field error of `reason`, [`IdentityError::NotFound`] for another customer's key and
    /// for a revoked one.
    pub async fn revoke_key_as_operator(
        &self,
        TenantUser { tenant, user }: TenantUser,
        by: By<'_>,
        key: PartnerKeyId,
        reason: &str,
    ) -> Result<(), IdentityError> {
        let mut tx = self.store().tenant(tenant).await?;
        self.identity().partner_act(&mut tx, by, PartnerAct::RevokeKey, (&key.to_string(), reason)).await?;
        let profile = store::profile_of_key(tx.conn(), tenant, user, key).await?.ok_or(UNKNOWN)?;
        if !crate::key::revoke(&mut tx, profile, key, self.world().now()).await? {
            return Err(UNKNOWN);
        }
        self.identity().tell_key_revoked(&mut tx, user).await?;
        tx.commit().await?;
        self.forget_cached_keys();
        tracing::info!(event = "partner_key.revoked_by_operator", %tenant, %key, "An operator revoked an API key.");
        Ok(())
    }

    /// Pauses a customer's webhook endpoint, and tells the customer by email. The owner can make it active again.
    ///
    /// # Errors
    /// 403 without the permission, a field error of `reason`, [`IdentityError::NotFound`] for another customer's endpoint
    /// and for one that is stopped.
    pub async fn pause_endpoint_as_operator(
        &self,
        TenantUser { tenant, user }: TenantUser,
        by: By<'_>,
        endpoint: WebhookEndpointId,
        reason: &str,
    ) -> Result<(), IdentityError> {
        let mut tx = self.store().tenant(tenant).await?;
        self.identity().partner_act(&mut tx, by, PartnerAct::PauseWebhook, (&endpoint.to_string(), reason)).await?;
        if !store::is_active_endpoint(tx.conn(), tenant, user, endpoint).await? {
            return Err(UNKNOWN_ENDPOINT);
        }
        self.pause_endpoint(&mut tx, user, endpoint).await?;
        tx.commit().await?;
        Ok(())
    }

    /// The profiles of a customer that have keys, oldest key first.
    ///
    /// # Errors
    /// Database errors.
    pub async fn profiles_with_keys(&self, key: TenantUser) -> Result<Vec<ProfileId>, IdentityError> {
        let mut tx = self.store().tenant_read(key.tenant).await?;
        Ok(store::profiles_with_keys(tx.conn(), key.tenant, key.user).await?)
    }
}
