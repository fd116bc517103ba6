//! Operators stop a merchant: it takes no new payments until they allow it again. Payments in progress go on, because their
//! payers have paid.

mod store;

use chrono::{DateTime, Utc};
use exchange::ExchangeError;
use identity::operator::{OperatorPrincipal, PartnerAct};
use identity::{ClientContext, Identity, IdentityError};
use kernel::{MerchantId, TenantId, TenantUser};

use crate::{Merchant, Merchants};

/// Why and since when a merchant takes no payments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MerchantStop {
    /// Since when.
    pub at: DateTime<Utc>,
    /// The operator's email.
    pub by: String,
    /// The operator's reason.
    pub reason: String,
}

const UNKNOWN: IdentityError = IdentityError::NotFound("The merchant");

impl Merchants {
    /// The merchants of a customer with their stops, oldest first; at most 20.
    ///
    /// # Errors
    /// Database errors.
    pub async fn of_user(&self, key: TenantUser) -> Result<Vec<(Merchant, Option<MerchantStop>)>, ExchangeError> {
        let mut tx = self.store().tenant_read(key.tenant).await?;
        let mut found = Vec::new();
        for merchant in crate::merchant::of_user(tx.conn(), key).await? {
            let stop = store::find(tx.conn(), key.tenant, merchant.id).await?;
            found.push((merchant, stop));
        }
        Ok(found)
    }

    /// Stops a merchant of a customer, or lets it take payments again.
    ///
    /// # Errors
    /// 403 without the permission, a field error of `reason`, [`IdentityError::NotFound`] for another customer's merchant,
    /// and for one that is in this state already.
    pub async fn set_stop(
        &self,
        (identity, key): (&Identity, TenantUser),
        (who, context): (&OperatorPrincipal, &ClientContext),
        (merchant, is_stopped): (MerchantId, bool),
        reason: &str,
    ) -> Result<(), IdentityError> {
        let act = if is_stopped { PartnerAct::StopMerchant } else { PartnerAct::AllowMerchant };
        let (tenant, now) = (key.tenant, self.world().now());
        let mut tx = self.store().tenant(tenant).await?;
        let reason = identity.partner_act(&mut tx, (who, context), act, (&key.user.to_string(), reason)).await?;
        if !crate::merchant::of_user(tx.conn(), key).await?.iter().any(|one| one.id == merchant) {
            return Err(UNKNOWN);
        }
        let is_changed = match is_stopped {
            true => {
                let stop = MerchantStop { at: now, by: who.email.clone(), reason };
                store::insert(tx.conn(), tenant, merchant, &stop).await?
            }
            false => store::delete(tx.conn(), tenant, merchant).await?,
        };
        if !is_changed {
            return Err(UNKNOWN);
        }
        tx.commit().await?;
        tracing::info!(event = "merchant.stop_changed", %tenant, %merchant, is_stopped, "An operator stopped a merchant or allowed it.");
        Ok(())
    }

    /// Refuses a new payment of a stopped merchant.
    pub(crate) async fn check_not_stopped(&self, tenant: TenantId, merchant: MerchantId) -> Result<(), ExchangeError> {
        let mut tx = self.store().tenant_read(tenant).await?;
        match store::find(tx.conn(), tenant, merchant).await? {
            Some(_) => Err(ExchangeError::Refused {
                reason: "this merchant takes no payments at present; support can say more".to_owned(),
            }),
            None => Ok(()),
        }
    }
}
