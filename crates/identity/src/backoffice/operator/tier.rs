//! The tier to which operators raise a customer, and the customer's individual limits.

use ::store::TenantTx;
use kernel::UserId;
use serde_json::json;

use super::executor::{Performed, known};
use super::store::customers;
use crate::audit::{self, Entry};
use crate::person::customer_status::INDIVIDUAL_TIER;
use crate::person::verification::{Kind, Status};
use crate::{ClientContext, Identity, IdentityError, IndividualLimits, person::customer_status};

impl Identity {
    /// Raises a customer's tier, or revokes that. Raising requires a verified identity, because due diligence concerns
    /// a known person.
    pub(super) async fn set_tier(
        &self,
        tx: &mut TenantTx,
        user: UserId,
        tier: Option<u8>,
    ) -> Result<Performed, IdentityError> {
        let (tenant, now) = (tx.tenant(), self.world().now());
        known(customers::lock(tx.conn(), tenant, user).await?)?;
        let before = customers::raised_to(tx.conn(), tenant, user).await?;
        if before == tier {
            return Err(IdentityError::conflict("It is so already."));
        }
        if tier.is_some() {
            identified(tx, user).await?;
        }
        let agreed = customer_status::store::agreed(tx.conn(), tenant, user).await?;
        customers::set_raised_to(tx.conn(), tenant, user, tier, now).await?;
        let entry = Entry::new(if tier.is_some() { "user.tier_raised" } else { "user.tier_lowered" }).of(user, None);
        audit::store::write(tx.conn(), self.world(), tenant, &ClientContext::default(), &entry).await?;
        Ok(Performed::new(json!({ "raised_to": before, "limits": agreed }), json!({ "raised_to": tier })))
    }

    /// Sets individual limits, for a customer who was raised to the tier that has them.
    pub(super) async fn agree_limits(
        &self,
        tx: &mut TenantTx,
        user: UserId,
        limits: &IndividualLimits,
    ) -> Result<Performed, IdentityError> {
        let (tenant, now) = (tx.tenant(), self.world().now());
        known(customers::lock(tx.conn(), tenant, user).await?)?;
        if customers::raised_to(tx.conn(), tenant, user).await? != Some(INDIVIDUAL_TIER) {
            return Err(IdentityError::conflict("This customer was not raised to T4."));
        }
        identified(tx, user).await?;
        let before = customer_status::store::agreed(tx.conn(), tenant, user).await?;
        if before == Some(*limits) {
            return Err(IdentityError::conflict("It is so already."));
        }
        customers::set_agreed_limits(tx.conn(), tenant, user, limits, now).await?;
        let entry = Entry::new("user.limits_agreed").of(user, None).with(json!(limits));
        audit::store::write(tx.conn(), self.world(), tenant, &ClientContext::default(), &entry).await?;
        Ok(Performed::new(json!({ "limits": before }), json!({ "limits": limits })))
    }
}

async fn identified(tx: &mut TenantTx, user: UserId) -> Result<(), IdentityError> {
    let tenant = tx.tenant();
    let verifications = crate::person::verification::store::of_user(tx.conn(), tenant, user).await?;
    let identified = verifications.iter().any(|one| (one.kind, one.status) == (Kind::Identity, Status::Completed));
    let unknown = || IdentityError::conflict("Who this customer is has not been verified yet.");
    identified.then_some(()).ok_or_else(unknown)
}
