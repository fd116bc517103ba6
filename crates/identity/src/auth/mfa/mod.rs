//! Multi-factor authentication: authenticator apps, passkeys and recovery codes; the actions that they protect
//! (sign-in, outgoing transfers, card details); and step-up confirmation of single requests. An email code is never a
//! second factor.

mod check;
mod enrol;
mod model;
mod recovery;
mod reset;
mod step_up;
pub(crate) mod store;
pub(crate) mod totp;
mod unlock;

use chrono::{DateTime, Utc};
use kernel::TenantId;

pub use enrol::TotpSetup;
pub(crate) use enrol::nothing_jumped;
pub(crate) use model::Tries;
pub use model::{ConfirmedRequest, Purpose, StepUp, StepUpToken};
pub use reset::FactorReset;
pub(crate) use reset::{EndLostFactors, schedule};
pub(crate) use reset::{approve_reset, reset_waits};
pub(crate) use unlock::{locked_until, unlock};

use self::store::{recovery as codes, reset as resets, settings, totp as apps};
use crate::auth::session::{self, Principal, Stage, Switches};
use crate::notify::mail::Notice;
use crate::{ClientContext, Identity, IdentityError};

/// A person's second factors and their settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Factors {
    /// The actions that they protect.
    pub switches: Switches,
    /// When the authenticator app was enrolled, if there is one.
    pub totp_since: Option<DateTime<Utc>>,
    /// The number of passkeys, at all hosts of the tenant.
    pub passkeys: i64,
    /// The number of unused recovery codes.
    pub recovery_codes_left: i64,
    /// The end of a lockout after too many wrong codes.
    pub locked_until: Option<DateTime<Utc>>,
}

impl Identity {
    /// A person's second factors.
    ///
    /// # Errors
    /// Database errors.
    pub async fn factors(&self, tenant: TenantId, who: &Principal) -> Result<Factors, IdentityError> {
        let mut tx = self.store().tenant_read(tenant).await?;
        let (switches, tries) = settings::read(tx.conn(), tenant, who.user).await?;
        let app = apps::find(tx.conn(), tenant, who.user).await?;
        let passkeys = settings::passkeys(tx.conn(), tenant, who.user).await?;
        let left = codes::left(tx.conn(), tenant, who.user).await?;
        Ok(Factors {
            switches,
            totp_since: app.map(|app| app.created_at),
            passkeys,
            recovery_codes_left: left,
            locked_until: tries.locked(self.world().now()),
        })
    }

    /// Whether changes of account protection need confirmation: true as soon as a factor is enrolled.
    ///
    /// # Errors
    /// Database errors.
    pub async fn has_factor(&self, tenant: TenantId, who: &Principal) -> Result<bool, IdentityError> {
        let mut tx = self.store().tenant_read(tenant).await?;
        Ok(settings::is_enrolled(tx.conn(), tenant, who.user).await?)
    }

    /// Sets the protected actions.
    ///
    /// # Errors
    /// A field error of `switches` if protection is turned on without a factor.
    pub async fn set_switches(
        &self,
        tenant: TenantId,
        who: &Principal,
        next: Switches,
        context: &ClientContext,
    ) -> Result<(), IdentityError> {
        let mut tx = self.store().tenant(tenant).await?;
        let (now, _) = settings::lock(tx.conn(), tenant, who.user).await?;
        if next != Switches::default() && !settings::is_enrolled(tx.conn(), tenant, who.user).await? {
            return Err(IdentityError::field("signin", "no_factor", "Set a second factor up first."));
        }
        settings::set_switches(tx.conn(), tenant, who.user, next).await?;
        let notice = if now.is_weakened_by(next) { Notice::SwitchedOff } else { Notice::SwitchedOn };
        if now.is_weakened_by(next) {
            self.hold_payouts(&mut tx, who).await?;
        }
        if now != next {
            self.told(&mut tx, who, "factor.switched", notice, context).await?;
        }
        Ok(tx.commit().await?)
    }

    /// Proves the second factor at sign-in; the session then has full access.
    ///
    /// # Errors
    /// [`IdentityError::FactorInvalid`], [`IdentityError::FactorLocked`]; [`IdentityError::NotFound`] if the session
    /// waits for no factor.
    pub async fn show_factor(
        &self,
        tenant: TenantId,
        who: &Principal,
        code: &str,
        context: &ClientContext,
    ) -> Result<(), IdentityError> {
        if who.stage != Stage::AwaitsFactor {
            return Err(IdentityError::NotFound("The request for a second factor"));
        }
        let tx = self.store().tenant(tenant).await?;
        let mut tx = self.check_factor(tx, who, code, context).await?;
        let now = self.world().now();
        if !session::store::factor::factor_shown(tx.conn(), tenant, who.session, now).await? {
            return Err(IdentityError::Unauthenticated);
        }
        // A person who has a factor needs no reset.
        resets::cancel(tx.conn(), tenant, who.user, now).await?;
        self.settle_held(&mut tx, who, context).await?;
        Ok(tx.commit().await?)
    }
}
