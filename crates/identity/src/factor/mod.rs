//! Second factors: authenticator apps, passkeys and recovery codes; what they guard (signing in, sending money, card details), and
//! the confirmation of single requests. A code by mail is never one.

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
pub use model::{Action, Purpose, StepUp, StepUpToken, Switches};
pub use reset::FactorReset;
pub(crate) use reset::{EndLostFactors, schedule};
pub(crate) use reset::{approve_reset, reset_waits};
pub(crate) use unlock::{locked_until, unlock};

use self::store::{recovery as codes, reset as resets, settings, totp as apps};
use crate::mail::Notice;
use crate::session::{Principal, Stage};
use crate::{ClientContext, Identity, IdentityError};

/// A person's second factors, as they see them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Factors {
    /// What they guard.
    pub switches: Switches,
    /// When the authenticator app was set up, if there is one.
    pub totp_since: Option<DateTime<Utc>>,
    /// Passkeys, at whichever host of the tenant.
    pub passkeys: i64,
    /// Recovery codes that are left.
    pub recovery_codes_left: i64,
    /// Until when codes are not accepted, after too many wrong ones.
    pub locked_until: Option<DateTime<Utc>>,
}

impl Identity {
    /// A person's second factors.
    ///
    /// # Errors
    /// Those of the database.
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

    /// Whether a change of what guards the account has to be confirmed: as soon as there is anything to confirm it with.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn has_factor(&self, tenant: TenantId, who: &Principal) -> Result<bool, IdentityError> {
        let mut tx = self.store().tenant_read(tenant).await?;
        Ok(settings::is_enrolled(tx.conn(), tenant, who.user).await?)
    }

    /// Says what the factors guard.
    ///
    /// # Errors
    /// A field error of `switches` when something shall be guarded and there is no factor.
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

    /// Shows the second factor that signing in asks for: the session is a whole one from then on.
    ///
    /// # Errors
    /// [`IdentityError::FactorInvalid`], [`IdentityError::FactorLocked`]; [`IdentityError::NotFound`] when the session waits for
    /// none.
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
        if !settings::factor_shown(tx.conn(), tenant, who.session, now).await? {
            return Err(IdentityError::Unauthenticated);
        }
        // Whoever has the factor has not lost it.
        resets::cancel(tx.conn(), tenant, who.user, now).await?;
        self.settle_held(&mut tx, who, context).await?;
        Ok(tx.commit().await?)
    }
}
