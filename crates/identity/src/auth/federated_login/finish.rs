//! The end of a sign-in at a provider.

use kernel::UserId;
use serde_json::json;

use super::claims::{self, Expected, Named};
use super::model::{self, NextStep};
use super::store::{self, Attempt};
use super::{FederatedLoginError, Provider, Redeem};
use crate::auth::federated_identity::{FederatedIdentity, store as identities};
use crate::token::{self, TokenKind};
use crate::{ClientContext, Identity, IdentityError, Login, Principal, Tenant, person::user, rules};

/// The browser's data to finish a sign-in that it began.
#[derive(Clone, Copy)]
pub struct FederatedProof<'a> {
    /// The `state` parameter, which identifies the attempt.
    pub state: &'a str,
    /// A token that proves that it is the same browser.
    pub browser: &'a str,
    /// An ID token from the provider's own SDK; without it, the returned code is exchanged.
    pub id_token: Option<&'a str>,
}

impl Identity {
    /// Signs in a person identified by a provider. A new person with a verified address gets an account.
    ///
    /// # Errors
    /// [`FederatedLoginError`]; [`FederatedLoginError::EmailTaken`] sends a code to the address; [`IdentityError::Blocked`].
    pub async fn finish_external(
        &self,
        tenant: &Tenant,
        provider: Provider,
        proof: FederatedProof<'_>,
        context: &ClientContext,
    ) -> Result<Login, IdentityError> {
        let (named, linking) = self.named(tenant, provider, proof).await?;
        if linking.is_some() {
            return Err(FederatedLoginError::Expired.into());
        }
        let external = external(provider, &named);
        let mut tx = self.store().tenant(tenant.id).await?;
        let known = identities::owner(tx.conn(), tenant.id, &external).await?;
        let has_address = match (&known, &named.email) {
            (None, Some(email)) => user::store::by_email(tx.conn(), tenant.id, email).await?,
            _ => None,
        };
        let details = json!({"provider": provider.code()});
        match model::step(&named, known, has_address)? {
            NextStep::Enter(person) => self.enter(tx, tenant, person, details, context).await,
            NextStep::Register(email) => {
                let added =
                    user::store::find_or_add(tx.conn(), self.world(), tenant.id, &email, context.language).await?;
                let (person, true) = added else {
                    // The address was registered concurrently, so its owner has to prove it with a code.
                    tx.rollback().await?;
                    return Err(self.prove_address(tenant, &external, &email, context).await?);
                };
                self.link_now(&mut tx, person, &external, context).await?;
                name(&mut tx, tenant, person, &named).await?;
                let details = json!({"provider": provider.code(), "registered": true});
                self.enter(tx, tenant, person, details, context).await
            }
            NextStep::ProveAddress(email) => {
                tx.rollback().await?;
                Err(self.prove_address(tenant, &external, &email, context).await?)
            }
        }
    }

    /// Links the identity to the signed-in person who began the linking.
    ///
    /// # Errors
    /// [`FederatedLoginError`].
    pub async fn link_external(
        &self,
        tenant: &Tenant,
        principal: &Principal,
        provider: Provider,
        proof: FederatedProof<'_>,
        context: &ClientContext,
    ) -> Result<(), IdentityError> {
        let (named, linking) = self.named(tenant, provider, proof).await?;
        if linking != Some(principal.user) {
            return Err(FederatedLoginError::Expired.into());
        }
        let mut tx = self.store().tenant(tenant.id).await?;
        self.link_now(&mut tx, principal.user, &external(provider, &named), context).await?;
        Ok(tx.commit().await?)
    }

    /// The identity at the provider, and the person who began the linking. Consumes the attempt even on failure.
    async fn named(
        &self,
        tenant: &Tenant,
        provider: Provider,
        proof: FederatedProof<'_>,
    ) -> Result<(Named, Option<UserId>), IdentityError> {
        let openid = &self.connections().ok_or(FederatedLoginError::NotOffered)?.openid;
        let ours = openid.registration(&tenant.slug, provider).ok_or(FederatedLoginError::NotOffered)?;
        let state = token::parse(TokenKind::State, proof.state).ok_or(FederatedLoginError::Expired)?;
        let browser = token::parse(TokenKind::Browser, proof.browser).ok_or(FederatedLoginError::Expired)?;
        let mut tx = self.store().tenant(tenant.id).await?;
        let taken = store::take(tx.conn(), tenant.id, provider, &state, &browser, self.world().now()).await?;
        tx.commit().await?;
        let attempt = taken.ok_or(FederatedLoginError::Expired)?;
        // Guards against mix-up attacks (RFC 9207).
        if attempt.returned_issuer.as_ref().is_some_and(|issuer| *issuer != ours.issuer) {
            return Err(FederatedLoginError::Refused.into());
        }
        // Outside a transaction, because the provider may be slow.
        let claims = match (proof.id_token, &attempt.code) {
            (Some(id_token), _) => openid.read(&tenant.slug, provider, id_token).await?,
            (None, Some(code)) => {
                let asked = Redeem { verifier: &attempt.verifier, redirect_uri: &attempt.redirect_uri };
                openid.redeem(&tenant.slug, provider, code, asked).await?
            }
            (None, None) => return Err(FederatedLoginError::Expired.into()),
        };
        let expected = Expected { issuer: &ours.issuer, client: &ours.client, nonce: &attempt.nonce };
        let named = claims::check(claims, expected, self.world().now())?;
        let linking = attempt.user.map(UserId::from_uuid);
        Ok((with_name(named, attempt), linking))
    }
}

/// Apple sends the name outside the token, and only on the first sign-in.
fn with_name(named: Named, attempt: Attempt) -> Named {
    Named {
        given_name: named.given_name.or(attempt.given_name),
        family_name: named.family_name.or(attempt.family_name),
        ..named
    }
}

fn external(provider: Provider, named: &Named) -> FederatedIdentity {
    FederatedIdentity {
        provider,
        issuer: named.issuer.clone(),
        subject: named.subject.clone(),
        label: named.email.as_ref().map(|email| email.address().to_owned()),
    }
}

/// Copies valid names from the provider to a new account.
async fn name(tx: &mut ::store::TenantTx, tenant: &Tenant, person: UserId, named: &Named) -> Result<(), IdentityError> {
    let kept = |text: &Option<String>| rules::name(text.as_deref()?).ok();
    let (first, last) = (kept(&named.given_name), kept(&named.family_name));
    Ok(user::store::name(tx.conn(), tenant.id, person, first.as_deref(), last.as_deref()).await?)
}

impl Identity {
    /// Sends a code to the address of an existing account, and stores the identity until the code is confirmed.
    async fn prove_address(
        &self,
        tenant: &Tenant,
        external: &FederatedIdentity,
        email: &crate::EmailAddress,
        context: &ClientContext,
    ) -> Result<IdentityError, IdentityError> {
        // The provider vouches for the address, so no proof of work is required.
        let challenge = self.send_login_code(tenant, email.address(), None, context).await?;
        let mut tx = self.store().tenant(tenant.id).await?;
        let link = self.hold_link(&mut tx, external, email).await?;
        tx.commit().await?;
        Ok(FederatedLoginError::EmailTaken { email: email.address().to_owned(), challenge, link }.into())
    }
}
