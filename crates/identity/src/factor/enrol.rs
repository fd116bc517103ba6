//! Setting an authenticator app up, and taking it away.

use ::store::TenantTx;
use chrono::TimeDelta;
use kernel::TenantId;

use super::model::Switches;
use super::store::{recovery as codes, settings, totp as apps};
use super::{recovery, totp};
use crate::audit::{self, Entry};
use crate::envelope::Class;
use crate::mail::{self, Notice};
use crate::session::Principal;
use crate::{ClientContext, Identity, IdentityError, Secret, Tenant, user};

/// What an authenticator app has to know, shown once.
#[derive(Clone, Debug)]
pub struct TotpSetup {
    /// The seed in base 32, for typing.
    pub secret: Secret,
    /// The same for a QR code.
    pub uri: Secret,
}

/// How long a session may take to set an app up.
const SET_UP_WITHIN: TimeDelta = TimeDelta::minutes(10);

/// Whoever began without a factor, because there was none, does not end past one that has come to be meanwhile.
pub(crate) fn nothing_jumped(enrolled: bool, with_factor: bool) -> Result<(), IdentityError> {
    let meanwhile = || IdentityError::conflict("A second factor was added meanwhile. Begin again and confirm with it.");
    (with_factor || !enrolled).then_some(()).ok_or_else(meanwhile)
}

impl Identity {
    /// Begins to set an authenticator app up. It works once the same session shows a code of it, within ten minutes; beginning
    /// again forgets the one before. `with_factor` says whether a factor that is there already confirmed it.
    ///
    /// # Errors
    /// [`IdentityError::Exists`] when one works already, a conflict when a factor came to be while it was not asked for.
    pub async fn begin_totp(
        &self,
        tenant: &Tenant,
        who: &Principal,
        with_factor: bool,
    ) -> Result<TotpSetup, IdentityError> {
        let now = self.world().now();
        let mut tx = self.store().tenant(tenant.id).await?;
        // One after the other per person.
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
        let begun = apps::Begun { id, seed: sealed, with_factor };
        apps::begin(tx.conn(), tenant.id, (who.user, who.session), &begun, now).await?;
        tx.commit().await?;
        let uri = totp::uri(&*seed, &tenant.name, &person.email);
        Ok(TotpSetup { secret: Secret::new(totp::secret(&*seed)), uri: Secret::new(uri) })
    }

    /// Confirms the app that is being set up with a code of it. With the first factor of a person come recovery codes, and
    /// everything is guarded from then on.
    ///
    /// # Errors
    /// [`IdentityError::FactorInvalid`] for a wrong code, [`IdentityError::NotFound`] when this session sets none up or has taken
    /// too long, a conflict when another factor came to be since it began without one.
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
        // Guessing would add a factor whose seed one has not got; it opens nothing, so it is not counted.
        let step = totp::matching_step(&seed, &typed, now, 0).ok_or(IdentityError::FactorInvalid)?;
        let first = !settings::is_enrolled(tx.conn(), tenant, who.user).await?;
        nothing_jumped(!first, app.with_factor)?;
        apps::confirm(tx.conn(), tenant, app.id, step, now).await?;
        let codes = self.enrolled(&mut tx, who, first, Notice::TotpAdded, context).await?;
        tx.commit().await?;
        Ok(codes)
    }

    /// What comes with a new factor: with the first one everything is guarded, the session has shown it, and there are codes.
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
            if !settings::factor_shown(tx.conn(), tenant, who.session, now).await? {
                return Err(IdentityError::Unauthenticated);
            }
            shown = self.make_codes(tx, who).await?;
        }
        self.told(tx, who, "factor.added", notice, context).await?;
        Ok(shown)
    }

    /// Takes the authenticator app away. With the last factor go the recovery codes, and nothing is guarded any more.
    ///
    /// # Errors
    /// [`IdentityError::NotFound`] when there is none.
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

    /// What goes with a factor: with the last one the codes, and what it guarded.
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

    /// Makes ten new recovery codes; the old ones are worth nothing from then on.
    ///
    /// # Errors
    /// [`IdentityError::NotFound`] without a second factor that they could stand in for.
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

    /// Notes a change of what guards the account, and mails its owner.
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
