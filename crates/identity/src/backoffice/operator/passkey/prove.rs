//! Passkey assertions: for sign-in, and to confirm sensitive actions.

use ::store::TenantTx;
use chrono::{DateTime, Utc};
use kernel::{OperatorId, PasskeyId, TenantId};
use serde_json::{Value, json};

use super::{Asker, CeremonyKind, limit_of_network, limit_of_operator, lock_own, tell};
use crate::auth::passkey::model::{self, Assertion, InvalidResponse};
use crate::backoffice::operator::account::{Account, is_over};
use crate::backoffice::operator::session::{CONFIRMED_FOR, OperatorPrincipal, OperatorSignIn};
use crate::backoffice::operator::store::{accounts, factors, passkeys, sessions};
use crate::{ClientContext, Identity, IdentityError, PasskeyAnswer, PasskeyRequest, PasskeySite, counter};

/// Whether an assertion is valid, and which passkey made it.
enum AssertionCheck {
    Valid(PasskeyId),
    Invalid(InvalidResponse),
}

impl Identity {
    /// Creates a sign-in request for any passkey of this site.
    ///
    /// # Errors
    /// [`IdentityError::TooMany`] when a network asks too often.
    pub async fn begin_operator_passkey_sign_in(
        &self,
        tenant: TenantId,
        site: &PasskeySite,
        context: &ClientContext,
    ) -> Result<PasskeyRequest, IdentityError> {
        let begun = model::begin_assertion(site)?;
        let mut tx = self.store().tenant(tenant).await?;
        counter::store::spend(tx.conn(), tenant, self.world().now(), &[limit_of_network(context)]).await?;
        self.ask_operator(tx, CeremonyKind::SignIn, site, None, begun).await
    }

    /// Signs in with a passkey, in any browser: user verification makes it both factors. The browser does not become a
    /// known device, so a TOTP code alone is still refused there.
    ///
    /// # Errors
    /// [`IdentityError::PasskeyRefused`] for an invalid answer, without revealing whether the passkey is known.
    pub async fn sign_operator_in_by_passkey(
        &self,
        tenant: TenantId,
        site: &PasskeySite,
        answer: PasskeyAnswer<'_>,
        context: &ClientContext,
    ) -> Result<OperatorSignIn, IdentityError> {
        let state = self.take_from_operator(tenant, answer.request, CeremonyKind::SignIn, site, None).await?;
        let tx = self.store().tenant(tenant).await?;
        let (mut tx, account, passkey) =
            self.believe_operator(tx, (site, &state), answer.credential, None, context).await?;
        let how = json!({ "passkey": passkey.to_string() });
        let signed_in = self.open_operator_session(&mut tx, &account, how, context).await?;
        tx.commit().await?;
        Ok(signed_in)
    }

    /// Creates a passkey request to confirm sensitive actions.
    ///
    /// # Errors
    /// [`IdentityError::TooMany`].
    pub async fn begin_operator_passkey_confirmation(
        &self,
        tenant: TenantId,
        who: &OperatorPrincipal,
        site: &PasskeySite,
    ) -> Result<PasskeyRequest, IdentityError> {
        let begun = model::begin_assertion(site)?;
        let mut tx = self.store().tenant(tenant).await?;
        counter::store::spend(tx.conn(), tenant, self.world().now(), &[limit_of_operator(who.id)]).await?;
        self.ask_operator(tx, CeremonyKind::Confirm, site, Some(who.into()), begun).await
    }

    /// Confirms with a passkey: sensitive actions are allowed for the next five minutes.
    ///
    /// # Errors
    /// [`IdentityError::PasskeyRefused`]; [`IdentityError::Unauthenticated`] if the session has ended in the meantime.
    pub async fn confirm_operator_by_passkey(
        &self,
        tenant: TenantId,
        who: &OperatorPrincipal,
        site: &PasskeySite,
        answer: PasskeyAnswer<'_>,
        context: &ClientContext,
    ) -> Result<DateTime<Utc>, IdentityError> {
        let asker = Asker::from(who);
        let state = self.take_from_operator(tenant, answer.request, CeremonyKind::Confirm, site, Some(asker)).await?;
        let mut tx = self.store().tenant(tenant).await?;
        lock_own(tx.conn(), tenant, asker).await?;
        let only = Some(who.id);
        let (mut tx, ..) = self.believe_operator(tx, (site, &state), answer.credential, only, context).await?;
        let now = self.world().now();
        sessions::confirmed(tx.conn(), tenant, who.session, now).await?;
        tx.commit().await?;
        Ok(now + CONFIRMED_FOR)
    }

    /// Verifies a passkey assertion and returns its operator; with `only`, it must be that operator. The rows of
    /// operator and passkey stay locked in the transaction that is returned, and the signature counter is updated. A
    /// failure that can be attributed to an operator is logged and committed first. The error is the same for every
    /// cause.
    pub(super) async fn believe_operator(
        &self,
        mut tx: TenantTx,
        (site, state): (&PasskeySite, &[u8]),
        credential: &Value,
        only: Option<OperatorId>,
        context: &ClientContext,
    ) -> Result<(TenantTx, Account, PasskeyId), IdentityError> {
        let tenant = tx.tenant();
        let read = Assertion::read(credential);
        let whose = match (&read, only) {
            (_, Some(operator)) => operator,
            (Ok(assertion), None) => OperatorId::from_uuid(assertion.owner()),
            (Err(refused), None) => return Err(refused.clone().into()),
        };
        let account = accounts::lock(tx.conn(), tenant, whose).await?.ok_or(IdentityError::PasskeyRefused)?;
        let checked = match read {
            Ok(assertion) => self.check_assertion(&mut tx, account.id, &assertion, (site, state)).await?,
            Err(refused) => AssertionCheck::Invalid(refused),
        };
        match checked {
            AssertionCheck::Valid(passkey) => Ok((tx, account, passkey)),
            AssertionCheck::Invalid(refused) => {
                let told = ("operators.passkey_refused", json!({ "why": refused.0 }));
                tell(tx.conn(), self, tenant, &account, told, context).await?;
                tx.commit().await?;
                Err(refused.into())
            }
        }
    }

    /// Whether this assertion is valid for this operator, and which passkey made it.
    async fn check_assertion(
        &self,
        tx: &mut TenantTx,
        operator: OperatorId,
        assertion: &Assertion,
        (site, state): (&PasskeySite, &[u8]),
    ) -> Result<AssertionCheck, IdentityError> {
        let (tenant, now) = (tx.tenant(), self.world().now());
        let no = |why: &str| Ok(AssertionCheck::Invalid(InvalidResponse(why.to_owned())));
        let Some(factor) = factors::lock(tx.conn(), tenant, None, Some(operator)).await? else {
            return no("the operator is not active");
        };
        if is_over(factor.operator.ends_on, now) {
            return no("the operator's right has ended");
        }
        // A lockout after wrong codes applies to every sign-in method.
        if factor.tries.locked(now).is_some() {
            return no("codes rest after too many wrong ones");
        }
        if assertion.owner() != operator.uuid() {
            return no("the passkey is another's");
        }
        let credential_id = assertion.credential_id();
        let Some((id, kept)) = passkeys::lock(tx.conn(), tenant, operator, site.host(), &credential_id).await? else {
            return no("the passkey is not known at this host");
        };
        match assertion.verify(site, state, &kept) {
            Ok(state) => {
                passkeys::used(tx.conn(), tenant, id, &state, now).await?;
                Ok(AssertionCheck::Valid(id))
            }
            Err(refused) => Ok(AssertionCheck::Invalid(refused)),
        }
    }
}
