//! Passkey assertions: for sign-in, as the second step of sign-in, and for step-up confirmation.

use ::store::TenantTx;
use kernel::{PasskeyId, StepUpId, TenantId, UserId};
use serde_json::{Value, json};

use super::model::{self, Assertion};
use super::store::{self, Ceremony, CeremonyKind, For};
use super::{PasskeyAnswer, PasskeyRequest, PasskeySite, limits};
use crate::audit::{self, Entry};
use crate::auth::login::{Login, SignInProof};
use crate::auth::mfa::StepUpToken;
use crate::auth::mfa::store::reset;
use crate::auth::session::{self, Principal, ProvenFactors, Stage};
use crate::{ClientContext, Identity, IdentityError, Tenant, counter};

impl Identity {
    /// Creates a sign-in request for any passkey of this site.
    ///
    /// # Errors
    /// [`IdentityError::TooMany`] when a network asks too often.
    pub async fn begin_passkey_login(
        &self,
        tenant: &Tenant,
        site: &PasskeySite,
        context: &ClientContext,
    ) -> Result<PasskeyRequest, IdentityError> {
        let begun = model::begin_assertion(site)?;
        let mut tx = self.store().tenant(tenant.id).await?;
        let limit = limits::of_sign_in(tenant, context);
        counter::store::spend(tx.conn(), tenant.id, self.world().now(), &[limit]).await?;
        self.remember(tx, CeremonyKind::SignIn, site, For::default(), begun).await
    }

    /// Signs in with a passkey: user verification makes it both factors. `launch` is the messenger's launch data, if
    /// the page runs inside one.
    ///
    /// # Errors
    /// [`IdentityError::PasskeyRefused`] for an invalid answer, [`IdentityError::Blocked`] for a blocked account.
    pub async fn finish_passkey_login(
        &self,
        tenant: &Tenant,
        site: &PasskeySite,
        answer: PasskeyAnswer<'_>,
        launch: Option<&str>,
        context: &ClientContext,
    ) -> Result<Login, IdentityError> {
        let asked = self.take(tenant.id, answer.request, CeremonyKind::SignIn, site).await?;
        let tx = self.store().tenant(tenant.id).await?;
        let (mut tx, user, passkey) = self.believe(tx, site, &asked, answer.credential, context).await?;
        // A person who has a factor needs no reset.
        reset::cancel(tx.conn(), tenant.id, user, self.world().now()).await?;
        let context = self.came_inside(tenant, launch, context);
        self.enter_with(
            tx,
            tenant,
            user,
            SignInProof { factors: ProvenFactors::Both, link: None },
            json!({"passkey": passkey.to_string()}),
            &context,
        )
        .await
    }

    /// Creates a passkey request: for a step-up confirmation, or as the second step of sign-in.
    ///
    /// # Errors
    /// [`IdentityError::NotFound`] for a step-up that is not open; [`IdentityError::TooMany`].
    pub async fn begin_passkey_proof(
        &self,
        tenant: TenantId,
        who: &Principal,
        site: &PasskeySite,
        step_up: Option<StepUpId>,
    ) -> Result<PasskeyRequest, IdentityError> {
        match step_up {
            Some(id) => drop(self.step_up(tenant, who, id).await?),
            None => awaits_factor(who)?,
        }
        let begun = model::begin_assertion(site)?;
        let mut tx = self.store().tenant(tenant).await?;
        counter::store::spend(tx.conn(), tenant, self.world().now(), &[limits::of_person(who.user)]).await?;
        let asked = For { user: Some(who.user), session: Some(who.session), step_up, with_factor: false };
        self.remember(tx, CeremonyKind::Confirm, site, asked, begun).await
    }

    /// Confirms a step-up with a passkey.
    ///
    /// # Errors
    /// [`IdentityError::PasskeyRefused`], and [`IdentityError::NotFound`] if the step-up is no longer open.
    pub async fn confirm_by_passkey(
        &self,
        tenant: TenantId,
        who: &Principal,
        site: &PasskeySite,
        step_up: StepUpId,
        answer: PasskeyAnswer<'_>,
        context: &ClientContext,
    ) -> Result<StepUpToken, IdentityError> {
        self.step_up(tenant, who, step_up).await?;
        let tx = self.proven(tenant, who, site, Some(step_up), answer, context).await?;
        self.confirmed(tx, step_up).await
    }

    /// Proves a passkey as the second step of sign-in; the session then has full access.
    ///
    /// # Errors
    /// [`IdentityError::PasskeyRefused`]; [`IdentityError::NotFound`] if the session waits for no factor.
    pub async fn show_passkey(
        &self,
        tenant: TenantId,
        who: &Principal,
        site: &PasskeySite,
        answer: PasskeyAnswer<'_>,
        context: &ClientContext,
    ) -> Result<(), IdentityError> {
        awaits_factor(who)?;
        let mut tx = self.proven(tenant, who, site, None, answer, context).await?;
        let now = self.world().now();
        if !session::store::factor::factor_shown(tx.conn(), tenant, who.session, now).await? {
            return Err(IdentityError::Unauthenticated);
        }
        reset::cancel(tx.conn(), tenant, who.user, now).await?;
        self.settle_held(&mut tx, who, context).await?;
        Ok(tx.commit().await?)
    }

    /// Verifies that the session's person has answered this session's ceremony for this purpose.
    async fn proven(
        &self,
        tenant: TenantId,
        who: &Principal,
        site: &PasskeySite,
        step_up: Option<StepUpId>,
        answer: PasskeyAnswer<'_>,
        context: &ClientContext,
    ) -> Result<TenantTx, IdentityError> {
        let asked = self.take(tenant, answer.request, CeremonyKind::Confirm, site).await?;
        if asked.asked != (For { user: Some(who.user), session: Some(who.session), step_up, with_factor: false }) {
            return Err(IdentityError::PasskeyRefused);
        }
        let tx = self.store().tenant(tenant).await?;
        let (mut tx, user, passkey) = self.believe(tx, site, &asked, answer.credential, context).await?;
        if user != who.user {
            return Err(IdentityError::PasskeyRefused);
        }
        let entry = Entry::new("factor.shown").of(user, Some(who.session));
        let entry = entry.with(json!({"passkey": passkey.to_string()}));
        audit::store::write(tx.conn(), self.world(), tenant, context, &entry).await?;
        Ok(tx)
    }

    /// Verifies a passkey assertion and returns its owner. The passkey's row stays locked in the transaction that is
    /// returned, and the signature counter is updated. A failed assertion that names a known passkey is logged and
    /// committed first.
    async fn believe(
        &self,
        mut tx: TenantTx,
        site: &PasskeySite,
        asked: &Ceremony,
        credential: &Value,
        context: &ClientContext,
    ) -> Result<(TenantTx, UserId, PasskeyId), IdentityError> {
        let (tenant, now) = (tx.tenant(), self.world().now());
        let assertion = Assertion::read(credential)?;
        let user = UserId::from_uuid(assertion.owner());
        let found = store::lock(tx.conn(), tenant, user, site.host(), &assertion.credential_id()).await?;
        let (id, kept) = found.ok_or(IdentityError::PasskeyRefused)?;
        match assertion.verify(site, &asked.state, &kept) {
            Ok(state) => {
                store::used(tx.conn(), tenant, id, &state, now).await?;
                Ok((tx, user, id))
            }
            Err(refused) => {
                let details = json!({"passkey": id.to_string(), "why": refused.0});
                let entry = Entry::new("passkey.refused").of(user, asked.asked.session).with(details);
                audit::store::write(tx.conn(), self.world(), tenant, context, &entry).await?;
                tx.commit().await?;
                Err(refused.into())
            }
        }
    }
}

fn awaits_factor(who: &Principal) -> Result<(), IdentityError> {
    let none = IdentityError::NotFound("The request for a second factor");
    if who.stage == Stage::AwaitsFactor { Ok(()) } else { Err(none) }
}
