//! Enrolment and removal of an authenticator app.

use ::store::TenantTx;
use chrono::TimeDelta;
use kernel::TenantId;

use super::store::{recovery as codes, settings, totp as apps};
use super::{recovery, totp};
use crate::audit::{self, Entry};
use crate::auth::session::{self, Principal, Switches};
use crate::envelope::Class;
use crate::notify::mail::{self, Notice};
use crate::{ClientContext, Identity, IdentityError, Secret, Tenant, person::user};

/// The data for an authenticator app, shown once.
#[derive(Clone, Debug)]
pub struct TotpSetup {
    /// The seed in base 32, for manual entry.
    pub secret: Secret,
    /// The key URI for a QR code.
    pub uri: Secret,
}

/// How long the enrolment of an app may take.
const SET_UP_WITHIN: TimeDelta = TimeDelta::minutes(10);

/// Refuses an enrolment that began without a factor, if a factor was added in the meantime.
pub(crate) fn nothing_jumped(enrolled: bool, with_factor: bool) -> Result<(), IdentityError> {
    let meanwhile = || IdentityError::conflict("A second factor was added meanwhile. Begin again and confirm with it.");
    (with_factor || !enrolled).then_some(()).ok_or_else(meanwhile)
}

impl Identity {
    /// Starts the enrolment of an authenticator app. The same session must confirm it with a code within ten minutes. A
    /// new start replaces an earlier one. `with_factor` says whether an existing factor confirmed the request.
    ///
    /// # Errors
    /// [`IdentityError::Exists`] if an app is enrolled; a conflict if a factor exists that did not confirm the request.
    pub async fn begin_totp(
        &self,
        tenant: &Tenant,
        who: &Principal,
        with_factor: bool,
    ) -> Result<TotpSetup, IdentityError> {
        let now = self.world().now();
        let mut tx = self.store().tenant(tenant.id).await?;
        // Serialises enrolments per person.
        settings::lock(tx.conn(), tenant.id, who.user).await?;
        if apps::find(tx.conn(), tenant.id, who.user).await?.is_some() {
            return Err(IdentityError::Exists("An authenticator app"));
        }
        nothing_jumped(settings::is_enrolled(tx.conn(), tenant.id, who.user).await?, with_factor)?;
        let person = user::store::find(tx.conn(), tenant.id, who.user).await?;
        let person = person.ok_or(IdentityError::NotFound("The user"))?;
        let seed = zeroize::Zeroizing::new(self.world().random::<{ totp::SEED_BYTES }>());
        let id = self.world().uuid();
        let sealed = self.envelope().seal(&mut tx, Class::Totp, id, &*seed).await?;
        let begun = apps::PendingTotp { id, seed: sealed, with_factor };
        apps::begin(tx.conn(), tenant.id, (who.user, who.session), &begun, now).await?;
        tx.commit().await?;
        let uri = totp::uri(&*seed, &tenant.name, &person.email);
        Ok(TotpSetup { secret: Secret::new(totp::secret(&*seed)), uri: Secret::new(uri) })
    }

    /// Confirms the new app with a code. A person's first factor comes with recovery codes, and all switches are turned
    /// on.
    ///
    /// # Errors
    /// [`IdentityError::FactorInvalid`] for a wrong code; [`IdentityError::NotFound`] if this session has no open
    /// enrolment or it has expired; a conflict if another factor was added since an unconfirmed start.
    pub async fn confirm_totp(
        &self,
        tenant: TenantId,
        who: &Principal,
        code: &str,
        context: &ClientContext,
    ) -> Result<Vec<Secret>, IdentityError> {
        let now = self.world().now();
        let mut tx = self.store().tenant(tenant).await?;
        settings::lock(tx.conn(), tenant, who.user).await?;
        let app = apps::find_begun(tx.conn(), tenant, (who.user, who.session), now - SET_UP_WITHIN).await?;
        let app = app.ok_or(IdentityError::NotFound("The authenticator app"))?;
        let seed = self.envelope().open(&mut tx, Class::Totp, app.id, &app.seed).await?;
        let typed: String = code.chars().filter(|c| !c.is_whitespace()).take(16).collect();
        // A wrong code is not counted: a guess would enrol a factor whose seed the attacker does not have.
        let step = totp::matching_step(&seed, &typed, now, 0).ok_or(IdentityError::FactorInvalid)?;
        let first = !settings::is_enrolled(tx.conn(), tenant, who.user).await?;
        nothing_jumped(!first, app.with_factor)?;
        apps::confirm(tx.conn(), tenant, app.id, step, now).await?;
        let codes = self.enrolled(&mut tx, who, first, Notice::TotpAdded, context).await?;
        tx.commit().await?;
        Ok(codes)
    }

    /// Completes the enrolment of a factor. The first factor turns all switches on, marks the session as confirmed and
    /// creates recovery codes.
    pub(crate) async fn enrolled(
        &self,
        tx: &mut TenantTx,
        who: &Principal,
        first: bool,
        notice: Notice,
        context: &ClientContext,
    ) -> Result<Vec<Secret>, IdentityError> {
        let (tenant, now) = (tx.tenant(), self.world().now());
        let mut shown = Vec::new();
        if first {
            settings::set_switches(tx.conn(), tenant, who.user, Switches::ALL).await?;
            if !session::store::factor::factor_shown(tx.conn(), tenant, who.session, now).await? {
                return Err(IdentityError::Unauthenticated);
            }
            shown = self.make_codes(tx, who).await?;
        }
        self.told(tx, who, "factor.added", notice, context).await?;
        Ok(shown)
    }

    /// Removes the authenticator app. With the last factor, the recovery codes are deleted and all switches are turned
    /// off.
    ///
    /// # Errors
    /// [`IdentityError::NotFound`] if no app is enrolled.
    pub async fn remove_totp(
        &self,
        tenant: TenantId,
        who: &Principal,
        context: &ClientContext,
    ) -> Result<(), IdentityError> {
        let mut tx = self.store().tenant(tenant).await?;
        settings::lock(tx.conn(), tenant, who.user).await?;
        if !apps::remove(tx.conn(), tenant, who.user).await? {
            return Err(IdentityError::NotFound("The authenticator app"));
        }
        self.removed(&mut tx, who, Notice::TotpRemoved, context).await?;
        Ok(tx.commit().await?)
    }

    /// Completes the removal of a factor. With the last one, the recovery codes are deleted and all switches are turned
    /// off.
    pub(crate) async fn removed(
        &self,
        tx: &mut TenantTx,
        who: &Principal,
        notice: Notice,
        context: &ClientContext,
    ) -> Result<(), IdentityError> {
        let tenant = tx.tenant();
        if !settings::is_enrolled(tx.conn(), tenant, who.user).await? {
            settings::set_switches(tx.conn(), tenant, who.user, Switches::default()).await?;
            codes::remove(tx.conn(), tenant, who.user).await?;
        }
        self.hold_payouts(tx, who).await?;
        self.told(tx, who, "factor.removed", notice, context).await
    }

    /// Holds payouts after a factor was removed. A thief with a session and a factor removes the owner's factor first. The hold
    /// gives the owner time to read the notice. An added factor starts no hold.
    pub(super) async fn hold_payouts(&self, tx: &mut TenantTx, who: &Principal) -> Result<(), IdentityError> {
        let (tenant, now) = (tx.tenant(), self.world().now());
        Ok(user::store::note_guards_changed(tx.conn(), tenant, who.user, now).await?)
    }

    /// Creates ten new recovery codes and invalidates the old ones.
    ///
    /// # Errors
    /// [`IdentityError::NotFound`] without a second factor.
    pub async fn new_recovery_codes(
        &self,
        tenant: TenantId,
        who: &Principal,
        context: &ClientContext,
    ) -> Result<Vec<Secret>, IdentityError> {
        let mut tx = self.store().tenant(tenant).await?;
        settings::lock(tx.conn(), tenant, who.user).await?;
        if !settings::is_enrolled(tx.conn(), tenant, who.user).await? {
            return Err(IdentityError::NotFound("The second factor"));
        }
        let shown = self.make_codes(&mut tx, who).await?;
        self.told(&mut tx, who, "factor.codes_made", Notice::RecoveryCodesMade, context).await?;
        tx.commit().await?;
        Ok(shown)
    }

    async fn make_codes(&self, tx: &mut TenantTx, who: &Principal) -> Result<Vec<Secret>, IdentityError> {
        let (tenant, now) = (tx.tenant(), self.world().now());
        let shown: Vec<Secret> = (0..recovery::CODES).map(|_| recovery::shown(&self.world().random())).collect();
        let hash = |code: &Secret| {
            let letters = recovery::typed(code.expose()).unwrap_or_default();
            recovery::hash(self.pepper(), tenant, who.user, &letters)
        };
        let hashes: Vec<[u8; 32]> = shown.iter().map(hash).collect();
        codes::replace(tx.conn(), tenant, who.user, &hashes, now).await?;
        Ok(shown)
    }

    /// Logs a change of account protection and notifies the person by email.
    pub(super) async fn told(
        &self,
        tx: &mut TenantTx,
        who: &Principal,
        action: &'static str,
        notice: Notice,
        context: &ClientContext,
    ) -> Result<(), IdentityError> {
        let (tenant, now) = (tx.tenant(), self.world().now());
        let entry =
            Entry::new(action).of(who.user, Some(who.session)).with(serde_json::to_value(notice).unwrap_or_default());
        audit::store::write(tx.conn(), self.world(), tenant, context, &entry).await?;
        let event = self.world().uuid();
        match notice {
            Notice::ResetAsked => tx.enqueue(now, &mail::job::security_to_all(tenant, who.user, notice, event)).await?,
            _ => tx.enqueue(now, &[mail::job::security(tenant, who.user, notice, event)]).await?,
        };
        Ok(())
    }
}
